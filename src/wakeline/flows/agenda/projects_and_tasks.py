"""Add, change and list projects and tasks."""

from __future__ import annotations

from datetime import datetime

from wakeline.base.errors import Conflict, NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.recall.searchable import save_searchable
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.agenda import PROJECT_STATUSES, TASK_STATUSES, Project, Task
from wakeline.model.log import TRUST, Origin
from wakeline.ports.store import View

MOST_TITLE = 500
MOST_TEXT_BYTES = 65_536


def add_project(
    place: Place,
    key: str,
    *,
    title: str | None = None,
    summary: str | None = None,
    status: str = "active",
    actor: str | None = None,
    origin: Origin = "user_direct",
) -> Project:
    """Open a project under a short key."""
    place.ask("add_project")
    now = place.clock.now()
    name = parse.label(clean_text(key, field="key", most_bytes=MOST_TITLE), field="key") or ""
    number = place.home.next_number("project")
    with place.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        if unit.one(Project, "agenda.project_by_key", key=name) is not None:
            raise Conflict(f"there is a project {name!r} already.", todo="Choose another key.")
        return save_searchable(
            unit,
            "project.added",
            Project(
                id=unit.new_id(),
                number=number,
                key=name,
                title=redact(parse.label(title, field="title", most=MOST_TITLE) or name),
                summary=_text(summary, "summary"),
                status=parse.choice(status, PROJECT_STATUSES, field="status"),
                created_at=now,
                updated_at=now,
                is_deleted=False,
            ),
        )


def update_project(
    place: Place,
    project: str | int,
    *,
    title: str | None = None,
    summary: str | None = None,
    status: str | None = None,
    actor: str | None = None,
    origin: Origin = "user_direct",
) -> Project:
    """Change the title, the summary or the status of a project."""
    place.ask("update_project")
    now = place.clock.now()
    with place.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        before = find_project(unit, project)
        after = before
        if title is not None:
            named = parse.label(title, field="title", most=MOST_TITLE) or before.key
            after = after._replace(title=redact(named))
        if summary is not None:
            after = after._replace(summary=_text(summary, "summary"))
        if status is not None:
            to = parse.choice(status, PROJECT_STATUSES, field="status")
            after = after._replace(status=to)
        if after == before:
            return before
        return save_searchable(unit, "project.changed", after._replace(updated_at=now), before)


def find_project(view: View, project: str | int) -> Project:
    """A project by its key, its number or its id."""
    found = view.one(Project, "agenda.project", id=parse.project_id(project, view))
    if found is None:
        raise NotFound(f"there is no project {project!r}.", todo="Add it first.")
    return found


def add_task(
    place: Place,
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
    """Add a task."""
    place.ask("add_task")
    now = place.clock.now()
    number = place.home.next_number("task")
    with place.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        return save_searchable(
            unit,
            "task.added",
            Task(
                id=unit.new_id(),
                number=number,
                project_id=parse.project_id(project, unit),
                title=redact(clean_text(title, field="title", most_bytes=4 * MOST_TITLE)),
                description=_text(description, "description"),
                status=parse.choice(status, TASK_STATUSES, field="status"),
                priority=parse.whole_number(priority, field="priority", least=1, most=10),
                due_at=None if due is None else parse.moment(due, field="due", now=now),
                origin=origin,
                trust=TRUST[origin],
                created_at=now,
                updated_at=now,
                completed_at=now if status == "done" else None,
                is_deleted=False,
                thread_id=place.thread(unit, thread),
            ),
        )


def move_task(
    place: Place,
    task: str | int,
    status: str,
    *,
    actor: str | None = None,
    origin: Origin = "user_direct",
) -> Task:
    """Give a task another status. `task` is its number or its id."""
    place.ask("move_task")
    now = place.clock.now()
    to = parse.choice(status, TASK_STATUSES, field="status")
    with place.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        before = find_task(unit, str(task).removeprefix("#"))
        if before.status == to:
            return before
        after = before._replace(
            status=to, updated_at=now, completed_at=now if to == "done" else None
        )
        return save_searchable(unit, "task.moved", after, before)


def find_task(view: View, task: str | int) -> Task:
    """A task by its number or its id."""
    found: Task | None = None
    if parse.is_number(str(task)):
        found = view.one(Task, "agenda.task_by_number", number=int(task))
    if found is None and isinstance(task, str):
        found = view.one(Task, "agenda.task", id=task)
    if found is None:
        raise NotFound(f"there is no task {task!r}.")
    return found


def list_tasks(place: Place, *, thread: str | None = None) -> list[Task]:
    """Every task, or those of one thread, by number."""
    with place.store.reading() as view:
        return parse.rows_of_thread(view.all(Task, "agenda.tasks"), thread)


def list_projects(place: Place) -> list[Project]:
    """Every project, by number."""
    with place.store.reading() as view:
        return view.all(Project, "agenda.projects")


def _text(value: str | None, field: str) -> str | None:
    if value is None:
        return None
    return redact(clean_text(value, field=field, most_bytes=MOST_TEXT_BYTES))
