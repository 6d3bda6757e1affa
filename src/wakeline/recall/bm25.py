"""The two factors of BM25: how rare a term is, and how much of it a row holds (k1 0.9, b 0.4)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

K1: Final = 0.9
B: Final = 0.4
HIGHEST: Final = K1 + 1  # every strength is below it


def rarity(rows: int, holders: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """The weight of a term that `holders` of all rows hold (BM25's idf)."""
    found: npt.NDArray[np.float64] = np.log(
        1 + (rows - np.asarray(holders) + 0.5) / (np.asarray(holders) + 0.5)
    )
    return found


def term_strength(
    counts: npt.NDArray[Any], relative_lengths: npt.NDArray[Any]
) -> npt.NDArray[np.float32]:
    """How strongly rows hold a term, from its counts and the relative length of each row."""
    found = counts * HIGHEST / (counts + K1 * (1 - B + B * relative_lengths))
    return found.astype(np.float32)
