"""The day, week, month or year that a clause tells of, with the place of the words that say so.

Told from the day on which it was said, and from whether the clause looks back or ahead: "on
Friday" is the last one of what happened and the next one of what is planned. What is vague ("a
few days ago") has no day. Written dates are read as recall reads them. English only; it does
not know hours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Final, Literal, NamedTuple

from wakeline.language.calendar import month_names, month_numbers, weekday_names, weekday_numbers
from wakeline.language.dates import days_told
from wakeline.language.numbers import small_numbers
from wakeline.language.word_lists import any_of

Grain = Literal["day", "week", "weekend", "month", "season", "year"]
Way = Literal["past", "future"]


class TimeMention(NamedTuple):
    """A stretch of days by its first one, and where the words stand."""

    first: date
    grain: Grain
    start: int
    end: int
    is_latest: bool = False  # "by Friday"
    is_before: bool = False  # the words stand before the clause


_WEEKDAYS: Final = weekday_names()
_SHORT_DAYS: Final = {
    name: number for name, number in weekday_numbers().items() if name not in _WEEKDAYS
}
_SEASONS: Final = {"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}
_COUNTS: Final = small_numbers() | {"a": 1, "an": 1, "a couple of": 2, "a couple": 2}
_COUNT: Final = rf"(?:\d{{1,3}}|{any_of(_COUNTS)})"
_MONTH: Final = any_of(month_numbers())
_UNIT: Final = "day|week|weekend|month|year"
_PART: Final = r"(?:\s+(?:morning|afternoon|evening|night))?"
_FORMS: Final = re.compile(
    r"(?<![\w'-])(?:(?P<by>by\s+)|(?:(?:back\s+)?(?:on|in|during|at|for|over)\s+)?)(?:the\s+)?"
    r"(?:"
    r"(?P<eve>day\s+(?:before\s+yesterday|after\s+tomorrow))"
    rf"|(?P<today>yesterday{_PART}|tomorrow{_PART}|today|tonight|last\s+night"
    r"|(?:earlier\s+)?this\s+(?:morning|afternoon|evening))"
    rf"|(?P<ago>(?:about\s+|around\s+)?{_COUNT}\s+(?:{_UNIT})s?\s+ago)"
    rf"|(?P<ahead>in\s+{_COUNT}\s+(?:{_UNIT})s?(?!\s+ago)(?:'s?\s+time|\s+from\s+now)?)"
    rf"|(?P<hence>{_COUNT}\s+(?:{_UNIT})s?\s+from\s+now)"
    r"|(?P<nth>(?<=on\sthe\s)[0-3]?\d(?:st|nd|rd|th))(?!\s+[a-z])"
    r"|(?P<iso>(?:19|20)\d\d-[01]\d-[0-3]\d)"
    rf"|(?P<dated>[0-3]?\d(?:st|nd|rd|th)?\s+(?:of\s+)?(?:{_MONTH})\b\.?(?:,?\s+(?:19|20)\d\d)?"
    rf"|(?:{_MONTH})\b\.?\s+(?:the\s+)?[0-3]?\d(?:st|nd|rd|th)?(?!\d)(?:,?\s+(?:19|20)\d\d)?)"
    rf"|(?P<of_year>(?:{_MONTH})\b\.?,?\s+(?:of\s+)?(?:19|20)\d\d)"
    r"|(?:(?P<which>last|this\s+past|this\s+coming|this|next|past|coming)\s+)"
    rf"(?P<unit>week(?!end)|weekend|month|year|{'|'.join(_SEASONS)}|{'|'.join(_WEEKDAYS)}"
    rf"|{'|'.join(_SHORT_DAYS)}|(?:{_MONTH})){_PART}"
    rf"|(?P<weekday>{'|'.join(_WEEKDAYS)}){_PART}"
    rf"|(?P<month>(?<=in\s)(?:{_MONTH}))"
    r"|(?P<year>(?<=in\s)(?:19|20)\d\d)"
    r")(?![\w-]|'s)",
    re.IGNORECASE,
)
_HINT: Final = re.compile(
    r"\d|day|night|week|month|year|ago|tomorrow|this|last|next|from\s+now|\bin\s", re.IGNORECASE
)
# Behind one of these a time bounds or compares; it is not the day on which something happens.
_BOUNDS: Final = re.compile(
    r"\b(?:since|until|till|from|than|like|of|before|after|about|every|each|to|through|between"
    r"|unlike|for|or|an?|my|our|your|his|her|their)\s+(?:the\s+)?$",
    re.IGNORECASE,
)


def times(text: str, said_on: date, way: Way) -> Iterator[TimeMention]:
    """The times of a clause that can be told from the day it was said."""
    if not _HINT.search(text):
        return
    for match in _FORMS.finditer(text):
        start = match.start()
        if match[0].lower().startswith(("for ", "at ")) or _BOUNDS.search(text, 0, start):
            continue
        found = _told(match, said_on, way)
        if found is not None and _fits(found, said_on, way):
            first, grain = found
            if first.year in {date.min.year, date.max.year}:
                continue  # its midnight may lie outside of what a calendar can say
            yield TimeMention(first, grain, start, match.end(), match["by"] is not None)


def start_of_day(first: date, zone: tzinfo) -> datetime:
    """When a day begins where the person is."""
    return datetime(first.year, first.month, first.day, tzinfo=zone).astimezone(UTC)


def time_phrase(told: TimeMention) -> str:
    """The time as a sentence ends with it: "on 7 May 2023", "in May 2023"."""
    first = told.first
    month = month_names()[first.month - 1].capitalize()
    day = f"{first.day} {month} {first.year}"
    if told.is_latest and told.grain == "day":
        return f"by {day}"
    words = {
        "day": f"on {day}",
        "week": f"in the week of {day}",
        "weekend": f"on the weekend of {day}",
        "month": f"in {month} {first.year}",
        "season": f"in the {_season(first.month)} of {first.year}",
        "year": f"in {first.year}",
    }[told.grain]
    return f"{words}, at the latest" if told.is_latest else words


def _season(month: int) -> str:
    return next((name for name, first in _SEASONS.items() if first == month), "")


_LENGTHS: Final[dict[Grain, int]] = {
    "day": 1, "week": 7, "weekend": 2, "month": 31, "season": 92, "year": 366,
}  # fmt: skip


def _fits(found: tuple[date, Grain], said_on: date, way: Way) -> bool:
    """Whether the time lies on the side on which the clause looks."""
    first, grain = found
    if way == "past":
        return first <= said_on
    return (said_on - first).days < _LENGTHS[grain]


def _told(match: re.Match[str], said_on: date, way: Way) -> tuple[date, Grain] | None:
    try:
        for name, read in _READ.items():
            if match[name]:
                return read(" ".join(match[name].lower().split()), match, said_on, way)
    except (OverflowError, ValueError, LookupError):
        return None  # no such day: 31 June, the year 0, a Sunday in letters of another script
    return None


def _near(words: str, _: re.Match[str], said_on: date, __: Way) -> tuple[date, Grain]:
    away = {"day before yesterday": -2, "day after tomorrow": 2}.get(words)
    if away is None:
        away = -1 if words.startswith(("yesterday", "last")) else int(words.startswith("tomorrow"))
    return said_on + timedelta(days=away), "day"


def _counted(words: str, match: re.Match[str], said_on: date, _: Way) -> tuple[date, Grain]:
    unit = re.search(rf"\b({_UNIT})s?\b", words)
    number = re.search(rf"\b{_COUNT}\b(?=\s+(?:{_UNIT}))", words)
    if unit is None or number is None:
        raise ValueError(words)
    count = int(number[0]) if number[0].isdecimal() else _COUNTS[number[0]]
    return _away(said_on, unit[1], -count if match["ago"] else count)


def _away(said_on: date, unit: str, count: int) -> tuple[date, Grain]:
    if unit == "day":
        return said_on + timedelta(days=count), "day"
    if unit == "week":
        return _monday(said_on) + timedelta(weeks=count), "week"
    if unit == "weekend":
        return _weekend(said_on, count), "weekend"
    if unit == "month":
        return _months_away(said_on, count), "month"
    return date(said_on.year + count, 1, 1), "year"


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _weekend(said_on: date, count: int) -> date:
    """The Saturday of a weekend so many away from that of this week, as recall counts them."""
    return _monday(said_on) + timedelta(days=5, weeks=count)


def _months_away(said_on: date, count: int) -> date:
    year, month = divmod(said_on.year * 12 + said_on.month - 1 + count, 12)
    return date(year, month + 1, 1)


def _written(words: str, _: re.Match[str], said_on: date, way: Way) -> tuple[date, Grain]:
    told = days_told(words, said_on)[0]
    day = date(told.year, told.month, told.day or 1)
    if not re.search(r"\d{4}", words):
        day = _on_side(day, said_on, way)
    return day, "day" if told.day else "month"


def _day_of_month(words: str, _: re.Match[str], said_on: date, way: Way) -> tuple[date, Grain]:
    """The 15th of this month, or else of the one before or behind it."""
    number = int(words[:-2])
    day = said_on.replace(day=number)
    if way == "past" and day > said_on:
        day = _months_away(said_on, -1).replace(day=number)
    elif way == "future" and day < said_on:
        day = _months_away(said_on, 1).replace(day=number)
    return day, "day"


def _on_side(day: date, said_on: date, way: Way) -> date:
    """A day without its year, the last or the next one."""
    years = (said_on.year, said_on.year - 1) if way == "past" else (said_on.year, said_on.year + 1)
    for year in years:
        moved = day.replace(year=year)
        fits = moved <= said_on if way == "past" else moved >= said_on.replace(day=1)
        if fits:
            return moved
    return day


def _named(words: str, match: re.Match[str], said_on: date, way: Way) -> tuple[date, Grain]:
    which = " ".join(match["which"].lower().split())
    if which == "past":
        raise ValueError(which)  # "the past week" is how long something took
    count = {"next": 1, "this coming": 1, "coming": 1, "this": 0}.get(which, -1)
    if words in _WEEKDAYS or words in _SHORT_DAYS:
        return _weekday(words, said_on, way if not count else "future" if count > 0 else "past")
    if words in _SEASONS:
        return _seasonal(words, said_on, count, way), "season"
    if words == "weekend":
        return _this_weekend(said_on, way) if not count else (_weekend(said_on, count), "weekend")
    if words in {"week", "month", "year"}:
        return _away(said_on, words, count)
    side: Way = "past" if count < 0 else "future" if count > 0 else way
    return _written(f"in {words}", match, said_on, side)


def _this_weekend(said_on: date, way: Way) -> tuple[date, Grain]:
    saturday = _monday(said_on) + timedelta(days=5)
    if way == "past" and saturday > said_on:
        saturday -= timedelta(weeks=1)
    return saturday, "weekend"


def _weekday(words: str, said_on: date, way: Way) -> tuple[date, Grain]:
    number = _WEEKDAYS.index(words) if words in _WEEKDAYS else _SHORT_DAYS[words]
    away = (number - said_on.weekday()) % 7
    if way == "past":
        return said_on + timedelta(days=away - 7), "day"
    return said_on + timedelta(days=away or 7), "day"


def _seasonal(words: str, said_on: date, count: int, way: Way) -> date:
    first = date(said_on.year, _SEASONS[words], 1)
    if count < 0 or (not count and way == "past" and first > said_on):
        over = _months_away(first, 3)
        return first if count < 0 and over <= said_on else first.replace(year=first.year - 1)
    if count > 0 and first <= said_on:
        return first.replace(year=first.year + 1)
    return first


def _bare_weekday(words: str, _: re.Match[str], said_on: date, way: Way) -> tuple[date, Grain]:
    return _weekday(words, said_on, way)


def _of_month(words: str, match: re.Match[str], said_on: date, way: Way) -> tuple[date, Grain]:
    return _written(f"in {words}", match, said_on, way)


def _of_year(words: str, _: re.Match[str], __: date, ___: Way) -> tuple[date, Grain]:
    return date(int(words), 1, 1), "year"


_READ: Final = {
    "eve": _near, "today": _near, "ago": _counted, "ahead": _counted, "hence": _counted,
    "nth": _day_of_month, "iso": _written, "dated": _written, "of_year": _written, "unit": _named,
    "weekday": _bare_weekday, "month": _of_month, "year": _of_year,
}  # fmt: skip
