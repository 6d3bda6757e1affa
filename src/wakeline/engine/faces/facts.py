"""What is true, and what was, as in `ash.facts.set`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face
from wakeline.flows.memory.facts import current_facts, end_fact, fact_history, get_fact, set_fact

if TYPE_CHECKING:
    from datetime import datetime

    from wakeline.model.log import Origin
    from wakeline.model.memory import Fact


class Facts(Face):
    """What is true, and what was."""

    def set(
        self,
        key: str,
        value: str,
        *,
        category: str | None = None,
        importance: float = 5,
        valid_from: datetime | str | None = None,
        valid_to: datetime | str | None = None,
        project: str | int | None = None,
        source_ids: tuple[str, ...] = (),
        thread: str | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
        session_id: str | None = None,
    ) -> Fact:
        """Set the value of a key, from a moment on or until one. The same value changes nothing."""
        return set_fact(
            self._place,
            key,
            value,
            category=category,
            importance=importance,
            valid_from=valid_from,
            valid_to=valid_to,
            project=project,
            source_ids=source_ids,
            thread=thread,
            actor=actor,
            origin=origin,
            session_id=session_id,
        )

    def get(
        self, key: str, *, at: datetime | None = None, known_at: datetime | None = None
    ) -> Fact | None:
        """What a key means: now, or at a moment, as it was known then or at another."""
        return get_fact(self._place, key, at=at, known_at=known_at)

    def end(self, key: str, *, at: datetime | str | None = None, planned: bool = False) -> Fact:
        """End what holds now; with `planned`, or where nothing does, what is set for later."""
        return end_fact(self._place, key, at=at, planned=planned)

    def history(self, key: str) -> list[Fact]:
        """Every row of a key that was ever believed, oldest first."""
        return fact_history(self._place, key)

    def all(self, *, thread: str | None = None) -> list[Fact]:
        """All of them, or those that were written in one thread."""
        return current_facts(self._place, thread=thread)
