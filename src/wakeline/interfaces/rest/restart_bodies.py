"""What requests about restarts may hold, in camelCase."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from wakeline.interfaces.requests import Body
from wakeline.interfaces.rest.bodies import NAME

Label = Annotated[str, Field(min_length=1, max_length=200, pattern=NAME)]
Words = Annotated[str, Field(min_length=1, max_length=2000)]


class OfTask(Body):
    """The task whose way back is meant."""

    task: Label


class NewRestart(OfTask):
    """A way back: from which session, to go on with what, in how many calls."""

    session_key: Label
    message: Words
    budget: int = Field(ge=1, le=1000, description="Calls that going on may take.")


class Found(OfTask):
    """What the host calls the session now."""

    key: Label


class WentOn(OfTask):
    """A call of the continuation that worked."""

    finished: bool = Field(default=False, description="Whether it was the last.")


class Failed(OfTask):
    """A call that did not work."""

    failure: Words


class Reported(OfTask):
    """Something that is not mended on the way."""

    issue: Words


class Decided(OfTask):
    """Why the rest is left to the operator, or why the operator lets it be tried again."""

    reason: Words
