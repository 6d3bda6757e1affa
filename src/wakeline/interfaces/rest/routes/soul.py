"""What an agent holds to, and its diary. Deciding about the soul is the operator's."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Request, Response

from wakeline.flows.identity.soul import add_to_soul as add_to_soul_flow
from wakeline.flows.identity.soul import remove_from_soul as remove_from_soul_flow
from wakeline.flows.writings.diary import search_diary as search_diary_flow
from wakeline.flows.writings.diary import show_diary as show_diary_flow
from wakeline.flows.writings.diary import write_diary as write_diary_flow
from wakeline.interfaces.rest import bodies
from wakeline.interfaces.rest.problems import documented
from wakeline.interfaces.rest.routes.shared import (
    USUAL,
    WRITING,
    AgentName,
    Cursor,
    Limit,
    RowId,
    a_page,
    done,
    router,
)
from wakeline.interfaces.rest.service import agent_of
from wakeline.interfaces.rest.wire import answered, described, page_of
from wakeline.model.identity import SoulEntry
from wakeline.model.memory import DiaryPage, Hit

routes = router("soul", prefix="/api/agents/{agent}")
Day = Annotated[str, Path(alias="day", pattern=r"^\d{4}-\d{2}-\d{2}$")]


@routes.get("/soul", response_model=page_of(SoulEntry), responses=documented(*USUAL))
def list_soul(
    request: Request, agent: AgentName, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Every entry, newest first: what holds, what waits, and what was removed or refused."""
    return a_page(request, agent, "soul", limit, cursor)


@routes.post(
    "/soul", response_model=described(SoulEntry), status_code=201, responses=documented(*WRITING)
)
def add_to_soul(request: Request, agent: AgentName, body: bodies.NewSoulEntry) -> Response:
    """Add an entry; where the operator decides, it is proposed."""
    return done(request, agent, add_to_soul_flow, body.kind, body.text, created=True)


@routes.delete("/soul/{id}", response_model=described(SoulEntry), responses=documented(*WRITING))
def remove_from_soul(request: Request, agent: AgentName, entry_id: RowId) -> Response:
    """Take an entry away, or ask for it where the operator decides. Its row stays."""
    return done(request, agent, remove_from_soul_flow, entry_id)


@routes.get("/diary", response_model=page_of(DiaryPage), responses=documented(*USUAL))
def list_diary(
    request: Request, agent: AgentName, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """The pages that were begun last, first."""
    return a_page(request, agent, "diary", limit, cursor)


@routes.post("/diary", response_model=described(DiaryPage), responses=documented(*WRITING))
def write_diary(request: Request, agent: AgentName, body: bodies.NewSection) -> Response:
    """Add a section to the page of a day, today's unless another is named."""
    given = body.given()
    return done(request, agent, write_diary_flow, given.pop("text"), **given)


@routes.get("/diary/search", response_model=list[described(Hit)], responses=documented(*USUAL))  # type: ignore[misc]
def search_diary(
    request: Request,
    agent: AgentName,
    query: Annotated[str, Query(min_length=1, max_length=1000, pattern=bodies.NAME)],
    k: Annotated[int, Query(ge=1, le=100)] = 10,
) -> Response:
    """The pages that answer a question best."""
    with agent_of(request, agent) as found:
        return answered(search_diary_flow(found.place, query, k=k))


@routes.get("/diary/{day}", response_model=described(DiaryPage), responses=documented(*USUAL))
def show_diary(request: Request, agent: AgentName, day: Day) -> Response:
    """The page of a day with all its sections."""
    with agent_of(request, agent) as found:
        return answered(show_diary_flow(found.place, day))
