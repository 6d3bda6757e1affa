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
    from collections.abc import Sequence
    from typing import Unpack

    from wakeline.flows.memory.knowledge import KnowledgeAdded, KnowledgeDetail
    from wakeline.model.log import Origin
    from wakeline.model.memory import Hit, Knowledge
    from wakeline.model.requests import SearchFilters


class KnowledgeBase(Face):
    """What was looked up or given to read."""

    def add(
        self,
        content: str,
        *,
        source: str | None = None,
        source_type: str = "note",
        title: str | None = None,
        category: str | None = None,
        topics: Sequence[str] = (),
        importance: float = 5,
        project: str | int | None = None,
        source_ids: Sequence[str] = (),
        thread: str | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> KnowledgeAdded:
        """Take in a text, whole or not at all; a long one becomes several entries."""
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
        self, *, limit: int = 1_000, before: str | None = None, category: str | None = None
    ) -> list[Knowledge]:
        """Entries in use, newest first; `before` is the last one of the page before."""
        return list_knowledge(self._place, limit=limit, before=before, category=category)

    def get(self, entry_id: str) -> KnowledgeDetail:
        """An entry, or the one that stands in its place now."""
        return get_knowledge(self._place, full_id(self._place, entry_id))

    def search(
        self,
        query: str,
        *,
        topic: str | None = None,
        k: int = 10,
        category: str | None = None,
        **filters: Unpack[SearchFilters],
    ) -> list[Hit]:
        """The entries that answer a query best, of one topic or category if it is named."""
        return search_knowledge(self._place, query, topic=topic, k=k, category=category, **filters)

    def delete(self, entry_id: str) -> Knowledge:
        """Take an entry out of use. Its row stays; `forget` removes it for good."""
        return delete_knowledge(self._place, full_id(self._place, entry_id))
