"""What an agent has to do: `ash.projects`, `ash.tasks` and `ash.hints`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face, full_id
from wakeline.flows.agenda.hints import add_hint, complete_hint, dismiss_hint, list_hints
from wakeline.flows.agenda.projects_and_tasks import (
    add_project,
    add_task,
    list_projects,
    list_tasks,
    move_task,
    update_project,
)

if TYPE_CHECKING:
    from datetime import datetime

    from wakeline.model.agenda import Hint, Project, Task
    from wakeline.model.log import Origin


class Projects(Face):
    """Bodies of work."""

    def add(
        self,
        key: str,
        *,
        title: str | None = None,
        summary: str | None = None,
        status: str = "active",
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Project:
        """Open a project under a short key."""
        return add_project(
            self._place,
            key,
            title=title,
            summary=summary,
            status=status,
            actor=actor,
            origin=origin,
        )

    def update(
        self,
        project: str | int,
        *,
        title: str | None = None,
        summary: str | None = None,
        status: str | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Project:
        """Change what a project is called, what is said of it, or how it stands."""
        return update_project(
            self._place,
            full_id(self._place, project),
            title=title,
            summary=summary,
            status=status,
            actor=actor,
            origin=origin,
        )

    def all(self) -> list[Project]:
        """Every project, by number."""
        return list_projects(self._place)


class Tasks(Face):
    """Things to do."""

    def add(
        self,
        title: str,
        *,
        description: str | None = None,
        project: str | int | None = None,
        status: str = "todo",
        priority: int = 5,
        due: datetime | str | None = None,
        thread: str | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Task:
        """Note something to do."""
        return add_task(
            self._place,
            title,
            description=description,
            project=project,
            status=status,
            priority=priority,
            due=due,
            thread=thread,
            actor=actor,
            origin=origin,
        )

    def move(
        self,
        task: str | int,
        status: str,
        *,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Task:
        """Give a task another status. Named by its number or its id."""
        return move_task(
            self._place, full_id(self._place, task), status, actor=actor, origin=origin
        )

    def all(self, *, thread: str | None = None) -> list[Task]:
        """All of them, or those that were written in one thread."""
        return list_tasks(self._place, thread=thread)


class Hints(Face):
    """Reminders that surface at a wake."""

    def add(
        self,
        content: str,
        *,
        category: str | None = None,
        priority: int = 5,
        recurring: bool = False,
        every: str | None = None,
        trigger_at: datetime | str | None = None,
        source_memory_id: str | None = None,
        thread: str | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Hint:
        """Leave a reminder that surfaces at a wake. One that recurs does so daily unless told."""
        return add_hint(
            self._place,
            content,
            category=category,
            priority=priority,
            recurring=recurring,
            every=every,
            trigger_at=trigger_at,
            source_memory_id=source_memory_id,
            thread=thread,
            actor=actor,
            origin=origin,
        )

    def complete(self, hint_id: str) -> Hint:
        """Tick a hint off. One that recurs comes back at its next time."""
        return complete_hint(self._place, full_id(self._place, hint_id))

    def dismiss(self, hint_id: str) -> Hint:
        """Let a hint go, done or not; it does not come back."""
        return dismiss_hint(self._place, full_id(self._place, hint_id))

    def all(self, *, thread: str | None = None) -> list[Hint]:
        """All of them, or those that were written in one thread."""
        return list_hints(self._place, thread=thread)
