"""A text as its reader takes it: statement by statement, each with its date if it bears one.

A statement is a line. It bears the moment that it begins with, or says since when it holds,
or how long ago it was; else the date of the first line of its block. Whether a statement
shows a value as past is decided by words that stand on the line, never by a model.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final, NamedTuple

from wakeline.language.ages import MONTHS

Words = tuple[str, ...]

_MOMENT: Final = re.compile(
    rf"(?P<day>\d{{1,2}}) (?P<name>{'|'.join(MONTHS)}) (?P<year>\d{{4}})"
    r"(?: (?P<hour>\d\d):(?P<minute>\d\d))?"
    r"|(?P<year_>\d{4})-(?P<month_>\d\d)-(?P<day_>\d\d)"
    r"(?:[ T](?P<hour_>\d\d):(?P<minute_>\d\d))?"
)
_WORD: Final = re.compile(r"[^\W_]+")
_AGE: Final = re.compile(r"(\d+) (minute|hour|day|week)s? ago")
_SINCE: Final = re.compile(r"(?<!overdue )\bsince ")
_UNTIL: Final = re.compile(r"\buntil ")
_LABEL: Final = re.compile(r"\[[^\[\]]* · [^\[\]]*\]")
_UNITS: Final = {unit: timedelta(**{f"{unit}s": 1}) for unit in ("minute", "hour", "day", "week")}
# What says of a whole statement that it is over, in normalised words.
_OVER: Final = re.compile(
    " (no longer|not any ?more|any ?more|used to|formerly|previously|superseded|outdated|obsolete"
    "|ticked off|dismissed|taken (?:away|back|out of use)"
    "|out of date|expired|withdrawn|cancelled|called off|has ended|is over|not verified) "
)
# What says so of the value that stands right behind it.
_BEFORE_OLD: Final = "was|were|not|from|instead of|rather than|old|earlier|former"


class Statement(NamedTuple):
    """One line: as it stands, in normalised words between blanks, and its date."""

    told: str
    plain: str
    at: datetime | None
    is_over: bool


def normalised(text: str) -> str:
    """Words in one spelling, one blank between them, one at either end."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return f" {' '.join(_WORD.findall(folded))} "


def unlabelled(line: str) -> str:
    """A line without the labels that say its id, source, age and trust."""
    return _LABEL.sub("", line).strip()


def statements(text: str, now: datetime, zone: tzinfo = UTC) -> list[Statement]:
    """The lines of a text. Ages count from `now`; moments without a zone are in `zone`."""
    found = []
    for block in text.split("\n\n"):
        first: datetime | None = None
        for number, line in enumerate(filter(str.strip, block.split("\n"))):
            at = _date(line, now, zone)
            if number == 0:
                first = at
            plain = normalised(unlabelled(line))
            is_over = bool(_OVER.search(plain)) or _has_ended(line, now, zone)
            found.append(Statement(line, plain, first if at is None else at, is_over))
    return found


def _date(line: str, now: datetime, zone: tzinfo) -> datetime | None:
    """When a line was so, as it says itself; a moment that is still to come does not say it."""
    leading = _MOMENT.match(line.lstrip("[(> -"))
    if leading is not None:
        return _moment(leading, zone)
    since = _SINCE.search(line)
    if since is not None and (told := _MOMENT.match(line, since.end())) is not None:
        return _moment(told, zone)
    age = _AGE.search(line)
    if age is not None:
        return now - int(age[1]) * _UNITS[age[2]]
    moments = [at for at in moments_in(line, zone) if at <= now]
    return max(moments, default=None)


def moments_in(text: str, zone: tzinfo) -> list[datetime]:
    """Every moment that a text names."""
    found = (_moment(match, zone) for match in _MOMENT.finditer(text))
    return [at for at in found if at is not None]


def _moment(match: re.Match[str], zone: tzinfo) -> datetime | None:
    part = match.groupdict()
    month = MONTHS.index(part["name"]) + 1 if part["name"] else int(part["month_"])
    year, day = (int(part[name] or part[f"{name}_"]) for name in ("year", "day"))
    hour, minute = (int(part[name] or part[f"{name}_"] or 0) for name in ("hour", "minute"))
    try:
        return datetime(year, month, day, hour, minute, tzinfo=zone)
    except ValueError:  # the thirtieth of February
        return None


def _has_ended(line: str, now: datetime, zone: tzinfo) -> bool:
    until = _UNTIL.search(line)
    told = None if until is None else _MOMENT.match(line, until.end())
    end = None if told is None else _moment(told, zone)
    return end is not None and end <= now


def holds_all(statement: Statement, words: Iterable[str]) -> bool:
    """Whether all words or phrases stand on the line."""
    return all(normalised(word) in statement.plain for word in words)


def telling(found: Iterable[Statement], words: Sequence[str]) -> list[Statement]:
    """The statements that hold all of the words."""
    return [statement for statement in found if holds_all(statement, words)]


def is_shown_as_past(statement: Statement, value: Words) -> bool:
    """Whether the line itself says that this value is over."""
    if statement.is_over:
        return True
    old = "|".join(re.escape(normalised(word)[1:]) for word in value)
    return re.search(rf" ({_BEFORE_OLD}) ((the|a|an) )?({old})", statement.plain) is not None
