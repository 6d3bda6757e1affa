"""Traits: what was seen in enough sessions, over enough days.

One session proves nothing and three on one day prove a busy day: a trait needs sightings in
several sessions, days apart. Sightings before a reset no longer count. It does not know where
sightings come from, nor how they are worded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from wakeline.base.clock import read_moment
from wakeline.model.personality import Floors
from wakeline.model.personality_status import ObservedKind

LEAST_SESSIONS: Final = 3
LEAST_SPAN: Final = timedelta(days=7)
MOST_NAMED: Final = 50  # turns that a trait names: the first and the newest, one for each session
EVERYTHING: Final = "*"  # the key of a floor that holds for all keys


class Sighting(NamedTuple):
    """Something seen in one session, and the turn in which it was seen."""

    key: str
    kind: ObservedKind
    clause: str  # what it says, in the third person, without a full stop
    session: str  # its id, or the day of a turn outside of any session
    at: datetime
    turn_id: str
    row_id: str | None = None  # the memory or fact that says so


class Trait(NamedTuple):
    """All sightings of one key, summed up."""

    key: str
    kind: ObservedKind
    clause: str
    sessions: int
    first_at: datetime
    last_at: datetime
    turn_ids: tuple[str, ...]  # one for each session
    row_ids: tuple[str, ...]


def traits(sightings: Iterable[Sighting], floors: Floors | None = None) -> list[Trait]:
    """The traits that were seen in enough sessions, far enough apart, oldest first."""
    by_key: dict[str, list[Sighting]] = {}
    moments = read_floors(floors or {})
    for sighting in sightings:
        if sighting.at > floor_of(moments, sighting.key):
            by_key.setdefault(sighting.key, []).append(sighting)
    found = (_trait(sorted(seen, key=_order)) for seen in by_key.values())
    return sorted((each for each in found if each is not None), key=_age)


def floor_of(moments: Mapping[str, datetime], key: str) -> datetime:
    """The moment up to which sightings of a key no longer count."""
    own = moments.get(key, _LONG_AGO)
    return max(own, moments.get(EVERYTHING, _LONG_AGO))


def read_floors(floors: Floors) -> dict[str, datetime]:
    return {key: read_moment(at) for key, at in floors.items()}


_LONG_AGO: Final = read_moment("0001-01-01T00:00:00+00:00")


def _trait(seen: list[Sighting]) -> Trait | None:
    sessions = len({each.session for each in seen})
    first, last = seen[0], seen[-1]
    if sessions < LEAST_SESSIONS or last.at - first.at < LEAST_SPAN:
        return None
    return Trait(
        key=last.key,
        kind=last.kind,
        clause=last.clause,
        sessions=sessions,
        first_at=first.at,
        last_at=last.at,
        turn_ids=_named(seen),
        row_ids=tuple(dict.fromkeys(each.row_id for each in seen if each.row_id)),
    )


def _named(seen: list[Sighting]) -> tuple[str, ...]:
    """The first turn of each session; if there are many sessions, of the first and the newest."""
    firsts: dict[str, str] = {}
    for each in seen:
        firsts.setdefault(each.session, each.turn_id)
    first, *others = dict.fromkeys(firsts.values())
    return (first, *others[-(MOST_NAMED - 1) :])


def _order(sighting: Sighting) -> tuple[datetime, str]:
    return sighting.at, sighting.turn_id


def _age(trait: Trait) -> tuple[datetime, str]:
    return trait.first_at, trait.key
