"""Compare a question with turns token by token.

This finds what the vector of a whole text hides: a long turn with one near sentence.
It does not know where tokens come from.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wakeline.recall.questions import Question

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Vectors = npt.NDArray[np.float32]

# So few that BLAS does not start other threads: waiting for them costs more than they save.
AT_ONCE: Final = 128
UNRELATED: Final = 0.35  # the cosine up to which two tokens are unrelated


class TokenMatch(NamedTuple):
    """Two scores for each turn."""

    met: Floats  # how near its nearest token is to each token of the question, weighted
    about: Floats  # how much of the turn is near to the question


def match_tokens(question: Question, tokens: Ints, sizes: Ints) -> TokenMatch:
    """Compare a question with turns; `tokens` holds one turn after another."""
    met, about = np.zeros(len(sizes)), np.zeros(len(sizes))
    if not len(question.tokens) or not len(tokens):
        return TokenMatch(met, about)
    distinct, place = _distinct(tokens)
    near = _near(question.vectors_of(distinct), question.token_vectors)
    weights = question.weights_of(distinct)
    related = np.maximum(near.max(axis=0) - UNRELATED, 0) * weights
    filled = np.flatnonzero(sizes)
    starts = np.concatenate(([0], np.cumsum(sizes[filled])[:-1]))
    weighed = question.token_weights / question.token_weights.sum()
    for row, weight in zip(near, weighed.tolist(), strict=True):
        met[filled] += weight * np.maximum.reduceat(row[place], starts)
    whole = np.maximum(np.add.reduceat(weights[place], starts), 1e-9)
    about[filled] = np.add.reduceat(related[place], starts) / whole
    return TokenMatch(met, about)


def _near(theirs: Vectors, asked: Vectors) -> Vectors:
    """The cosines of all tokens with those of the question: one row per token of the question."""
    near = np.empty((len(theirs), len(asked)), dtype=np.float32)
    for start in range(0, len(theirs), AT_ONCE):
        some = slice(start, start + AT_ONCE)
        np.matmul(theirs[some], asked.T, out=near[some])
    return np.ascontiguousarray(near.T)


def _distinct(tokens: Ints) -> tuple[Ints, Ints]:
    """The different tokens, sorted, and for each token its place among them."""
    number = np.zeros(int(tokens.max()) + 1, dtype=np.int64)
    number[tokens] = 1
    distinct = np.flatnonzero(number)
    number[distinct] = np.arange(len(distinct))
    return distinct, number[tokens]
