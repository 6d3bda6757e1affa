"""What requests about letters, the journal and evaluations may hold."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from wakeline.interfaces.requests import Body
from wakeline.interfaces.rest.bodies import Id, Moment, Name
from wakeline.writings.letters import MOST_FACTS, MOST_STREAM

Score = Annotated[int, Field(ge=1, le=5)]


class Action(Body):
    """An entry of a letter's stream."""

    text: str
    at: Moment | None = None


class NewLetter(Body):
    """What a session writes to those after it; at least one section says something."""

    title: Name | None = None
    facts: Annotated[list[str], Field(max_length=MOST_FACTS)] | None = None
    intent: str | None = None
    stream: Annotated[list[str | Action], Field(max_length=MOST_STREAM)] | None = None
    whats_next: str | None = None
    composting: str | None = None
    unfinished: str | None = None
    session_id: Id | None = None


class NewJournalEntry(Body):
    """What an agent thought about itself."""

    text: str
    title: Name | None = None
    mood: Name | None = None
    session_id: Id | None = None


class NewEval(Body):
    """How a session is judged: the one that is named, else the open one, else the last."""

    focus: Score
    depth: Score
    restraint: Score
    learning: Score
    honesty: Score
    note: str | None = None
    session_id: Id | None = None


class Search(Body):
    """A question to what was written down; the journal only if it is named."""

    query: Annotated[str, Field(min_length=1, max_length=10_000)]
    stores: Annotated[list[Name], Field(min_length=1, max_length=20)] | None = None
    k: Annotated[int, Field(ge=1, le=100)] = 5
