"""What was decided against."""

from __future__ import annotations

from fastapi import Request, Response

from wakeline.flows.beliefs.check_decisions import check_decisions as check_decisions_flow
from wakeline.flows.beliefs.decisions import add_decision as add_decision_flow
from wakeline.flows.beliefs.decisions import confirm_decision as confirm_decision_flow
from wakeline.flows.beliefs.decisions import reverse_decision as reverse_decision_flow
from wakeline.flows.beliefs.weigh_decisions import weigh_action as weigh_action_flow
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
from wakeline.model.decision import Decision, DecisionCheck, DecisionConflict

routes = router("decisions", prefix="/api/agents/{agent}/decisions")


@routes.get("", response_model=page_of(Decision), responses=documented(*USUAL))
def list_decisions(
    request: Request,
    agent: AgentName,
    limit: Limit = 50,
    cursor: Cursor = None,
    thread: InThread = None,
) -> Response:
    """What was decided against, in force or not, the last written down first."""
    return a_page(request, agent, "decisions", limit, cursor, thread=thread)


@routes.post(
    "", response_model=described(Decision), status_code=201, responses=documented(*WRITING)
)
def add_decision(request: Request, agent: AgentName, body: bodies.NewDecision) -> Response:
    """Write down what was decided against, and why."""
    return done(request, agent, add_decision_flow, created=True, **body.given())


@routes.post(
    "/check",
    response_model=list[described(DecisionConflict)],  # type: ignore[misc]
    responses=documented(*WRITING),
)
def check_decisions(request: Request, agent: AgentName, body: bodies.Action) -> Response:
    """The decisions that an action would go against. Changes nothing."""
    with agent_of(request, agent) as found:
        return answered(check_decisions_flow(found.place, **body.given()))


@routes.post("/weigh", response_model=described(DecisionCheck), responses=documented(*WRITING))
def weigh_action(request: Request, agent: AgentName, body: bodies.WeighedAction) -> Response:
    """The decisions that an action would go against, and those near to it. Changes nothing."""
    with agent_of(request, agent) as found:
        return answered(weigh_action_flow(found.place, **body.given()))


@routes.get("/{id}", response_model=described(Decision), responses=documented(*USUAL))
def get_decision(request: Request, agent: AgentName, decision_id: RowId) -> Response:
    """One decision."""
    return a_row(request, agent, "decisions", decision_id)


@routes.post("/{id}/confirm", response_model=described(Decision), responses=documented(*WRITING))
def confirm_decision(
    request: Request, agent: AgentName, decision_id: RowId, body: bodies.Confirmed
) -> Response:
    """Put a decision in force that was read in the log."""
    return done(request, agent, confirm_decision_flow, decision_id, **body.given())


@routes.post("/{id}/reverse", response_model=described(Decision), responses=documented(*WRITING))
def reverse_decision(
    request: Request, agent: AgentName, decision_id: RowId, body: bodies.Reversed
) -> Response:
    """Let a decision hold no longer. It stays, with when and why it ended."""
    return done(request, agent, reverse_decision_flow, decision_id, **body.given())
