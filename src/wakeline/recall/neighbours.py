"""How much the neighbours of a turn in its session count for it.

A short turn is often understood only with the one before it ("yes, in May"). A neighbour
counts more the nearer and the shorter it is: 60 words of it at most. It does not
know whether terms or vectors are passed on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]
    Floats = npt.NDArray[np.float32]

# Distance in turns, and how much a neighbour counts. Measured: see docs/recall.md.
AROUND: Final = {-1: 0.4, 1: 0.3, -2: 0.3, 2: 0.2, -3: 0.1, 3: 0.1}
BEFORE: Final = {-1: 0.5, -2: 0.3, -3: 0.1}
MEANING: Final = {-1: 0.4, 1: 0.4, -2: 0.2, 2: 0.2}
REACH: Final = 3
WORDS_THAT_COUNT: Final = 60.0


def length_damping(words: Ints) -> Floats:
    """How much of a neighbour counts, by its length."""
    import numpy as np

    damped: Floats = np.minimum(1.0, WORDS_THAT_COUNT / np.maximum(words, 1)).astype(np.float32)
    return damped


def neighbours_at(before: Ints, after: Ints, start: Ints, away: int) -> Ints:
    """The turns that stand `away` turns from each of `start`; -1 where there is none."""
    import numpy as np

    link = before if away < 0 else after
    here = start
    for _ in range(abs(away)):
        here = np.where(here >= 0, link[here], -1)
    return here
