"""The life of a session: wake, record, observe, recall, end; sessions and handoffs to read."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from fastapi import Query, Request, Response

from wakeline.flows.log.observe_many import observe_many as observe_many_flow
from wakeline.flows.log.record import observe as observe_flow
from wakeline.flows.log.record import record as record_flow
from wakeline.flows.recall.recall import recall as recall_flow
from wakeline.flows.session.end import Ended, end
from wakeline.flows.wake.preset_rules import explain_preset as explain_preset_flow
from wakeline.flows.wake.stages import StagesGiven, take_stages
from wakeline.flows.wake.stages import more_stages as more_stages_flow
from wakeline.flows.wake.wake import wake as wake_flow
from wakeline.hydration.preset_rules import WakeSituation
from wakeline.interfaces.rest import bodies
from wakeline.interfaces.rest.problems import problem_responses
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
    router,
)
from wakeline.interfaces.rest.service import agent_of, caller_of, origin_of, service_of
from wakeline.interfaces.rest.wire import json_answer
from wakeline.interfaces.schemas import answer_model, page_model
from wakeline.model.context import PresetRule, Woken
from wakeline.model.log import Kept, KeptMany
from wakeline.model.memory import Hit
from wakeline.model.session import Handoff, Session, Wake

routes = router("sessions", prefix="/api/agents/{agent}")


class Explained(NamedTuple):
    """What `auto` would choose now, which rule says so, and every rule in its order."""

    rule: str
    preset: str
    sources: tuple[str, ...]
    budget: int
    situation: WakeSituation
    rules: tuple[PresetRule, ...]


# What flows call a field that has another name on the wire.
RENAMED = {"session_id": "session", "exchange_id": "exchange"}


@routes.post("/wake", response_model=answer_model(Woken), responses=problem_responses(*WRITING))
def wake(request: Request, agent: AgentName, body: bodies.NewWake) -> Response:
    """Put the agent back together and open a session."""
    with agent_of(request, agent) as found:
        return json_answer(wake_flow(found.place, **body.given()))


@routes.post(
    "/wake-staged", response_model=answer_model(StagesGiven), responses=problem_responses(*WRITING)
)
def wake_staged(request: Request, agent: AgentName, body: bodies.WakeStaged) -> Response:
    """Wake the agent and give the stages that it is oriented enough for, or all by force."""
    with agent_of(request, agent) as found:
        return json_answer(take_stages(found.place, **body.given()))


@routes.get(
    "/explain-preset", response_model=answer_model(Explained), responses=problem_responses(*USUAL)
)
def explain_preset(
    request: Request, agent: AgentName, query: Annotated[bodies.ExplainPreset, Query()]
) -> Response:
    """What the preset `auto` would choose now, and by which rule. Wakes nobody."""
    with agent_of(request, agent) as found:
        chosen = explain_preset_flow(found.place, **query.model_dump())
    return json_answer(
        Explained(**{**chosen._asdict(), "situation": WakeSituation(**chosen.situation)})
    )


@routes.post("/record", response_model=answer_model(Kept), responses=problem_responses(*WRITING))
def record(request: Request, agent: AgentName, body: bodies.Record) -> Response:
    """Keep one exchange, or one half of it. Answered means on disk and found by full text."""
    with agent_of(request, agent) as found:
        return json_answer(record_flow(found.place, **body.given()))


@routes.post("/observe", response_model=answer_model(Kept), responses=problem_responses(*WRITING))
def observe(request: Request, agent: AgentName, body: bodies.Observe) -> Response:
    """Keep one thing that the agent saw or was told of."""
    event = _event(request, body)
    with agent_of(request, agent) as found:
        return json_answer(observe_flow(found.place, event))


@routes.post(
    "/observe-many", response_model=answer_model(KeptMany), responses=problem_responses(*WRITING)
)
def observe_many(request: Request, agent: AgentName, body: bodies.ObserveMany) -> Response:
    """Keep a batch of events, in one transaction."""
    events = [_event(request, event) for event in body.events]
    with agent_of(request, agent) as found:
        return json_answer(observe_many_flow(found.place, events))


def _event(request: Request, body: bodies.Observe) -> dict[str, Any]:
    given = {name: value for name, value in body.given().items() if value is not None}
    if "origin" in given:
        given["origin"] = origin_of(caller_of(request), given["origin"])
    return {RENAMED.get(name, name): value for name, value in given.items()}


@routes.post(
    "/recall",
    response_model=list[answer_model(Hit)],  # type: ignore[misc]
    responses=problem_responses(*WRITING),
)
def recall(request: Request, agent: AgentName, body: bodies.Recall) -> Response:
    """The k rows that answer best, each with why."""
    given = body.given()
    with agent_of(request, agent) as found:
        return json_answer(recall_flow(found.place, given.pop("query"), **given))


@routes.get("/sessions", response_model=page_model(Session), responses=problem_responses(*USUAL))
def list_sessions(
    request: Request,
    agent: AgentName,
    limit: Limit = 50,
    cursor: Cursor = None,
    thread: InThread = None,
) -> Response:
    """Sessions, newest first."""
    return a_page(request, agent, "sessions", limit, cursor, thread=thread)


@routes.get(
    "/sessions/{id}", response_model=answer_model(Session), responses=problem_responses(*USUAL)
)
def get_session(request: Request, agent: AgentName, session_id: RowId) -> Response:
    """One session."""
    return a_row(request, agent, "sessions", session_id)


@routes.post(
    "/sessions/{id}/stages",
    response_model=answer_model(StagesGiven),
    responses=problem_responses(*WRITING),
)
def more_stages(
    request: Request, agent: AgentName, session_id: RowId, body: bodies.MoreStages
) -> Response:
    """The stages of a session's wake behind one that was given, as far as they can be had now."""
    with agent_of(request, agent) as found:
        return json_answer(more_stages_flow(found.place, session_id, **body.given()))


@routes.post(
    "/sessions/{id}/end", response_model=answer_model(Ended), responses=problem_responses(*WRITING)
)
def end_session(
    request: Request, agent: AgentName, session_id: RowId, body: bodies.End
) -> Response:
    """End a session and leave a handoff; without a summary, one is made from its log."""
    fields = {name: value for name, value in body.given().items() if value is not None}
    if body.cognition is not None:
        thought = body.cognition.given()
        fields["cognition"] = {name: value for name, value in thought.items() if value is not None}
    with agent_of(request, agent) as found:
        answer = json_answer(end(found.place, session_id=session_id, **fields))
    # What is derived from the session catches up while its caller goes on.
    service_of(request).residents.settle_soon(caller_of(request).tenant, agent)
    return answer


@routes.get("/wakes", response_model=page_model(Wake), responses=problem_responses(*USUAL))
def list_wakes(
    request: Request,
    agent: AgentName,
    limit: Limit = 50,
    cursor: Cursor = None,
    thread: InThread = None,
) -> Response:
    """What wakes delivered, word for word, newest first."""
    return a_page(request, agent, "wakes", limit, cursor, thread=thread)


@routes.get("/wakes/{id}", response_model=answer_model(Wake), responses=problem_responses(*USUAL))
def get_wake(request: Request, agent: AgentName, wake_id: RowId) -> Response:
    """What one wake delivered; its id is that of its session."""
    return a_row(request, agent, "wakes", wake_id)


@routes.get("/handoffs", response_model=page_model(Handoff), responses=problem_responses(*USUAL))
def list_handoffs(
    request: Request,
    agent: AgentName,
    limit: Limit = 50,
    cursor: Cursor = None,
    thread: InThread = None,
) -> Response:
    """What sessions left, newest first."""
    return a_page(request, agent, "handoffs", limit, cursor, thread=thread)


@routes.get(
    "/handoffs/{id}", response_model=answer_model(Handoff), responses=problem_responses(*USUAL)
)
def get_handoff(request: Request, agent: AgentName, handoff_id: RowId) -> Response:
    """What one session left."""
    return a_row(request, agent, "handoffs", handoff_id)
