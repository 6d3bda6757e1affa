"""Trends over many wakes: by the time of day, by the length of the gap, over time.

It says only what the counts support: a difference between two groups is a finding if both have
enough wakes and one is clearly above the other. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from statistics import fmean, median
from typing import Final, NamedTuple

# The hours at which the parts of the person's day begin, latest first.
PARTS: Final[tuple[tuple[str, int], ...]] = (
    ("night", 22),
    ("evening", 18),
    ("afternoon", 12),
    ("morning", 6),
    ("night", 0),
)
ORDER: Final = ("morning", "afternoon", "evening", "night")
LENGTHS: Final[tuple[tuple[str, timedelta], ...]] = (
    ("under 30 min", timedelta(minutes=30)),
    ("under 4 h", timedelta(hours=4)),
    ("under a day", timedelta(days=1)),
    ("under 3 days", timedelta(days=3)),
    ("3 days or more", timedelta.max),
)
LEAST_WAKES: Final = 5  # of a group, before anything is said of it
CLEARLY: Final = 1.25  # times as much
FRAGMENTED: Final = 0.5
RISING: Final = 0.15
MOST_POINTS: Final = 60  # of the series that is drawn


class WakeRecord(NamedTuple):
    """One wake, with its moment in the person's time zone."""

    at: datetime
    away: timedelta | None
    disorientation: float
    time_to_orient: timedelta | None
    discontinuity: float | None


class WakeGroup(NamedTuple):
    """The figures of the wakes at one time of day, or after gaps of one length."""

    name: str
    wakes: int
    disorientation: float
    oriented: int  # the number of wakes with a known time to orient
    seconds_to_orient: float | None  # the median of these times


class DiscontinuityPoint(NamedTuple):
    """The sense of discontinuity after the gaps of one stretch."""

    at: datetime
    discontinuity: float
    gaps: int


class TrendFinding(NamedTuple):
    """One conclusion from the figures, and the number of wakes behind it."""

    text: str
    wakes: int


class Trends(NamedTuple):
    """The longitudinal view."""

    wakes: int
    since: datetime | None
    until: datetime | None
    by_time_of_day: tuple[WakeGroup, ...]
    by_gap_length: tuple[WakeGroup, ...]
    fragmentation: tuple[DiscontinuityPoint, ...]
    findings: tuple[TrendFinding, ...]


def find_trends(crossings: Sequence[WakeRecord]) -> Trends:
    """The trends over all wakes, which are given oldest first."""
    parts = _groups(crossings, lambda one: part_of_day(one.at), ORDER)
    lengths = _groups(
        (one for one in crossings if one.away is not None),
        lambda one: gap_length(one.away or timedelta(0)),
        [name for name, _ in LENGTHS],
    )
    points = _points(crossings)
    findings = (
        *_contrasts("in the ", parts),
        *_contrasts("after gaps of ", lengths),
        *_fragmentation(points, len(crossings)),
    )
    return Trends(
        wakes=len(crossings),
        since=crossings[0].at if crossings else None,
        until=crossings[-1].at if crossings else None,
        by_time_of_day=parts,
        by_gap_length=lengths,
        fragmentation=points,
        findings=findings,
    )


def part_of_day(at: datetime) -> str:
    """The part of the day of a moment, in its own time zone."""
    return next(name for name, begins in PARTS if at.hour >= begins)


def gap_length(away: timedelta) -> str:
    """The group of a gap's length."""
    return next(name for name, most in LENGTHS if away < most)


def _groups(
    crossings: Iterable[WakeRecord], key: Callable[[WakeRecord], str], order: Sequence[str]
) -> tuple[WakeGroup, ...]:
    found: dict[str, list[WakeRecord]] = {}
    for one in crossings:
        found.setdefault(key(one), []).append(one)
    return tuple(_group(name, found[name]) for name in order if name in found)


def _group(name: str, crossings: Sequence[WakeRecord]) -> WakeGroup:
    known = [
        one.time_to_orient.total_seconds() for one in crossings if one.time_to_orient is not None
    ]
    return WakeGroup(
        name=name,
        wakes=len(crossings),
        disorientation=fmean(one.disorientation for one in crossings),
        oriented=len(known),
        seconds_to_orient=median(known) if known else None,
    )


def _points(crossings: Sequence[WakeRecord]) -> tuple[DiscontinuityPoint, ...]:
    """The series in at most `MOST_POINTS` points: each is the last of its stretch."""
    gaps = [(one.at, one.discontinuity) for one in crossings if one.discontinuity is not None]
    size = max(1, -(-len(gaps) // MOST_POINTS))
    stretches = [gaps[i : i + size] for i in range(0, len(gaps), size)]
    return tuple(DiscontinuityPoint(*stretch[-1], len(stretch)) for stretch in stretches)


def _contrasts(where: str, groups: Sequence[WakeGroup]) -> list[TrendFinding]:
    """Findings where the highest and the lowest group differ clearly."""
    found = []
    enough = [group for group in groups if group.wakes >= LEAST_WAKES]
    if len(enough) >= 2:
        low = min(enough, key=lambda group: group.disorientation)
        high = max(enough, key=lambda group: group.disorientation)
        if high.disorientation >= CLEARLY * low.disorientation > 0:
            found.append(
                TrendFinding(
                    f"disorientation is {high.disorientation:.2f} {where}{high.name} "
                    f"({high.wakes} wakes) and {low.disorientation:.2f} {where}{low.name} "
                    f"({low.wakes})",
                    high.wakes + low.wakes,
                )
            )
    timed = [group for group in groups if group.oriented >= LEAST_WAKES]
    if len(timed) >= 2:
        fast = min(timed, key=lambda group: group.seconds_to_orient or 0)
        slow = max(timed, key=lambda group: group.seconds_to_orient or 0)
        if (slow.seconds_to_orient or 0) >= CLEARLY * max(fast.seconds_to_orient or 0, 1):
            found.append(
                TrendFinding(
                    f"orienting takes {_minutes(slow)} {where}{slow.name} ({slow.oriented} wakes) "
                    f"and {_minutes(fast)} {where}{fast.name} ({fast.oriented})",
                    slow.oriented + fast.oriented,
                )
            )
    return found


def _minutes(group: WakeGroup) -> str:
    return f"{(group.seconds_to_orient or 0) / 60:.1f} min"


def _fragmentation(points: Sequence[DiscontinuityPoint], wakes: int) -> list[TrendFinding]:
    """Findings on discontinuity: whether it is high, and how it changed over the last half."""
    gaps = sum(point.gaps for point in points)
    if gaps < LEAST_WAKES:
        return []
    last = points[-1].discontinuity
    middle = points[len(points) // 2].discontinuity
    found = []
    if last > FRAGMENTED:
        found.append(
            TrendFinding(
                f"breaks have piled up: discontinuity is {last:.2f} after {gaps} gaps", gaps
            )
        )
    if abs(last - middle) >= RISING:
        moved = "rose" if last > middle else "fell"
        since = points[len(points) // 2].at.date().isoformat()
        found.append(
            TrendFinding(
                f"discontinuity {moved} from {middle:.2f} to {last:.2f} since {since}", wakes
            )
        )
    return found
