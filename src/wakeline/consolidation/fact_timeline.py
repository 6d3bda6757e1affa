"""Place a value on the timeline of its fact.

The timeline of one key is a sequence of periods, each with a value. A new value begins inside a
period, before all of them or after; the changes follow from that alone. A row is only ever edited
to close it or to add sources. It does not know who said the value or how trusted they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from wakeline.consolidation.match import same_value
from wakeline.model.memory import Fact

Outcome = Literal["inserted", "merged", "superseded"]


class FactChange(NamedTuple):
    """One row to save, and the row before the change."""

    kind: str
    row: Fact
    before: Fact | None = None


class FactPlacement(NamedTuple):
    """The result for a value: the row that holds it, the row it superseded, and the changes."""

    outcome: Outcome
    row: Fact
    superseded: Fact | None
    changes: tuple[FactChange, ...]


def fact_at(believed: Sequence[Fact], moment: datetime) -> Fact | None:
    """The row that is valid at a moment, or None."""
    found = [
        row
        for row in believed
        if row.valid_from <= moment and (row.valid_to is None or row.valid_to > moment)
    ]
    return max(found, key=lambda row: (row.valid_from, row.id), default=None)


def next_fact(believed: Sequence[Fact], moment: datetime) -> Fact | None:
    """The first row that begins after a moment, or None."""
    found = [row for row in believed if row.valid_from > moment]
    return min(found, key=lambda row: (row.valid_from, row.id), default=None)


def value_start(believed: Sequence[Fact], at: datetime, when: datetime | None) -> datetime:
    """The start of a value that was said at `at` to hold from `when` on.

    If another value began after `when`, only the moment of saying is certain.
    """
    if when is None or (when < at and next_fact(believed, when) is not None):
        return at
    return when


def place_fact(believed: Sequence[Fact], new: Fact, *, new_id: Callable[[], str]) -> FactPlacement:
    """Place a value on the timeline; `new` has its start and no end yet."""
    start = new.valid_from
    held, next_one = fact_at(believed, start), next_fact(believed, start)
    if held is not None and same_value(held.value, new.value):
        return _merged(held, new)
    if held is not None:
        return _superseded(held, new, new_id)
    if next_one is not None and same_value(next_one.value, new.value):
        return _begun_earlier(next_one, new, new_id)
    if next_one is not None:
        new = new._replace(valid_to=next_one.valid_from, superseded_by=next_one.id)
    return FactPlacement("inserted", new, None, (FactChange("fact.set", new),))


def _merged(held: Fact, new: Fact) -> FactPlacement:
    row = with_sources(held, new)
    changes = () if row == held else (FactChange("fact.confirmed", row, held),)
    return FactPlacement("merged", row, None, changes)


def with_sources(held: Fact, new: Fact) -> Fact:
    """A row with more sources. A more trusted source replaces all; a less trusted is ignored."""
    if new.trust < held.trust:
        return held
    if new.trust > held.trust:
        return held._replace(source_ids=new.source_ids, origin=new.origin, trust=new.trust)
    more = tuple(each for each in new.source_ids if each not in held.source_ids)
    return held._replace(source_ids=(*held.source_ids, *more)) if more else held


def _superseded(held: Fact, new: Fact, new_id: Callable[[], str]) -> FactPlacement:
    new = new._replace(valid_to=held.valid_to)
    if held.superseded_by is not None and held.valid_to is not None:
        new = new._replace(superseded_by=held.superseded_by)
    closed = held._replace(recorded_to=new.created_at, superseded_by=new.id)
    changes = [FactChange("fact.superseded", closed, held)]
    if held.valid_from < new.valid_from:
        # From now on the old value is believed to have held until the new one began.
        until = held._replace(
            id=new_id(),
            valid_to=new.valid_from,
            created_at=new.created_at,
            superseded_by=new.id,
        )
        changes.append(FactChange("fact.closed", until))
    changes.append(FactChange("fact.set", new))
    return FactPlacement("superseded", new, held, tuple(changes))


def _begun_earlier(later: Fact, new: Fact, new_id: Callable[[], str]) -> FactPlacement:
    """The result if the same value is known from a later moment on: its row begins earlier."""
    grown = with_sources(later, new)
    row = grown._replace(id=new_id(), valid_from=new.valid_from, created_at=new.created_at)
    closed = later._replace(recorded_to=new.created_at, superseded_by=row.id)
    changes = (FactChange("fact.superseded", closed, later), FactChange("fact.set", row))
    return FactPlacement("merged", row, None, changes)
