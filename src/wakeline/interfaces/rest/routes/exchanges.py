"""One exchange with everything that hangs on it."""

from __future__ import annotations

from fastapi import Request, Response

from wakeline.interfaces.rest.problems import problem_responses
from wakeline.interfaces.rest.routes.shared import USUAL, AgentName, RowId, router
from wakeline.interfaces.rest.service import agent_of
from wakeline.interfaces.rest.wire import json_answer
from wakeline.interfaces.schemas import answer_model
from wakeline.model.exchange import FullExchange

routes = router("exchanges", prefix="/api/agents/{agent}/exchanges")


@routes.get("/{id}", response_model=answer_model(FullExchange), responses=problem_responses(*USUAL))
def get_exchange(request: Request, agent: AgentName, any_id: RowId) -> Response:
    """An exchange by its id or that of anything in it: its turns, events, files, measures."""
    with agent_of(request, agent) as found:
        return json_answer(found.exchange(any_id))
