"""What days, weeks and months held, and what the talk was about."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request, Response

from wakeline.flows.memory.self_care import SelfCareResult
from wakeline.flows.memory.self_care import self_care as self_care_flow
from wakeline.flows.memory.self_care_due import SelfCareDue, self_care_due
from wakeline.flows.memory.summaries import SummaryDetail
from wakeline.flows.memory.summaries import get_summary as get_summary_flow
from wakeline.flows.writings.topics import topics_page
from wakeline.interfaces.rest import bodies
from wakeline.interfaces.rest.bodies import NAME
from wakeline.interfaces.rest.problems import problem_responses
from wakeline.interfaces.rest.routes.shared import (
    USUAL,
    WRITING,
    AgentName,
    Cursor,
    Limit,
    RowId,
    a_page,
    router,
)
from wakeline.interfaces.rest.service import actor_of, agent_of, caller_of
from wakeline.interfaces.rest.wire import json_answer
from wakeline.interfaces.schemas import answer_model, page_model
from wakeline.model.consolidation import Period, Summary
from wakeline.reading.topic_tree import TopicNode

routes = router("summaries", prefix="/api/agents/{agent}")
Thread = Annotated[str | None, Query(max_length=200, pattern=NAME, description="Only of this.")]


@routes.get("/summaries", response_model=page_model(Summary), responses=problem_responses(*USUAL))
def list_summaries(
    request: Request,
    agent: AgentName,
    level: Annotated[Period | None, Query()] = None,
    thread: Thread = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response:
    """What days, weeks and months of threads held, those that begin last first."""
    return a_page(request, agent, "summaries", limit, cursor, level=level, thread=thread)


@routes.get(
    "/summaries/{id}",
    response_model=answer_model(SummaryDetail),
    responses=problem_responses(*USUAL),
)
def get_summary(request: Request, agent: AgentName, summary_id: RowId) -> Response:
    """One summary with the turns that it quotes, or with the summaries that it holds."""
    with agent_of(request, agent) as found:
        return json_answer(get_summary_flow(found.place, summary_id))


@routes.get(
    "/self-care", response_model=answer_model(SelfCareDue), responses=problem_responses(*USUAL)
)
def get_care_due(request: Request, agent: AgentName) -> Response:
    """How much has piled up, and why the agent should look after itself: only said, never done."""
    with agent_of(request, agent) as found:
        return json_answer(self_care_due(found.place))


@routes.post(
    "/self-care", response_model=answer_model(SelfCareResult), responses=problem_responses(*WRITING)
)
def self_care(request: Request, agent: AgentName, body: bodies.SelfCare) -> Response:
    """Make one memory of many and fold conversations into summaries: the agent's own act."""
    caller = caller_of(request)
    with agent_of(request, agent) as found:
        return json_answer(self_care_flow(found.place, actor=actor_of(caller), **body.given()))


@routes.get("/topics", response_model=page_model(TopicNode), responses=problem_responses(*USUAL))
def list_topics(
    request: Request,
    agent: AgentName,
    thread: Thread = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response:
    """What the newest turns are about, each topic behind the one that it is part of."""
    with agent_of(request, agent) as found:
        return json_answer(topics_page(found.place, limit=limit, after=cursor, thread=thread))
