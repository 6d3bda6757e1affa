"""How far two whole texts are apart: 1 - cosine, on the scale of all embedders.

An embedder may read only the beginning of a long text, so a text is embedded in stretches and
its vector is their mean by length. Without an embedder it goes by which words stand how often.
It does not know what the texts are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Final

from wakeline.minds.calibration import calibrated
from wakeline.minds.states import words_of
from wakeline.ports.minds import TextEmbedder

MOST_STRETCH: Final = 1000  # characters: less than any embedder reads at once
MOST_READ: Final = 64_000
BY_WORDS: Final = "words"


def text_distance(before: str, after: str, embedder: TextEmbedder | None) -> float:
    """From 0, the same, to 1. By words where there is no embedder."""
    if before.split() == after.split():
        return 0.0
    if embedder is None:
        return calibrated(_word_distance(before, after), BY_WORDS)
    old, new = stretches(before), stretches(after)
    rows = embedder.embed([*old, *new]).tolist()
    left, right = _mean(old, rows[: len(old)]), _mean(new, rows[len(old) :])
    return calibrated(_cosine_distance(left, right), embedder.fingerprint)


def stretches(text: str) -> list[str]:
    """A text in stretches, cut where a line or a word ends. One at least."""
    left = text[:MOST_READ].strip()
    found: list[str] = []
    while len(left) > MOST_STRETCH:
        end = left.rfind("\n", MOST_STRETCH // 2, MOST_STRETCH)
        end = end if end > 0 else left.rfind(" ", MOST_STRETCH // 2, MOST_STRETCH)
        end = end if end > 0 else MOST_STRETCH
        found.append(left[:end].strip())
        left = left[end:].strip()
    return [*found, left] if left or not found else found


def _mean(texts: Sequence[str], rows: Sequence[Sequence[float]]) -> list[float]:
    return [
        sum(len(text) * number for text, number in zip(texts, column, strict=True))
        for column in zip(*rows, strict=True)
    ]


def _cosine_distance(left: Sequence[float], right: Sequence[float]) -> float:
    lengths = sqrt(sum(x * x for x in left)) * sqrt(sum(y * y for y in right))
    if not lengths:  # one of them says nothing that the embedder knows
        return 1.0
    return max(0.0, 1.0 - sum(x * y for x, y in zip(left, right, strict=True)) / lengths)


def _word_distance(before: str, after: str) -> float:
    old, new = Counter(words_of(before[:MOST_READ])), Counter(words_of(after[:MOST_READ]))
    words = sorted(old.keys() | new.keys())
    return _cosine_distance([old[word] for word in words], [new[word] for word in words])
