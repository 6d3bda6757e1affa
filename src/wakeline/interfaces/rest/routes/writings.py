"""What an agent writes of its own accord: letters and its journal."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request, Response

from wakeline.flows.recall.search_stores import StoreHits
from wakeline.flows.recall.search_stores import search as search_flow
from wakeline.flows.writings.journal import search_journal as search_journal_flow
from wakeline.flows.writings.journal import write_journal as write_journal_flow
from wakeline.flows.writings.letters import get_letter as get_letter_flow
from wakeline.flows.writings.letters import write_letter as write_letter_flow
from wakeline.interfaces.rest import writing_bodies as bodies
from wakeline.interfaces.rest.bodies import NAME
from wakeline.interfaces.rest.problems import documented
from wakeline.interfaces.rest.routes.shared import (
    USUAL,
    WRITING,
    AgentName,
    Cursor,
    InThread,
    Limit,
    RowId,
    a_page,
    a_row,
    done,
    router,
)
from wakeline.interfaces.rest.service import agent_of
from wakeline.interfaces.rest.wire import answered, described, page_of
from wakeline.model.memory import Hit
from wakeline.model.writings import JournalEntry, Letter

routes = router("writings", prefix="/api/agents/{agent}")


@routes.get("/letters", response_model=page_of(Letter), responses=documented(*USUAL))
def list_letters(
    request: Request,
    agent: AgentName,
    limit: Limit = 50,
    cursor: Cursor = None,
    thread: InThread = None,
) -> Response:
    """Letters, newest first."""
    return a_page(request, agent, "letters", limit, cursor, thread=thread)


@routes.post(
    "/letters", response_model=described(Letter), status_code=201, responses=documented(*WRITING)
)
def write_letter(request: Request, agent: AgentName, body: bodies.NewLetter) -> Response:
    """Write a letter; a stream that is not given is read from the log of the session."""
    given = body.given()
    if given.get("stream") is not None:
        given["stream"] = [
            entry if isinstance(entry, str) else entry.given() for entry in given["stream"]
        ]
    return done(request, agent, write_letter_flow, created=True, **given)


@routes.get("/letters/latest", response_model=described(Letter), responses=documented(*USUAL))
def latest_letter(request: Request, agent: AgentName) -> Response:
    """The latest letter, whoever wrote it."""
    with agent_of(request, agent) as found:
        return answered(get_letter_flow(found.place))


@routes.get("/letters/{id}", response_model=described(Letter), responses=documented(*USUAL))
def get_letter(request: Request, agent: AgentName, letter_id: RowId) -> Response:
    """One letter."""
    return a_row(request, agent, "letters", letter_id)


@routes.get("/journal", response_model=page_of(JournalEntry), responses=documented(*USUAL))
def list_journal(
    request: Request,
    agent: AgentName,
    limit: Limit = 50,
    cursor: Cursor = None,
    thread: InThread = None,
) -> Response:
    """Entries of the journal, newest first."""
    return a_page(request, agent, "journal", limit, cursor, thread=thread)


@routes.post(
    "/journal",
    response_model=described(JournalEntry),
    status_code=201,
    responses=documented(*WRITING),
)
def write_journal(request: Request, agent: AgentName, body: bodies.NewJournalEntry) -> Response:
    """Write an entry of the journal."""
    given = body.given()
    return done(request, agent, write_journal_flow, given.pop("text"), created=True, **given)


@routes.get("/journal/search", response_model=list[described(Hit)], responses=documented(*USUAL))  # type: ignore[misc]
def search_journal(
    request: Request,
    agent: AgentName,
    query: Annotated[str, Query(min_length=1, max_length=1000, pattern=NAME)],
    k: Annotated[int, Query(ge=1, le=100)] = 10,
) -> Response:
    """The entries that answer a question best."""
    with agent_of(request, agent) as found:
        return answered(search_journal_flow(found.place, query, k=k))


@routes.get("/journal/{id}", response_model=described(JournalEntry), responses=documented(*USUAL))
def get_journal(request: Request, agent: AgentName, entry_id: RowId) -> Response:
    """One entry of the journal."""
    return a_row(request, agent, "journal", entry_id)


@routes.post("/search", response_model=list[described(StoreHits)], responses=documented(*WRITING))  # type: ignore[misc]
def search(request: Request, agent: AgentName, body: bodies.Search) -> Response:
    """What each store of what was written down answers, each in its own way."""
    given = body.given()
    with agent_of(request, agent) as found:
        return answered(search_flow(found.place, given.pop("query"), **given))
