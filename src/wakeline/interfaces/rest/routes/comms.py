"""What was told to whom."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request, Response

from wakeline.flows.beliefs.comms import check_draft as check_draft_flow
from wakeline.flows.beliefs.comms import note_telling as note_telling_flow
from wakeline.flows.beliefs.comms import tellings_to as told_to_flow
from wakeline.flows.beliefs.comms import withdraw_telling as withdraw_telling_flow
from wakeline.interfaces.rest import belief_bodies as bodies
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
from wakeline.model.decision import CommsWarning, Telling

routes = router("comms", prefix="/api/agents/{agent}/comms")
Named = Annotated[str, Query(max_length=200, pattern=r"^[^\x00-\x1f]+$")]


@routes.get("", response_model=page_of(Telling), responses=documented(*USUAL))
def list_tellings(
    request: Request,
    agent: AgentName,
    limit: Limit = 50,
    cursor: Cursor = None,
    thread: InThread = None,
) -> Response:
    """What was told to anybody, the last written down first."""
    return a_page(request, agent, "tellings", limit, cursor, thread=thread)


@routes.post("", response_model=described(Telling), status_code=201, responses=documented(*WRITING))
def note_telling(request: Request, agent: AgentName, body: bodies.NewTelling) -> Response:
    """Note what a contact was told."""
    return done(request, agent, note_telling_flow, created=True, **body.given())


@routes.get(
    "/about",
    response_model=list[described(Telling)],  # type: ignore[misc]
    responses=documented(*USUAL),
)
def told_to(
    request: Request, agent: AgentName, contact: Named, topic: Named | None = None
) -> Response:
    """What a contact was told, the newest first."""
    with agent_of(request, agent) as found:
        return answered(told_to_flow(found.place, contact, topic=topic))


@routes.post(
    "/check",
    response_model=list[described(CommsWarning)],  # type: ignore[misc]
    responses=documented(*WRITING),
)
def check_draft(request: Request, agent: AgentName, body: bodies.Draft) -> Response:
    """What of a draft contradicts or repeats what its reader was told. Changes nothing."""
    with agent_of(request, agent) as found:
        return answered(check_draft_flow(found.place, **body.given()))


@routes.delete("/{id}", response_model=described(Telling), responses=documented(*WRITING))
def withdraw_telling(request: Request, agent: AgentName, telling_id: RowId) -> Response:
    """Say that it was not told after all, or was taken back. Its row stays."""
    return done(request, agent, withdraw_telling_flow, telling_id)
