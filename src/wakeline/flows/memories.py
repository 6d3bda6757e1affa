"""Memories that a person or an agent writes on purpose."""

from __future__ import annotations

from collections.abc import Sequence

from wakeline.base.errors import NotFound, NotPermitted
from wakeline.flows import parse
from wakeline.flows.place import Place
from wakeline.flows.searchable import keep
from wakeline.log.admit import clean_text
from wakeline.log.entities import entities
from wakeline.log.redact import redact
from wakeline.model.log import ORIGINS, TRUST, Origin
from wakeline.model.memory import MEMORY_TYPES, Memory
from wakeline.ports.store import View

MOST_TITLE = 500
MOST_TAGS = 32
# Who an agent is and how it must act comes from its person, not from what it read.
FROM_PERSON_ONLY = frozenset({"identity", "instruction"})


def add_memory(
    place: Place,
    content: str,
    *,
    type: str = "semantic",
    title: str | None = None,
    importance: float = 5,
    pinned: bool = False,
    tags: Sequence[str] = (),
    thread: str | None = None,
    project: str | int | None = None,
    source_ids: tuple[str, ...] = (),
    actor: str | None = None,
    origin: Origin = "user_direct",
    session_id: str | None = None,
) -> Memory:
    """Keep something worth keeping."""
    place.ask("add_memory")
    now = place.clock.now()
    kind = parse.choice(type, MEMORY_TYPES, field="type")
    origin = parse.choice(origin, ORIGINS, field="origin")
    if kind in FROM_PERSON_ONLY and origin != "user_direct":
        raise NotPermitted(
            f"a memory of type {kind} comes only from the person, not from {origin}.",
            todo="Let the person add it.",
        )
    most = place.settings.number("text.most_bytes")
    text = redact(clean_text(content, field="content", most_bytes=most))
    heading = redact(parse.label(title, field="title", most=MOST_TITLE) or first_words(text))
    labels = [parse.label(tag, field="tag") or "" for tag in tags][:MOST_TAGS]
    by = place.by(actor=actor, origin=origin, session_id=session_id, at=now)
    with place.writing(by) as unit:
        return keep(
            unit,
            "memory.added",
            Memory(
                seq=0,
                id=unit.new_id(),
                project_id=parse.project_id(project, unit),
                thread_id=parse.label(thread, field="thread"),
                type=kind,
                title=heading,
                content=text,
                importance=parse.scale(importance),
                is_pinned=bool(pinned),
                tags=tuple(redact(x) for x in labels if x),
                entity_refs=entities(text),
                source_ids=parse.labels(source_ids, field="source_ids"),
                written="deliberate",
                origin=origin,
                trust=TRUST[origin],
                tokens=place.tokens.count(f"{heading}: {text}"),
                superseded_by=None,
                archived_at=None,
                created_at=now,
                updated_at=now,
                is_deleted=False,
            ),
        )


def first_words(text: str, most: int = 80) -> str:
    """The beginning of a text, cut at a word, for a title."""
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    return line[:most].rsplit(" ", 1)[0] + "…"


def pin_memory(place: Place, memory_id: str, *, pinned: bool = True) -> Memory:
    """Pin a memory, or let it go."""
    place.ask("pin_memory")
    now = place.clock.now()
    with place.writing(place.by(origin="user_direct", at=now)) as unit:
        before = memory(unit, memory_id)
        after = before._replace(is_pinned=pinned, updated_at=now)
        return keep(unit, "memory.pinned" if pinned else "memory.unpinned", after, before)


def delete_memory(place: Place, memory_id: str) -> Memory:
    """Take a memory out of use. Its row stays; `forget` removes it for good."""
    place.ask("delete_memory")
    now = place.clock.now()
    with place.writing(place.by(origin="user_direct", at=now)) as unit:
        before = memory(unit, memory_id)
        after = before._replace(is_deleted=True, updated_at=now)
        return keep(unit, "memory.deleted", after, before)


def memory(view: View, memory_id: str) -> Memory:
    """One memory that is in use."""
    found = view.one(Memory, "memory.by_id", id=memory_id)
    if found is None or found.is_deleted:
        raise NotFound(f"there is no memory {memory_id}.")
    return found


def list_memories(place: Place) -> list[Memory]:
    """Every memory that is in use, oldest first."""
    with place.store.reading() as view:
        return view.all(Memory, "memory.all")
