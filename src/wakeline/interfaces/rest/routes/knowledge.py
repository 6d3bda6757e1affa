"""What an agent knows: memories and facts."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request, Response

from wakeline.base.errors import NotFound
from wakeline.interfaces.rest import bodies
from wakeline.interfaces.rest.problems import documented
from wakeline.interfaces.rest.routes.shared import (
    USUAL,
    WRITING,
    AgentName,
    Cursor,
    Limit,
    RowId,
    a_page,
    a_row,
    router,
)
from wakeline.interfaces.rest.service import actor_of, agent_of, caller_of, origin_of
from wakeline.interfaces.rest.wire import answered, described, page_of
from wakeline.model.memory import Fact, Memory

routes = router("knowledge", prefix="/api/agents/{agent}")
# A key may hold any character, a slash too: it stands in the query, not in the path.
FactKey = Annotated[str, Query(alias="key", min_length=1, max_length=200)]
At = Annotated[str | None, Query(max_length=64, json_schema_extra={"format": "date-time"})]


@routes.get("/memories", response_model=page_of(Memory), responses=documented(*USUAL))
def list_memories(
    request: Request, agent: AgentName, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Memories that are in use, newest first."""
    return a_page(request, agent, "memories", limit, cursor)


@routes.post(
    "/memories", response_model=described(Memory), status_code=201, responses=documented(*WRITING)
)
def add_memory(request: Request, agent: AgentName, body: bodies.NewMemory) -> Response:
    """Keep something worth keeping."""
    caller, given = caller_of(request), body.given()
    given["origin"] = origin_of(caller, body.origin)
    with agent_of(request, agent) as found:
        kept = found.run("add_memory", given.pop("content"), actor=actor_of(caller), **given)
    return answered(kept, status=201)


@routes.get("/memories/{id}", response_model=described(Memory), responses=documented(*USUAL))
def get_memory(request: Request, agent: AgentName, memory_id: RowId) -> Response:
    """One memory."""
    return a_row(request, agent, "memories", memory_id)


@routes.put("/memories/{id}/pin", response_model=described(Memory), responses=documented(*WRITING))
def pin_memory(request: Request, agent: AgentName, memory_id: RowId, body: bodies.Pin) -> Response:
    """Pin a memory, or let it go."""
    with agent_of(request, agent) as found:
        return answered(found.run("pin_memory", memory_id, pinned=body.pinned))


@routes.delete("/memories/{id}", response_model=described(Memory), responses=documented(*WRITING))
def delete_memory(request: Request, agent: AgentName, memory_id: RowId) -> Response:
    """Take a memory out of use. Its row stays."""
    with agent_of(request, agent) as found:
        return answered(found.run("delete_memory", memory_id))


@routes.get("/facts", response_model=page_of(Fact), responses=documented(*USUAL))
def list_facts(
    request: Request, agent: AgentName, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """What is believed to hold now, newest first."""
    return a_page(request, agent, "facts", limit, cursor)


@routes.put("/facts", response_model=described(Fact), responses=documented(*WRITING))
def set_fact(request: Request, agent: AgentName, body: bodies.NewFact) -> Response:
    """Say what a key means from a moment on. The same value again changes nothing."""
    caller, given = caller_of(request), body.given()
    given["origin"] = origin_of(caller, body.origin)
    with agent_of(request, agent) as found:
        key, value = given.pop("key"), given.pop("value")
        return answered(found.run("set_fact", key, value, actor=actor_of(caller), **given))


@routes.get("/facts/value", response_model=described(Fact), responses=documented(*USUAL))
def get_fact(
    request: Request,
    agent: AgentName,
    key: FactKey,
    at: At = None,
    known_at: Annotated[At, Query(alias="knownAt")] = None,
) -> Response:
    """What a key means: now, or at a moment, as it was known then or at another."""
    with agent_of(request, agent) as found:
        fact = found.run("get_fact", key, at=at, known_at=known_at)
    if fact is None:
        raise NotFound(f"there is no fact {key!r}.")
    return answered(fact)


@routes.get("/facts/history", response_model=page_of(Fact), responses=documented(*USUAL))
def get_fact_history(
    request: Request, agent: AgentName, key: FactKey, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Every row of a key that was ever believed, newest first."""
    return a_page(request, agent, "fact_history", limit, cursor, key=key)
