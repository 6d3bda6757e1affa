"""How long ago something was, and how long it took, in words.

Takes moments and spans and returns text. It does not know what time it is.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo

from wakeline.language.calendar import short_months

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
MONTHS = short_months()

# The two largest units of a span that are shown together, largest first.
SPANS: tuple[tuple[int, str, int, str], ...] = (
    (DAY, "day", HOUR, "h"),
    (HOUR, "h", MINUTE, "min"),
    (MINUTE, "min", 1, "s"),
)


def age(ended_at: datetime, now: datetime) -> tuple[int, str]:
    """How many whole units ago something was (rounded down, never negative), and the unit."""
    away = now - ended_at
    days = away.days
    if days >= 7:
        return days // 7, "week"
    if days >= 1:
        return days, "day"
    if days == 0 and away.seconds >= HOUR:
        return away.seconds // HOUR, "hour"
    return away.seconds // MINUTE if days == 0 else 0, "minute"


def age_text(ended_at: datetime, now: datetime, *, humane: bool = False) -> str:
    """The age of a handoff: "5 minutes ago".

    Only the humane form has a singular; the plain one says "1 minutes ago".
    """
    count, name = age(ended_at, now)
    plural = "" if humane and count == 1 else "s"
    return f"{count} {name}{plural} ago"


def span_text(delta: timedelta) -> str:
    """A span for people: "3 days 14 h", "2 h 10 min", "45 s". Never negative."""
    seconds = max(0, int(delta.total_seconds()))
    for unit, name, smaller, smaller_name in SPANS:
        if seconds >= unit:
            rest = seconds % unit // smaller
            first = _counted(seconds // unit, name)
            return f"{first} {rest} {smaller_name}" if rest else first
    return f"{seconds} s"


def moment_text(at: datetime, time_zone: tzinfo = UTC) -> str:
    """A moment for people, the same in every locale: "11 Nov 2026 18:40 UTC"."""
    local = at.astimezone(time_zone)
    return f"{day_text(at, time_zone)} {local:%H:%M} {local.tzname()}"


def day_text(at: datetime, time_zone: tzinfo = UTC) -> str:
    """The day of a moment: "11 Nov 2026"."""
    local = at.astimezone(time_zone)
    return f"{local.day} {MONTHS[local.month - 1]} {local.year}"


def _counted(count: int, name: str) -> str:
    return f"{count} {name}s" if name == "day" and count != 1 else f"{count} {name}"
