"""Everything that belongs to one exchange, found by any id in it.

The id of an exchange is the one key that turns, events, tool calls, receipts and measures share.
The process that recorded the exchange stamps it on its rows; a hook, a command or a job in
another process does not know it. So a row without the key is joined by its place: an entry of a
session belongs to the exchange that was running in it, and the rows of a wake to the first one.
Rows that were derived from the turns later are joined by their sources. Every row keeps its id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple

from wakeline.base.errors import NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.model.attachment import Receipt, ReceiptTurn
from wakeline.model.cognition import Entropy
from wakeline.model.exchange import ExchangePart, FullExchange, JoinedBy
from wakeline.model.log import Episode, Event
from wakeline.model.memory import Fact, Memory
from wakeline.ports.store import View

MOST_PARTS: Final = 500
LOOKED_AT: Final = 20_000  # entries of the log after its beginning
MOST_TEXT: Final = 600  # characters
# Fields that describe a row best; the first one that the row has is shown.
ROW_TEXT_FIELDS: Final = (
    *("content", "text", "value", "decision", "what", "said", "summary", "doing", "title"),
    *("response", "subject", "filename", "task", "key", "reason", "state"),
)
RECEIPTS: Final = frozenset(("attachment", "attachment_turn"))
TRACE: Final = "entropy"
END: Final = 1 << 62


class ExchangeSpan(NamedTuple):
    """An exchange and its part of the log: from `first` on, before `until`."""

    exchange_id: str
    session_id: str | None
    first: int
    until: int


def get_exchange(place: Place, id: str) -> FullExchange:
    """The exchange that has this id, or holds the turn, event, receipt or row with this id."""
    place.ask("recall")
    wanted = parse.label(id, field="id") or ""
    with place.store.reading() as view:
        exchange_id = _exchange_of(view, wanted)
        if exchange_id is None:
            raise NotFound(
                f"{wanted or 'nothing'} belongs to no exchange.",
                todo="Name a turn, an event, a receipt, or a row that was written in a session.",
            )
        turns = view.all(Episode, "log.episodes_of_exchange", exchange_id=exchange_id)
        stretch = _stretch(view, exchange_id, turns)
        parts = _parts(view, stretch)
    moments = [part.at for part in parts if part.joined_by != "source"]
    return FullExchange(
        id=exchange_id,
        asked=wanted,
        session_id=stretch.session_id,
        thread_id=next((turn.thread_id for turn in turns if turn.thread_id is not None), None),
        began_at=min(moments, default=turns[0].recorded_at),
        last_at=max(moments, default=turns[0].recorded_at),
        parts=tuple(parts[:MOST_PARTS]),
        left_out=max(0, len(parts) - MOST_PARTS),
    )


# -- which exchange is meant


def _exchange_of(view: View, id: str) -> str | None:
    if view.one(Episode, "exchanges.of_id", id=id) is not None:
        return id
    turn = view.one(Episode, "log.episode", id=id) or view.one(
        Episode, "log.by_source", source_id=id
    )
    if turn is not None:
        return turn.exchange_id or _under_way(view, turn.session_id, turn.seq)
    shown: str | None = view.value("exchanges.shown_in", id=id)
    if shown is not None:
        return shown
    event = view.one(Event, "exchanges.event", id=id) or view.one(
        Event, "exchanges.first_event_of", id=id
    )
    return None if event is None else _of_event(view, event)


def _of_event(view: View, event: Event) -> str | None:
    """The exchange of an event: by its key, its place in its session, or its row's sources."""
    found = event.exchange_id or _under_way(view, event.session_id, event.seq)
    if found is not None:
        return found
    for turn_id in (event.after or {}).get("source_ids", ()):
        turn = view.one(Episode, "log.episode", id=str(turn_id))
        if turn is not None:
            return turn.exchange_id or _under_way(view, turn.session_id, turn.seq)
    return None


def _under_way(view: View, session_id: str | None, seq: int) -> str | None:
    """The exchange that was running at an entry of a session; before the first, the first one."""
    if session_id is None:
        return None
    at = {"session_id": session_id, "seq": seq}
    before: str | None = view.value("exchanges.before", **at)
    if before is not None:
        return before
    following = view.tuples("exchanges.after", **at, exchange_id="")
    return next((str(exchange_id) for _, exchange_id in following), None)


def _stretch(view: View, exchange_id: str, turns: Sequence[Episode]) -> ExchangeSpan:
    session_id = next((turn.session_id for turn in turns if turn.session_id is not None), None)
    first, last = turns[0].seq, turns[-1].seq
    if session_id is None:
        return ExchangeSpan(exchange_id, None, first, last + 1)
    of = {"session_id": session_id}
    following = view.tuples("exchanges.after", **of, seq=last, exchange_id=exchange_id)
    until = next((int(seq) for seq, _ in following), END)
    if view.value("exchanges.before", **of, seq=first - 1) is None:
        # The rows that a wake wrote come before the first turn.
        opened = view.value("exchanges.opened", **of)
        first = first if opened is None else min(first, int(opened))
    return ExchangeSpan(exchange_id, session_id, first, until)


# -- the parts of an exchange


def _parts(view: View, stretch: ExchangeSpan) -> list[ExchangePart]:
    where = {
        "exchange_id": stretch.exchange_id,
        "session_id": stretch.session_id,
        "first": stretch.first,
        "until": stretch.until,
        "limit": 2 * MOST_PARTS,
    }
    turns = view.all(Episode, "exchanges.turns", **where)
    looked_at = stretch.first + LOOKED_AT
    events = view.all(Event, "exchanges.events", **where, looked_at=looked_at)
    parts = [_turn(turn) for turn in turns] + [_event(event) for event in events]
    parts.sort(key=attrgetter("seq"))
    told = {part.subject_id for part in parts} - {None}
    turn_ids = [turn.id for turn in turns]
    parts += _receipts(view, stretch, turn_ids, told)
    measured = view.one(Entropy, "exchanges.entropy", exchange_id=stretch.exchange_id)
    if measured is not None:
        parts.append(_trace(measured))
    return [*parts, *_derived(view, turn_ids, told)]


def _turn(turn: Episode) -> ExchangePart:
    is_tool = turn.kind == "tool_result" or turn.role == "tool"
    return ExchangePart(
        part="tool_call" if is_tool else "turn",
        kind=turn.kind,
        id=turn.id,
        at=turn.recorded_at,
        seq=turn.seq,
        actor=turn.speaker,
        subject_kind=None,
        subject_id=None,
        text=None if turn.forgotten_at is not None else _short(turn.text),
        joined_by=_by(turn.exchange_id),
    )


def _event(event: Event) -> ExchangePart:
    return ExchangePart(
        part="receipt" if event.subject_kind in RECEIPTS else "event",
        kind=event.kind,
        id=event.id,
        at=event.at,
        seq=event.seq,
        actor=event.actor,
        subject_kind=event.subject_kind,
        subject_id=event.subject_id,
        text=_told(event.after or event.before or {}),
        joined_by=_by(event.exchange_id),
    )


def _receipts(
    view: View, stretch: ExchangeSpan, turn_ids: Sequence[str], told: Iterable[str | None]
) -> list[ExchangePart]:
    """Files that were shown in the exchange, without those that one of its events names."""
    of = {"exchange_id": stretch.exchange_id, "turn_ids": list(turn_ids), "limit": MOST_PARTS}
    found = []
    for shown in view.all(ReceiptTurn, "exchanges.receipts", **of):
        receipt = view.one(Receipt, "attachments.by_id", id=shown.receipt_id)
        if receipt is None or shown.id in told:
            continue
        found.append(
            ExchangePart(
                part="receipt",
                kind="attachment",
                id=shown.id,
                at=shown.at,
                seq=None,
                actor=None,
                subject_kind="attachment",
                subject_id=receipt.id,
                text=_short(receipt.filename),
                joined_by=_by(shown.exchange_id),
            )
        )
    return found


def _trace(measured: Entropy) -> ExchangePart:
    signals = ", ".join(sorted(measured.signals))
    return ExchangePart(
        part="trace",
        kind=TRACE,
        id=measured.exchange_id,
        at=measured.at,
        seq=None,
        actor=None,
        subject_kind=TRACE,
        subject_id=measured.exchange_id,
        text=f"{measured.score:.2f}{f' by {signals}' if signals else ''}",
        joined_by="exchange_id",
    )


def _derived(view: View, turn_ids: Sequence[str], told: Iterable[str | None]) -> list[ExchangePart]:
    """Memories and facts that were derived from its turns later."""
    of = {"turn_ids": list(turn_ids), "limit": MOST_PARTS}
    memories = view.all(Memory, "exchanges.memories", **of)
    facts = view.all(Fact, "exchanges.facts", **of)
    rows: list[tuple[str, Memory | Fact, str]]
    rows = [("memory", row, row.content) for row in memories]
    rows += [("fact", row, f"{row.key} = {row.value}") for row in facts]
    return [
        ExchangePart(
            part="derived",
            kind=kind,
            id=row.id,
            at=row.created_at,
            seq=None,
            actor=None,
            subject_kind=kind,
            subject_id=row.id,
            text=_short(text),
            joined_by="source",
        )
        for kind, row, text in rows
        if row.id not in told
    ]


def _by(exchange_id: str | None) -> JoinedBy:
    return "place" if exchange_id is None else "exchange_id"


def _told(row: Mapping[str, Any]) -> str | None:
    """A short text that describes a row."""
    found = (row.get(name) for name in ROW_TEXT_FIELDS)
    return next((_short(each) for each in found if isinstance(each, str) and each.strip()), None)


def _short(text: str) -> str:
    line = " ".join(text[: 4 * MOST_TEXT].split())
    return line if len(line) <= MOST_TEXT else line[: MOST_TEXT - 1].rstrip() + "…"
