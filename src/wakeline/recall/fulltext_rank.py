"""Rank the hits of full text search: by words, with a small advantage for recent rows.

score = bm25 * (1 + 0.15 * exp(-age in days / 14)). It does not know where the
candidates came from or who asks.
"""

import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from wakeline.model.log import Origin
from wakeline.model.memory import Hit

RECENCY_WEIGHT = 0.15
RECENCY_TAU_DAYS = 14.0
SECONDS_A_DAY = 86_400


class Candidate(NamedTuple):
    """A row that may answer, whatever table it lives in."""

    seq: int
    id: str
    source_id: str | None
    kind: str
    text: str
    at: datetime
    speaker: str | None
    thread_id: str | None
    project_id: str | None
    origin: Origin
    trust: float
    metadata: dict[str, Any]
    role: str | None = None


def recency(at: datetime, now: datetime) -> float:
    """1 now, falling by a factor e every 14 days; a moment in the future counts as now."""
    days = max(0.0, (now - at).total_seconds() / SECONDS_A_DAY)
    return math.exp(-days / RECENCY_TAU_DAYS)


def rank(
    candidates: Sequence[Candidate], words: Mapping[int, float], *, now: datetime, k: int
) -> list[Hit]:
    """The k best hits, each with its share of words and recency. Ties: the newer first."""
    scored = []
    for candidate in candidates:
        bm25 = words[candidate.seq]
        fresh = RECENCY_WEIGHT * recency(candidate.at, now)
        scored.append((bm25 * (1 + fresh), candidate, {"words": bm25, "recency": bm25 * fresh}))
    scored.sort(key=lambda item: (-item[0], -item[1].seq))
    return [make_hit(candidate, score, why) for score, candidate, why in scored[:k]]


def make_hit(candidate: Candidate, score: float, why: dict[str, float]) -> Hit:
    """A candidate as a hit."""
    return Hit(
        id=candidate.id,
        source_id=candidate.source_id,
        kind=candidate.kind,
        text=candidate.text,
        at=candidate.at,
        score=score,
        why=why,
        speaker=candidate.speaker,
        thread_id=candidate.thread_id,
        origin=candidate.origin,
        trust=candidate.trust,
        metadata=candidate.metadata,
    )
