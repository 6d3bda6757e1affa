"""Measuring two ways side by side, so that a busy moment of the machine hits both."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import NamedTuple


class Spread(NamedTuple):
    """What many runs took: the median, what one in twenty exceeds, the extremes."""

    p50: float
    p95: float | None = None
    best: float | None = None
    slowest: float | None = None


def spread(seconds: Sequence[float], *, scale: float = 1000.0) -> Spread:
    """The spread of durations, in milliseconds unless another scale is given."""
    ordered = sorted(seconds)
    middle, high = len(ordered) // 2, min(len(ordered) - 1, int(len(ordered) * 0.95))
    shown = (ordered[middle], ordered[high], ordered[0], ordered[-1])
    return Spread(*(value * scale for value in shown))


def seconds_of(act: Callable[..., object], *arguments: object, **options: object) -> float:
    """How long one call takes."""
    begun = perf_counter()
    act(*arguments, **options)
    return perf_counter() - begun


def side_by_side(
    ours: Callable[[int], object],
    other: Callable[[int], object],
    *,
    runs: int,
    warm_up: int,
    between: Callable[[], object] | None = None,
) -> tuple[list[float], list[float]]:
    """Durations of both, run after run in turns; who goes first changes each time.

    `between` runs after each of ours, untimed. The first `warm_up` runs do not count.
    """
    gc.collect()
    found: tuple[list[float], list[float]] = ([], [])
    for i in range(runs + warm_up):
        acts = ((0, ours), (1, other))
        for side, act in acts if i % 2 else acts[::-1]:
            begun = perf_counter()
            act(i)
            taken = perf_counter() - begun
            if i >= warm_up:
                found[side].append(taken)
            if side == 0 and between is not None:
                between()
    return found
