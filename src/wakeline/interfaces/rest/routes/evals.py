"""How an agent looks back: its judgement of sessions beside the log's, and how it speaks."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request, Response

from wakeline.flows.assessment.evals import EvalComparison, EvalMeans
from wakeline.flows.assessment.evals import add_eval as add_eval_flow
from wakeline.flows.assessment.evals import mean_evals as mean_evals_flow
from wakeline.flows.assessment.fingerprint import Fingerprint, fingerprint
from wakeline.interfaces.rest import writing_bodies as bodies
from wakeline.interfaces.rest.problems import documented
from wakeline.interfaces.rest.routes.shared import (
    USUAL,
    WRITING,
    AgentName,
    Cursor,
    InThread,
    Limit,
    a_page,
    done,
    router,
)
from wakeline.interfaces.rest.service import agent_of
from wakeline.interfaces.rest.wire import answered, described, page_of
from wakeline.model.writings import SessionEval

routes = router("evals", prefix="/api/agents/{agent}")
Session = Annotated[str | None, Query(max_length=100, pattern=r"^[0-9A-Za-z_.:-]+$")]


@routes.get("/evals", response_model=page_of(SessionEval), responses=documented(*USUAL))
def list_evals(
    request: Request,
    agent: AgentName,
    limit: Limit = 50,
    cursor: Cursor = None,
    thread: InThread = None,
) -> Response:
    """Sessions that were judged, newest first, each with what the log said of it."""
    return a_page(request, agent, "evals", limit, cursor, thread=thread)


@routes.post("/evals", response_model=described(EvalComparison), responses=documented(*WRITING))
def add_eval(request: Request, agent: AgentName, body: bodies.NewEval) -> Response:
    """Judge a session; judged again, it is judged anew."""
    return done(request, agent, add_eval_flow, **body.given())


@routes.get("/evals/means", response_model=described(EvalMeans), responses=documented(*USUAL))
def mean_evals(
    request: Request, agent: AgentName, limit: Annotated[int, Query(ge=1, le=1000)] = 1000
) -> Response:
    """The mean of each dimension, the agent's own beside the log's."""
    with agent_of(request, agent) as found:
        return answered(mean_evals_flow(found.place, limit=limit))


@routes.get("/fingerprint", response_model=described(Fingerprint), responses=documented(*USUAL))
def get_fingerprint(
    request: Request, agent: AgentName, session: Session = None, against: Session = None
) -> Response:
    """How the agent spoke in a session, against another or against all others together."""
    with agent_of(request, agent) as found:
        return answered(fingerprint(found.place, session, against=against))
