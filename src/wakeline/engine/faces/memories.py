"""What is worth keeping, as in `ash.memories.add`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face, full_id
from wakeline.flows.memory.memories import (
    add_memory,
    archive_memory,
    delete_memory,
    get_memory,
    list_memories,
    pin_memory,
    reflect,
    tag_memory,
    update_memory,
)
from wakeline.flows.memory.revisions import edit_memory, memory_lineage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wakeline.flows.memory.revisions import Lineage
    from wakeline.model.log import Origin
    from wakeline.model.memory import Memory


class Memories(Face):
    """What is worth keeping."""

    def add(
        self,
        content: str,
        *,
        tags: Sequence[str] = (),
        type: str | None = None,
        kind: str | None = None,
        title: str | None = None,
        importance: float = 5,
        pinned: bool = False,
        thread: str | None = None,
        project: str | int | None = None,
        source_ids: tuple[str, ...] = (),
        reflects_on: str | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
        session_id: str | None = None,
    ) -> Memory:
        """Keep something worth keeping. The memory that it reflects on counts as used.

        A `kind` says what the agent took it for: what it saw, found out, tried, came to see or
        promised. It is a tag, by which such memories are listed; without a type they are episodic.
        """
        return add_memory(
            self._place,
            content,
            tags=tags,
            type=type,
            kind=kind,
            title=title,
            importance=importance,
            pinned=pinned,
            thread=thread,
            project=project,
            source_ids=source_ids,
            reflects_on=reflects_on,
            actor=actor,
            origin=origin,
            session_id=session_id,
        )

    def get(self, memory_id: str) -> Memory:
        """One memory that is in use, archived or not."""
        return get_memory(self._place, full_id(self._place, memory_id))

    def all(
        self,
        *,
        type: str | None = None,
        kind: str | None = None,
        tag: str | None = None,
        project: str | int | None = None,
        thread: str | None = None,
        pinned: bool | None = None,
        archived: bool | None = False,
        limit: int = 10_000,
        after: str = "",
    ) -> list[Memory]:
        """Memories that are in use, oldest first; `after` is the last id of the page before.

        `archived` is False for those in use, True for those put away, None for both. One tag or one
        kind can be asked for.
        """
        return list_memories(
            self._place,
            type=type,
            kind=kind,
            tag=tag,
            project=project,
            thread=thread,
            pinned=pinned,
            archived=archived,
            limit=limit,
            after=after,
        )

    def update(
        self,
        memory_id: str,
        *,
        content: str | None = None,
        title: str | None = None,
        importance: float | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Memory:
        """Say a memory better, or weigh it anew. What it said before stays in the log."""
        return update_memory(
            self._place,
            full_id(self._place, memory_id),
            content=content,
            title=title,
            importance=importance,
            actor=actor,
            origin=origin,
        )

    def edit(
        self,
        memory_id: str,
        content: str,
        *,
        title: str | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Memory:
        """Replace what a memory says. The version before stays in its history."""
        return edit_memory(
            self._place,
            full_id(self._place, memory_id),
            content,
            title=title,
            actor=actor,
            origin=origin,
        )

    def lineage(self, memory_id: str) -> Lineage:
        """One memory with where it comes from, and what took whose place."""
        return memory_lineage(self._place, full_id(self._place, memory_id))

    def tag(self, memory_id: str, *tags: str) -> Memory:
        """Add tags to a memory."""
        return tag_memory(self._place, full_id(self._place, memory_id), tags)

    def untag(self, memory_id: str, *tags: str) -> Memory:
        """Take tags off a memory."""
        return tag_memory(self._place, full_id(self._place, memory_id), tags, remove=True)

    def pin(self, memory_id: str, *, pinned: bool = True) -> Memory:
        """Pin a memory, or let it go."""
        return pin_memory(self._place, full_id(self._place, memory_id), pinned=pinned)

    def archive(self, memory_id: str) -> Memory:
        """Put a memory away: no wake shows it, recall still finds it."""
        return archive_memory(self._place, full_id(self._place, memory_id))

    def unarchive(self, memory_id: str) -> Memory:
        """Take an archived memory back into use."""
        return archive_memory(self._place, full_id(self._place, memory_id), archived=False)

    def reflect(self, memory_id: str, text: str | None = None) -> Memory | None:
        """Note that a memory was thought about, and what came of it as a memory of its own.

        This counts as a use; hydration itself counts nothing. Without a text only the use is noted.
        """
        return reflect(self._place, full_id(self._place, memory_id), text)

    def delete(self, memory_id: str) -> Memory:
        """Take a memory out of use. Its row stays; `forget` removes it for good."""
        return delete_memory(self._place, full_id(self._place, memory_id))
