"""What was looked up or given to read, as in `ash.knowledge.add`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face, full_id
from wakeline.flows.memory.knowledge import (
    add_knowledge,
    delete_knowledge,
    get_knowledge,
    list_knowledge,
    search_knowledge,
)

if TYPE_CHECKING:
    from typing import Unpack

    from wakeline.model.fields import (
        Address,
        Hits,
        Importance,
        Name,
        NameList,
        ProjectRef,
        RowId,
        Thousand,
        Words,
    )
    from wakeline.model.log import Origin
    from wakeline.model.memory import (
        Hit,
        Knowledge,
        KnowledgeAdded,
        KnowledgeCategory,
        KnowledgeDetail,
        SourceType,
    )
    from wakeline.model.requests import SearchFilters


class KnowledgeBase(Face):
    """What was looked up or given to read."""

    def add(
        self,
        content: str,
        *,
        source: Address | None = None,
        source_type: SourceType = "note",
        title: Words | None = None,
        category: KnowledgeCategory | None = None,
        topics: NameList = (),
        importance: Importance = 5,
        project: ProjectRef | None = None,
        source_ids: NameList = (),
        thread: Name | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> KnowledgeAdded:
        """Take in a text, whole or not at all. A long text becomes several entries.

        The same content is kept once. A source that is taken in again replaces what changed.
        """
        return add_knowledge(
            self._place,
            content,
            source=source,
            source_type=source_type,
            title=title,
            category=category,
            topics=topics,
            importance=importance,
            project=project,
            source_ids=source_ids,
            thread=thread,
            actor=actor,
            origin=origin,
        )

    def all(
        self,
        *,
        limit: Thousand = 1_000,
        before: RowId | None = None,
        category: KnowledgeCategory | None = None,
        thread: Name | None = None,
    ) -> list[Knowledge]:
        """The entries in use, newest first."""
        return list_knowledge(
            self._place, limit=limit, before=before, category=category, thread=thread
        )

    def get(self, entry_id: RowId) -> KnowledgeDetail:
        """One entry, or the one that took its place, with how often it was shown to the agent."""
        return get_knowledge(self._place, full_id(self._place, entry_id))

    def search(
        self,
        query: str,
        *,
        topic: Name | None = None,
        k: Hits = 10,
        category: KnowledgeCategory | None = None,
        **filters: Unpack[SearchFilters],
    ) -> list[Hit]:
        """Find the entries that answer a query best."""
        return search_knowledge(self._place, query, topic=topic, k=k, category=category, **filters)

    def delete(
        self, entry_id: RowId, *, actor: str | None = None, origin: Origin = "user_direct"
    ) -> Knowledge:
        """Take an entry out of use. Its row stays; `forget` removes it for good."""
        return delete_knowledge(
            self._place, full_id(self._place, entry_id), actor=actor, origin=origin
        )
