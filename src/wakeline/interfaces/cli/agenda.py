"""Tasks, hints and projects by hand."""

from __future__ import annotations

from datetime import tzinfo
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from wakeline import engine
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.keeping import forget_row
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import QUIET, clipped, day, when, zone_of
from wakeline.interfaces.open_home import chosen, opened
from wakeline.model.agenda import Hint, Project, Task

tasks = take.group("Things to do.")
hints = take.group("Reminders that surface at a wake.")
projects = take.group("Bodies of work.")

Priority = Annotated[int, typer.Option(help="From 1 to 10; 10 comes first.", min=1, max=10)]


@tasks.command("add")
def add_task(
    words: Annotated[list[str], take.named("TITLE")],
    description: Annotated[str | None, typer.Option(help="More about it.")] = None,
    project: take.Project = None,
    priority: Priority = 5,
    due: Annotated[str | None, typer.Option(help="By when, as 2026-03-01T18:00:00Z.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Note something to do."""
    agent, (title,) = take.split(words, "a title")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        task = one.tasks.add(
            title, description=description, project=project, priority=priority, due=due
        )
    answer(task, lambda: _tasks([task], zone), as_json=as_json)


@tasks.command("move")
def move_task(
    words: Annotated[list[str], take.named("TASK STATUS")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Give a task, named by number or id, a status: todo, in-progress, blocked, done, dropped."""
    agent, (task, status) = take.split(words, "a task", "a status")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        moved = one.tasks.move(task.removeprefix("#"), status)
    answer(moved, lambda: _tasks([moved], zone), as_json=as_json)


@tasks.command("list")
def list_tasks(
    agent: take.Agent = None,
    thread: take.Thread = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Every task, by number."""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found = one.tasks.all(thread=thread)
    answer(found, lambda: _tasks(found, zone), as_json=as_json)


def _tasks(found: list[Task], zone: tzinfo) -> RenderableType:
    return screens.rows(
        ["#", "task", "status", "priority", "due"],
        [
            [
                str(task.number),
                clipped(task.title, 300),
                task.status,
                str(task.priority),
                when(task.due_at, zone) if task.due_at else "",
            ]
            for task in found
        ],
        wide="task",
    )


@hints.command("add")
def add_hint(
    words: Annotated[list[str], take.named("TEXT")],
    category: Annotated[str | None, typer.Option(help="A word to sort by.")] = None,
    priority: Priority = 5,
    at: Annotated[str | None, typer.Option(help="Not before this moment.")] = None,
    recurring: Annotated[bool, typer.Option("--recurring", help="Comes back each day.")] = False,
    every: Annotated[
        str | None, typer.Option(help="Comes back each hour, day, week, month or year.")
    ] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Leave a reminder that surfaces at a wake."""
    agent, (text,) = take.split(words, "a text")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        hint = one.hints.add(
            text,
            category=category,
            priority=priority,
            recurring=recurring,
            every=every,
            trigger_at=at,
        )
    answer(hint, lambda: _hints([hint], zone), as_json=as_json)


@hints.command("list")
def list_hints(
    agent: take.Agent = None,
    thread: take.Thread = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Every hint."""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found = one.hints.all(thread=thread)
    answer(found, lambda: _hints(found, zone), as_json=as_json)


@hints.command("done")
def complete_hint(
    words: Annotated[list[str], take.named("ID")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Tick a hint off; one that recurs comes back at its next time."""
    agent, (hint_id,) = take.split(words, "a hint's id")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        hint = one.hints.complete(hint_id)
    answer(hint, lambda: _hints([hint], zone), as_json=as_json)


@hints.command("dismiss")
def dismiss_hint(
    words: Annotated[list[str], take.named("ID")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Let a hint go for good."""
    agent, (hint_id,) = take.split(words, "a hint's id")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        hint = one.hints.dismiss(hint_id)
    answer(hint, lambda: _hints([hint], zone), as_json=as_json)


def _hints(found: list[Hint], zone: tzinfo) -> RenderableType:
    return screens.rows(
        ["priority", "hint", "state", "from"],
        [
            [
                str(hint.priority),
                Text(clipped(hint.content, 300)).append(f"\n{hint.id}", style=QUIET),
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


@projects.command("add")
def add_project(
    words: Annotated[list[str], take.named("KEY")],
    title: Annotated[str | None, typer.Option(help="Else the key.")] = None,
    summary: Annotated[str | None, typer.Option(help="What it is about.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Open a project under a short key."""
    agent, (key,) = take.split(words, "a key")
    with opened(home, tenant) as place:
        project = chosen(place, agent).projects.add(key, title=title, summary=summary)
    answer(project, lambda: _projects([project]), as_json=as_json)


@projects.command("update")
def update_project(
    words: Annotated[list[str], take.named("PROJECT")],
    title: Annotated[str | None, typer.Option(help="What it is called.")] = None,
    summary: Annotated[str | None, typer.Option(help="What it is about.")] = None,
    status: Annotated[str | None, typer.Option(help="active, paused, done or archived.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Change a project, named by number or key."""
    agent, (key,) = take.split(words, "a project")
    with opened(home, tenant) as place:
        project = chosen(place, agent).projects.update(
            key, title=title, summary=summary, status=status
        )
    answer(project, lambda: _projects([project]), as_json=as_json)


@projects.command("forget")
def forget_project(
    words: Annotated[list[str], take.named("PROJECT")],
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


@projects.command("list")
def list_projects(
    agent: take.Agent = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Every project, by number."""
    with opened(home, tenant) as place:
        found = chosen(place, agent).projects.all()
    answer(found, lambda: _projects(found), as_json=as_json)


def _projects(found: list[Project]) -> RenderableType:
    return screens.rows(
        ["#", "key", "project", "status"],
        [
            [
                str(project.number),
                clipped(project.key, 40),
                clipped(
                    f"{project.title}: {project.summary}" if project.summary else project.title, 300
                ),
                project.status,
            ]
            for project in found
        ],
        wide="project",
    )
