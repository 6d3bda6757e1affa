"""Measure how unsettled exchanges were, and show it. A job: recording does not wait for it.

Works through the log in order from where it last stopped; the mark moves in the same transaction
as the rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from itertools import groupby
from typing import Final

from wakeline.cognition.entropy import RECENT, Before, Exchange, entropy, standing
from wakeline.flows import parse
from wakeline.flows.place import Place
from wakeline.flows.zones import time_zone
from wakeline.model.cognition import Entropy, EntropyNow
from wakeline.model.job import IndexMark
from wakeline.model.log import Episode
from wakeline.ports.store import Unit, View

INDEX: Final = "entropy"
BATCH: Final = 400  # entries of the log in one transaction
LOOKED_BACK: Final = 400  # entries before them, with which they are compared
MOST: Final = 200
MOST_TURNS: Final = 20  # of an exchange, where its last ones are looked for


def measure_entropy(place: Place) -> int:
    """The job: catch up with the log. How many exchanges were measured."""
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
    """Drop what was measured; the next settle measures it again."""
    unit.run("cognition.clear")
    unit.put(IndexMark(INDEX, 0))


def is_unmeasured(view: View) -> bool:
    """Whether the log has gone on since."""
    mark, head = int(view.value("jobs.mark", name=INDEX) or 0), view.head().seq
    return (
        mark < head
        and view.one(Episode, "log.episodes_between", after=mark, through=head, limit=1) is not None
    )


def _measured(unit: Unit, zone: tzinfo) -> tuple[list[Entropy], bool]:
    """The next batch, and whether it was the last. The mark is moved behind it."""
    mark, head = int(unit.value("jobs.mark", name=INDEX) or 0), unit.head().seq
    through = min(mark + BATCH, head)
    bounds = {"through": through, "limit": BATCH + LOOKED_BACK}
    turns = unit.all(Episode, "log.episodes_between", after=max(0, mark - LOOKED_BACK), **bounds)
    said = list(_exchanges(turns, zone))
    found = [
        entropy(each, _before(each, said[:number]))
        for number, each in enumerate(said)
        # An exchange whose answer came late is measured again, whole.
        if each.seq > mark
    ]
    unit.put(IndexMark(INDEX, through))
    return found, through == head


def _exchanges(turns: Sequence[Episode], zone: tzinfo) -> Iterator[Exchange]:
    """Exchanges in the order of their last turns; one that was forgotten in part is left out."""
    gone = {turn.exchange_id for turn in turns if turn.forgotten_at}
    spoken = (
        turn
        for turn in turns
        if turn.exchange_id and turn.kind == "conversation" and turn.exchange_id not in gone
    )
    by_exchange = groupby(sorted(spoken, key=_order), key=lambda turn: turn.exchange_id)
    found = [_exchange(str(exchange_id), list(group), zone) for exchange_id, group in by_exchange]
    yield from sorted(found, key=lambda each: each.seq)


def _order(turn: Episode) -> tuple[str, int]:
    return turn.exchange_id or "", turn.seq


def _exchange(exchange_id: str, turns: Sequence[Episode], zone: tzinfo) -> Exchange:
    return Exchange(
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


def _before(exchange: Exchange, said: Sequence[Exchange]) -> Before:
    """What came before an exchange: the same entries of the log, however it is worked through."""
    seen = [each for each in said if each.first_seq > exchange.seq - LOOKED_BACK]
    days = frozenset(each.day for each in seen)
    return Before(seen[-RECENT:], days, min(days, default=None))


def last_as_of(view: View, through: int, zone: tzinfo, *, limit: int) -> list[Entropy]:
    """The entropy of the last exchanges as the log stood at an entry, whatever was measured since.

    Of one that was forgotten in part nothing is told, as if it had been measured before that.
    """
    last: dict[str, int] = {}
    for exchange_id, seq in view.tuples(
        "past.last_exchanges", through=through, limit=MOST_TURNS * limit
    ):
        last.setdefault(exchange_id, seq)
    found: list[Entropy] = []
    for exchange_id, seq in list(last.items())[:limit]:
        bounds = {"after": max(0, seq - LOOKED_BACK), "through": seq, "limit": LOOKED_BACK}
        turns = view.all(Episode, "log.episodes_between", **bounds)
        if not any(turn.forgotten_at for turn in turns if turn.exchange_id == exchange_id):
            *said, exchange = _exchanges(turns, zone)
            found.append(entropy(exchange, _before(exchange, said)))
    return found


def entropy_now(place: Place, *, limit: int = 20) -> EntropyNow:
    """How unsettled the agent is, and the latest exchanges with what made them so. Reads only."""
    place.ask("entropy")
    limit = parse.whole_number(limit, field="limit", least=1, most=MOST)
    with place.store.reading() as view:
        latest = view.all(Entropy, "cognition.latest", limit=MOST)
    now = standing(latest, place.clock.now())
    return now._replace(latest=now.latest[:limit])
