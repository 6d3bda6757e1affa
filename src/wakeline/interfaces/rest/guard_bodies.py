"""What requests about guards and checkpoints may hold, in camelCase."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from wakeline.interfaces.requests import Body
from wakeline.interfaces.rest.bodies import NAME, Id, Name
from wakeline.model.log import Origin

Key = Annotated[str, Field(min_length=1, max_length=200, pattern=NAME)]
Words = Annotated[str, Field(min_length=1, max_length=2000)]


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
