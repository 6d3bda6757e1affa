"""Letters and the journal, and a search in what was written down."""

from __future__ import annotations

from fastapi import Request, Response

from wakeline.engine.operations.writings import JOURNAL, LETTERS
from wakeline.flows.recall.search_stores import StoreHits
from wakeline.flows.recall.search_stores import search as search_flow
from wakeline.flows.writings.letters import get_letter
from wakeline.interfaces.rest import writing_bodies as bodies
from wakeline.interfaces.rest.build import add_routes
from wakeline.interfaces.rest.problems import problem_responses
from wakeline.interfaces.rest.routes.shared import USUAL, WRITING, AgentName, router
from wakeline.interfaces.rest.service import agent_of
from wakeline.interfaces.rest.wire import json_answer
from wakeline.interfaces.schemas import answer_model
from wakeline.model.writings import Letter

routes = router("writings", prefix="/api/agents/{agent}")


# Before `/letters/{id}`, which would take it too.
@routes.get(
    "/letters/latest", response_model=answer_model(Letter), responses=problem_responses(*USUAL)
)
def latest_letter(request: Request, agent: AgentName) -> Response:
    """The latest letter, whoever wrote it."""
    with agent_of(request, agent) as found:
        return json_answer(get_letter(found.place))


add_routes(routes, LETTERS, JOURNAL)


@routes.post(
    "/search",
    response_model=list[answer_model(StoreHits)],  # type: ignore[misc]
    responses=problem_responses(*WRITING),
)
def search(request: Request, agent: AgentName, body: bodies.Search) -> Response:
    """What each store of what was written down answers, each in its own way."""
    given = body.given()
    with agent_of(request, agent) as found:
        return json_answer(search_flow(found.place, given.pop("query"), **given))
