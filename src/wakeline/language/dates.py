"""Days that a text speaks of: written out, or told from the day on which it was said.

"yesterday", said on 8 May 2023, is 7 May 2023; "last year" is 2022 and no more. A
day is kept as far as it was said: a month or a day of 0 was not. English only. It
does not know clock times, nor what happened on a day.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from functools import cache
from typing import Final, NamedTuple

from wakeline.language.calendar import (
    UNMISTAKABLE_MONTHS,
    month_names,
    month_numbers,
    weekday_names,
)
from wakeline.language.numbers import small_numbers
from wakeline.language.word_lists import any_of, word_values


class Day(NamedTuple):
    """A day, a month or a year; 0 stands for what was not said."""

    year: int
    month: int = 0
    day: int = 0


@cache
def _counts() -> dict[str, int]:
    return small_numbers() | word_values("en", "vague_counts")


@cache
def _written_forms() -> tuple[re.Pattern[str], ...]:
    """The forms of a written day, those first that say most."""
    month = rf"(?P<month>{any_of(month_numbers())})\b\.?"
    year = r"(?:,?\s+(?:of\s+)?(?P<year>(?:19|20)\d\d))"
    day = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
    alone = "|".join(UNMISTAKABLE_MONTHS)
    forms = (
        r"\b(?P<year>(?:19|20)\d\d)-(?P<number>[01]\d)-(?P<day>[0-3]\d)\b",
        rf"\b{day}\s+(?:of\s+)?{month}{year}?",
        rf"\b{month}\s+(?:the\s+)?{day}\b(?!\d){year}?",
        rf"\b{month}{year}",
        r"\b(?:in|since|until|by|during|of|last|next|this|early|late|mid|before|after|from)"
        f"[ -]{month}",
        rf"\b(?P<month>{alone})\b",
        r"\b(?P<year>(?:19|20)\d\d)\b",
    )
    return tuple(map(re.compile, forms))


@cache
def _relative_form() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:"
        "(?P<yesterday>yesterday|last night)|(?P<tomorrow>tomorrow)"
        "|(?P<today>today|tonight|this morning|this afternoon|this evening)"
        r"|(?P<which>last|next|this past|this|past)\s+(?P<unit>week(?!end)|weekend|month|year)"
        rf"|(?P<near>last|this past|on|this|next)\s+(?P<weekday>{'|'.join(weekday_names())})"
        rf"|(?P<count>\d{{1,3}}|{any_of(_counts())})\s+(?P<units>day|week|month|year)s?\s+ago"
        r")\b"
    )


@cache
def _hints() -> re.Pattern[str]:
    """What every text has that names a day."""
    months = "|".join(name[:3] for name in month_names())
    return re.compile(rf"\d|day|night|week|month|year|ago|tomorrow|this|\b(?:{months})")


def days_told(text: str, said_on: date) -> tuple[Day, ...]:
    """The days that a text speaks of, told from the day on which it was said."""
    plain = text.lower()
    if not _hints().search(plain):
        return ()
    found = [*_written_days(plain, said_on), *_relative_days(plain, said_on)]
    return tuple(dict.fromkeys(found))


def days_asked(question: str, asked_on: date | None = None) -> tuple[Day, ...]:
    """The days that a question names; a month without its year is that month of any year."""
    plain = question.lower()
    found = list(_written_days(plain, None))
    if asked_on is not None:
        found += _relative_days(plain, asked_on)
    return tuple(dict.fromkeys(found))


def _written_days(plain: str, near: date | None) -> Iterator[Day]:
    """Each stretch of text is read once, by the form that says most."""
    taken: list[tuple[int, int]] = []
    for form in _written_forms():
        for match in form.finditer(plain):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            day = _day_of(match.groupdict(), near)
            if day is not None:
                taken.append(match.span())
                yield day


def _day_of(parts: dict[str, str | None], near: date | None) -> Day | None:
    month = int(parts.get("number") or 0) or month_numbers().get(parts.get("month") or "", 0)
    day, year = int(parts.get("day") or 0), int(parts.get("year") or 0)
    if month > 12 or day > 31:
        return None
    if not year and near is not None:
        year = _nearest_year(month, near)
    return Day(year, month, day)


def _nearest_year(month: int, near: date) -> int:
    """December, said in January, was last year's."""
    away = month - near.month
    return near.year - (away > 6) + (away < -6)


def _relative_days(plain: str, said_on: date) -> Iterator[Day]:
    for match in _relative_form().finditer(plain):
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
    """A week is the day seven days away, a weekend its Saturday."""
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
    """The nearest such day before, or after where it is the next; never the same day."""
    away = weekday_names().index(match["weekday"]) - said_on.weekday()
    if match["near"] == "next" or (match["near"] == "this" and away > 0):
        yield from _moved(said_on, away if away > 0 else away + 7)
    else:
        yield from _moved(said_on, away if away < 0 else away - 7)


def _by_count(match: re.Match[str], said_on: date) -> Iterator[Day]:
    count = int(match["count"]) if match["count"].isdecimal() else _counts()[match["count"]]
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


def day_words(days: Iterable[Day]) -> list[str]:
    """The words by which days are found: year, name of the month, number of the day."""
    words: dict[str, None] = {}
    for year, month, day in days:
        if year:
            words[str(year)] = None
        if month:
            words[month_names()[month - 1]] = None
        if day:
            words[str(day)] = None
    return list(words)


def said_on_words(moment: date) -> str:
    """A turn's own day in words, as people write it."""
    return f"{moment.day:02} {month_names()[moment.month - 1]} {moment.year}"
