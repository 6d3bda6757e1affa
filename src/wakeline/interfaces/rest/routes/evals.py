"""How an agent looks back: its judgement of sessions beside the log's, and how it speaks."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request, Response

from wakeline.engine.operations.evals import EVALS
from wakeline.flows.assessment.fingerprint import Fingerprint, fingerprint
from wakeline.interfaces.rest.build import build_routes
from wakeline.interfaces.rest.problems import problem_responses
from wakeline.interfaces.rest.routes.shared import USUAL, AgentName
from wakeline.interfaces.rest.service import agent_of
from wakeline.interfaces.rest.wire import json_answer
from wakeline.interfaces.schemas import answer_model

routes = build_routes(EVALS)
Session = Annotated[str | None, Query(max_length=100, pattern=r"^[0-9A-Za-z_.:-]+$")]


@routes.get(
    "/fingerprint", response_model=answer_model(Fingerprint), responses=problem_responses(*USUAL)
)
def get_fingerprint(
    request: Request, agent: AgentName, session: Session = None, against: Session = None
) -> Response:
    """How the agent spoke in a session, against another or against all others together."""
    with agent_of(request, agent) as found:
        return json_answer(fingerprint(found.place, session, against=against))
