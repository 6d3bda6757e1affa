"""What requests about guards may hold, in camelCase."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from wakeline.interfaces.rest.bodies import NAME, Body, Id, Name
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
