"""Where sessions are in the middle of something."""

from __future__ import annotations

from fastapi import Request, Response

from wakeline.flows.session.checkpoints import checkpoint
from wakeline.interfaces.rest.guard_bodies import NewCheckpoint
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
from wakeline.model.checkpoint import Checkpoint

routes = router("checkpoints", prefix="/api/agents/{agent}/checkpoints")


@routes.get("", response_model=page_of(Checkpoint), responses=documented(*USUAL))
def list_checkpoints(
    request: Request,
    agent: AgentName,
    limit: Limit = 50,
    cursor: Cursor = None,
    thread: InThread = None,
) -> Response:
    """How sessions stand that have not ended in words of their own, newest first."""
    return a_page(request, agent, "checkpoints", limit, cursor, thread=thread)


@routes.get("/{id}", response_model=described(Checkpoint), responses=documented(*USUAL))
def get_checkpoint(request: Request, agent: AgentName, checkpoint_id: RowId) -> Response:
    """One of them."""
    return a_row(request, agent, "checkpoints", checkpoint_id)


@routes.post("", response_model=described(Checkpoint), responses=documented(*WRITING))
def make_checkpoint(request: Request, agent: AgentName, body: NewCheckpoint) -> Response:
    """Note what the agent is doing, at which step and what comes next."""
    return done(request, agent, checkpoint, **body.given())
