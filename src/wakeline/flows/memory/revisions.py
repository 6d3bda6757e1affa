"""Edit a memory by adding a new version, and show where each version comes from.

The old version stays, superseded, and is one of the sources of the new one.
"""

from __future__ import annotations

from datetime import datetime

from wakeline.base.errors import Conflict
from wakeline.consolidation.decay import weight_now
from wakeline.consolidation.decide import confidence
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.memory.memories import MOST_TITLE, check_origin, first_words, memory_in_use
from wakeline.flows.recall.searchable import save_searchable
from wakeline.graph.mentions import entities
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.consolidation import Link
from wakeline.model.log import ORIGINS, TRUST, Episode, Origin
from wakeline.model.memory import (
    Lineage,
    LinkedMemory,
    Marks,
    Memory,
    MemorySource,
    titled_content,
)
from wakeline.ports.store import View

MOST_DEEP = 20  # levels of sources of sources
MOST_SOURCES = 1000
MOST_VERSIONS = 100
MOST_LINKED = 10


def edit_memory(
    place: Place,
    memory_id: str,
    content: str,
    *,
    title: str | None = None,
    actor: str | None = None,
    origin: Origin = "user_direct",
) -> Memory:
    """Edit a memory. The old version stays, superseded. The same words change nothing."""
    place.ask("edit_memory")
    origin = parse.choice(origin, ORIGINS, field="origin")
    now = place.clock.now()
    most = place.settings.number("text.most_bytes")
    text = redact(clean_text(content, field="content", most_bytes=most))
    given = parse.label(title, field="title", most=MOST_TITLE)
    with place.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        before = memory_in_use(unit, memory_id)
        check_origin(before.type, origin)
        if before.superseded_by is not None:
            raise Conflict(
                f"{before.superseded_by} took the place of {before.id}.", todo="Edit that one."
            )
        own = before.title == first_words(before.content)
        heading = redact(given) if given else first_words(text) if own else before.title
        if (text, heading) == (before.content, before.title):
            return before
        weaker = min(before.origin, origin, key=TRUST.__getitem__)
        new = before._replace(
            id=unit.new_id(),
            title=heading,
            content=text,
            entity_refs=entities(text),
            source_ids=(*before.source_ids, before.id),
            written="deliberate",
            origin=weaker,
            trust=TRUST[weaker],
            tokens=place.tokens.count(titled_content(heading, text)),
            created_at=now,
            updated_at=now,
        )
        closed = before._replace(superseded_by=new.id, updated_at=now)
        save_searchable(unit, "memory.superseded", closed, before)
        return save_searchable(unit, "memory.edited", new)


def memory_lineage(place: Place, memory_id: str) -> Lineage:
    """One memory with its sources, versions and links."""
    with place.store.reading() as view:
        row = memory_in_use(view, memory_id)
        marks = view.one(Marks, "memory.marks", subject_id=row.id)
        sources = _sources(view, row)
        turns = {each.id for each in sources if each.kind != "memory" and each.text is not None}
        return Lineage(
            memory=row,
            confidence=confidence(len(turns)) if turns else None,
            uses=marks.access_count if marks else 0,
            last_used=marks.last_accessed if marks else None,
            sources=tuple(sources),
            superseded=tuple(_before(view, row)),
            superseded_by=tuple(_after(view, row)),
            linked=tuple(_linked(view, row, place.clock.now())),
        )


def _sources(view: View, row: Memory) -> list[MemorySource]:
    """The sources of a memory, nearest first, each once."""
    found: dict[str, MemorySource] = {}
    level, depth = list(row.source_ids), 1
    while level and depth <= MOST_DEEP and len(found) < MOST_SOURCES:
        further: list[str] = []
        for source_id in level:
            if source_id not in found and source_id != row.id:
                found[source_id], more = _source(view, source_id, depth)
                further += more
        level, depth = further, depth + 1
    return list(found.values())[:MOST_SOURCES]


def _source(view: View, source_id: str, depth: int) -> tuple[MemorySource, tuple[str, ...]]:
    turn = view.one(Episode, "log.episode", id=source_id)
    if turn is not None:
        text = None if turn.forgotten_at is not None else turn.text
        return MemorySource(turn.id, turn.kind, depth, turn.at, turn.speaker, text), ()
    row = view.one(Memory, "memory.by_id", id=source_id)
    if row is not None and not row.is_deleted:
        told_by = MemorySource(row.id, "memory", depth, row.created_at, None, row.content)
        return told_by, row.source_ids
    return MemorySource(source_id, "unknown", depth, None, None, None), ()


def _linked(view: View, row: Memory, now: datetime) -> list[LinkedMemory]:
    links = view.all(Link, "consolidation.links_of", id=row.id)
    strongest = sorted(links, key=lambda link: (-weight_now(link, now), link.from_id, link.to_id))
    found = []
    for link in strongest[:MOST_LINKED]:
        other = view.one(
            Memory, "memory.by_id", id=link.to_id if link.from_id == row.id else link.from_id
        )
        if other is not None and not other.is_deleted:
            found.append(LinkedMemory(other, weight_now(link, now), link.times))
    return found


def _before(view: View, row: Memory) -> list[Memory]:
    """The memories that this one superseded, and those that they superseded."""
    found: dict[str, Memory] = {}
    level = [row.id]
    while level and len(found) < MOST_VERSIONS:
        rows = [
            each
            for row_id in level
            for each in view.all(Memory, "memory.superseded_by", id=row_id)
            if each.id not in found and each.id != row.id
        ]
        found |= {each.id: each for each in rows}
        level = [each.id for each in rows]
    return list(found.values())


def _after(view: View, row: Memory) -> list[Memory]:
    found: list[Memory] = []
    while row.superseded_by is not None and len(found) < MOST_VERSIONS:
        after = view.one(Memory, "memory.by_id", id=row.superseded_by)
        if after is None or after.is_deleted or after in found:
            break
        found.append(after)
        row = after
    return found
