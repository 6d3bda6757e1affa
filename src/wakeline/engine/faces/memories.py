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
    from wakeline.model.fields import (
        Importance,
        Name,
        NameList,
        ProjectRef,
        RowId,
        Rows,
        Words,
    )
    from wakeline.model.log import Origin
    from wakeline.model.memory import Lineage, Memory, MemoryKind, MemoryType


class Memories(Face):
    """What is worth keeping."""

    def add(
        self,
        content: str,
        *,
        tags: NameList = (),
        type: MemoryType | None = None,
        kind: MemoryKind | None = None,
        title: Words | None = None,
        importance: Importance = 5,
        pinned: bool = False,
        thread: Name | None = None,
        project: ProjectRef | None = None,
        source_ids: NameList = (),
        reflects_on: RowId | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
        session_id: RowId | None = None,
    ) -> Memory:
        """Keep something worth keeping."""
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

    def get(self, memory_id: RowId) -> Memory:
        """One memory."""
        return get_memory(self._place, full_id(self._place, memory_id))

    def all(
        self,
        *,
        type: MemoryType | None = None,
        kind: MemoryKind | None = None,
        tag: Name | None = None,
        project: ProjectRef | None = None,
        thread: Name | None = None,
        pinned: bool | None = None,
        archived: bool | None = False,
        limit: Rows = 10_000,
        after: RowId = "",
    ) -> list[Memory]:
        """Memories that are not deleted, or only those that are asked for.

        Python and the command line give the oldest first, without archived ones. REST gives the
        newest first, with archived ones. Ask for a tag or for a kind, not for both.
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
        memory_id: RowId,
        *,
        content: str | None = None,
        title: Words | None = None,
        importance: Importance | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Memory:
        """Change what a memory says, its title or its importance. The log keeps what was before."""
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
        memory_id: RowId,
        content: str,
        *,
        title: Words | None = None,
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

    def lineage(self, memory_id: RowId) -> Lineage:
        """One memory with where it comes from, down to the turns, and what took whose place."""
        return memory_lineage(self._place, full_id(self._place, memory_id))

    def tag(self, memory_id: RowId, *tags: str) -> Memory:
        """Add tags to a memory."""
        return tag_memory(self._place, full_id(self._place, memory_id), tags)

    def untag(self, memory_id: RowId, *tags: str) -> Memory:
        """Take tags off a memory."""
        return tag_memory(self._place, full_id(self._place, memory_id), tags, remove=True)

    def pin(
        self,
        memory_id: RowId,
        *,
        pinned: bool = True,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Memory:
        """Make a memory part of every wake, or let it go again."""
        memory = full_id(self._place, memory_id)
        return pin_memory(self._place, memory, pinned=pinned, actor=actor, origin=origin)

    def archive(
        self,
        memory_id: RowId,
        *,
        archived: bool = True,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Memory:
        """Put a memory away: no wake shows it, recall still finds it. Or take it back."""
        memory = full_id(self._place, memory_id)
        return archive_memory(self._place, memory, archived=archived, actor=actor, origin=origin)

    def unarchive(
        self, memory_id: RowId, *, actor: str | None = None, origin: Origin = "user_direct"
    ) -> Memory:
        """Take an archived memory back into use."""
        return self.archive(memory_id, archived=False, actor=actor, origin=origin)

    def reflect(self, memory_id: RowId, text: str | None = None) -> Memory | None:
        """Keep what came of thinking about a memory as a memory of its own. It counts as used.

        Without a text only the use is noted.
        """
        return reflect(self._place, full_id(self._place, memory_id), text)

    def delete(
        self, memory_id: RowId, *, actor: str | None = None, origin: Origin = "user_direct"
    ) -> Memory:
        """Take a memory out of use. Its row stays; `forget` removes it for good."""
        memory = full_id(self._place, memory_id)
        return delete_memory(self._place, memory, actor=actor, origin=origin)
