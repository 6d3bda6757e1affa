"""What others leave for an agent, and what it answers."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Query, Request, Response

from wakeline.flows.social.messages import delete_message as delete_message_flow
from wakeline.flows.social.messages import read_message as read_message_flow
from wakeline.flows.social.messages import reply_to_message as reply_to_message_flow
from wakeline.flows.social.messages import send_message as send_message_flow
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
    a_row,
    done,
    router,
)
from wakeline.interfaces.rest.service import agent_of, caller_of, origin_of, sender_of
from wakeline.interfaces.rest.wire import answered, described, page_of
from wakeline.model.message import Message

routes = router("messages", prefix="/api/agents/{agent}/messages")
LISTS = {None: "messages", "unread": "unread_messages", "unanswered": "unanswered_messages"}
Waiting = Annotated[
    Literal["unread", "unanswered"] | None, Query(description="Only those that wait for this.")
]


@routes.get("", response_model=page_of(Message), responses=documented(*USUAL))
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


@routes.post("", response_model=described(Message), status_code=201, responses=documented(*WRITING))
def send_message(request: Request, agent: AgentName, body: bodies.NewMessage) -> Response:
    """Leave a message for the agent; its next wake shows it."""
    caller, given = caller_of(request), body.given()
    given["origin"] = origin_of(caller, body.origin)
    given["sender"] = sender_of(caller, body.sender)  # only the operator's comes from the person
    with agent_of(request, agent) as found:
        return answered(send_message_flow(found.place, given.pop("text"), **given), status=201)


@routes.get("/{id}", response_model=described(Message), responses=documented(*USUAL))
def get_message(request: Request, agent: AgentName, message_id: RowId) -> Response:
    """One message. Looking at it does not mark it as read."""
    return a_row(request, agent, "messages", message_id)


@routes.post("/{id}/read", response_model=described(Message), responses=documented(*WRITING))
def read_message(request: Request, agent: AgentName, message_id: RowId) -> Response:
    """Note that a message was read. Read before, it stays as it is."""
    return done(request, agent, read_message_flow, message_id)


@routes.post("/{id}/reply", response_model=described(Message), responses=documented(*WRITING))
def reply_to_message(
    request: Request, agent: AgentName, message_id: RowId, body: bodies.Reply
) -> Response:
    """Note that a message was answered, with the answer if it is given. It is read with that."""
    return done(request, agent, reply_to_message_flow, message_id, body.text)


@routes.delete("/{id}", response_model=described(Message), responses=documented(*WRITING))
def delete_message(request: Request, agent: AgentName, message_id: RowId) -> Response:
    """Take a message away. Its row stays."""
    return done(request, agent, delete_message_flow, message_id)
