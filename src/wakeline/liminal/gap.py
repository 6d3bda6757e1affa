"""How long an agent was away, measured from the last moment that it took part in."""

from __future__ import annotations

from datetime import datetime, timedelta


def time_away(last_known_at: datetime | None, now: datetime) -> timedelta | None:
    """The gap, never negative: a clock that went back gives nothing. None at the first wake."""
    if last_known_at is None:
        return None
    return max(timedelta(0), now - last_known_at)
