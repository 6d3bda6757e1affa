"""What was recalled, as text to put before an agent, counted as used."""

from __future__ import annotations

from typing import Unpack

from wakeline.context.recalled import recalled_block
from wakeline.flows.place import Place
from wakeline.flows.recall import recall
from wakeline.model.requests import RecallFilters
from wakeline.sessions.age import span_text


def recalled_text(
    place: Place, query: str, *, k: int = 10, **filters: Unpack[RecallFilters]
) -> str:
    """The hits of a recall as a block of quotes."""
    filters["injected"] = True
    hits = recall(place, query, k=k, **filters)
    now = place.clock.now()
    return recalled_block(hits, lambda at: f"{span_text(now - at)} ago")
