"""One table of calibrations: how to read the distances of each embedder.

Cosines of different embedders are not comparable: what is near for one is far for another.
Here each embedder has curves that map its distances to one scale from 0 to 1, on which a small
edit stays below 0.01, healthy growth below 0.3, and another topic is near 1. It does not know
what is compared, and loads no embedder.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isnan
from typing import Final, NamedTuple

SMALL_EDIT: Final = 0.01
HEALTHY_GROWTH: Final = 0.3
# For a state that has nothing in common with the one before. Just below the value of a reversal,
# so that no rewording, however free, ranks above a reversal.
TOP: Final = 0.89

Curve = tuple[tuple[float, float], ...]


class Likeness(NamedTuple):
    """The cosine up to which two pieces are unrelated, and from which they say the same."""

    unrelated: float
    same: float

    def share(self, cosine: float) -> float:
        """How much of one piece the other one also says, in 0..1."""
        return max(0.0, min(1.0, (cosine - self.unrelated) / (self.same - self.unrelated)))


class Calibration(NamedTuple):
    """How to read the vectors of one embedder.

    `states` maps the distance of states compared piece by piece, `whole` the cosine distance
    of the vectors of two whole texts.
    """

    words: Likeness
    sentences: Likeness
    states: Curve
    whole: Curve


TABLE: Final[dict[str, Calibration]] = {
    "static": Calibration(
        words=Likeness(0.0, 0.4),
        sentences=Likeness(0.0, 0.8),
        states=(
            (0, 0),
            (0.05, 0.01),
            (0.25, 0.05),
            (0.5, 0.15),
            (0.75, 0.3),
            (0.85, 0.65),
            (1, TOP),
        ),
        whole=((0, 0), (0.06, 0.01), (0.25, 0.08), (0.55, 0.3), (0.8, 0.7), (1, 1)),
    ),
    "minilm": Calibration(
        words=Likeness(0.2, 0.65),
        sentences=Likeness(0.2, 0.8),
        states=(
            (0, 0),
            (0.05, 0.01),
            (0.25, 0.05),
            (0.5, 0.15),
            (0.72, 0.3),
            (0.82, 0.65),
            (1, TOP),
        ),
        whole=((0, 0), (0.07, 0.01), (0.2, 0.08), (0.48, 0.3), (0.7, 0.7), (0.95, 1)),
    ),
}
# For embedders that were not measured. With most of them any two texts have a cosine above 0.
UNMEASURED: Final = Calibration(
    words=Likeness(0.3, 0.75),
    sentences=Likeness(0.3, 0.85),
    states=((0, 0), (0.05, 0.01), (0.25, 0.05), (0.5, 0.15), (0.75, 0.3), (0.85, 0.65), (1, TOP)),
    whole=((0, 0), (0.03, 0.01), (0.15, 0.1), (0.35, 0.3), (0.6, 0.7), (0.9, 1)),
)


def calibration_of(embedder: str) -> Calibration:
    """The row of an embedder, by its name or by the fingerprint of its vectors."""
    name, _, _ = embedder.partition(":")
    name, _, _ = name.partition("-")
    return TABLE.get(name, UNMEASURED)


def calibrated_distance(cosine_distance: float, embedder: str) -> float:
    """The distance of two whole texts on the common scale, from their cosine distance."""
    return curve_value(calibration_of(embedder).whole, cosine_distance)


def curve_value(curve: Sequence[tuple[float, float]], raw: float) -> float:
    """The value of a piecewise linear curve; beyond its ends the end values apply."""
    if isnan(raw):
        raise ValueError("a distance that is no number")
    if raw <= curve[0][0]:
        return curve[0][1]
    for (left, low), (right, high) in pairwise(curve):
        if raw <= right:
            return low + (high - low) * (raw - left) / (right - left)
    return curve[-1][1]
