"""Promises that the last session left open and whose day has passed since.

Days are read from its words, relative to the day on which they were said: a date in figures in
any language, other wordings in English. It does not know whether something was done after all:
what is listed as open counts as open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Final

from wakeline.language.ages import MONTHS
from wakeline.language.calendar import weekday_names
from wakeline.language.dates import Day, days_told
from wakeline.liminal.gap_report import promise_line
from wakeline.model.liminal import GapLine
from wakeline.model.session import Handoff

MOST_PROMISES: Final = 12
WEEKDAYS: Final = weekday_names()
# Where a handoff says on which day something was said.
_SAID: Final = re.compile(rf"\s*\(said (\d{{1,2}}) ({'|'.join(MONTHS)}) (\d{{4}})\)$")
_COMING: Final = re.compile(
    rf"\b(?:by|until|till|before|on|this|next|coming)\s+({'|'.join(WEEKDAYS)})\b"
)
_PROJECT: Final = "Project "


def overdue_promises(
    handoff: Handoff, *, since: datetime, now: datetime, zone: tzinfo
) -> list[GapLine]:
    """A line for each open promise whose day ended between two moments."""
    found = []
    for text, said_on in _open(handoff, zone):
        ends = [end for day in _days(text, said_on) if (end := _end(day, zone)) is not None]
        # If it names several days, the last one is the deadline.
        if ends and since < max(ends) <= now:
            found.append(promise_line(handoff.id, text, max(ends)))
    return found[:MOST_PROMISES]


def _open(handoff: Handoff, zone: tzinfo) -> Iterator[tuple[str, date]]:
    """The open points of a handoff, each with the day on which it was said."""
    ended_on = handoff.session_ended_at.astimezone(zone).date()
    for line in (handoff.open_threads or "").splitlines():
        text = line.strip().removeprefix("- ")
        if not text or text.startswith(_PROJECT):
            continue
        match = _SAID.search(text)
        if match is None:
            yield text, ended_on
            continue
        day, month, year = match.groups()
        yield text[: match.start()], date(int(year), MONTHS.index(month) + 1, int(day))


def _days(text: str, said_on: date) -> Iterator[Day]:
    """The days that a text names, from the day on which it was said onwards."""
    first = Day(said_on.year, said_on.month, said_on.day)
    for day in days_told(text, said_on):
        if day >= first._replace(day=first.day if day.day else 0, month=day.month and first.month):
            yield day
    for match in _COMING.finditer(text.lower()):
        away = (WEEKDAYS.index(match[1]) - said_on.weekday()) % 7 or 7
        then = said_on + timedelta(days=away)
        yield Day(then.year, then.month, then.day)


def _end(day: Day, zone: tzinfo) -> datetime | None:
    """The moment at which a day, a month or a year is over."""
    try:
        if day.day:
            after = date(day.year, day.month, day.day) + timedelta(days=1)
        elif day.month:
            after = date(day.year + day.month // 12, day.month % 12 + 1, 1)
        else:
            after = date(day.year + 1, 1, 1)
    except (ValueError, OverflowError):
        return None  # the thirty-first of February
    return datetime.combine(after, time(), zone)
