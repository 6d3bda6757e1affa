"""Decay of what is not used: memories lose importance, links lose strength.

A memory that nobody used or changed for thirty days fades by a fiftieth a day, down to a floor.
Pinned memories, and those of type identity and instruction, do not fade. A link grows by a tenth
of what is missing to 1 each time its ends are active together, and fades from then on; its
present weight is computed, not stored. Moments come in; it saves nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from wakeline.model.consolidation import Link
from wakeline.model.memory import Memory

A_DAY: Final = 0.98
LEAST: Final = 0.05
IDLE_AFTER: Final = timedelta(days=30)
# A pass writes every memory that fades: once a week is enough, for all days of that week.
EVERY: Final = timedelta(days=7)
EXEMPT: Final = frozenset({"identity", "instruction"})
STRONGER: Final = 0.1
DAY: Final = timedelta(days=1)


def is_due(last: datetime | None, now: datetime) -> bool:
    """Whether a pass is due."""
    return last is None or now - last >= EVERY


def fade_memory(
    memory: Memory, used: datetime | None, *, last: datetime | None, now: datetime
) -> Memory:
    """A memory after a decay pass. Days since the last pass count; in the first pass, a week."""
    if memory.is_pinned or memory.type in EXEMPT or memory.importance <= LEAST:
        return memory
    touched = max(memory.created_at, memory.updated_at, used or memory.created_at)
    begin = max(touched + IDLE_AFTER, last or now - EVERY)
    days = max(0, (now - begin) // DAY)
    importance = max(LEAST, memory.importance * A_DAY**days)
    return memory._replace(importance=importance)


def weight_now(link: Link, now: datetime) -> float:
    """The weight of a link at a moment."""
    days = max(0, (now - link.active_at) // DAY)
    return link.weight * float(A_DAY**days)


def strengthen_link(link: Link | None, pair: tuple[str, str], at: datetime) -> Link:
    """A link after its two ends were active together once more."""
    before = 0.0 if link is None else weight_now(link, at)
    times = 1 if link is None else link.times + 1
    return Link(*pair, before + STRONGER * (1.0 - before), times, at)
