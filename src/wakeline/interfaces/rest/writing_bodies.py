"""What a request to search may hold."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from wakeline.interfaces.requests import Body
from wakeline.interfaces.rest.bodies import Name


class Search(Body):
    """A question to what was written down; the journal only if it is named."""

    query: Annotated[str, Field(min_length=1, max_length=10_000)]
    stores: Annotated[list[Name], Field(min_length=1, max_length=20)] | None = None
    k: Annotated[int, Field(ge=1, le=100)] = 5
