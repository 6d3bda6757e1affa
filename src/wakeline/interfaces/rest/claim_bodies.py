"""What requests about claims may hold."""

from __future__ import annotations

from pydantic import Field

from wakeline.interfaces.requests import Body
from wakeline.interfaces.rest.bodies import Id


class Draft(Body):
    """A text before it is said."""

    text: str = Field(min_length=1, max_length=262_144)
    session_id: Id | None = Field(
        default=None, description="The session in which tools may have looked."
    )
