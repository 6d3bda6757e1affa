"""Read the log in order: turns and events as one sequence."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from wakeline.log.archive import Entry
from wakeline.model.log import Episode, Event
from wakeline.ports.store import View

BATCH = 500


def entries_after(view: View, after: int, through: int, *, most: int = BATCH) -> list[Entry]:
    """The next entries of a range. Sequence numbers have no gaps, so a range bounds the count."""
    bounds = {"after": after, "through": min(after + most, through), "limit": most}
    found: list[Entry] = [
        *view.all(Episode, "log.episodes_between", **bounds),
        *view.all(Event, "log.events_between", **bounds),
    ]
    found.sort(key=attrgetter("seq"))
    return found


def entries(view: View, *, after: int = 0, through: int) -> Iterator[Entry]:
    """The entries of a range of the log, read in batches."""
    for start in range(after, through, BATCH):
        yield from entries_after(view, start, through)


def turns_through(view: View, through: int) -> Iterator[Episode]:
    """Every turn up to a sequence number, read in batches."""
    for start in range(0, through, BATCH):
        end = min(start + BATCH, through)
        yield from view.all(Episode, "log.episodes_between", after=start, through=end, limit=BATCH)
