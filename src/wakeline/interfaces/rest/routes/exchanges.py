"""One exchange with everything that hangs on it."""

from __future__ import annotations

from fastapi import Request, Response

from wakeline.interfaces.rest.problems import documented
from wakeline.interfaces.rest.routes.shared import USUAL, AgentName, RowId, router
from wakeline.interfaces.rest.service import agent_of
from wakeline.interfaces.rest.wire import answered, described
from wakeline.model.exchange import FullExchange

routes = router("exchanges", prefix="/api/agents/{agent}/exchanges")


@routes.get("/{id}", response_model=described(FullExchange), responses=documented(*USUAL))
def get_exchange(request: Request, agent: AgentName, any_id: RowId) -> Response:
    """An exchange by its id or that of anything in it: its turns, events, files, measures."""
    with agent_of(request, agent) as found:
        return answered(found.exchange(any_id))
