"""Find rows for a prompt by words and by meaning, in a process that has an index loaded.

A row fits if it shares enough words with the prompt, or if it is near enough in meaning, on
the scale that makes embedders comparable. Nothing is written: the caller notes the uses.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from wakeline.context.quoted_hits import recalled_block
from wakeline.flows.common.place import Place
from wakeline.flows.recall.prompt_by_words import (
    NOTHING,
    UNSERVED,
    excluded_ids,
    fit_to_budget,
    ids_already_shown,
    words_needed,
)
from wakeline.flows.recall.recall import is_valid_at, recall
from wakeline.language.ages import span_text
from wakeline.minds.calibration import calibrated_distance
from wakeline.model.host import RelevantContext
from wakeline.model.memory import Hit
from wakeline.recall.analyse import query_terms, terms

LOOKED_AT: Final = 20
# On the scale on which a rewording is near 0 and another topic near 1.
NEAR: Final = 0.5
MOST_HITS: Final = 5
BY_BOTH: Final = "Found by words and meaning."


def prompt_context_by_meaning(
    place: Place,
    prompt: str,
    *,
    session_id: str | None,
    budget: int,
    compacted_at: datetime | None = None,
) -> RelevantContext | None:
    """The rows that fit a prompt, within a budget; None if meaning cannot be searched here."""
    place.ask("recall")
    if budget <= 0 or not query_terms(prompt):
        return NOTHING
    hits = recall(place, prompt, k=LOOKED_AT)
    embedder = getattr(place.current.held.loaded, "embedder", None)
    if embedder is None:
        return None
    hits = _near(prompt, _new(place, hits, session_id, compacted_at), embedder)[:MOST_HITS]
    kept = fit_to_budget(place, hits, budget)
    if not kept:
        return NOTHING
    now = place.clock.now()
    text = f"{recalled_block(kept, lambda at: f'{span_text(now - at)} ago')}\n\n{BY_BOTH}"
    return RelevantContext(text, tuple(hit.id for hit in kept), place.tokens.count(text))


def _new(
    place: Place, hits: Sequence[Hit], session_id: str | None, compacted_at: datetime | None
) -> list[Hit]:
    """The hits that may be shown and that the session has not seen yet."""
    now = place.clock.now()
    with place.store.reading() as view:
        seen = ids_already_shown(view, session_id, compacted_at)
        seen |= excluded_ids(view, [hit.id for hit in hits], session_id)
    return [
        hit
        for hit in hits
        if hit.kind not in UNSERVED and hit.id not in seen and is_valid_at(hit, now)
    ]


def _near(prompt: str, hits: list[Hit], embedder: Any) -> list[Hit]:
    if not hits:
        return []
    asked = set(query_terms(prompt))
    vectors = embedder.embed([prompt, *(hit.text for hit in hits)])
    cosines = vectors[1:] @ vectors[0]
    return [
        hit
        for hit, cosine in zip(hits, cosines.tolist(), strict=True)
        if len(asked.intersection(terms(hit.text))) >= words_needed(asked)
        or calibrated_distance(1 - cosine, embedder.fingerprint) <= NEAR
    ]
