"""Fit the weights of features to questions whose evidence is known.

Each piece of evidence should stand above all that is none: a softmax of its score
against theirs, averaged over the evidence of a question, with a small penalty on large
weights. The loss is convex, so the weights do not depend on where the search starts.
Plain gradient steps with momentum; it does not know what the features are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

PENALTY: Final = 5e-4
MOST_STEPS: Final = 4000
RATE: Final = 0.5
MOMENTUM: Final = 0.9
CLOSE_ENOUGH: Final = 2e-4


class Lesson(NamedTuple):
    """One question: the features of its candidates, which hold evidence, how much it counts."""

    features: Floats
    is_evidence: Bools
    weight: float

    @property
    def teaches(self) -> bool:
        return bool(self.is_evidence.any() and not self.is_evidence.all())


def fit(lessons: Sequence[Lesson], start: Floats | None = None) -> Floats:
    """The weights that put evidence first."""
    useful = [lesson for lesson in lessons if lesson.teaches]
    weights = np.zeros(useful[0].features.shape[1]) if start is None else start.copy()
    packed = _packed(useful)
    speed = np.zeros_like(weights)
    for _ in range(MOST_STEPS):
        slope = _slope(packed, weights)
        speed = MOMENTUM * speed - RATE * slope
        weights = weights + speed
        if np.abs(slope).max() < CLOSE_ENOUGH:
            break
    return weights


class _Packed(NamedTuple):
    """All lessons in one, question after question."""

    features: Floats
    question: npt.NDArray[np.int64]  # of each candidate
    starts: npt.NDArray[np.int64]
    is_evidence: Bools
    share: Floats  # of each candidate that is evidence: its question's weight, divided


def _packed(lessons: Sequence[Lesson]) -> _Packed:
    sizes = [len(lesson.is_evidence) for lesson in lessons]
    whole = sum(lesson.weight for lesson in lessons)
    shares = [
        lesson.is_evidence * lesson.weight / whole / lesson.is_evidence.sum() for lesson in lessons
    ]
    return _Packed(
        np.concatenate([lesson.features for lesson in lessons]),
        np.repeat(np.arange(len(lessons)), sizes),
        np.concatenate(([0], np.cumsum(sizes)[:-1])),
        np.concatenate([lesson.is_evidence for lesson in lessons]),
        np.concatenate(shares),
    )


def _slope(packed: _Packed, weights: Floats) -> Floats:
    """The slope of the loss. Each piece of evidence stands against all that is none."""
    scores = packed.features @ weights
    highest = np.maximum.reduceat(scores, packed.starts)[packed.question]
    raised = np.exp(scores - highest)
    others = np.add.reduceat(np.where(packed.is_evidence, 0, raised), packed.starts)
    total = raised + others[packed.question]
    # How much each candidate pulls: evidence upwards, the others down by their share of each.
    pull = np.where(packed.is_evidence, packed.share * (raised / total - 1), 0)
    pressure = np.add.reduceat(packed.share / total, packed.starts)[packed.question]
    pull += np.where(packed.is_evidence, 0, raised * pressure)
    slope: Floats = pull @ packed.features + 2 * PENALTY * weights
    return slope
