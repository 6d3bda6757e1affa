"""What is true, and what was, as in `ash.facts.set`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face
from wakeline.flows.memory.facts import (
    MOST_LISTED,
    current_facts,
    end_fact,
    fact_history,
    get_fact,
    set_fact,
)

if TYPE_CHECKING:
    from wakeline.model.fields import (
        Importance,
        Key,
        Moment,
        Name,
        NameList,
        ProjectRef,
        RowId,
        Rows,
    )
    from wakeline.model.log import Origin
    from wakeline.model.memory import Fact


class Facts(Face):
    """What is true, and what was."""

    def set(
        self,
        key: Key,
        value: str,
        *,
        category: Name | None = None,
        importance: Importance = 5,
        valid_from: Moment | None = None,
        valid_to: Moment | None = None,
        project: ProjectRef | None = None,
        source_ids: NameList = (),
        thread: Name | None = None,
        session_id: RowId | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Fact:
        """Set the value of a key. The value before stays in the history of the key.

        The same value again changes nothing.
        """
        return set_fact(
            self._place,
            key,
            value,
            category=category,
            importance=importance,
            valid_from=valid_from,
            valid_to=valid_to,
            project=project,
            source_ids=tuple(source_ids),
            thread=thread,
            actor=actor,
            origin=origin,
            session_id=session_id,
        )

    def get(
        self, key: Key, *, at: Moment | None = None, known_at: Moment | None = None
    ) -> Fact | None:
        """The value of a key: now or at a moment, as it is known now or was known at a moment."""
        return get_fact(self._place, key, at=at, known_at=known_at)

    def end(
        self,
        key: Key,
        *,
        at: Moment | None = None,
        planned: bool = False,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Fact:
        """End the value of a key; no other value takes its place."""
        return end_fact(self._place, key, at=at, planned=planned, actor=actor, origin=origin)

    def history(self, key: Key) -> list[Fact]:
        """Every value that a key ever had, oldest first."""
        return fact_history(self._place, key)

    def all(self, *, thread: Name | None = None, limit: Rows = MOST_LISTED) -> list[Fact]:
        """The facts that hold now."""
        return current_facts(self._place, thread=thread, limit=limit)
