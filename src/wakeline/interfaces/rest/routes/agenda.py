"""What an agent has to do: projects, tasks, hints."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request, Response

from wakeline.interfaces.rest import bodies
from wakeline.interfaces.rest.problems import documented
from wakeline.interfaces.rest.routes.shared import (
    USUAL,
    WRITING,
    AgentName,
    Cursor,
    Limit,
    a_page,
    router,
)
from wakeline.interfaces.rest.service import actor_of, agent_of, caller_of, origin_of
from wakeline.interfaces.rest.wire import answered, described, page_of
from wakeline.model.agenda import Hint, Project, Task

routes = router("agenda", prefix="/api/agents/{agent}")
TaskName = Annotated[
    str,
    Path(alias="task", description="Its number or its id.", pattern=r"^[0-9A-Za-z]{1,40}$"),
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
    with agent_of(request, agent) as found:
        key, actor = given.pop("key"), actor_of(caller_of(request))
        return answered(found.run("add_project", key, actor=actor, **given), status=201)


@routes.get("/tasks", response_model=page_of(Task), responses=documented(*USUAL))
def list_tasks(
    request: Request, agent: AgentName, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Tasks, newest first."""
    return a_page(request, agent, "tasks", limit, cursor)


@routes.post(
    "/tasks", response_model=described(Task), status_code=201, responses=documented(*WRITING)
)
def add_task(request: Request, agent: AgentName, body: bodies.NewTask) -> Response:
    """Note something to do."""
    caller, given = caller_of(request), body.given()
    given["origin"] = origin_of(caller, body.origin)
    with agent_of(request, agent) as found:
        made = found.run("add_task", given.pop("title"), actor=actor_of(caller), **given)
    return answered(made, status=201)


@routes.patch("/tasks/{task}", response_model=described(Task), responses=documented(*WRITING))
def move_task(
    request: Request, agent: AgentName, task: TaskName, body: bodies.MoveTask
) -> Response:
    """Give a task another status."""
    caller = caller_of(request)
    origin = origin_of(caller, body.origin)
    with agent_of(request, agent) as found:
        return answered(
            found.run("move_task", task, body.status, actor=actor_of(caller), origin=origin)
        )


@routes.get("/hints", response_model=page_of(Hint), responses=documented(*USUAL))
def list_hints(
    request: Request, agent: AgentName, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Reminders, newest first."""
    return a_page(request, agent, "hints", limit, cursor)


@routes.post(
    "/hints", response_model=described(Hint), status_code=201, responses=documented(*WRITING)
)
def add_hint(request: Request, agent: AgentName, body: bodies.NewHint) -> Response:
    """Leave a reminder that surfaces at a wake."""
    caller, given = caller_of(request), body.given()
    given["origin"] = origin_of(caller, body.origin)
    with agent_of(request, agent) as found:
        made = found.run("add_hint", given.pop("content"), actor=actor_of(caller), **given)
    return answered(made, status=201)
