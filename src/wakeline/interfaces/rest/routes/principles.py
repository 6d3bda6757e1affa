"""What to do when, and how often it worked."""

from __future__ import annotations

from fastapi import Request, Response

from wakeline.flows.beliefs.principle_trials import verify_principles as verify_principles_flow
from wakeline.flows.beliefs.principles import add_principle as add_principle_flow
from wakeline.flows.beliefs.principles import list_trials as list_trials_flow
from wakeline.flows.beliefs.principles import match_principles as match_principles_flow
from wakeline.flows.beliefs.principles import restore_principle as restore_principle_flow
from wakeline.flows.beliefs.principles import retire_principle as retire_principle_flow
from wakeline.interfaces.rest import belief_bodies as bodies
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
from wakeline.interfaces.rest.service import agent_of
from wakeline.interfaces.rest.wire import answered, described, page_of
from wakeline.model.decision import FittingPrinciple, Principle, Trial

routes = router("principles", prefix="/api/agents/{agent}/principles")


@routes.get("", response_model=page_of(Principle), responses=documented(*USUAL))
def list_principles(
    request: Request,
    agent: AgentName,
    limit: Limit = 50,
    cursor: Cursor = None,
    thread: InThread = None,
) -> Response:
    """Principles, in use or retired, the last written down first."""
    return a_page(request, agent, "principles", limit, cursor, thread=thread)


@routes.post(
    "", response_model=described(Principle), status_code=201, responses=documented(*WRITING)
)
def add_principle(request: Request, agent: AgentName, body: bodies.NewPrinciple) -> Response:
    """Write down what to do when."""
    return done(request, agent, add_principle_flow, created=True, **body.given())


@routes.post(
    "/match",
    response_model=list[described(FittingPrinciple)],  # type: ignore[misc]
    responses=documented(*WRITING),
)
def match_principles(request: Request, agent: AgentName, body: bodies.Situation) -> Response:
    """The principles in use that fit a situation, the best first."""
    with agent_of(request, agent) as found:
        return answered(match_principles_flow(found.place, **body.given()))


@routes.post(
    "/verify",
    response_model=list[described(Trial)],  # type: ignore[misc]
    responses=documented(*WRITING),
)
def verify_principles(request: Request, agent: AgentName) -> Response:
    """Count what sessions show that ended since; each counts once."""
    with agent_of(request, agent) as found:
        return answered(verify_principles_flow(found.place))


@routes.get("/{id}", response_model=described(Principle), responses=documented(*USUAL))
def get_principle(request: Request, agent: AgentName, principle_id: RowId) -> Response:
    """One principle."""
    return a_row(request, agent, "principles", principle_id)


@routes.get(
    "/{id}/trials",
    response_model=list[described(Trial)],  # type: ignore[misc]
    responses=documented(*USUAL),
)
def list_trials(request: Request, agent: AgentName, principle_id: RowId) -> Response:
    """What came of it, session by session."""
    with agent_of(request, agent) as found:
        return answered(list_trials_flow(found.place, principle_id))


@routes.post("/{id}/retire", response_model=described(Principle), responses=documented(*WRITING))
def retire_principle(
    request: Request, agent: AgentName, principle_id: RowId, body: bodies.Retired
) -> Response:
    """Take a principle out of use. It stays, with its counts."""
    return done(request, agent, retire_principle_flow, principle_id, **body.given())


@routes.post("/{id}/restore", response_model=described(Principle), responses=documented(*WRITING))
def restore_principle(
    request: Request, agent: AgentName, principle_id: RowId, body: bodies.Restored
) -> Response:
    """Take a retired principle into use again."""
    return done(request, agent, restore_principle_flow, principle_id, **body.given())
