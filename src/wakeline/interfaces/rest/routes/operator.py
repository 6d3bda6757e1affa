"""What only the operator does: make agents, say who they are, decide about documents.

These routes hang on a router whose own dependency turns away every token of another role.
"""

from __future__ import annotations

from collections.abc import Callable

from fastapi import Request, Response

from wakeline.flows.home.agents import update_identity
from wakeline.flows.identity.documents import accept_document as accept_document_flow
from wakeline.flows.identity.documents import reject_document as reject_document_flow
from wakeline.flows.identity.documents import write_document as write_document_flow
from wakeline.flows.identity.hand_edits import record_hand_edits
from wakeline.flows.identity.personality_reset import reset_hard, reset_soft, rollback
from wakeline.flows.identity.soul import decide_soul
from wakeline.flows.session.guards import release_guard as release_guard_flow
from wakeline.flows.session.restarts import allow_restart as allow_restart_flow
from wakeline.interfaces.rest import bodies
from wakeline.interfaces.rest.metrics import TYPE
from wakeline.interfaces.rest.problems import problem_responses
from wakeline.interfaces.rest.routes.documents import Kind
from wakeline.interfaces.rest.routes.shared import WRITING, AgentName, RowId, router
from wakeline.interfaces.rest.service import agent_of, caller_of, service_of
from wakeline.interfaces.rest.wire import json_answer
from wakeline.interfaces.schemas import answer_model
from wakeline.model.guard import Guard
from wakeline.model.identity import Document, Identity, SoulEntry
from wakeline.model.personality_status import PersonalityReset
from wakeline.model.restart import Restart
from wakeline.store.folder import name_taken, unknown_agent

routes = router("operator", prefix="/api/operator", for_operator=True)
measures = router("service", prefix="", for_operator=True)


@routes.post(
    "/agents",
    response_model=answer_model(Identity),
    status_code=201,
    responses=problem_responses(*WRITING),
)
def add_agent(request: Request, body: bodies.NewAgent) -> Response:
    """Make an agent."""
    service, caller = service_of(request), caller_of(request)
    if caller.agent is not None:
        raise unknown_agent(body.name, service.location)
    with service.residents.tenant(caller.tenant) as home:
        if home.port.store(body.name) is not None:
            raise name_taken(body.name)
        made = home.agent(body.name, person=body.person, time_zone=body.time_zone).identity
    return json_answer(made, status=201)


@routes.patch(
    "/agents/{agent}", response_model=answer_model(Identity), responses=problem_responses(*WRITING)
)
def change_agent(request: Request, agent: AgentName, body: bodies.ChangeAgent) -> Response:
    """Change what is said of who an agent is."""
    service, caller = service_of(request), caller_of(request)
    with agent_of(request, agent) as found:
        changed = update_identity(found.place, actor=caller.subject, **body.given())
    service.residents.look_again(caller.tenant, agent)
    return json_answer(changed)


@routes.put(
    "/agents/{agent}/documents/{kind}",
    response_model=answer_model(Document),
    responses=problem_responses(*WRITING),
)
def write_document(
    request: Request, agent: AgentName, kind: Kind, body: bodies.DocumentText
) -> Response:
    """Write a document that is in force at once."""
    subject = caller_of(request).subject
    with agent_of(request, agent) as found:
        record_hand_edits(found.place)
        written = write_document_flow(found.place, kind, body.text, actor=subject, confirmed=True)
    return json_answer(written)


@routes.post(
    "/agents/{agent}/documents/{kind}/accept",
    response_model=answer_model(Document),
    responses=problem_responses(*WRITING),
)
def accept_document(
    request: Request, agent: AgentName, kind: Kind, body: bodies.DocumentDecision
) -> Response:
    """Put a proposed version in force."""
    return _decided(request, agent, kind, body, accept_document_flow)


@routes.post(
    "/agents/{agent}/documents/{kind}/reject",
    response_model=answer_model(Document),
    responses=problem_responses(*WRITING),
)
def reject_document(
    request: Request, agent: AgentName, kind: Kind, body: bodies.DocumentDecision
) -> Response:
    """Refuse a proposed version."""
    return _decided(request, agent, kind, body, reject_document_flow)


@routes.post(
    "/agents/{agent}/soul/{id}/accept",
    response_model=answer_model(SoulEntry),
    responses=problem_responses(*WRITING),
)
def accept_soul(request: Request, agent: AgentName, entry_id: RowId) -> Response:
    """Let what the agent asked for be: an entry comes, or goes."""
    return _soul_decided(request, agent, entry_id, accept=True)


@routes.post(
    "/agents/{agent}/soul/{id}/reject",
    response_model=answer_model(SoulEntry),
    responses=problem_responses(*WRITING),
)
def reject_soul(request: Request, agent: AgentName, entry_id: RowId) -> Response:
    """Refuse what the agent asked for."""
    return _soul_decided(request, agent, entry_id, accept=False)


@routes.post(
    "/agents/{agent}/guards/release",
    response_model=answer_model(Guard),
    responses=problem_responses(*WRITING),
)
def release_guard(request: Request, agent: AgentName, body: bodies.Released) -> Response:
    """Let an action be done again, though it is done or nobody knows."""
    subject = caller_of(request).subject
    with agent_of(request, agent) as found:
        return json_answer(
            release_guard_flow(found.place, body.key, reason=body.reason, actor=subject)
        )


@routes.post(
    "/agents/{agent}/restarts/allow",
    response_model=answer_model(Restart),
    responses=problem_responses(*WRITING),
)
def allow_restart(request: Request, agent: AgentName, body: bodies.Decided) -> Response:
    """Let a task be started again whose way back ended with the operator."""
    subject = caller_of(request).subject
    with agent_of(request, agent) as found:
        return json_answer(
            allow_restart_flow(found.place, body.task, reason=body.reason, actor=subject)
        )


def _soul_decided(request: Request, agent: str, entry_id: str, *, accept: bool) -> Response:
    subject = caller_of(request).subject
    with agent_of(request, agent) as found:
        return json_answer(decide_soul(found.place, entry_id, accept=accept, actor=subject))


def _decided(
    request: Request,
    agent: str,
    kind: str,
    body: bodies.DocumentDecision,
    decision: Callable[..., Document],
) -> Response:
    subject = caller_of(request).subject
    with agent_of(request, agent) as found:
        record_hand_edits(found.place)
        return json_answer(decision(found.place, kind, version=body.version, actor=subject))


@routes.post(
    "/agents/{agent}/personality/reset",
    response_model=answer_model(PersonalityReset),
    responses=problem_responses(*WRITING),
)
def reset_personality(request: Request, agent: AgentName, body: bodies.Reset) -> Response:
    """Take out what contradicts the core, or go back to the core. A rollback takes it back."""
    return _reset(request, agent, {"soft": reset_soft, "hard": reset_hard}[body.level])


@routes.post(
    "/agents/{agent}/personality/rollback",
    response_model=answer_model(PersonalityReset),
    responses=problem_responses(*WRITING),
)
def roll_personality_back(request: Request, agent: AgentName, body: bodies.Rollback) -> Response:
    """Bring back the snapshot of a date. History stays, and gets one entry more."""
    return _reset(request, agent, rollback, body.date)


def _reset(
    request: Request, agent: str, flow: Callable[..., PersonalityReset], *given: str
) -> Response:
    subject = caller_of(request).subject
    with agent_of(request, agent) as found:
        return json_answer(flow(found.place, *given, actor=subject))


@measures.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
def get_metrics(request: Request) -> Response:
    """What the server counts, for Prometheus."""
    return Response(service_of(request).metrics.text(), media_type=TYPE)
