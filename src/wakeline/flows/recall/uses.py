"""Count how often rows were shown to the agent.

Counters are kept apart from content, in `marks`. Each use is also a row of `uses` and an event,
so that counts can be computed as of any moment and rebuilt from the log. Uses counted by
versions that wrote no event have no time: they count at every moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from wakeline.model.memory import Marks, Use, UseReason
from wakeline.ports.store import Unit, View


class UseCount(NamedTuple):
    """How often a row was used up to a moment, when last, and how often in all."""

    by_then: int
    last: datetime | None
    in_all: int


NEVER = UseCount(0, None, 0)


def note_uses(unit: Unit, ids: Sequence[str], reason: UseReason) -> None:
    """Count one more use of each row, and write the event."""
    found = tuple(dict.fromkeys(ids))
    unit.save("use.noted", Use(0, unit.new_id(), reason, found, unit.by.at))
    unit.run("recall.note_uses", ids=list(found), at=unit.by.at)
    unit.run("memory.note_uses", ids=list(found))


def marks_as_of(view: View, through: int, at: datetime) -> Iterable[Marks]:
    """The counters as they were at an entry of the log."""
    told = _counted(view.all(Use, "past.uses"), through)
    now = {mark.subject_id: mark for mark in view.all(Marks, "past.marks")}
    for subject_id in {**told, **now}:
        known, mark = told.get(subject_id, NEVER), now.get(subject_id)
        untold = max(0, mark.access_count - known.in_all) if mark else 0
        last = known.last
        if mark and not known.in_all and mark.last_accessed and mark.last_accessed <= at:
            last = mark.last_accessed
        if known.by_then or untold:
            yield Marks(subject_id, known.by_then + untold, last, consolidated=False)


def rebuild_marks(unit: Unit) -> None:
    """Rebuild the counters from the log, except for forgotten rows."""
    gone = {str(row_id) for (row_id,) in unit.tuples("past.forgotten")}
    uses = unit.all(Use, "past.uses")
    for subject_id, known in _counted(uses, unit.head().seq).items():
        if subject_id not in gone:
            unit.put(Marks(subject_id, known.by_then, known.last, consolidated=False))


def _counted(uses: Iterable[Use], through: int) -> dict[str, UseCount]:
    found: dict[str, UseCount] = {}
    for use in uses:
        for subject_id in use.subject_ids:
            by_then, last, in_all = found.get(subject_id, NEVER)
            if use.seq <= through:
                by_then, last = by_then + 1, use.at
            found[subject_id] = UseCount(by_then, last, in_all + 1)
    return found
