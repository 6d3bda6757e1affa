"""Ways back into a task after a restart. That one may be tried again is the operator's to say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Query, Request, Response

from wakeline.flows.session.restarts import begin_restart as begin_restart_flow
from wakeline.flows.session.restarts import call_in_restart as call_in_restart_flow
from wakeline.flows.session.restarts import continue_restart as went_on_in_restart_flow
from wakeline.flows.session.restarts import fail_call_in_restart as failed_in_restart_flow
from wakeline.flows.session.restarts import get_restart as get_restart_flow
from wakeline.flows.session.restarts import hand_back_restart as hand_back_restart_flow
from wakeline.flows.session.restarts import (
    identify_session_in_restart as identified_in_restart_flow,
)
from wakeline.flows.session.restarts import reach_host_in_restart as reached_in_restart_flow
from wakeline.flows.session.restarts import report_in_restart as report_in_restart_flow
from wakeline.interfaces.rest import restart_bodies as bodies
from wakeline.interfaces.rest.problems import documented
from wakeline.interfaces.rest.routes.shared import (
    USUAL,
    WRITING,
    AgentName,
    Cursor,
    Limit,
    a_page,
    router,
)
from wakeline.interfaces.rest.service import agent_of
from wakeline.interfaces.rest.wire import answered, described, page_of
from wakeline.model.restart import Restart

routes = router("restarts", prefix="/api/agents/{agent}/restarts")
Task = Annotated[str, Query(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f]*$")]


@routes.get("", response_model=page_of(Restart), responses=documented(*USUAL))
def list_restarts(
    request: Request, agent: AgentName, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Ways back, the newest first."""
    return a_page(request, agent, "restarts", limit, cursor)


@routes.get("/one", response_model=described(Restart), responses=documented(*USUAL))
def get_restart(request: Request, agent: AgentName, task: Task) -> Response:
    """The last one of a task."""
    return _run(request, agent, get_restart_flow, task)


@routes.post("/begin", response_model=described(Restart), responses=documented(*WRITING))
def begin_restart(request: Request, agent: AgentName, body: bodies.NewRestart) -> Response:
    """Declare a way back, or go on with the one that is under way. 409 if it is the operator's."""
    given = body.given()
    return _run(request, agent, begin_restart_flow, given.pop("task"), **given)


@routes.post("/call", response_model=described(Restart), responses=documented(*WRITING))
def call_in_restart(request: Request, agent: AgentName, body: bodies.OfTask) -> Response:
    """Count a call before it is made. 409 where none may be made any more."""
    return _run(request, agent, call_in_restart_flow, body.task)


@routes.post("/reached", response_model=described(Restart), responses=documented(*WRITING))
def reached_in_restart(request: Request, agent: AgentName, body: bodies.Found) -> Response:
    """The host was reached, and calls the session by this key."""
    return _run(request, agent, reached_in_restart_flow, body.task, body.key)


@routes.post("/identified", response_model=described(Restart), responses=documented(*WRITING))
def identified_in_restart(request: Request, agent: AgentName, body: bodies.Found) -> Response:
    """The session that goes on; where it is another than before, the restart stops."""
    return _run(request, agent, identified_in_restart_flow, body.task, body.key)


@routes.post("/went-on", response_model=described(Restart), responses=documented(*WRITING))
def went_on_in_restart(request: Request, agent: AgentName, body: bodies.WentOn) -> Response:
    """A call of the continuation worked."""
    return _run(request, agent, went_on_in_restart_flow, body.task, finished=body.finished)


@routes.post("/failed", response_model=described(Restart), responses=documented(*WRITING))
def failed_in_restart(request: Request, agent: AgentName, body: bodies.Failed) -> Response:
    """A call did not work. The phase says whether the restart is over."""
    return _run(request, agent, failed_in_restart_flow, body.task, body.failure)


@routes.post("/report", response_model=described(Restart), responses=documented(*WRITING))
def report_in_restart(request: Request, agent: AgentName, body: bodies.Reported) -> Response:
    """Tell the operator of something that is not mended on the way."""
    return _run(request, agent, report_in_restart_flow, body.task, body.issue)


@routes.post("/hand-back", response_model=described(Restart), responses=documented(*WRITING))
def hand_back_restart(request: Request, agent: AgentName, body: bodies.Decided) -> Response:
    """Leave the rest to the operator."""
    return _run(request, agent, hand_back_restart_flow, body.task, reason=body.reason)


def _run(
    request: Request, agent: str, flow: Callable[..., Restart], *args: Any, **given: Any
) -> Response:
    with agent_of(request, agent) as found:
        return answered(flow(found.place, *args, **given))
