"""The log read in order: turns and events as the one sequence that they are."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from wakeline.log.archive import Entry
from wakeline.model.log import Episode, Event
from wakeline.ports.store import View

BATCH = 500


def entries_after(view: View, after: int, through: int, *, most: int = BATCH) -> list[Entry]:
    """The next entries of a stretch. Sequences have no gaps, so a range of them is a bound."""
    bounds = {"after": after, "through": min(after + most, through), "limit": most}
    found: list[Entry] = [
        *view.all(Episode, "log.episodes_between", **bounds),
        *view.all(Event, "log.events_between", **bounds),
    ]
    found.sort(key=attrgetter("seq"))
    return found


def entries(view: View, *, after: int = 0, through: int) -> Iterator[Entry]:
    """A stretch of the log, read piece by piece."""
    for start in range(after, through, BATCH):
        yield from entries_after(view, start, through)


def turns_through(view: View, through: int) -> Iterator[Episode]:
    """Every turn up to a sequence, read piece by piece."""
    for start in range(0, through, BATCH):
        end = min(start + BATCH, through)
        yield from view.all(Episode, "log.episodes_between", after=start, through=end, limit=BATCH)
