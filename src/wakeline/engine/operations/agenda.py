"""The agenda: projects, tasks and reminders."""

from __future__ import annotations

from wakeline.engine.faces.agenda import Hints, Projects, Tasks
from wakeline.engine.operations.operation import Area, Command, Operation, Route, ToolRow

IN_THREAD = {"thread": "Only what was written in this thread."}

PROJECTS = Area(
    "agenda",
    "project",
    "Bodies of work.",
    lambda agent: agent.projects,
    (
        Operation(
            "list_projects",
            Projects.all,
            "reads",
            ("wakeline project list", "ash.projects.all()"),
            Command("project list"),
            Route("GET /projects", page="projects"),
        ),
        Operation(
            "add_project",
            Projects.add,
            "adds",
            (
                "wakeline project add garden --title 'The garden'",
                'ash.projects.add("garden", title="The garden")',
            ),
            Command("project add KEY", "title summary status"),
            Route("POST /projects", body="NewProject", status=201),
            about={
                "title": "Its title. Else the key.",
                "summary": "What it is about.",
                "status": "active, paused, done or archived.",
            },
        ),
        Operation(
            "update_project",
            Projects.update,
            "sets",
            (
                "wakeline project update garden --status done",
                'ash.projects.update("garden", status="done")',
            ),
            Command("project update PROJECT", "title summary status"),
            Route("PATCH /projects/{project}", body="ChangeProject"),
            about={
                "title": "Its new title.",
                "summary": "What it is about from now on.",
                "status": "active, paused, done or archived.",
            },
        ),
    ),
)

TASKS = Area(
    "agenda",
    "task",
    "Things to do.",
    lambda agent: agent.tasks,
    (
        Operation(
            "add_task",
            Tasks.add,
            "adds",
            ("wakeline task add 'Water the beans'", 'ash.tasks.add("Water the beans")'),
            Command("task add TITLE", "description project priority due"),
            Route("POST /tasks", body="NewTask", status=201),
            ToolRow("title description project priority due"),
            about={"description": "More about it.", "due": "By when, as 2026-03-01T18:00:00Z."},
        ),
        Operation(
            "move_task",
            Tasks.move,
            "sets",
            ("wakeline task move 3 done", 'ash.tasks.move(3, "done")'),
            Command("task move TASK STATUS"),
            Route("PATCH /tasks/{task}", body="MoveTask"),
            ToolRow(),
        ),
        Operation(
            "list_tasks",
            Tasks.all,
            "reads",
            ("wakeline task list", 'ash.tasks.all(thread="garden")'),
            Command("task list", "thread"),
            Route("GET /tasks", "thread", page="tasks"),
            ToolRow("thread"),
            about=IN_THREAD,
        ),
    ),
)

HINTS = Area(
    "agenda",
    "hint",
    "Reminders that a wake shows.",
    lambda agent: agent.hints,
    (
        Operation(
            "add_hint",
            Hints.add,
            "adds",
            (
                "wakeline hint add 'Ask about the move' --at 2026-12-01",
                'ash.hints.add("Ask about the move", every="week")',
            ),
            Command("hint add TEXT=content", "category priority at=trigger_at recurring every"),
            Route("POST /hints", body="NewHint", status=201),
            ToolRow("content category priority trigger_at recurring every"),
            about={
                "category": "A word to sort by.",
                "trigger_at": "From when on it is shown.",
                "recurring": "Comes back each day.",
                "every": "Comes back each hour, day, week, month or year.",
                "source_memory_id": "The memory that it comes from.",
            },
        ),
        Operation(
            "complete_hint",
            Hints.complete,
            "sets",
            ("wakeline hint done 7F3K", 'ash.hints.complete("7F3K")'),
            Command("hint done ID=hint_id"),
            Route("POST /hints/{id}/complete", "id=hint_id"),
            ToolRow(),
        ),
        Operation(
            "dismiss_hint",
            Hints.dismiss,
            "sets",
            ("wakeline hint dismiss 7F3K", 'ash.hints.dismiss("7F3K")'),
            Command("hint dismiss ID=hint_id"),
            Route("POST /hints/{id}/dismiss", "id=hint_id"),
            ToolRow(),
        ),
        Operation(
            "get_hint",
            Hints.get,
            "reads",
            ("wakeline hint get 7F3K", 'ash.hints.get("7F3K")'),
            Command("hint get ID=hint_id"),
            Route("GET /hints/{id}", "id=hint_id"),
        ),
        Operation(
            "list_hints",
            Hints.all,
            "reads",
            ("wakeline hint list", 'ash.hints.all(thread="garden")'),
            Command("hint list", "thread"),
            Route("GET /hints", "thread", page="hints"),
            ToolRow("thread"),
            about=IN_THREAD,
        ),
    ),
)
