"""Who lives here, and how one of them stands."""

from __future__ import annotations

from typing import NamedTuple

from fastapi import Request, Response

from wakeline.base.errors import NotFound, WakelineError
from wakeline.flows.common.pages import Page
from wakeline.flows.home.status import Status
from wakeline.interfaces.rest.problems import problem_responses
from wakeline.interfaces.rest.routes.shared import USUAL, AgentName, Cursor, Limit, router
from wakeline.interfaces.rest.service import agent_of, caller_of, service_of
from wakeline.interfaces.rest.wire import json_answer
from wakeline.interfaces.schemas import answer_model, page_model
from wakeline.model.identity import Identity

routes = router("agents", prefix="/api/agents")


class Resident(NamedTuple):
    """An agent, or why it cannot be read; one that cannot must not hide the others."""

    name: str
    display_name: str | None
    person_name: str | None
    problem: str | None


@routes.get("", response_model=page_model(Resident))
def list_agents(request: Request, limit: Limit = 50, cursor: Cursor = None) -> Response:
    """The agents that the token reaches, by name."""
    service, caller = service_of(request), caller_of(request)
    with service.residents.tenant(caller.tenant) as home:
        names = home.port.agents()
    reached = [name for name in names if caller.agent in (None, name) and name > (cursor or "")]
    found = [resident for name in reached[:limit] if (resident := _resident(request, name))]
    return json_answer(Page(tuple(found), reached[limit - 1] if len(reached) > limit else None))


def _resident(request: Request, name: str) -> Resident | None:
    try:
        with agent_of(request, name) as agent:
            return Resident(name, agent.identity.display_name, agent.identity.person_name, None)
    except NotFound:
        return None  # it was there a moment ago
    except WakelineError as error:
        return Resident(name, None, None, type(error).__name__)


@routes.get("/{agent}", response_model=answer_model(Identity), responses=problem_responses(*USUAL))
def get_agent(request: Request, agent: AgentName) -> Response:
    """Who one agent is."""
    with agent_of(request, agent) as found:
        return json_answer(found.identity)


@routes.get(
    "/{agent}/status", response_model=answer_model(Status), responses=problem_responses(*USUAL)
)
def get_status(request: Request, agent: AgentName) -> Response:
    """How one agent stands: sessions, counts, what is open."""
    with agent_of(request, agent) as found:
        return json_answer(found.status())
