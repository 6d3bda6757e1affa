"""What state an agent is in."""

from __future__ import annotations

from fastapi import Request, Response

from wakeline.interfaces.rest.problems import problem_responses
from wakeline.interfaces.rest.routes.shared import USUAL, AgentName, Limit, router
from wakeline.interfaces.rest.service import agent_of
from wakeline.interfaces.rest.wire import json_answer
from wakeline.interfaces.schemas import answer_model
from wakeline.model.cognition import EntropyNow

routes = router("cognition", prefix="/api/agents/{agent}/entropy")


@routes.get("", response_model=answer_model(EntropyNow), responses=problem_responses(*USUAL))
def get_entropy(request: Request, agent: AgentName, limit: Limit = 20) -> Response:
    """How unsettled the latest exchanges were, and what made them so."""
    with agent_of(request, agent) as found:
        return json_answer(found.entropy(limit=limit))
