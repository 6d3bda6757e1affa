"""What an agent was given to read, and who and what it talks about."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request, Response

from wakeline.engine.operations.knowledge import KNOWLEDGE
from wakeline.flows.graph.entities import KnownEntity, entities_page, relations_page, unknown_entity
from wakeline.flows.graph.entities import get_entity as get_entity_flow
from wakeline.flows.graph.known_things import Relation
from wakeline.interfaces.rest import bodies
from wakeline.interfaces.rest.build import build_routes
from wakeline.interfaces.rest.problems import problem_responses
from wakeline.interfaces.rest.routes.shared import (
    USUAL,
    AgentName,
    Cursor,
    Limit,
)
from wakeline.interfaces.rest.service import agent_of
from wakeline.interfaces.rest.wire import json_answer
from wakeline.interfaces.schemas import answer_model, page_model
from wakeline.model.memory import EntityType

routes = build_routes(KNOWLEDGE)
# A name may hold any character, a slash too: it stands in the query, not in the path.
EntityName = Annotated[str, Query(alias="name", min_length=1, max_length=200, pattern=bodies.NAME)]


@routes.get(
    "/entities", response_model=page_model(KnownEntity), responses=problem_responses(*USUAL)
)
def list_entities(
    request: Request,
    agent: AgentName,
    type: Annotated[EntityType | None, Query()] = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response:
    """Who and what is mentioned, by name, without what is said of them."""
    with agent_of(request, agent) as found:
        return json_answer(entities_page(found.place, limit=limit, after=cursor, type=type))


@routes.get(
    "/entities/named", response_model=answer_model(KnownEntity), responses=problem_responses(*USUAL)
)
def get_entity(request: Request, agent: AgentName, name: EntityName) -> Response:
    """One entity by any of its names, with what is said of it and its company."""
    with agent_of(request, agent) as found:
        entity = get_entity_flow(found.place, name)
    if entity is None:
        raise unknown_entity(name)
    return json_answer(entity)


@routes.get(
    "/entities/relations", response_model=page_model(Relation), responses=problem_responses(*USUAL)
)
def list_relations(
    request: Request, agent: AgentName, name: EntityName, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """What is said of an entity and what leads to it, the surest first."""
    with agent_of(request, agent) as found:
        return json_answer(relations_page(found.place, name, limit=limit, after=cursor))
