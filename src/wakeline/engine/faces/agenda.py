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
from wakeline.flows.common.pages import row_by_id

if TYPE_CHECKING:
    from wakeline.model.agenda import Every, Hint, Project, ProjectStatus, Task, TaskStatus
    from wakeline.model.fields import Moment, Name, Priority, ProjectRef, RowId, TaskRef
    from wakeline.model.log import Origin


class Projects(Face):
    """Bodies of work."""

    def add(
        self,
        key: Name,
        *,
        title: str | None = None,
        summary: str | None = None,
        status: ProjectStatus = "active",
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
        project: ProjectRef,
        *,
        title: str | None = None,
        summary: str | None = None,
        status: ProjectStatus | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Project:
        """Change the title, the summary or the status of a project."""
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
        project: ProjectRef | None = None,
        status: TaskStatus = "todo",
        priority: Priority = 5,
        due: Moment | None = None,
        thread: Name | None = None,
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
        task: TaskRef,
        status: TaskStatus,
        *,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Task:
        """Give a task another status."""
        return move_task(
            self._place, full_id(self._place, task), status, actor=actor, origin=origin
        )

    def all(self, *, thread: Name | None = None) -> list[Task]:
        """Every task, or those of one thread, by number."""
        return list_tasks(self._place, thread=thread)


class Hints(Face):
    """Reminders that surface at a wake."""

    def add(
        self,
        content: str,
        *,
        category: Name | None = None,
        priority: Priority = 5,
        recurring: bool = False,
        every: Every | None = None,
        trigger_at: Moment | None = None,
        source_memory_id: RowId | None = None,
        thread: Name | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Hint:
        """Leave a reminder for a later wake. It recurs each day, or each `every`."""
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

    def complete(
        self, hint_id: RowId, *, actor: str | None = None, origin: Origin = "user_direct"
    ) -> Hint:
        """Tick a reminder off. One that recurs comes back at its next time."""
        return complete_hint(self._place, full_id(self._place, hint_id), actor=actor, origin=origin)

    def dismiss(
        self, hint_id: RowId, *, actor: str | None = None, origin: Origin = "user_direct"
    ) -> Hint:
        """Dismiss a reminder, done or not. It does not come back."""
        return dismiss_hint(self._place, full_id(self._place, hint_id), actor=actor, origin=origin)

    def get(self, hint_id: RowId) -> Hint:
        """One reminder."""
        found: Hint = row_by_id(self._place, "hints", full_id(self._place, hint_id))
        return found

    def all(self, *, thread: Name | None = None) -> list[Hint]:
        """Every reminder, or those of one thread."""
        return list_hints(self._place, thread=thread)
