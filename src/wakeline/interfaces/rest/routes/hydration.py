"""An agent's context as one document, by the parameters of its query. Reads only."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request, Response

from wakeline.base.errors import Invalid
from wakeline.interfaces.rest import bodies
from wakeline.interfaces.rest.problems import problem_responses
from wakeline.interfaces.rest.routes.shared import USUAL, router
from wakeline.interfaces.rest.service import agent_of, caller_of
from wakeline.interfaces.rest.wire import json_answer
from wakeline.interfaces.schemas import answer_model
from wakeline.model.hydration import HydrationContext

routes = router("hydration", prefix="/api")


@routes.get(
    "/hydrate", response_model=answer_model(HydrationContext), responses=problem_responses(*USUAL)
)
def hydrate(request: Request, query: Annotated[bodies.Hydrate, Query()]) -> Response:
    """Put an agent's context together without waking it. Nothing is recorded."""
    name = query.ai_name or caller_of(request).agent
    if name is None:
        raise Invalid(
            "it is not said whose context this is to be.",
            todo="Give aiName, or use a token for one agent.",
        )
    with agent_of(request, name) as found:
        return json_answer(found.hydrate(**query.wanted()))
