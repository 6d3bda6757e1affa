"""What an agent was given to read, and who and what it talks about."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request, Response

from wakeline.flows.graph.entities import KnownEntity, entities_page, relations_page, unknown_entity
from wakeline.flows.graph.entities import get_entity as get_entity_flow
from wakeline.flows.graph.known_things import Relation
from wakeline.flows.memory.knowledge import KnowledgeAdded, KnowledgeDetail
from wakeline.flows.memory.knowledge import add_knowledge as add_knowledge_flow
from wakeline.flows.memory.knowledge import delete_knowledge as delete_knowledge_flow
from wakeline.flows.memory.knowledge import get_knowledge as get_knowledge_flow
from wakeline.flows.memory.knowledge import search_knowledge as search_knowledge_flow
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
    done,
    router,
)
from wakeline.interfaces.rest.service import agent_of
from wakeline.interfaces.rest.wire import answered, described, page_of
from wakeline.model.memory import EntityType, Hit, Knowledge

routes = router("knowledge", prefix="/api/agents/{agent}")
# A name may hold any character, a slash too: it stands in the query, not in the path.
EntityName = Annotated[str, Query(alias="name", min_length=1, max_length=200, pattern=bodies.NAME)]


@routes.get("/knowledge", response_model=page_of(Knowledge), responses=documented(*USUAL))
def list_knowledge(
    request: Request,
    agent: AgentName,
    limit: Limit = 50,
    cursor: Cursor = None,
    thread: InThread = None,
) -> Response:
    """Entries in use, newest first."""
    return a_page(request, agent, "knowledge", limit, cursor, thread=thread)


@routes.post(
    "/knowledge",
    response_model=described(KnowledgeAdded),
    status_code=201,
    responses=documented(*WRITING),
)
def add_knowledge(request: Request, agent: AgentName, body: bodies.NewKnowledge) -> Response:
    """Take in a text, whole or not at all; a long one becomes several entries."""
    given = body.given()
    return done(request, agent, add_knowledge_flow, given.pop("content"), created=True, **given)


@routes.post(
    "/knowledge/search",
    response_model=list[described(Hit)],  # type: ignore[misc]
    responses=documented(*WRITING),
)
def search_knowledge(request: Request, agent: AgentName, body: bodies.SearchKnowledge) -> Response:
    """The entries that answer best, each with why."""
    given = body.given()
    with agent_of(request, agent) as found:
        return answered(search_knowledge_flow(found.place, given.pop("query"), **given))


@routes.get(
    "/knowledge/{id}", response_model=described(KnowledgeDetail), responses=documented(*USUAL)
)
def get_knowledge(request: Request, agent: AgentName, entry_id: RowId) -> Response:
    """An entry, or the one that stands in its place now."""
    with agent_of(request, agent) as found:
        return answered(get_knowledge_flow(found.place, entry_id))


@routes.delete(
    "/knowledge/{id}", response_model=described(Knowledge), responses=documented(*WRITING)
)
def delete_knowledge(request: Request, agent: AgentName, entry_id: RowId) -> Response:
    """Take an entry out of use. Its row stays."""
    return done(request, agent, delete_knowledge_flow, entry_id)


@routes.get("/entities", response_model=page_of(KnownEntity), responses=documented(*USUAL))
def list_entities(
    request: Request,
    agent: AgentName,
    type: Annotated[EntityType | None, Query()] = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response:
    """Who and what is mentioned, by name, without what is said of them."""
    with agent_of(request, agent) as found:
        return answered(entities_page(found.place, limit=limit, after=cursor, type=type))


@routes.get("/entities/named", response_model=described(KnownEntity), responses=documented(*USUAL))
def get_entity(request: Request, agent: AgentName, name: EntityName) -> Response:
    """One entity by any of its names, with what is said of it and its company."""
    with agent_of(request, agent) as found:
        entity = get_entity_flow(found.place, name)
    if entity is None:
        raise unknown_entity(name)
    return answered(entity)


@routes.get("/entities/relations", response_model=page_of(Relation), responses=documented(*USUAL))
def list_relations(
    request: Request, agent: AgentName, name: EntityName, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """What is said of an entity and what leads to it, the surest first."""
    with agent_of(request, agent) as found:
        return answered(relations_page(found.place, name, limit=limit, after=cursor))
