"""The commands of tasks, reminders and projects, and how they look to people."""

from __future__ import annotations

from datetime import tzinfo
from typing import Annotated

from rich.console import RenderableType
from rich.text import Text

from wakeline import engine
from wakeline.engine.operations.agenda import HINTS, PROJECTS, TASKS
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.build import build_group
from wakeline.interfaces.cli.home.upkeep import forget_row
from wakeline.interfaces.cli.shapes import QUIET, clip_line, day, when
from wakeline.model.agenda import Hint, Project, Task


def task_rows(found: list[Task], zone: tzinfo) -> RenderableType:
    return screens.rows(
        ["#", "task", "status", "priority", "due"],
        [
            [
                str(task.number),
                clip_line(task.title, 300),
                task.status,
                str(task.priority),
                when(task.due_at, zone) if task.due_at else "",
            ]
            for task in found
        ],
        wide="task",
    )


def hint_rows(found: list[Hint], zone: tzinfo) -> RenderableType:
    return screens.rows(
        ["priority", "hint", "state", "from"],
        [
            [
                str(hint.priority),
                Text(clip_line(hint.content, 300)).append(f"\n{hint.id}", style=QUIET),
                _state(hint),
                day(hint.trigger_at, zone) if hint.trigger_at else "now",
            ]
            for hint in found
        ],
        wide="hint",
    )


def _state(hint: Hint) -> str:
    if hint.completed_at is not None:
        return "done"
    if hint.dismissed_at is not None:
        return "dismissed"
    return f"each {hint.every or 'day'}" if hint.is_recurring else "open"


def project_rows(found: list[Project], _: tzinfo) -> RenderableType:
    return screens.rows(
        ["#", "key", "project", "status"],
        [
            [
                str(project.number),
                clip_line(project.key, 40),
                clip_line(
                    f"{project.title}: {project.summary}" if project.summary else project.title, 300
                ),
                project.status,
            ]
            for project in found
        ],
        wide="project",
    )


tasks = build_group(TASKS, {Task: task_rows})
hints = build_group(HINTS, {Hint: hint_rows})
projects = build_group(PROJECTS, {Project: project_rows})


@projects.command("forget")
def forget_project(
    words: Annotated[list[str], take.words_after_agent("PROJECT")],
    yes: take.Yes = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Remove a project, named by number or key, for good; what belongs to it stays."""

    def look(one: engine.Agent, project: str) -> str:
        named = project.removeprefix("#")
        known = one.projects.all()
        by_number = {str(row.number): row.id for row in known}
        ids: dict[str, str] = by_number | {row.key: row.id for row in known}
        return ids.get(named, named)

    forget_row(words, "a project", yes, home, tenant, as_json=as_json, look=look)
