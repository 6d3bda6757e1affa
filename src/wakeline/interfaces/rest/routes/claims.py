"""What a draft claims, held against the record."""

from __future__ import annotations

from fastapi import Request, Response

from wakeline.interfaces.rest.claim_bodies import Draft
from wakeline.interfaces.rest.problems import documented
from wakeline.interfaces.rest.routes.shared import WRITING, AgentName, router
from wakeline.interfaces.rest.service import agent_of
from wakeline.interfaces.rest.wire import answered, described
from wakeline.model.belief import DraftCheck

routes = router("claims", prefix="/api/agents/{agent}/check")


@routes.post("", response_model=described(DraftCheck), responses=documented(*WRITING))
def check(request: Request, agent: AgentName, body: Draft) -> Response:
    """Numbers, attributions, deeds and states of a draft, each with its verdict and source."""
    with agent_of(request, agent) as found:
        return answered(found.check(body.text, session_id=body.session_id))
