"""Threads: what lasts while sessions come and go."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request, Response

from wakeline.flows.common.pages import Page
from wakeline.flows.session.threads import ThreadStanding, ThreadWhole
from wakeline.flows.session.threads import get_thread as get_thread_flow
from wakeline.flows.session.threads import list_threads as list_threads_flow
from wakeline.interfaces.rest.problems import problem_responses
from wakeline.interfaces.rest.routes.shared import USUAL, AgentName, Cursor, Limit, router
from wakeline.interfaces.rest.service import agent_of
from wakeline.interfaces.rest.wire import json_answer
from wakeline.interfaces.schemas import answer_model, page_model

routes = router("threads", prefix="/api/agents/{agent}/threads")
# A name may hold any character, a slash too: it stands in the query, not in the path.
ThreadName = Annotated[str, Query(alias="thread", min_length=1, max_length=200)]


@routes.get("", response_model=page_model(ThreadStanding), responses=problem_responses(*USUAL))
def list_threads(
    request: Request, agent: AgentName, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Threads by name, each with its sessions and their modes."""
    with agent_of(request, agent) as found:
        rows = list_threads_flow(found.place, limit=limit + 1, after=cursor)
    more = rows[limit - 1].thread.id if len(rows) > limit else None
    return json_answer(Page(tuple(rows[:limit]), more))


@routes.get("/one", response_model=answer_model(ThreadWhole), responses=problem_responses(*USUAL))
def get_thread(request: Request, agent: AgentName, thread: ThreadName) -> Response:
    """One thread: its newest sessions, where it stands, and how much each store has of it."""
    with agent_of(request, agent) as found:
        return json_answer(get_thread_flow(found.place, thread))
