"""The ranking strategies of recall, in one table.

`default` is the sum of the features; `rrf` is the seeds' own formula. Each returns
rows in order, their scores, and the parts of each score. `fulltext`, which needs nothing
loaded, lives in `recall.rank`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from wakeline.recall.candidates import MOST_RANKED, PER_ARM, choose_candidates
from wakeline.recall.columns import OWN
from wakeline.recall.features import (
    COMPANY,
    FEATURES,
    FeatureInput,
    company,
    feature_input,
    feature_matrix,
)
from wakeline.recall.ranking import Floats, Ranking, RankingRequest
from wakeline.recall.reciprocal_rank import by_faithful_reciprocal_rank, by_reciprocal_rank

NAMES: Final = (*(feature.name for feature in FEATURES), COMPANY, "said_again", "first_order")


def by_features(asked: RankingRequest) -> Ranking:
    """The best hundred by all features; the others follow in their first order."""
    most = max(PER_ARM, asked.most)
    found = choose_candidates(asked.index, asked.question, asked.passing, most, asked.facts)
    looked_at = feature_input(asked.question, asked.index, found, MOST_RANKED, asked.now)
    ranked = looked_at.ranked
    weight = np.array([asked.weights.get(feature.name, 0.0) for feature in FEATURES])
    shown = np.zeros((len(found.rows), len(NAMES)))
    shown[:ranked, :-3] = feature_matrix(looked_at) * weight
    likely = company(looked_at.columns.stream, shown[:ranked].sum(axis=1))
    shown[:ranked, -3] = likely * asked.weights.get(COMPANY, 0.0)
    shown[:ranked, -2] = newer_turn_gain(looked_at, shown[:ranked].sum(axis=1))
    # The rest never overtake: their scores start below the last ranked row.
    scores = shown[:ranked].sum(axis=1)
    shown[ranked:, -1] = scores.min(initial=0) - found.first.max(initial=0) + found.first[ranked:]
    order = np.arange(len(found.rows))
    order[:ranked] = np.lexsort((-looked_at.columns.seq, -scores))
    shown = shown[order]
    return Ranking(found.rows[order], shown.sum(axis=1), NAMES, shown)


def newer_turn_gain(looked_at: FeatureInput, scores: Floats) -> Floats:
    """The change of scores that gives the newest of equal turns the best place among them.

    Where the same was said several times, in different contexts, the last word counts.
    """
    columns, change = looked_at.columns, np.zeros(len(scores))
    # A turn dated in the future is no last word yet.
    said_at = np.where(columns.at > looked_at.now, -np.inf, columns.at)
    own = looked_at.found.lexical[: looked_at.ranked, OWN]
    # Equal words in equal number: as many words, as rare, as near to the question by themselves.
    alike = (columns.words, columns.speaker, columns.rare, own, *looked_at.compared)
    by_kind: dict[tuple[Any, ...], list[int]] = {}
    for row, key in enumerate(zip(*(np.round(each, 6).tolist() for each in alike), strict=True)):
        by_kind.setdefault(key, []).append(row)
    for rows in by_kind.values():
        if len(rows) > 1:
            newest = sorted(rows, key=lambda row: (-said_at[row], -columns.seq[row]))
            change[newest] = np.sort(scores[rows])[::-1] - scores[newest]
    return change


class Strategy(NamedTuple):
    """A way to rank."""

    rank: Callable[[RankingRequest], Ranking]
    meaning: str


STRATEGIES: Final[Mapping[str, Strategy]] = {
    "default": Strategy(by_features, "the sum of weighted features"),
    "rrf": Strategy(by_reciprocal_rank, "the seeds' reciprocal ranks, recency and thread"),
    "rrf-faithful": Strategy(
        by_faithful_reciprocal_rank, "the same to the letter, which hides unused memories"
    ),
}
