"""What the tools take that keep an agent from repeating, contradicting and making things up."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from wakeline.interfaces.mcp.inputs import Hits, Limit
from wakeline.interfaces.requests import Body
from wakeline.interfaces.rest.bodies import Id, Moment, Names
from wakeline.model.decision import DecisionState

Score = Annotated[int, Field(ge=1, le=5)]


class NewDecision(Body):
    """Something that was decided against."""

    decision: str = Field(description="Such as: no Redis for the queue.")
    reason: str | None = None
    decided_at: Moment | None = None
    replaces: Id | None = Field(default=None, description="The decision that this one reverses.")
    source_ids: Names = Field(default=[], description="Turns that say so.")


class Action(Body):
    """What you are about to do."""

    action: str
    k: int = Field(8, ge=0, le=50, description="How many of the nearest decisions.")


class WantedDecisions(Body):
    """Which decisions."""

    state: DecisionState | None = None
    limit: Limit = 50


class Answer(Body):
    """What you are about to say."""

    draft: str


class Asked(Body):
    """What to look for, and where."""

    query: str
    stores: Names | None = Field(
        default=None,
        description="decisions, facts, principles, knowledge, letters, journal; else all but it.",
    )
    k: Hits = 5


class Judgement(Body):
    """How this session went, each from 1 to 5."""

    focus: Score
    depth: Score
    restraint: Score
    learning: Score
    honesty: Score
    note: str | None = None
