"""Decide what to do with one statement of a turn: merge, supersede, insert, or hold it.

An attribute with one value at a time is a fact on its timeline. The rest are memories: one that
is said again gets one more source; the opposite, said later, supersedes it. A statement with less
trust never supersedes one with more, so nothing that an agent read can override its person. Rows
come in and changes go out; it saves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from wakeline.consolidation import fact_timeline
from wakeline.consolidation.match import KnownMemories, fact_key, same_value, statement_tag
from wakeline.graph.mentions import entities
from wakeline.model.consolidation import DerivedChange, DerivedHow, ExtractedStatement
from wakeline.model.log import Episode
from wakeline.model.memory import Fact, Memory, MemoryType, titled_content
from wakeline.ports.store import Change

LEAST_CONFIDENCE: Final = 0.6
ORDINARY: Final = 0.5  # the importance of what nobody called important
ALWAYS_SHOWN: Final = 0.8  # repetition alone never raises the importance above it
NEARER: Final = 0.1  # of what is missing to that, each time something is said again
SAID_ONCE: Final = 0.7  # the confidence that one turn gives
MOST_TITLE: Final = 80
TYPES: Final[dict[str, MemoryType]] = {
    "fact": "semantic",
    "preference": "semantic",
    "relation": "semantic",
    "decision": "episodic",
    "plan": "episodic",
    "promise": "episodic",
    "event": "episodic",
}


def confidence(sources: int) -> float:
    """The confidence, 0 to 1, of a statement with so many source turns."""
    return 1.0 - (1.0 - SAID_ONCE) ** sources


class ConsolidationContext(NamedTuple):
    """What is known already, and what new rows are made with."""

    known: KnownMemories
    believed: Callable[[str, datetime], Sequence[Fact]]  # facts of a key, from a moment on
    fresh: Callable[[Memory], Memory | None]  # the stored row; None if it no longer holds
    said_at: Callable[[Memory], datetime]  # when it was last said
    now: datetime
    new_id: Callable[[], str]
    tokens: Callable[[str], int]
    agent: str


class ConsolidationOutcome(NamedTuple):
    """The changes to save, and the report of them. Both are empty if it was known already."""

    changes: tuple[Change, ...] = ()
    derived: DerivedChange | None = None
    row_id: str | None = None  # the row that the turn made active


def decide_statement(
    found: ExtractedStatement, turn: Episode, around: ConsolidationContext
) -> ConsolidationOutcome:
    """Decide what to do with one statement of a turn."""
    if found.confidence < LEAST_CONFIDENCE or not found.value.strip():
        return ConsolidationOutcome()
    key = fact_key(found) if found.single else None
    if key is not None:
        return _fact(key, found, turn, around)
    return _memory(found, turn, around)


# -- facts


def _fact(
    key: str, found: ExtractedStatement, turn: Episode, around: ConsolidationContext
) -> ConsolidationOutcome:
    believed = around.believed(key, min(found.at, found.when or found.at))
    start = fact_timeline.value_start(believed, found.at, found.when)
    new = _new_fact(key, found, turn, around)._replace(valid_from=start)
    held = fact_timeline.fact_at(believed, start)
    is_weaker = held is not None and new.trust < held.trust
    if held is not None and is_weaker and not same_value(held.value, new.value):
        return _held(found, turn, new.id, held.value)
    placed = fact_timeline.place_fact(believed, new, new_id=around.new_id)
    changes = tuple(Change(*change) for change in placed.changes)
    before = placed.superseded.value if placed.superseded else None
    return _decided(placed.outcome, "fact", placed.row, found, turn, changes, before)


def _new_fact(
    key: str, found: ExtractedStatement, turn: Episode, around: ConsolidationContext
) -> Fact:
    return Fact(
        seq=0,
        id=around.new_id(),
        key=key,
        value=found.value,
        category=found.kind,
        importance=max(ORDINARY, turn.importance),
        valid_from=found.at,
        valid_to=None,
        created_at=around.now,
        recorded_to=None,
        superseded_by=None,
        project_id=turn.project_id,
        source_ids=(turn.id,),
        origin=turn.origin,
        trust=turn.trust,
        tokens=around.tokens(f"{key}: {found.value}"),
        is_deleted=False,
        thread_id=turn.thread_id,
    )


# -- memories


def _memory(
    found: ExtractedStatement, turn: Episode, around: ConsolidationContext
) -> ConsolidationOutcome:
    same = _fresh(around.known.same(found.subject, found.attribute, found.value), around)
    if same is not None:
        row = _again(same, turn, around.now)
        more = () if row == same else (Change("memory.confirmed", row, same),)
        return _decided("merged", "memory", row, found, turn, more)
    new = _new_memory(found, turn, around)
    contrary = _fresh(around.known.opposite(found.subject, found.attribute, found.value), around)
    if contrary is None:
        return _decided("inserted", "memory", new, found, turn, (Change("memory.added", new),))
    if new.trust < contrary.trust:
        return _held(found, turn, new.id, contrary.content)
    if found.at < around.said_at(contrary):
        past = new._replace(superseded_by=contrary.id)
        return _decided("inserted", "memory", past, found, turn, (Change("memory.added", past),))
    closed = contrary._replace(superseded_by=new.id, updated_at=around.now)
    changes = (Change("memory.superseded", closed, contrary), Change("memory.added", new))
    return _decided("superseded", "memory", new, found, turn, changes, contrary.content)


def _fresh(memory: Memory | None, around: ConsolidationContext) -> Memory | None:
    if memory is None:
        return None
    now = around.fresh(memory)
    if now is None:
        around.known.drop(memory.id)
    return now


def _again(memory: Memory, turn: Episode, now: datetime) -> Memory:
    """A memory with one more source. A more trusted one replaces all; a less trusted is ignored."""
    if turn.id in memory.source_ids or turn.trust < memory.trust:
        return memory
    if turn.trust > memory.trust:
        return memory._replace(
            source_ids=(turn.id,), origin=turn.origin, trust=turn.trust, updated_at=now
        )
    nearer = memory.importance + NEARER * max(0.0, ALWAYS_SHOWN - memory.importance)
    return memory._replace(
        source_ids=(*memory.source_ids, turn.id), importance=nearer, updated_at=now
    )


def _new_memory(found: ExtractedStatement, turn: Episode, around: ConsolidationContext) -> Memory:
    names = (name for name in entities(found.text) if name != found.subject)
    is_of_agent = found.kind == "relation" and around.agent.casefold() in (
        found.subject.casefold(),
        found.value.casefold(),
    )
    title = first_words(found.text)
    return Memory(
        seq=0,
        id=around.new_id(),
        project_id=turn.project_id,
        thread_id=turn.thread_id,
        type="relationship" if is_of_agent else TYPES[found.kind],
        title=title,
        content=found.text,
        importance=max(ORDINARY, turn.importance),
        is_pinned=False,
        tags=(found.kind, statement_tag(found)),
        entity_refs=(found.subject, *names),
        source_ids=(turn.id,),
        written="consolidated",
        origin=turn.origin,
        trust=turn.trust,
        tokens=around.tokens(titled_content(title, found.text)),
        superseded_by=None,
        archived_at=None,
        created_at=around.now,
        updated_at=around.now,
        is_deleted=False,
    )


def first_words(text: str) -> str:
    """The beginning of a text, cut at a word, for a title."""
    line = " ".join(text.split())
    return line if len(line) <= MOST_TITLE else line[:MOST_TITLE].rsplit(" ", 1)[0] + "…"


# -- the report


def _decided(
    how: DerivedHow,
    kind: Any,
    row: Fact | Memory,
    found: ExtractedStatement,
    turn: Episode,
    changes: tuple[Change, ...],
    before: str | None = None,
) -> ConsolidationOutcome:
    if not changes:
        return ConsolidationOutcome(row_id=row.id)
    derived = DerivedChange(how, kind, row.id, found.text, before, row.source_ids, turn.session_id)
    return ConsolidationOutcome(changes, derived, row.id)


def _held(
    found: ExtractedStatement, turn: Episode, row_id: str, known: str
) -> ConsolidationOutcome:
    kind: Any = "fact" if found.single else "memory"
    why = "what is known was said on a stronger word"
    return ConsolidationOutcome(
        derived=DerivedChange(
            "held", kind, row_id, found.text, known, (turn.id,), turn.session_id, why
        )
    )
