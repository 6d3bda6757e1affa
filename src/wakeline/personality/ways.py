"""Ways of working of an agent and its person, read from counts over sessions.

A way counts only if most sessions show it. A way in force is given up at a lower share than it
was taken up, so that a single session does not turn it on and off. It knows counts, not words.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime, tzinfo
from typing import Final, NamedTuple

from wakeline.model.personality import Floors
from wakeline.personality.evidence import Sighting, floor_of, read_floors

ADOPT_SHARE: Final = 2 / 3  # of the sessions
DROP_SHARE: Final = 1 / 2
LEAST_REPLIES: Final = 3  # in one session, before it shows how the agent replies
FEW_TOKENS: Final = 40  # per reply, on average over a session
MANY_TOKENS: Final = 250
MORNING, NOON, EVENING, NIGHT = 5, 12, 18, 23  # the hours at which they begin


class SessionCounts(NamedTuple):
    """The counts of one session, and one of its turns."""

    session: str
    turn_id: str
    first_at: datetime
    replies: int
    tokens: int  # of all replies
    asking_replies: int  # replies that end with a question


class WorkingWay(NamedTuple):
    """A way of working: its key, its clause, and the tests for a session that shows it."""

    key: str
    clause: str
    can_show: Callable[[SessionCounts, tzinfo], bool]  # whether a session says anything about it
    shows: Callable[[SessionCounts, tzinfo], bool]


def part_of_day(at: datetime, zone: tzinfo) -> str:
    hour = at.astimezone(zone).hour
    if MORNING <= hour < NOON:
        return "morning"
    if NOON <= hour < EVENING:
        return "afternoon"
    return "evening" if EVENING <= hour < NIGHT else "night"


def _begins_in(part: str) -> WorkingWay:
    at = "at night" if part == "night" else f"in the {part}"
    return WorkingWay(
        f"way:begins:{part}",
        f"Sessions{{person}} mostly begin {at}",
        lambda _sums, _zone: True,
        lambda sums, zone: part_of_day(sums.first_at, zone) == part,
    )


def _replies(sums: SessionCounts, _zone: tzinfo) -> bool:
    return sums.replies >= LEAST_REPLIES


WAYS: Final[tuple[WorkingWay, ...]] = (
    *map(_begins_in, ("morning", "afternoon", "evening", "night")),
    WorkingWay(
        "way:replies:brief",
        "{agent} mostly replies in a few words",
        _replies,
        lambda sums, _zone: sums.tokens <= FEW_TOKENS * sums.replies,
    ),
    WorkingWay(
        "way:replies:long",
        "{agent} mostly replies at length",
        _replies,
        lambda sums, _zone: sums.tokens >= MANY_TOKENS * sums.replies,
    ),
    WorkingWay(
        "way:asks",
        "{agent} often ends a reply with a question",
        _replies,
        lambda sums, _zone: 2 * sums.asking_replies >= sums.replies,
    ),
)


def way_sightings(
    sums: Iterable[SessionCounts],
    *,
    agent: str,
    person: str | None,
    zone: tzinfo,
    floors: Floors | None = None,
    standing: Collection[str] = (),
) -> list[Sighting]:
    """A sighting for each session that shows a common way. `standing` are the keys in force."""
    known = list(sums)
    moments = read_floors(floors or {})
    named = {"agent": agent, "person": f" with {person}" if person else ""}
    found: list[Sighting] = []
    for way in WAYS:
        counted = [each for each in known if each.first_at > floor_of(moments, way.key)]
        least = DROP_SHARE if way.key in standing else ADOPT_SHARE
        clause = way.clause.format(**named)
        found += _sightings(way, counted, clause, least, zone)
    return found


def _sightings(
    way: WorkingWay, sums: Sequence[SessionCounts], clause: str, least: float, zone: tzinfo
) -> Iterator[Sighting]:
    asked = [each for each in sums if way.can_show(each, zone)]
    shown = [each for each in asked if way.shows(each, zone)]
    if len(shown) < least * len(asked):
        return
    for each in shown:
        yield Sighting(way.key, "way", clause, each.session, each.first_at, each.turn_id)
