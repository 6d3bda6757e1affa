"""How well the days that a question names meet the days that a turn speaks of."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Final

from wakeline.language.dates import Day

SAME_DAY: Final = 1.0
DAYS_AROUND: Final = 3
AROUND: Final = 0.6
SAME_MONTH: Final = 0.3
MONTH_ASKED: Final = 0.7
YEAR_ASKED: Final = 0.3


def nearness(asked: Iterable[Day], told: Iterable[Day]) -> float:
    """How near the days of a question are to those of a turn, 0 to 1: the best pair counts."""
    told = tuple(told)
    return max((_pair(one, other) for one in asked for other in told), default=0.0)


def _pair(asked: Day, told: Day) -> float:
    if asked.year and asked.year != told.year:
        return _around(asked, told)
    if not asked.month:
        return YEAR_ASKED if asked.year else 0.0
    if asked.month != told.month:
        return _around(asked, told)
    if not asked.day:
        return MONTH_ASKED
    if asked.day == told.day:
        return SAME_DAY
    return _around(asked, told) or SAME_MONTH


def _around(asked: Day, told: Day) -> float:
    """The score of two full dates a few days apart, also across the end of a month; else 0."""
    if not (asked.month and asked.day and told.month and told.day):
        return 0.0
    try:
        first = date(asked.year or told.year, asked.month, asked.day)
        away = abs((first - date(told.year, told.month, told.day)).days)
    except ValueError:
        return 0.0
    return AROUND if away <= DAYS_AROUND else 0.0
