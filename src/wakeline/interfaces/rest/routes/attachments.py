"""Files that were shown to an agent, as receipts.

Whoever calls hands over the file, or what it hashes to. No route opens a file of this machine
by a name that a caller gives: paths are for those who work on it.
"""

from __future__ import annotations

from base64 import b64decode

from fastapi import Request, Response

from wakeline.base.errors import Invalid
from wakeline.engine.operations.attachments import ATTACHMENTS
from wakeline.flows.common.pages import Page
from wakeline.flows.log.attachments import list_attachments as list_attachments_flow
from wakeline.flows.log.attachments import verify_attachments as verify_attachments_flow
from wakeline.flows.log.received_files import receive_attachment as receive_attachment_flow
from wakeline.interfaces.rest import bodies
from wakeline.interfaces.rest.build import build_routes
from wakeline.interfaces.rest.problems import problem_responses
from wakeline.interfaces.rest.routes.shared import (
    USUAL,
    WRITING,
    AgentName,
    Cursor,
    Limit,
    run_flow,
)
from wakeline.interfaces.rest.service import agent_of
from wakeline.interfaces.rest.wire import json_answer
from wakeline.interfaces.schemas import answer_model, page_model
from wakeline.model.attachment import Receipt, VerifiedReceipt

routes = build_routes(ATTACHMENTS)
# What the flow calls a field that has another name on the wire.
RENAMED = {"session_id": "session", "exchange_id": "exchange", "turn_id": "turn"}


@routes.get("/attachments", response_model=page_model(Receipt), responses=problem_responses(*USUAL))
def list_attachments(
    request: Request, agent: AgentName, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Receipts by id, without the texts that were read out of the files."""
    with agent_of(request, agent) as found:
        rows = list_attachments_flow(found.place, limit=limit + 1, after=cursor)
    items = tuple(row._replace(text=None) for row in rows[:limit])
    return json_answer(Page(items, items[-1].id if len(rows) > limit else None))


@routes.post(
    "/attachments",
    response_model=answer_model(Receipt),
    status_code=201,
    responses=problem_responses(*WRITING),
)
def receive_attachment(request: Request, agent: AgentName, body: bodies.NewReceipt) -> Response:
    """Keep a receipt of a file: of its content, which is not kept, or of its hash and size."""
    given = {RENAMED.get(name, name): value for name, value in body.given().items()}
    if body.content is not None:
        given["content"] = _decoded(body.content)
    name = given.pop("filename")
    return run_flow(request, agent, receive_attachment_flow, name, created=True, **given)


def _decoded(content: str) -> bytes:
    try:
        return b64decode(content, validate=True)
    except ValueError:
        raise Invalid("content is not Base64.", todo="Encode the file.") from None


@routes.post(
    "/attachments/verify",
    response_model=list[answer_model(VerifiedReceipt)],  # type: ignore[misc]
    responses=problem_responses(*WRITING),
)
def verify_attachments(request: Request, agent: AgentName, body: bodies.VerifyReceipts) -> Response:
    """Look at the files of this machine again, all or some, and note what became of them."""
    with agent_of(request, agent) as found:
        return json_answer(verify_attachments_flow(found.place, body.ids))
