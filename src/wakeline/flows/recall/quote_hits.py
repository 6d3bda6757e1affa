"""The hits of a recall as text for an agent, counted as used."""

from __future__ import annotations

from typing import Unpack

from wakeline.context.quoted_hits import recalled_block
from wakeline.flows.common.place import Place
from wakeline.flows.recall.recall import recall
from wakeline.language.ages import span_text
from wakeline.model.requests import RecallFilters


def recalled_text(
    place: Place, query: str, *, k: int = 10, **filters: Unpack[RecallFilters]
) -> str:
    """The hits of a recall as a block of quotes."""
    filters["injected"] = True
    hits = recall(place, query, k=k, **filters)
    now = place.clock.now()
    return recalled_block(hits, lambda at: f"{span_text(now - at)} ago")
