"""How an agent's identity has expressed itself, to read. Going back is the operator's."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request, Response

from wakeline.flows.identity.personality_status import (
    personality_diff,
    personality_status,
    personality_text,
)
from wakeline.interfaces.rest.problems import problem_responses
from wakeline.interfaces.rest.routes.documents import Difference
from wakeline.interfaces.rest.routes.shared import (
    USUAL,
    AgentName,
    Cursor,
    Limit,
    a_page,
    router,
)
from wakeline.interfaces.rest.service import agent_of
from wakeline.interfaces.rest.wire import json_answer
from wakeline.interfaces.schemas import answer_model, page_model
from wakeline.model.personality import PersonalityEntry
from wakeline.model.personality_status import PersonalityStatus, PersonalityText

routes = router("personality", prefix="/api/agents/{agent}/personality")
Against = Annotated[
    str | None,
    Query(
        max_length=20,
        pattern=r"^[0-9-]+$",
        description="The date of a snapshot; else the core.",
    ),
]


@routes.get("", response_model=answer_model(PersonalityStatus), responses=problem_responses(*USUAL))
def get_personality_status(request: Request, agent: AgentName) -> Response:
    """How far personality is from its core and from what it was, and whether that is an alert."""
    with agent_of(request, agent) as found:
        return json_answer(personality_status(found.place))


@routes.get(
    "/text", response_model=answer_model(PersonalityText), responses=problem_responses(*USUAL)
)
def get_personality_text(request: Request, agent: AgentName) -> Response:
    """The text in force, and what each observed sentence in it rests on."""
    with agent_of(request, agent) as found:
        return json_answer(personality_text(found.place))


@routes.get("/diff", response_model=answer_model(Difference), responses=problem_responses(*USUAL))
def get_personality_difference(
    request: Request, agent: AgentName, against: Against = None
) -> Response:
    """How personality differs from its core, or from a snapshot."""
    given = () if against is None else (against,)
    with agent_of(request, agent) as found:
        return json_answer(Difference(personality_diff(found.place, *given)))


@routes.get(
    "/history", response_model=page_model(PersonalityEntry), responses=problem_responses(*USUAL)
)
def list_personality_entries(
    request: Request, agent: AgentName, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Its versions, newest first, each a snapshot."""
    return a_page(request, agent, "personality_entries", limit, cursor)
