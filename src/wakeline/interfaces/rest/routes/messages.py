"""What others leave for an agent. The route of the list chooses among three lists."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Query, Request, Response

from wakeline.engine.operations.messages import MESSAGES
from wakeline.interfaces.rest.build import build_routes
from wakeline.interfaces.rest.problems import problem_responses
from wakeline.interfaces.rest.routes.shared import (
    USUAL,
    AgentName,
    Cursor,
    InThread,
    Limit,
    a_page,
)
from wakeline.interfaces.schemas import page_model
from wakeline.model.message import Message

routes = build_routes(MESSAGES)
LISTS = {None: "messages", "unread": "unread_messages", "unanswered": "unanswered_messages"}
Waiting = Annotated[
    Literal["unread", "unanswered"] | None, Query(description="Only those that wait for this.")
]


@routes.get("/messages", response_model=page_model(Message), responses=problem_responses(*USUAL))
def list_messages(
    request: Request,
    agent: AgentName,
    waiting: Waiting = None,
    limit: Limit = 50,
    cursor: Cursor = None,
    thread: InThread = None,
) -> Response:
    """Messages, newest first; or only those unread or unanswered."""
    return a_page(request, agent, LISTS[waiting], limit, cursor, thread=thread)
