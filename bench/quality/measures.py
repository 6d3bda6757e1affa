"""Measures of a ranking, for questions whose evidence is known.

Recall at k is the share of the evidence among the first k; nDCG at 10 also counts how
high it ranks; MRR is one over the place of the first. Pure counting.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

DEPTHS: Final = (5, 10, 20)
NDCG_DEPTH: Final = 10


class Measures(NamedTuple):
    """The measures of one question, or their means over many; each from 0 to 1."""

    recall_5: float
    recall_10: float
    recall_20: float
    ndcg: float
    mrr: float


def measured(found: Sequence[str], evidence: AbstractSet[str]) -> Measures:
    """One question: what was found, best first, against what should be."""
    at_5, at_10, at_20 = (len(evidence & set(found[:k])) / len(evidence) for k in DEPTHS)
    places = [place for place, row in enumerate(found, start=1) if row in evidence]
    gain = sum(1 / math.log2(1 + place) for place in places if place <= NDCG_DEPTH)
    ideal = sum(1 / math.log2(1 + p) for p in range(1, 1 + min(len(evidence), NDCG_DEPTH)))
    first = 1 / places[0] if places else 0.0
    return Measures(at_5, at_10, at_20, gain / ideal, first)


def mean(measures: Sequence[Measures]) -> Measures:
    """The mean of each measure."""
    return Measures(*(sum(column) / len(measures) for column in zip(*measures, strict=True)))
