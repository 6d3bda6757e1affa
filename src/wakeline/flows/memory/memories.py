"""Memories that a person or an agent writes on purpose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wakeline.base.errors import Invalid, NotFound, NotPermitted
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.recall.searchable import save_searchable
from wakeline.flows.recall.uses import note_uses
from wakeline.graph.mentions import entities
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.log import ORIGINS, TRUST, Origin
from wakeline.model.memory import MEMORY_KINDS, MEMORY_TYPES, Memory, titled_content
from wakeline.ports.store import Unit, View

MOST_TITLE = 500
MOST_TAGS = 32
MOST_LISTED = 10_000
# The action that the gate is asked for, by the event that is written.
GATE_ACTIONS = {
    "memory.tagged": "tag_memory",
    "memory.untagged": "tag_memory",
    "memory.pinned": "pin_memory",
    "memory.unpinned": "pin_memory",
    "memory.archived": "archive_memory",
    "memory.unarchived": "archive_memory",
    "memory.deleted": "delete_memory",
}
# Identity and instructions come from the person, not from what the agent read.
FROM_PERSON_ONLY = frozenset({"identity", "instruction"})
# Only the person may archive or delete those.
PERSON_ONLY_EVENTS = frozenset({"memory.archived", "memory.unarchived", "memory.deleted"})


def add_memory(
    place: Place,
    content: str,
    *,
    type: str | None = None,
    kind: str | None = None,
    title: str | None = None,
    importance: float = 5,
    pinned: bool = False,
    tags: Sequence[str] = (),
    thread: str | None = None,
    project: str | int | None = None,
    source_ids: Sequence[str] = (),
    reflects_on: str | None = None,
    actor: str | None = None,
    origin: Origin = "user_direct",
    session_id: str | None = None,
) -> Memory:
    """Add a memory. The memory that it reflects on counts as used.

    `kind` is how the agent classifies it, for example as something it tried or promised. It is
    stored as a tag, by which such memories are listed; without a type they are episodic.
    """
    place.ask("add_memory")
    now = place.clock.now()
    called = () if kind is None else (parse.choice(kind, MEMORY_KINDS, field="kind"),)
    usual = "episodic" if called else "semantic"
    of_type = parse.choice(usual if type is None else type, MEMORY_TYPES, field="type")
    origin = parse.choice(origin, ORIGINS, field="origin")
    check_origin(of_type, origin)
    most = place.settings.number("text.most_bytes")
    text = redact(clean_text(content, field="content", most_bytes=most))
    heading = redact(parse.label(title, field="title", most=MOST_TITLE) or first_words(text))
    given = parse.labels(tags, field="tags")
    labels = [*called, *(tag for tag in given if tag not in called)]
    by = place.by(actor=actor, origin=origin, session_id=session_id, at=now)
    with place.writing(by) as unit:
        if reflects_on is not None:
            _note_use(unit, reflects_on)
        return save_searchable(
            unit,
            "memory.added",
            Memory(
                seq=0,
                id=unit.new_id(),
                project_id=parse.project_id(project, unit),
                thread_id=place.thread(unit, thread),
                type=of_type,
                title=heading,
                content=text,
                importance=parse.scaled_importance(importance),
                is_pinned=bool(pinned),
                tags=tuple(redact(x) for x in labels[:MOST_TAGS] if x),
                entity_refs=entities(text),
                source_ids=parse.labels(source_ids, field="source_ids"),
                written="deliberate",
                origin=origin,
                trust=TRUST[origin],
                tokens=place.tokens.count(titled_content(heading, text)),
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


def get_memory(place: Place, memory_id: str) -> Memory:
    """One memory that is not deleted, archived or not."""
    with place.store.reading() as view:
        return memory_in_use(view, memory_id)


def list_memories(
    place: Place,
    *,
    type: str | None = None,
    kind: str | None = None,
    tag: str | None = None,
    project: str | int | None = None,
    thread: str | None = None,
    pinned: bool | None = None,
    archived: bool | None = False,
    limit: int = MOST_LISTED,
    after: str = "",
) -> list[Memory]:
    """Memories that are not deleted, oldest first; `after` is the last id of the previous page.

    `archived` is False for those in use, True for archived ones, None for both. Give a tag or a
    kind, not both.
    """
    with place.store.reading() as view:
        return view.all(
            Memory,
            "memory.page",
            **memory_filters(
                view,
                type=type,
                kind=kind,
                tag=tag,
                project=project,
                thread=thread,
                pinned=pinned,
                archived=archived,
            ),
            limit=parse.whole_number(limit, field="limit", least=1, most=MOST_LISTED),
            after=parse.label(after, field="after") or "",
        )


def memory_filters(
    view: View,
    *,
    type: str | None = None,
    kind: str | None = None,
    tag: str | None = None,
    project: str | int | None = None,
    thread: str | None = None,
    pinned: bool | None = None,
    archived: bool | None = None,
) -> dict[str, Any]:
    """The filter of memories as parameters of a statement; None lets all pass."""
    if kind is not None:
        if tag is not None:
            raise Invalid("a kind is a tag of its own.", todo="Ask for a kind or for a tag.")
        tag = parse.choice(kind, MEMORY_KINDS, field="kind")
    return {
        "type": None if type is None else parse.choice(type, MEMORY_TYPES, field="type"),
        "tag": parse.label(tag, field="tag"),
        "project_id": parse.project_id(project, view),
        "thread_id": parse.label(thread, field="thread"),
        "pinned": None if pinned is None else int(bool(pinned)),
        "archived": None if archived is None else int(bool(archived)),
    }


def update_memory(
    place: Place,
    memory_id: str,
    *,
    content: str | None = None,
    title: str | None = None,
    importance: float | None = None,
    actor: str | None = None,
    origin: Origin = "user_direct",
) -> Memory:
    """Change the text, title or importance of a memory. The old state stays in the log."""
    place.ask("update_memory")
    origin = parse.choice(origin, ORIGINS, field="origin")
    now = place.clock.now()
    most = place.settings.number("text.most_bytes")
    with place.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        before = memory_in_use(unit, memory_id)
        check_origin(before.type, origin)
        text, heading = before.content, before.title
        if content is not None:
            text = redact(clean_text(content, field="content", most_bytes=most))
            # A title that was the first words stays the first words.
            heading = first_words(text) if heading == first_words(before.content) else heading
        if title is not None:
            heading = redact(
                parse.label(title, field="title", most=MOST_TITLE) or first_words(text)
            )
        # Its origin is the less trusted of the two.
        weaker = min(before.origin, origin, key=TRUST.__getitem__)
        after = before._replace(
            content=text,
            title=heading,
            importance=before.importance
            if importance is None
            else parse.scaled_importance(importance),
            entity_refs=entities(text),
            tokens=place.tokens.count(titled_content(heading, text)),
            origin=weaker,
            trust=TRUST[weaker],
        )
        if after == before:
            return before
        return save_searchable(unit, "memory.updated", after._replace(updated_at=now), before)


def tag_memory(
    place: Place,
    memory_id: str,
    tags: Sequence[str],
    *,
    remove: bool = False,
    actor: str | None = None,
    origin: Origin = "user_direct",
) -> Memory:
    """Add tags to a memory, or remove them."""
    given = [redact(label) for label in parse.labels(tags, field="tags")]

    def tagged(before: Memory) -> Memory:
        kept = [tag for tag in before.tags if not (remove and tag in given)]
        added = [] if remove else [tag for tag in dict.fromkeys(given) if tag not in kept]
        found = (*kept, *added)
        if len(found) > MOST_TAGS:
            raise Invalid(f"a memory has at most {MOST_TAGS} tags.", todo="Take some off first.")
        return before._replace(tags=found)

    kind = "memory.untagged" if remove else "memory.tagged"
    return _changed(place, memory_id, kind, tagged, actor=actor, origin=origin)


def pin_memory(
    place: Place,
    memory_id: str,
    *,
    pinned: bool = True,
    actor: str | None = None,
    origin: Origin = "user_direct",
) -> Memory:
    """Pin or unpin a memory."""

    def pin(before: Memory) -> Memory:
        return before._replace(is_pinned=pinned)

    kind = "memory.pinned" if pinned else "memory.unpinned"
    return _changed(place, memory_id, kind, pin, actor=actor, origin=origin)


def archive_memory(
    place: Place,
    memory_id: str,
    *,
    archived: bool = True,
    actor: str | None = None,
    origin: Origin = "user_direct",
) -> Memory:
    """Archive a memory: no wake shows it, recall still finds it. Or unarchive it."""
    now = place.clock.now()

    def put_away(before: Memory) -> Memory:
        if archived == (before.archived_at is not None):
            return before
        return before._replace(archived_at=now if archived else None)

    kind = "memory.archived" if archived else "memory.unarchived"
    return _changed(place, memory_id, kind, put_away, actor=actor, origin=origin)


def delete_memory(
    place: Place, memory_id: str, *, actor: str | None = None, origin: Origin = "user_direct"
) -> Memory:
    """Take a memory out of use. Its row stays; `forget` removes it for good."""

    def take_out(before: Memory) -> Memory:
        return before._replace(is_deleted=True)

    return _changed(place, memory_id, "memory.deleted", take_out, actor=actor, origin=origin)


def reflect(
    place: Place, memory_id: str, text: str | None = None, *, actor: str | None = None
) -> Memory | None:
    """Note that the agent thought about a memory, and save the result as a new memory.

    This counts as a use; hydration itself counts nothing. Without a text only the use is noted.
    """
    place.ask("reflect")
    if text is None:
        with place.writing(place.by(actor=actor)) as unit:
            _note_use(unit, memory_id)
        return None
    about = get_memory(place, memory_id)
    return add_memory(
        place,
        text,
        type="episodic",
        title=f"On: {about.title}"[:MOST_TITLE],
        tags=("reflection",),
        thread=about.thread_id,
        source_ids=(about.id,),
        reflects_on=about.id,
        actor=actor,
        origin="agent_inferred",
    )


def _note_use(unit: Unit, memory_id: str) -> None:
    about = memory_in_use(unit, memory_id)
    note_uses(unit, [about.id], "reflection")


def memory_in_use(view: View, memory_id: str) -> Memory:
    """One memory that is not deleted; raises NotFound if there is none."""
    found = view.one(Memory, "memory.by_id", id=memory_id)
    if found is None or found.is_deleted:
        raise NotFound(f"there is no memory {memory_id}.")
    return found


def _changed(
    place: Place,
    memory_id: str,
    kind: str,
    change: Callable[[Memory], Memory],
    *,
    actor: str | None,
    origin: Origin,
) -> Memory:
    """Apply one change to a memory. A change without effect writes no event."""
    place.ask(GATE_ACTIONS[kind])
    now = place.clock.now()
    with place.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        before = memory_in_use(unit, memory_id)
        if kind in PERSON_ONLY_EVENTS:
            check_origin(before.type, origin, "is put away only on the word of")
        after = change(before)
        if after == before:
            return before
        return save_searchable(unit, kind, after._replace(updated_at=now), before)


def check_origin(kind: str, origin: str, does: str = "comes only from") -> None:
    """Raise if this kind of memory may come only from the person and does not."""
    if kind in FROM_PERSON_ONLY and origin != "user_direct":
        raise NotPermitted(
            f"a memory of type {kind} {does} the person, and this is {origin}.",
            todo="Let the person do it.",
        )
