"""The history of wakes: the text that each delivered, and the rows it was made from."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from wakeline.base.digest import sha256_hex
from wakeline.base.errors import NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.pages import HIGHEST_ID
from wakeline.flows.common.place import Place
from wakeline.flows.forget.remake_rows import FORGOTTEN_TEXT
from wakeline.hydration.reasons import RANK_NAMES, SOURCE_REASONS
from wakeline.model.context import Missing, Omitted
from wakeline.model.log import Episode
from wakeline.model.memory import Fact, Memory, Use
from wakeline.model.session import Wake
from wakeline.ports.store import View

MOST_LISTED = 1000
MOST_BROUGHT = 20


class WakeLine(NamedTuple):
    """One line of a delivered text: its source, its rule, its row, and its tokens."""

    source: str
    rule: str
    worth: str
    id: str
    version: int | None  # the log entry with the row as it was then, or None
    of: tuple[str, ...]
    tokens: int  # with its headings, if it was the first line below them
    text: str
    is_forgotten: bool


class RecalledRow(NamedTuple):
    """One row that was shown to the agent after its wake: when, why, and its tokens."""

    at: datetime
    reason: str
    id: str
    text: str
    tokens: int


class DeliveredWake(NamedTuple):
    """What one wake delivered, line by line."""

    wake: Wake
    is_whole: bool  # the kept text is unchanged
    parts: tuple[WakeLine, ...]
    omitted: tuple[Omitted, ...]
    missing: tuple[Missing, ...]
    recalled: tuple[Use, ...]  # rows that were shown to the agent later in that session
    brought: tuple[RecalledRow, ...] = ()  # the newest of those rows, one by one


def list_wakes(place: Place, *, limit: int = 100, before: str | None = None) -> list[Wake]:
    """The kept wakes, newest first; `before` is the last id of the page before."""
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_LISTED)
    behind = parse.label(before, field="before") or HIGHEST_ID
    with place.store.reading() as view:
        return view.all(Wake, "pages.wakes", after=behind, limit=most, thread_id=None)


def get_wake(place: Place, wake_id: str) -> DeliveredWake:
    """What one wake delivered, by the id of the session that it opened."""
    with place.store.reading() as view:
        found = view.one(Wake, "sessions.wake", id=wake_id)
        if found is None:
            raise NotFound(
                f"there is no wake {wake_id}.", todo="`wakeline wakes` lists those that are kept."
            )
        return _delivered(view, found)


def last_wake(place: Place) -> DeliveredWake:
    """What the last wake delivered."""
    with place.store.reading() as view:
        found = view.all(Wake, "pages.wakes", after=HIGHEST_ID, limit=1, thread_id=None)
        if not found:
            raise NotFound(
                f"no wake of {place.identity.name} is kept.", todo="`wakeline wake` makes one."
            )
        return _delivered(view, found[0])


def _delivered(view: View, wake: Wake) -> DeliveredWake:
    ids = sorted({row_id for _, row_id, *_ in wake.lines})
    asked = {"ids": ids, "through": wake.through}
    # A session and the handoff made from its log share an id; lines of the gap are about sessions.
    versions = {
        (str(row_id), kind == "session"): int(seq)
        for row_id, kind, seq in view.tuples("past.versions", **asked)
    }
    since = {"session_id": wake.id, "after": wake.through}
    recalled = tuple(view.all(Use, "past.uses_in_session", **since))
    return DeliveredWake(
        wake=wake,
        is_whole=sha256_hex(wake.text.encode()) == wake.text_hash,
        parts=tuple(_part(wake, line, versions) for line in wake.lines),
        omitted=tuple(Omitted(*item) for item in wake.omitted),
        missing=tuple(Missing(*item) for item in wake.missing),
        recalled=recalled,
        brought=tuple(_brought(view, recalled)),
    )


def _brought(view: View, uses: tuple[Use, ...]) -> Iterator[RecalledRow]:
    """The rows of the newest uses as they are now, without rows that were forgotten since."""
    pairs = [(use, row_id) for use in uses for row_id in use.subject_ids]
    for use, row_id in pairs[-MOST_BROUGHT:]:
        turn = view.one(Episode, "log.episode", id=row_id)
        if turn is not None and turn.forgotten_at is None:
            yield RecalledRow(use.at, use.reason, row_id, turn.text, turn.tokens)
        memory = view.one(Memory, "memory.by_id", id=row_id)
        if memory is not None and not memory.is_deleted:
            yield RecalledRow(use.at, use.reason, row_id, memory.told, memory.tokens)
        fact = view.one(Fact, "memory.fact_by_id", id=row_id)
        if fact is not None and not fact.is_deleted:
            yield RecalledRow(use.at, use.reason, row_id, f"{fact.key} = {fact.value}", fact.tokens)


def _part(wake: Wake, line: list[Any], versions: dict[tuple[str, bool], int]) -> WakeLine:
    source, row_id, rank, tokens, at, length, *of = line
    text = wake.text[at : at + length]
    return WakeLine(
        source=source,
        rule=SOURCE_REASONS.get(source, ""),
        worth=RANK_NAMES[rank],
        id=row_id,
        version=versions.get((row_id, source == "Gap"), versions.get((row_id, False))),
        of=tuple(of[0]) if of else (),
        tokens=tokens,
        text=text,
        is_forgotten=text == FORGOTTEN_TEXT,
    )
