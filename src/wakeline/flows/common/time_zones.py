"""The person's time zone, in which an agent reads and writes hours."""

from __future__ import annotations

from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def time_zone(name: str) -> tzinfo:
    """A time zone by its name; UTC where the name is not known on this machine."""
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC
