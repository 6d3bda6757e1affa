"""The crossing: where an agent stands, what it crossed, what drifted, and a life at a glance."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request, Response

from wakeline.flows.liminal.drift import detect_drift as detect_drift_flow
from wakeline.flows.liminal.state import LiminalStanding, gap_report_by_id, liminal_standing
from wakeline.flows.liminal.state import mark_threshold as mark_threshold_flow
from wakeline.flows.liminal.trends import liminal_trends
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
    run_flow,
)
from wakeline.interfaces.rest.service import agent_of
from wakeline.interfaces.rest.wire import json_answer
from wakeline.interfaces.schemas import answer_model, page_model
from wakeline.liminal.trends import Trends
from wakeline.model.liminal import (
    DriftObservation,
    GapExperience,
    GapReport,
    ThresholdMoment,
    WakeDisorientation,
)

routes = router("liminal", prefix="/api/agents/{agent}/liminal")
Gap = Annotated[
    str | None,
    Query(max_length=100, pattern=r"^[0-9A-Za-z_.:-]+$", description="Its id; else the last."),
]


@routes.get("", response_model=answer_model(LiminalStanding), responses=problem_responses(*USUAL))
def get_state(request: Request, agent: AgentName) -> Response:
    """Where the agent stands now, what that is told from, and the lines that apply."""
    with agent_of(request, agent) as found:
        return json_answer(liminal_standing(found.place))


@routes.get("/report", response_model=answer_model(GapReport), responses=problem_responses(*USUAL))
def get_report(request: Request, agent: AgentName, gap: Gap = None) -> Response:
    """What happened in a gap, the most concerning first, each line with its source."""
    with agent_of(request, agent) as found:
        return json_answer(gap_report_by_id(found.place, gap))


@routes.get("/trends", response_model=answer_model(Trends), responses=problem_responses(*USUAL))
def get_trends(request: Request, agent: AgentName) -> Response:
    """By time of day and length of the gap, how breaks piled up, and what that says."""
    with agent_of(request, agent) as found:
        return json_answer(liminal_trends(found.place))


@routes.get("/gaps", response_model=page_model(GapExperience), responses=problem_responses(*USUAL))
def list_gaps(
    request: Request, agent: AgentName, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Gaps, newest first."""
    return a_page(request, agent, "gaps", limit, cursor)


@routes.get(
    "/gaps/{id}", response_model=answer_model(GapExperience), responses=problem_responses(*USUAL)
)
def get_gap(request: Request, agent: AgentName, gap_id: RowId) -> Response:
    """One gap."""
    return a_row(request, agent, "gaps", gap_id)


@routes.get(
    "/wakes", response_model=page_model(WakeDisorientation), responses=problem_responses(*USUAL)
)
def list_disorientations(
    request: Request, agent: AgentName, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """How wakes were, newest first."""
    return a_page(request, agent, "disorientations", limit, cursor)


@routes.get(
    "/drifts", response_model=page_model(DriftObservation), responses=problem_responses(*USUAL)
)
def list_drifts(
    request: Request,
    agent: AgentName,
    limit: Limit = 100,
    cursor: Cursor = None,
    thread: InThread = None,
) -> Response:
    """What drifted, newest first."""
    return a_page(request, agent, "drifts", limit, cursor, thread=thread)


@routes.post(
    "/drifts",
    response_model=answer_model(DriftObservation) | None,
    responses=problem_responses(*WRITING),
)
def detect_drift(request: Request, agent: AgentName, body: bodies.States) -> Response:
    """Compare a state with what is remembered of it, and keep what was noticed; null if nothing."""
    states = (body.domain, body.subject, body.current, body.remembered)
    return run_flow(request, agent, detect_drift_flow, *states)


@routes.get(
    "/thresholds", response_model=page_model(ThresholdMoment), responses=problem_responses(*USUAL)
)
def list_thresholds(
    request: Request,
    agent: AgentName,
    limit: Limit = 50,
    cursor: Cursor = None,
    thread: InThread = None,
) -> Response:
    """Thresholds, newest first."""
    return a_page(request, agent, "thresholds", limit, cursor, thread=thread)


@routes.post(
    "/thresholds",
    response_model=answer_model(ThresholdMoment),
    status_code=201,
    responses=problem_responses(*WRITING),
)
def mark_threshold(request: Request, agent: AgentName, body: bodies.Threshold) -> Response:
    """Note that a boundary was crossed. Starts and ends of sessions are noted by themselves."""
    crossed = (body.type, body.from_state, body.to_state, body.significance)
    told = {"aware": body.aware, "experience": body.experience}
    return run_flow(request, agent, mark_threshold_flow, *crossed, created=True, **told)
