"""What requests about decisions, principles and comms may hold; nothing else is let in."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from wakeline.interfaces.requests import Body
from wakeline.interfaces.rest.bodies import NAME, Id, Moment, Names
from wakeline.model.log import Origin

Reason = Annotated[str, Field(max_length=4000)]
Text = Annotated[str, Field(max_length=2000)]
Pattern = Annotated[str, Field(max_length=500, pattern=NAME)]


class NewDecision(Body):
    """What was decided against. One that `replaces` another ends it."""

    decision: Annotated[str, Field(max_length=2000)]
    reason: Reason | None = None
    decided_at: Moment | None = None
    replaces: Id | None = None
    source_ids: Names = Field(default=[])
    origin: Origin | None = None


class Action(Body):
    """What somebody is about to do."""

    action: Annotated[str, Field(max_length=65_536)]


class WeighedAction(Action):
    """The same, and how many of the nearest decisions are wanted."""

    k: Annotated[int, Field(ge=0, le=50)] = 8


class Confirmed(Body):
    """That a decision holds, and why."""

    reason: Reason | None = None
    origin: Origin | None = None


class Reversed(Body):
    """That a decision holds no longer, and why."""

    because: Reason | None = None
    origin: Origin | None = None
