"""What an agent has to do: projects, tasks, hints."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request, Response

from wakeline.flows.agenda.hints import add_hint as add_hint_flow
from wakeline.flows.agenda.hints import complete_hint as complete_hint_flow
from wakeline.flows.agenda.hints import dismiss_hint as dismiss_hint_flow
from wakeline.flows.agenda.projects_and_tasks import add_project as add_project_flow
from wakeline.flows.agenda.projects_and_tasks import add_task as add_task_flow
from wakeline.flows.agenda.projects_and_tasks import move_task as move_task_flow
from wakeline.flows.agenda.projects_and_tasks import update_project as update_project_flow
from wakeline.interfaces.rest import bodies
from wakeline.interfaces.rest.problems import documented
from wakeline.interfaces.rest.routes.shared import (
    USUAL,
    WRITING,
    AgentName,
    Cursor,
    InThread,
    Limit,
    RowId,
    a_page,
    a_row,
    done,
    router,
)
from wakeline.interfaces.rest.wire import described, page_of
from wakeline.model.agenda import Hint, Project, Task

routes = router("agenda", prefix="/api/agents/{agent}")
TaskName = Annotated[
    str,
    Path(alias="task", description="Its number or its id.", pattern=r"^[0-9A-Za-z]{1,40}$"),
]

ProjectName = Annotated[
    str,
    Path(
        alias="project",
        description="Its key, its number or its id.",
        pattern=r"^[^/\x00-\x1f]{1,200}$",
    ),
]


@routes.get("/projects", response_model=page_of(Project), responses=documented(*USUAL))
def list_projects(
    request: Request, agent: AgentName, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Projects, newest first."""
    return a_page(request, agent, "projects", limit, cursor)


@routes.post(
    "/projects", response_model=described(Project), status_code=201, responses=documented(*WRITING)
)
def add_project(request: Request, agent: AgentName, body: bodies.NewProject) -> Response:
    """Open a project under a short key."""
    given = body.given()
    return done(request, agent, add_project_flow, given.pop("key"), created=True, **given)


@routes.patch(
    "/projects/{project}", response_model=described(Project), responses=documented(*WRITING)
)
def update_project(
    request: Request, agent: AgentName, project: ProjectName, body: bodies.ChangeProject
) -> Response:
    """Change what a project is called, what is said of it, or how it stands."""
    return done(request, agent, update_project_flow, project, **body.given())


@routes.get("/tasks", response_model=page_of(Task), responses=documented(*USUAL))
def list_tasks(
    request: Request,
    agent: AgentName,
    limit: Limit = 50,
    cursor: Cursor = None,
    thread: InThread = None,
) -> Response:
    """Tasks, newest first."""
    return a_page(request, agent, "tasks", limit, cursor, thread=thread)


@routes.post(
    "/tasks", response_model=described(Task), status_code=201, responses=documented(*WRITING)
)
def add_task(request: Request, agent: AgentName, body: bodies.NewTask) -> Response:
    """Note something to do."""
    given = body.given()
    return done(request, agent, add_task_flow, given.pop("title"), created=True, **given)


@routes.patch("/tasks/{task}", response_model=described(Task), responses=documented(*WRITING))
def move_task(
    request: Request, agent: AgentName, task: TaskName, body: bodies.MoveTask
) -> Response:
    """Give a task another status."""
    return done(request, agent, move_task_flow, task, body.status, origin=body.origin)


@routes.get("/hints", response_model=page_of(Hint), responses=documented(*USUAL))
def list_hints(
    request: Request,
    agent: AgentName,
    limit: Limit = 50,
    cursor: Cursor = None,
    thread: InThread = None,
) -> Response:
    """Reminders, newest first."""
    return a_page(request, agent, "hints", limit, cursor, thread=thread)


@routes.post(
    "/hints", response_model=described(Hint), status_code=201, responses=documented(*WRITING)
)
def add_hint(request: Request, agent: AgentName, body: bodies.NewHint) -> Response:
    """Leave a reminder that surfaces at a wake."""
    given = body.given()
    return done(request, agent, add_hint_flow, given.pop("content"), created=True, **given)


@routes.get("/hints/{id}", response_model=described(Hint), responses=documented(*USUAL))
def get_hint(request: Request, agent: AgentName, hint_id: RowId) -> Response:
    """One reminder."""
    return a_row(request, agent, "hints", hint_id)


@routes.post("/hints/{id}/complete", response_model=described(Hint), responses=documented(*WRITING))
def complete_hint(request: Request, agent: AgentName, hint_id: RowId) -> Response:
    """Tick a reminder off. One that recurs comes back at its next time."""
    return done(request, agent, complete_hint_flow, hint_id)


@routes.post("/hints/{id}/dismiss", response_model=described(Hint), responses=documented(*WRITING))
def dismiss_hint(request: Request, agent: AgentName, hint_id: RowId) -> Response:
    """Let a reminder go, done or not; it does not come back."""
    return done(request, agent, dismiss_hint_flow, hint_id)
