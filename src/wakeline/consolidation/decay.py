"""How what is not used loses weight: memories their importance, links their strength.

A memory that nobody used or touched for thirty days fades by a fiftieth a day, down to a floor.
What a person pinned, and what says who the agent is or how it must act, does not fade. A link
grows by a tenth of what is left to 1 each time, and fades from its last time on; what it weighs
now is computed, not stored. Moments come in; it saves nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from wakeline.model.consolidation import Link
from wakeline.model.memory import Memory

A_DAY: Final = 0.98
LEAST: Final = 0.05
IDLE_AFTER: Final = timedelta(days=30)
# A pass writes every memory that fades: once a week is often enough, and counts its days.
EVERY: Final = timedelta(days=7)
EXEMPT: Final = frozenset({"identity", "instruction"})
STRONGER: Final = 0.1
DAY: Final = timedelta(days=1)


def is_due(last: datetime | None, now: datetime) -> bool:
    """Whether a pass is due."""
    return last is None or now - last >= EVERY


def faded(memory: Memory, used: datetime | None, *, last: datetime | None, now: datetime) -> Memory:
    """A memory as a pass leaves it; the days since the last pass count, of the first one a week."""
    if memory.is_pinned or memory.type in EXEMPT or memory.importance <= LEAST:
        return memory
    touched = max(memory.created_at, memory.updated_at, used or memory.created_at)
    begin = max(touched + IDLE_AFTER, last or now - EVERY)
    days = max(0, (now - begin) // DAY)
    importance = max(LEAST, memory.importance * A_DAY**days)
    return memory._replace(importance=importance)


def weight_now(link: Link, now: datetime) -> float:
    """What a link weighs at a moment."""
    days = max(0, (now - link.active_at) // DAY)
    return link.weight * float(A_DAY**days)


def strengthened(link: Link | None, pair: tuple[str, str], at: datetime) -> Link:
    """A link after its two ends were active together once more."""
    before = 0.0 if link is None else weight_now(link, at)
    times = 1 if link is None else link.times + 1
    return Link(*pair, before + STRONGER * (1.0 - before), times, at)
