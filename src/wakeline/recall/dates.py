"""Days that a text mentions: written out, or relative to the day on which it was said.

"yesterday", said on 8 May 2023, is 7 May 2023; "last year" is 2022 and no more. A
day is as exact as the text: a month or a day of 0 was not mentioned. English only. It
does not know clock times, nor what happened on a day.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from functools import cache
from typing import Final, NamedTuple


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    # At first use: to compile all takes longer than a hook has, and most texts name no day.
    return re.compile(pattern)


class Day(NamedTuple):
    """A day, a month or a year; 0 stands for a part that was not mentioned."""

    year: int
    month: int = 0
    day: int = 0


MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve".split(), start=1
    )
} | {"a": 1, "an": 1, "a couple of": 2, "a few": 3, "few": 3, "several": 4}
_MONTH_NUMBERS: Final = (
    {name: i for i, name in enumerate(MONTHS, start=1)}
    | {name[:3]: i for i, name in enumerate(MONTHS, start=1)}
    | {"sept": 9}
)

_MONTH: Final = (
    "(?P<month>january|february|march|april|may|june|july|august|september|october|november"
    "|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\\b\\.?"
)
_YEAR: Final = "(?:,?\\s+(?:of\\s+)?(?P<year>(?:19|20)\\d\\d))"
_DAY: Final = "(?P<day>[0-3]?\\d)(?:st|nd|rd|th)?"
_AGO: Final = "|".join(sorted((re.escape(w) for w in _NUMBERS), key=len, reverse=True))

_WRITTEN: Final = (
    "\\b(?P<year>(?:19|20)\\d\\d)-(?P<number>[01]\\d)-(?P<day>[0-3]\\d)\\b",
    f"\\b{_DAY}\\s+(?:of\\s+)?{_MONTH}{_YEAR}?",
    f"\\b{_MONTH}\\s+(?:the\\s+)?{_DAY}\\b(?!\\d){_YEAR}?",
    f"\\b{_MONTH}{_YEAR}",
    # "may" and "march" alone are months only behind a word such as "in" or "since".
    "\\b(?:in|since|until|by|during|of|last|next|this|early|late|mid|before|after|from)"
    f"[ -]{_MONTH}",
    "\\b(?P<month>january|february|april|june|july|august|september|october|november|december)\\b",
    "\\b(?P<year>(?:19|20)\\d\\d)\\b",
)
_RELATIVE: Final = (
    "\\b(?:"
    "(?P<yesterday>yesterday|last night)|(?P<tomorrow>tomorrow)"
    "|(?P<today>today|tonight|this morning|this afternoon|this evening)"
    "|(?P<which>last|next|this past|this|past)\\s+(?P<unit>week(?!end)|weekend|month|year)"
    f"|(?P<near>last|this past|on|this|next)\\s+(?P<weekday>{'|'.join(_WEEKDAYS)})"
    f"|(?P<count>\\d{{1,3}}|{_AGO})\\s+(?P<units>day|week|month|year)s?\\s+ago"
    ")\\b"
)
_HINTS: Final = (
    "\\d|day|night|week|month|year|ago|tomorrow|this|\\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct"
    "|nov|dec)"
)


def days_mentioned(text: str, said_on: date) -> tuple[Day, ...]:
    """The days that a text mentions; relative ones count from the day on which it was said."""
    plain = text.lower()
    if not _compiled(_HINTS).search(plain):
        return ()
    found = [*_written_days(plain, said_on), *_relative_days(plain, said_on)]
    return tuple(dict.fromkeys(found))


def days_in_question(question: str, asked_on: date | None = None) -> tuple[Day, ...]:
    """The days that a question names; a month without its year is that month of any year."""
    plain = question.lower()
    found = list(_written_days(plain, None))
    if asked_on is not None:
        found += _relative_days(plain, asked_on)
    return tuple(dict.fromkeys(found))


def _written_days(plain: str, near: date | None) -> Iterator[Day]:
    """Days that are written out. Each stretch of text is read once, by its most exact form."""
    taken: list[tuple[int, int]] = []
    for form in map(_compiled, _WRITTEN):
        for match in form.finditer(plain):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            day = _day_of(match.groupdict(), near)
            if day is not None:
                taken.append(match.span())
                yield day


def _day_of(parts: dict[str, str | None], near: date | None) -> Day | None:
    month = int(parts.get("number") or 0) or _MONTH_NUMBERS.get(parts.get("month") or "", 0)
    day, year = int(parts.get("day") or 0), int(parts.get("year") or 0)
    if month > 12 or day > 31:
        return None
    if not year and near is not None:
        year = _nearest_year(month, near)
    return Day(year, month, day)


def _nearest_year(month: int, near: date) -> int:
    """The year in which a month is nearest: December, said in January, is last year's."""
    away = month - near.month
    return near.year - (away > 6) + (away < -6)


def _relative_days(plain: str, said_on: date) -> Iterator[Day]:
    for match in _compiled(_RELATIVE).finditer(plain):
        for name, told in _TOLD.items():
            if match[name]:
                yield from told(match, said_on)


def _on(moment: date) -> Day:
    return Day(moment.year, moment.month, moment.day)


def _moved(said_on: date, days: int) -> Iterator[Day]:
    try:
        yield _on(said_on + timedelta(days=days))
    except OverflowError:
        return


def _month_away(said_on: date, months: int) -> Iterator[Day]:
    year, month = divmod(said_on.year * 12 + said_on.month - 1 + months, 12)
    if year > 0:
        yield Day(year, month + 1)


def _by_unit(match: re.Match[str], said_on: date) -> Iterator[Day]:
    """The day of "last week" or "next month": a week is seven days away, a weekend its Saturday."""
    way = {"next": 1, "this": 0}.get(match["which"], -1)
    if match["unit"] == "week":
        yield from _moved(said_on, 7 * way)
    elif match["unit"] == "weekend":
        saturday = 5 - said_on.weekday()
        yield from _moved(said_on, saturday + 7 * (way or 0))
    elif match["unit"] == "month":
        yield from _month_away(said_on, way)
    else:
        yield Day(said_on.year + way)


def _by_weekday(match: re.Match[str], said_on: date) -> Iterator[Day]:
    """The nearest such weekday before, or after for "next"; never the same day."""
    away = _WEEKDAYS.index(match["weekday"]) - said_on.weekday()
    if match["near"] == "next" or (match["near"] == "this" and away > 0):
        yield from _moved(said_on, away if away > 0 else away + 7)
    else:
        yield from _moved(said_on, away if away < 0 else away - 7)


def _by_count(match: re.Match[str], said_on: date) -> Iterator[Day]:
    count = int(match["count"]) if match["count"].isdecimal() else _NUMBERS[match["count"]]
    if match["units"] in ("day", "week"):
        yield from _moved(said_on, -count * (7 if match["units"] == "week" else 1))
    elif match["units"] == "month":
        yield from _month_away(said_on, -count)
    elif count < said_on.year:
        yield Day(said_on.year - count)


_TOLD: Final[dict[str, Callable[[re.Match[str], date], Iterable[Day]]]] = {
    "yesterday": lambda _, said_on: _moved(said_on, -1),
    "tomorrow": lambda _, said_on: _moved(said_on, 1),
    "today": lambda _, said_on: _moved(said_on, 0),
    "unit": _by_unit,
    "weekday": _by_weekday,
    "units": _by_count,
}

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


def day_words(days: Iterable[Day]) -> list[str]:
    """The search words of days: the year, the name of the month, the number of the day."""
    words: dict[str, None] = {}
    for year, month, day in days:
        if year:
            words[str(year)] = None
        if month:
            words[MONTHS[month - 1]] = None
        if day:
            words[str(day)] = None
    return list(words)


def said_on_words(moment: date) -> str:
    """The day on which a turn was said, in words as people write it."""
    return f"{moment.day:02} {MONTHS[moment.month - 1]} {moment.year}"
