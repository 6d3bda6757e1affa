"""Measure how unsettled exchanges were (their entropy), and show it.

A job, so recording does not wait for it. It works through the log in order from where it last
stopped; the mark moves in the same transaction as the rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from operator import attrgetter
from typing import Final

from wakeline.assessment.entropy import (
    RECENT,
    EarlierExchanges,
    MeasuredExchange,
    current_entropy,
    entropy_of,
)
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.model.cognition import Entropy, EntropyNow
from wakeline.model.job import IndexMark
from wakeline.model.log import Episode
from wakeline.ports.store import Unit, View

INDEX: Final = "entropy"
BATCH: Final = 400  # entries of the log in one transaction
MOST_EARLIER: Final = 400  # entries before them, with which they are compared
MOST: Final = 200
MOST_TURNS: Final = 20  # of one exchange, when the last exchanges are looked for


def measure_entropy(place: Place) -> int:
    """The job: measure up to the end of the log. Returns how many exchanges were measured."""
    measured = 0
    while True:
        with place.store.writing(place.by(actor="worker")) as unit:
            found, is_last = _measured(unit, time_zone(place.identity.person_time_zone))
            for each in found:
                unit.put(each)
            if is_last:
                unit.run("jobs.done", name=INDEX, key="")
        measured += len(found)
        if is_last:
            return measured


def rebuild_entropy(unit: Unit) -> None:
    """Drop all measurements; the next settle measures again."""
    unit.run("cognition.clear")
    unit.put(IndexMark(INDEX, 0))


def has_unmeasured_turns(view: View) -> bool:
    """Whether the log has turns that were not measured yet."""
    mark, head = int(view.value("jobs.mark", name=INDEX) or 0), view.head().seq
    return (
        mark < head
        and view.one(Episode, "log.episodes_between", after=mark, through=head, limit=1) is not None
    )


def forget_entropy(unit: Unit, turns: Sequence[Episode], zone: tzinfo) -> None:
    """Drop the measurements of exchanges that lost turns.

    The exchanges after them were compared with them, so those within reach are measured again.
    """
    gone = {turn.seq for turn in turns}
    for exchange_id in {turn.exchange_id for turn in turns} - {None}:
        said = unit.all(Episode, "log.episodes_of_exchange", exchange_id=exchange_id)
        gone |= {turn.seq for turn in said}
    done = 0
    for seq in sorted(gone):
        _measure_again(unit, max(seq - 1, done), seq - 1 + MOST_EARLIER, zone)
        done = seq - 1 + MOST_EARLIER


def _measure_again(unit: Unit, after: int, through: int, zone: tzinfo) -> None:
    """Measure the exchanges again that ended between two entries, at most a batch apart."""
    bounds = {"through": through, "limit": BATCH + MOST_EARLIER}
    turns = unit.all(Episode, "log.episodes_between", after=max(0, after - MOST_EARLIER), **bounds)
    for row in unit.all(Entropy, "cognition.between", after=after, through=through):
        measured = _at(turns, row.seq, zone)
        if measured is None:
            unit.run("cognition.remove", exchange_id=row.exchange_id)
        else:
            unit.put(measured)


def wanted_entropy(view: View, zone: tzinfo) -> dict[str, Entropy]:
    """The entropy of every exchange up to the mark, computed again, by exchange id."""
    mark = int(view.value("jobs.mark", name=INDEX) or 0)
    starts = range(0, mark, BATCH)
    found = (_between(view, after, min(after + BATCH, mark), zone) for after in starts)
    return {each.exchange_id: each for batch in found for each in batch}


def _measured(unit: Unit, zone: tzinfo) -> tuple[list[Entropy], bool]:
    """The rows of the next batch, and whether it is the last. Moves the mark past it."""
    mark, head = int(unit.value("jobs.mark", name=INDEX) or 0), unit.head().seq
    through = min(mark + BATCH, head)
    found = _between(unit, mark, through, zone)
    unit.put(IndexMark(INDEX, through))
    return found, through == head


def _between(view: View, after: int, through: int, zone: tzinfo) -> list[Entropy]:
    """The exchanges that end between two entries; one whose answer came late is measured again."""
    bounds = {"through": through, "limit": BATCH + MOST_EARLIER}
    turns = view.all(Episode, "log.episodes_between", after=max(0, after - MOST_EARLIER), **bounds)
    last = {turn.exchange_id: turn.seq for turn in turns if _is_spoken(turn)}
    found = (_at(turns, seq, zone) for seq in last.values() if seq > after)
    return [each for each in found if each is not None]


def _at(turns: Sequence[Episode], seq: int, zone: tzinfo) -> Entropy | None:
    """The entropy of the exchange whose last turn is at `seq`; None if it was forgotten in part.

    It depends on the same entries of the log, whatever batches the log is read in.
    """
    seen = [turn for turn in turns if seq - MOST_EARLIER < turn.seq <= seq]
    found = _exchanges(seen, zone)
    if not found or found[-1].seq != seq:
        return None
    *said, exchange = found
    days = frozenset(each.day for each in said)
    return entropy_of(exchange, EarlierExchanges(said[-RECENT:], days, min(days, default=None)))


def _exchanges(turns: Sequence[Episode], zone: tzinfo) -> list[MeasuredExchange]:
    """Exchanges in the order of their last turns; one that was forgotten in part is left out."""
    gone = {turn.exchange_id for turn in turns if turn.forgotten_at}
    by_exchange: dict[str, list[Episode]] = {}
    for turn in turns:
        if _is_spoken(turn) and turn.exchange_id not in gone:
            by_exchange.setdefault(str(turn.exchange_id), []).append(turn)
    found = [_exchange(exchange_id, said, zone) for exchange_id, said in by_exchange.items()]
    return sorted(found, key=attrgetter("seq"))


def _is_spoken(turn: Episode) -> bool:
    return turn.exchange_id is not None and turn.kind == "conversation"


def _exchange(exchange_id: str, turns: Sequence[Episode], zone: tzinfo) -> MeasuredExchange:
    return MeasuredExchange(
        exchange_id,
        turns[0].seq,
        turns[-1].seq,
        turns[-1].at,
        turns[-1].at.astimezone(zone).date(),
        turns[-1].session_id,
        "\n".join(turn.text for turn in turns if turn.role == "user"),
        "\n".join(turn.text for turn in turns if turn.role == "agent"),
        frozenset(name.casefold() for turn in turns for name in turn.entity_refs),
    )


def latest_entropy_as_of(view: View, through: int, zone: tzinfo, *, limit: int) -> list[Entropy]:
    """The entropy of the last exchanges up to an entry of the log, whatever was measured since.

    An exchange that was forgotten in part is left out.
    """
    last: dict[str, int] = {}
    for exchange_id, seq in view.tuples(
        "past.last_exchanges", through=through, limit=MOST_TURNS * limit
    ):
        last.setdefault(exchange_id, seq)
    found: list[Entropy] = []
    for seq in list(last.values())[:limit]:
        bounds = {"after": max(0, seq - MOST_EARLIER), "through": seq, "limit": MOST_EARLIER}
        measured = _at(view.all(Episode, "log.episodes_between", **bounds), seq, zone)
        found += [] if measured is None else [measured]
    return found


def entropy_now(place: Place, *, limit: int = 20) -> EntropyNow:
    """How unsettled the agent is, and the latest exchanges with what made them so. Reads only."""
    place.ask("entropy")
    limit = parse.whole_number(limit, field="limit", least=1, most=MOST)
    with place.store.reading() as view:
        latest = view.all(Entropy, "cognition.latest", limit=MOST)
    now = current_entropy(latest, place.clock.now())
    return now._replace(latest=now.latest[:limit])
