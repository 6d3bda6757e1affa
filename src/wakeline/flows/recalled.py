"""What was recalled, as text to put before an agent, counted as used."""

from __future__ import annotations

from typing import Any

from wakeline.context.recalled import recalled_block
from wakeline.flows.place import Place
from wakeline.flows.recall import recall
from wakeline.sessions.age import span_text


def recalled_text(place: Place, query: str, **options: Any) -> str:
    """The hits of a recall as a block of quotes."""
    hits = recall(place, query, injected=True, **options)
    now = place.clock.now()
    return recalled_block(hits, lambda at: f"{span_text(now - at)} ago")
