"""Read the evidence for a personality from memories, facts, names and sessions.

Only what was consolidated is read, and only what the person or the agent itself said: tool
output and imports say nothing about a character.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from wakeline.consolidation.match import SAYS, slug
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.graph.names import entity_id
from wakeline.model.log import TRUST
from wakeline.model.memory import Fact, Memory
from wakeline.model.personality import Floors
from wakeline.model.personality_status import ObservedKind
from wakeline.personality.evidence import LEAST_SESSIONS, Sighting
from wakeline.personality.ways import SessionCounts, way_sightings
from wakeline.ports.store import View

LEAST_TRUST: Final = TRUST["agent_inferred"]
FAVOURITE: Final = "favourite_"
# The attributes of consolidated statements that describe habits.
HABITS: Final = frozenset({"habit", "uses"})


class SightedTurn(NamedTuple):
    """The session and the time of a turn."""

    session: str
    at: datetime


class _Statement(NamedTuple):
    """A statement of a row about somebody, and its source turns."""

    key: str
    kind: ObservedKind
    clause: str
    row_id: str
    source_ids: tuple[str, ...]


def sightings(
    place: Place, view: View, through: int, *, floors: Floors, standing: Collection[str]
) -> list[Sighting]:
    """All sightings up to an entry of the log."""
    return [*_repeated_statements(place, view), *_topics(place, view, through),
            *_ways(place, view, through, floors, standing)]  # fmt: skip


# -- statements that were repeated


def _repeated_statements(place: Place, view: View) -> Iterator[Sighting]:
    found = [*_of_memories(place, view), *_of_facts(place, view)]
    turns = _turns(view, sorted({turn_id for each in found for turn_id in each.source_ids}))
    for each in found:
        for turn_id in each.source_ids:
            turn = turns.get(turn_id)
            if turn is not None:
                yield Sighting(
                    each.key, each.kind, each.clause, turn.session, turn.at, turn_id, each.row_id
                )


def _of_memories(place: Place, view: View) -> Iterator[_Statement]:
    people = {slug(name) for name in _people(place)}
    for memory in view.all(Memory, "consolidation.memories"):
        kind = _kind(memory)
        if (
            kind is None
            or len(memory.source_ids) < LEAST_SESSIONS
            or memory.trust < LEAST_TRUST
            or memory.archived_at is not None
            or slug(memory.entity_refs[0]) not in people
        ):
            continue
        key = f"{kind}:{slug(memory.entity_refs[0])}:{memory.tags[1].casefold()}"
        yield _Statement(key, kind, memory.content, memory.id, memory.source_ids)


def _kind(memory: Memory) -> ObservedKind | None:
    if len(memory.tags) < 2 or not memory.entity_refs:
        return None
    if memory.tags[0] == "preference":
        return "preference"
    return "habit" if memory.tags[1].partition(SAYS)[0] in HABITS else None


def _of_facts(place: Place, view: View) -> Iterator[_Statement]:
    """Statements from favourites. They have one value at a time, so they are facts.

    An example of a key is `mel.favourite_colour`.
    """
    people = {slug(name): name for name in _people(place)}
    for fact in view.all(Fact, "personality.favourites"):
        owner, _, attribute = fact.key.partition(".")
        if (
            owner in people
            and attribute.startswith(FAVOURITE)
            and len(fact.source_ids) >= LEAST_SESSIONS
            and fact.trust >= LEAST_TRUST
        ):
            what = attribute.removeprefix(FAVOURITE).replace("_", " ")
            clause = f"{people[owner]}'s favourite {what} is {fact.value}"
            key = f"preference:{fact.key}:{fact.value.casefold()}"
            yield _Statement(key, "preference", clause, fact.id, fact.source_ids)


def _people(place: Place) -> list[str]:
    identity = place.identity
    names = (identity.person_name, identity.display_name, identity.name)
    return [name for name in names if name]


def _turns(view: View, ids: list[str]) -> Mapping[str, SightedTurn]:
    if not ids:
        return {}
    found = {}
    for turn_id, session_id, said_at in view.tuples("personality.turns", ids=ids):
        at = _moment(said_at)
        found[turn_id] = SightedTurn(session_id or f"day {at.date().isoformat()}", at)
    return found


# -- topics, and ways of working


def _topics(place: Place, view: View, through: int) -> Iterator[Sighting]:
    own = {entity_id(name) for name in _people(place)}
    own |= {entity_id(part) for name in _people(place) for part in name.split()}
    bounds = {"through": through, "least": LEAST_TRUST, "sessions": LEAST_SESSIONS}
    for name_id, name, session_id, said_at, turn_id in view.tuples("personality.topics", **bounds):
        # A name in small letters is the object of a statement, and is counted among those.
        if name_id not in own and not name[:1].islower():
            clause = f"Conversations come back to {name}"
            yield Sighting(
                f"topic:{name_id}", "topic", clause, session_id, _moment(said_at), turn_id
            )


def _ways(
    place: Place, view: View, through: int, floors: Floors, standing: Collection[str]
) -> list[Sighting]:
    rows = view.tuples("personality.session_sums", through=through, least=LEAST_TRUST, asks="?")
    return way_sightings(
        [
            SessionCounts(session_id, turn_id, _moment(at), int(replies), int(tokens), int(asking))
            for session_id, turn_id, at, replies, tokens, asking in rows
        ],
        agent=place.identity.display_name,
        person=place.identity.person_name,
        zone=time_zone(place.identity.person_time_zone),
        floors=floors,
        standing=standing,
    )


def _moment(value: Any) -> datetime:
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    found: datetime = at.astimezone(UTC)
    return found
