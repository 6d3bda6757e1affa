"""The input and the output of every ranking strategy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wakeline.recall.features import WEIGHTS
from wakeline.recall.index import Index
from wakeline.recall.questions import Question

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

MOST_SHOWN: Final = 6  # parts of a score; the weaker ones are summed up


@dataclass(frozen=True, slots=True)
class RankingRequest:
    """A question, the index it is put to, and the options of the caller."""

    question: Question
    index: Index
    now: float  # seconds since 1970
    passing: Bools | None = None
    thread: str | None = None
    named: Sequence[Ints] = ()  # rows that mention an entity of the question, by hops from it
    # Rows that state a relation which the question names, the most certain first.
    stated: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    facts: Ints | None = None  # rows of facts that are true then; None if not looked up
    uses: Mapping[int, int] = field(default_factory=dict)  # how often memories were used, by seq
    most: int = 0  # rows wanted; if more than an arm gives, each arm gives more
    weights: Mapping[str, float] = field(default_factory=lambda: WEIGHTS)


class Ranking(NamedTuple):
    """Rows, best first, their scores, and the parts of each score by name."""

    rows: Ints
    scores: Floats
    names: tuple[str, ...]
    parts: Floats  # one row per hit, one column per name

    def why(self, place: int) -> dict[str, float]:
        """The parts of a row's score that are not 0, strongest first, weak ones as "rest"."""
        parts = zip(self.names, self.parts[place].tolist(), strict=True)
        strongest = sorted(((n, v) for n, v in parts if v), key=lambda part: -abs(part[1]))
        if len(strongest) <= MOST_SHOWN:
            return dict(strongest)
        rest = sum(value for _, value in strongest[MOST_SHOWN - 1 :])
        return {**dict(strongest[: MOST_SHOWN - 1]), "rest": rest}
