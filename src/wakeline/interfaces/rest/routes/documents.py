"""Identity documents to read and to propose. Deciding about them is the operator's."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from fastapi import Path, Query, Request, Response

from wakeline.flows.identity.document_diff import document_diff
from wakeline.flows.identity.documents import write_document
from wakeline.interfaces.rest import bodies
from wakeline.interfaces.rest.problems import problem_responses
from wakeline.interfaces.rest.routes.shared import (
    USUAL,
    WRITING,
    AgentName,
    Cursor,
    Limit,
    a_page,
    router,
)
from wakeline.interfaces.rest.service import actor_of, agent_of, caller_of, origin_of
from wakeline.interfaces.rest.wire import json_answer
from wakeline.interfaces.schemas import answer_model, page_model
from wakeline.model.identity import Document, DocumentKind

routes = router("documents", prefix="/api/agents/{agent}/documents")
Kind = Annotated[DocumentKind, Path(alias="kind")]


class Difference(NamedTuple):
    """What a proposed version changes, as a unified diff."""

    diff: str


@routes.get("", response_model=page_model(Document), responses=problem_responses(*USUAL))
def list_documents(
    request: Request, agent: AgentName, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Versions that are in force or wait for a decision, newest first."""
    return a_page(request, agent, "documents", limit, cursor)


@routes.post(
    "",
    response_model=answer_model(Document),
    status_code=201,
    responses=problem_responses(*WRITING),
)
def propose_document(request: Request, agent: AgentName, body: bodies.NewDocument) -> Response:
    """Propose a version."""
    caller = caller_of(request)
    with agent_of(request, agent) as found:
        proposed = write_document(
            found.place,
            body.kind,
            body.text,
            actor=actor_of(caller) or found.identity.name,
            origin=origin_of(caller, None),
        )
    return json_answer(proposed, status=201)


@routes.get(
    "/{kind}/diff", response_model=answer_model(Difference), responses=problem_responses(*USUAL)
)
def get_difference(
    request: Request,
    agent: AgentName,
    kind: Kind,
    version: Annotated[int | None, Query(ge=1, le=bodies.MOST_NUMBER)] = None,
) -> Response:
    """What the newest proposed version, or a named one, would change."""
    with agent_of(request, agent) as found:
        return json_answer(Difference(document_diff(found.place, kind, version=version)))
