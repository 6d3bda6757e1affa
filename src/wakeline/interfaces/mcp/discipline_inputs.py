"""What the tools take that keep an agent from repeating, contradicting and making things up."""

from __future__ import annotations

from pydantic import Field

from wakeline.interfaces.mcp.inputs import Hits
from wakeline.interfaces.requests import Body
from wakeline.interfaces.rest.bodies import Names


class Asked(Body):
    """What to look for, and where."""

    query: str
    stores: Names | None = Field(
        default=None,
        description="decisions, facts, principles, knowledge, letters, journal; else all but it.",
    )
    k: Hits = 5
