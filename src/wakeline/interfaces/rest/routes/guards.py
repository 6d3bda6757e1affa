"""Actions that are done at most once. That one may be done again is the operator's to say."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request, Response

from wakeline.flows.session.guards import claim_guard as claim_guard_flow
from wakeline.flows.session.guards import fail_guard as fail_guard_flow
from wakeline.flows.session.guards import finish_guard as finish_guard_flow
from wakeline.flows.session.guards import get_guard as get_guard_flow
from wakeline.flows.session.guards import resolve_guard as resolve_guard_flow
from wakeline.interfaces.rest import guard_bodies as bodies
from wakeline.interfaces.rest.problems import documented
from wakeline.interfaces.rest.routes.shared import (
    USUAL,
    WRITING,
    AgentName,
    Cursor,
    InThread,
    Limit,
    a_page,
    done,
    router,
)
from wakeline.interfaces.rest.service import agent_of
from wakeline.interfaces.rest.wire import answered, described, page_of
from wakeline.model.guard import Guard

routes = router("guards", prefix="/api/agents/{agent}/guards")
Key = Annotated[str, Query(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f]*$")]


@routes.get("", response_model=page_of(Guard), responses=documented(*USUAL))
def list_guards(
    request: Request,
    agent: AgentName,
    limit: Limit = 50,
    cursor: Cursor = None,
    thread: InThread = None,
) -> Response:
    """Guards as they stand, newest first."""
    return a_page(request, agent, "guards", limit, cursor, thread=thread)


@routes.get("/one", response_model=described(Guard), responses=documented(*USUAL))
def get_guard(request: Request, agent: AgentName, key: Key) -> Response:
    """One guard as it stands now: a claim whose holder is gone is unknown."""
    with agent_of(request, agent) as found:
        return answered(get_guard_flow(found.place, key))


@routes.post("/claim", response_model=described(Guard), responses=documented(*WRITING))
def claim_guard(request: Request, agent: AgentName, body: bodies.NewClaim) -> Response:
    """Claim an action before it is done. 409 unless it is to be done now."""
    given = body.given()
    return done(request, agent, claim_guard_flow, given.pop("key"), given.pop("what"), **given)


@routes.post("/done", response_model=described(Guard), responses=documented(*WRITING))
def finish_guard(request: Request, agent: AgentName, body: bodies.Settled) -> Response:
    """Say that a claimed action was done."""
    given = body.given()
    return done(request, agent, finish_guard_flow, given.pop("key"), **given)


@routes.post("/failed", response_model=described(Guard), responses=documented(*WRITING))
def fail_guard(request: Request, agent: AgentName, body: bodies.Settled) -> Response:
    """Say that a claimed action did not happen: then it may be claimed again."""
    given = body.given()
    return done(request, agent, fail_guard_flow, given.pop("key"), **given)


@routes.post("/resolve", response_model=described(Guard), responses=documented(*WRITING))
def resolve_guard(request: Request, agent: AgentName, body: bodies.Resolved) -> Response:
    """Say what became of an action of unknown outcome."""
    given = body.given()
    return done(request, agent, resolve_guard_flow, given.pop("key"), given.pop("outcome"), **given)
