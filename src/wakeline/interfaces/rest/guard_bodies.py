"""What requests about guards and checkpoints may hold, in camelCase."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from wakeline.interfaces.requests import Body
from wakeline.interfaces.rest.bodies import NAME, Id, Name
from wakeline.model.log import Origin

Key = Annotated[str, Field(min_length=1, max_length=200, pattern=NAME)]
Words = Annotated[str, Field(min_length=1, max_length=2000)]


class NewClaim(Body):
    """An action that is about to be done."""

    key: Key
    what: Words
    tool: Name | None = None
    pattern: Annotated[str, Field(max_length=500, pattern=NAME)] | None = Field(
        default=None, description="What the tool is given; * stands for anything."
    )
    minutes: int | None = Field(
        default=None, ge=1, le=10_080, description="How long it holds outside of a session."
    )
    session_id: Id | None = None
    origin: Origin | None = None


class Settled(Body):
    """What came of a claimed action."""

    key: Key
    note: Words | None = None
    session_id: Id | None = None
    origin: Origin | None = None


class Resolved(Body):
    """What became of an action of unknown outcome, and how that is known."""

    key: Key
    outcome: Literal["done", "failed"]
    reason: Words
    origin: Origin | None = None


class Released(Body):
    """An action that may be done again, and why."""

    key: Key
    reason: Words


class NewCheckpoint(Body):
    """What the agent is doing. Without any words, what the log says is taken anew."""

    doing: Annotated[str, Field(max_length=4000)] | None = None
    step: Name | None = None
    next: Annotated[str, Field(max_length=4000)] | None = None
    state: dict[str, Any] | None = Field(default=None, description="What it has in hand.")
    guards: list[Key] = Field(default=[], max_length=20)
    session_id: Id | None = None
    origin: Origin | None = None
