"""How an agent goes about kinds of tasks."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request, Response

from wakeline.flows.memory.procedures import delete_procedure as delete_procedure_flow
from wakeline.flows.memory.procedures import get_procedure as get_procedure_flow
from wakeline.flows.memory.procedures import note_outcome as note_outcome_flow
from wakeline.flows.memory.procedures import write_procedure as write_procedure_flow
from wakeline.interfaces.rest import bodies
from wakeline.interfaces.rest.problems import documented
from wakeline.interfaces.rest.routes.shared import (
    USUAL,
    WRITING,
    AgentName,
    Cursor,
    Limit,
    a_page,
    done,
    router,
)
from wakeline.interfaces.rest.service import agent_of
from wakeline.interfaces.rest.wire import answered, described, page_of
from wakeline.model.procedure import Procedure

routes = router("procedures", prefix="/api/agents/{agent}/procedures")
# In a path it has ASCII letters only; other tongues are written by the other ways in.
NAME = r"^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$"
TaskType = Annotated[str, Path(alias="taskType", min_length=1, max_length=50, pattern=NAME)]


@routes.get("", response_model=page_of(Procedure), responses=documented(*USUAL))
def list_procedures(
    request: Request, agent: AgentName, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Procedures in use, newest first."""
    return a_page(request, agent, "procedures", limit, cursor)


@routes.get("/{taskType}", response_model=described(Procedure), responses=documented(*USUAL))
def get_procedure(request: Request, agent: AgentName, task_type: TaskType) -> Response:
    """How one kind of task is done."""
    with agent_of(request, agent) as found:
        return answered(get_procedure_flow(found.place, task_type))


@routes.put("/{taskType}", response_model=described(Procedure), responses=documented(*WRITING))
def write_procedure(
    request: Request, agent: AgentName, task_type: TaskType, body: bodies.NewProcedure
) -> Response:
    """Write down how a kind of task is done, or say it anew."""
    return done(request, agent, write_procedure_flow, task_type, **body.given())


@routes.post(
    "/{taskType}/outcomes", response_model=described(Procedure), responses=documented(*WRITING)
)
def note_outcome(
    request: Request, agent: AgentName, task_type: TaskType, body: bodies.Outcome
) -> Response:
    """Note what showed that it worked, or what went wrong."""
    return done(request, agent, note_outcome_flow, task_type, **body.given())


@routes.delete("/{taskType}", response_model=described(Procedure), responses=documented(*WRITING))
def delete_procedure(request: Request, agent: AgentName, task_type: TaskType) -> Response:
    """Take a procedure out of use. Its row stays."""
    return done(request, agent, delete_procedure_flow, task_type)
