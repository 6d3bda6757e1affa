"""The distance of two whole texts: 1 - cosine, on the common scale of all embedders.

An embedder may read only the beginning of a long text, so a text is embedded in stretches and
its vector is their mean, weighted by length. In a long text a new sentence hardly shows, so changes
are also measured piece by piece. Without an embedder the words of both texts are compared. It does
not know what the texts are.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from wakeline.minds.calibration import calibrated_distance
from wakeline.minds.state_distance import state_distance, state_pieces, words_of
from wakeline.ports.minds import TextEmbedder

MOST_STRETCH: Final = 1000  # characters: less than any embedder reads at once
MOST_READ: Final = 64_000
BY_WORDS: Final = "words"


def text_distance(before: str, after: str, embedder: TextEmbedder | None) -> float:
    """The distance from 0 (the same) to 1. By words if there is no embedder."""
    if before.split() == after.split():
        return 0.0
    if max(len(before), len(after)) > MOST_READ:
        before, after = _differing_first(before, after)
    if embedder is None:
        return calibrated_distance(_word_distance(before, after), BY_WORDS)
    old, new = text_stretches(before), text_stretches(after)
    rows = embedder.embed([*old, *new]).tolist()
    left, right = _mean(old, rows[: len(old)]), _mean(new, rows[len(old) :])
    return calibrated_distance(_cosine_distance(left, right), embedder.fingerprint)


def change_distance(before: str, after: str, embedder: TextEmbedder | None) -> float:
    """As `text_distance`, but at least the share of what was added or removed."""
    whole = text_distance(before, after, embedder)
    if embedder is None or before.split() == after.split():
        return whole
    before, after = _differing_first(before, after)
    old, new = state_pieces(before).texts, state_pieces(after).texts
    pieces = list(dict.fromkeys((*old, *new)))
    rows = dict(zip(pieces, embedder.embed(pieces).tolist(), strict=True)) if pieces else {}
    by_pieces = state_distance(
        before,
        [rows[piece] for piece in old],
        after,
        [rows[piece] for piece in new],
        embedder=embedder.fingerprint,
    )
    return max(whole, by_pieces or 0.0)


def _differing_first(before: str, after: str) -> tuple[str, str]:
    """Both texts with the lines that differ moved to the front, so that they are not cut off."""
    old, new = before.split("\n"), after.split("\n")
    both = {*old} & {*new}
    first, second = (
        "\n".join(sorted(lines, key=lambda line: line in both)) for lines in (old, new)
    )
    return first, second


def text_stretches(text: str) -> list[str]:
    """Split a text into stretches at ends of lines or words. Returns at least one."""
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
    if not lengths:  # the embedder knows no word of one of them
        return 1.0
    return max(0.0, 1.0 - sum(x * y for x, y in zip(left, right, strict=True)) / lengths)


def _word_distance(before: str, after: str) -> float:
    old, new = set(words_of(before[:MOST_READ])), set(words_of(after[:MOST_READ]))
    words = sorted(old | new)
    return _cosine_distance(*([float(word in said) for word in words] for said in (old, new)))
