"""Fit the weights of features to questions whose evidence is known.

Each piece of evidence should rank above all candidates that are none: a softmax of its
score against theirs, averaged over the evidence of a question, with a small penalty on
large weights. The loss is convex, so the weights do not depend on where the search starts.
It takes Newton steps, halved where they go too far. It does not know what the features are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

PENALTY: Final = 5e-4
MOST_STEPS: Final = 50
CLOSE_ENOUGH: Final = 1e-3


class Lesson(NamedTuple):
    """One question: its candidates' features, which of them are evidence, and its weight."""

    features: Floats
    is_evidence: Bools
    weight: float

    @property
    def teaches(self) -> bool:
        return bool(self.is_evidence.any() and not self.is_evidence.all())


class _Contests(NamedTuple):
    """One contest per piece of evidence: it comes first, then all that are none; padded."""

    features: Floats  # contests, candidates, features
    is_there: Bools
    share: Floats  # how much each contest counts


class _Judged(NamedTuple):
    """The loss at some weights, its gradient, and its Hessian."""

    loss: float
    slope: Floats
    bend: Floats


def fit(lessons: Sequence[Lesson], start: Floats | None = None) -> Floats:
    """The weights that rank evidence highest."""
    contests = _contests([lesson for lesson in lessons if lesson.teaches])
    weights = np.zeros(contests.features.shape[2]) if start is None else start
    here = _judged(contests, weights)
    for _ in range(MOST_STEPS):
        step = np.linalg.solve(here.bend, here.slope)
        there = _judged(contests, weights - step)
        while there.loss > here.loss and np.abs(step).max() > CLOSE_ENOUGH:
            step = step / 2
            there = _judged(contests, weights - step)
        weights, here = weights - step, there
        if np.abs(step).max() < CLOSE_ENOUGH:
            break
    return weights


def _contests(lessons: Sequence[Lesson]) -> _Contests:
    blocks, shares = [], []
    for features, is_evidence, weight in lessons:
        others = features[~is_evidence]
        for evidence in features[is_evidence]:
            blocks.append(np.vstack((evidence, others)))
            shares.append(weight / np.count_nonzero(is_evidence))
    longest = max(map(len, blocks))
    padded = np.zeros((len(blocks), longest, blocks[0].shape[1]))
    is_there = np.zeros((len(blocks), longest), dtype=np.bool_)
    for i, block in enumerate(blocks):
        padded[i, : len(block)] = block
        is_there[i, : len(block)] = True
    share = np.array(shares)
    return _Contests(padded, is_there, share / share.sum())


def _judged(contests: _Contests, weights: Floats) -> _Judged:
    features, is_there, share = contests
    scores = np.where(is_there, features @ weights, -np.inf)
    highest = scores.max(axis=1)
    raised = np.exp(scores - highest[:, None])
    total = raised.sum(axis=1)
    odds = raised / total[:, None]
    mean = np.einsum("ic,icf->if", odds, features)
    flat = features.reshape(-1, len(weights))
    spread = (flat * (odds * share[:, None]).reshape(-1, 1)).T @ flat
    return _Judged(
        float(share @ (highest + np.log(total) - scores[:, 0]) + PENALTY * weights @ weights),
        share @ (mean - features[:, 0]) + 2 * PENALTY * weights,
        spread - (mean * share[:, None]).T @ mean + 2 * PENALTY * np.eye(len(weights)),
    )
