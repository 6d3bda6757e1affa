"""What is true, and what was."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request, Response

from wakeline.base.errors import NotFound
from wakeline.flows.memory.facts import end_fact as end_fact_flow
from wakeline.flows.memory.facts import get_fact as get_fact_flow
from wakeline.flows.memory.facts import set_fact as set_fact_flow
from wakeline.interfaces.rest import bodies
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
from wakeline.model.memory import Fact

routes = router("facts", prefix="/api/agents/{agent}/facts")
# A key may hold any character, a slash too: it stands in the query, not in the path.
FactKey = Annotated[str, Query(alias="key", min_length=1, max_length=200)]
At = Annotated[str | None, Query(max_length=64, json_schema_extra={"format": "date-time"})]


@routes.get("", response_model=page_of(Fact), responses=documented(*USUAL))
def list_facts(
    request: Request,
    agent: AgentName,
    limit: Limit = 50,
    cursor: Cursor = None,
    thread: InThread = None,
) -> Response:
    """What is believed to hold now, newest first."""
    return a_page(request, agent, "facts", limit, cursor, thread=thread)


@routes.put("", response_model=described(Fact), responses=documented(*WRITING))
def set_fact(request: Request, agent: AgentName, body: bodies.NewFact) -> Response:
    """Say what a key means from a moment on. The same value again changes nothing."""
    given = body.given()
    return done(request, agent, set_fact_flow, given.pop("key"), given.pop("value"), **given)


@routes.post("/end", response_model=described(Fact), responses=documented(*WRITING))
def end_fact(request: Request, agent: AgentName, body: bodies.EndFact) -> Response:
    """Say until when a key meant what it means; nothing takes its place."""
    return done(request, agent, end_fact_flow, body.key, at=body.at, planned=body.planned)


@routes.get("/value", response_model=described(Fact), responses=documented(*USUAL))
def get_fact(
    request: Request,
    agent: AgentName,
    key: FactKey,
    at: At = None,
    known_at: Annotated[At, Query(alias="knownAt")] = None,
) -> Response:
    """What a key means: now, or at a moment, as it was known then or at another."""
    with agent_of(request, agent) as found:
        fact = get_fact_flow(found.place, key, at=at, known_at=known_at)
    if fact is None:
        raise NotFound(f"there is no fact {key!r}.")
    return answered(fact)


@routes.get("/history", response_model=page_of(Fact), responses=documented(*USUAL))
def get_fact_history(
    request: Request, agent: AgentName, key: FactKey, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Every row of a key that was ever believed, newest first."""
    return a_page(request, agent, "fact_history", limit, cursor, key=key)
