"""Derive the table of entities from what turns mention.

Works through the log in order from where it last stopped; the mark moves in the
same transaction as the rows, so a run that is killed continues and nothing counts
twice.
"""

from __future__ import annotations

from collections.abc import Iterable

from wakeline.flows.place import Place
from wakeline.model.job import IndexMark
from wakeline.model.log import Episode
from wakeline.model.memory import Entity, EntityType
from wakeline.ports.store import Unit

INDEX = "entities"
BATCH = 500


def entity_id(name: str) -> str:
    """Names that differ only in case are one entity."""
    return name.casefold()


def derived_entities(turns: Iterable[Episode]) -> dict[str, Entity]:
    """Every entity that these turns mention, with how often, in the order of the log."""
    found: dict[str, Entity] = {}
    for turn in turns:
        for name in mentioned(turn):
            known = found.get(entity_id(name))
            found[entity_id(name)] = merged(known, name, turn)
    return found


def mentioned(turn: Episode) -> tuple[str, ...]:
    """The entities of one turn, each once."""
    by_id = {entity_id(name): name for name in reversed(turn.entity_refs)}
    return tuple(by_id.values())


def merged(known: Entity | None, name: str, turn: Episode) -> Entity:
    """An entity after one more turn has mentioned it."""
    if known is None:
        return Entity(entity_id(name), name, _type(name, turn), (), turn.seq, 1)
    aliases = known.aliases
    if name != known.name and name not in aliases:
        aliases = tuple(sorted((*aliases, name)))
    kind = "person" if _type(name, turn) == "person" else known.type
    return known._replace(aliases=aliases, type=kind, mention_count=known.mention_count + 1)


def _type(name: str, turn: Episode) -> EntityType:
    return "person" if entity_id(name) == entity_id(turn.speaker) else "concept"


def derive_entities(place: Place) -> int:
    """Catch up with the log. How many turns were looked at."""
    looked_at = 0
    while True:
        with place.store.writing(place.by(actor="worker")) as unit:
            mark = int(unit.value("jobs.mark", name=INDEX) or 0)
            head = unit.head().seq
            turns = unit.all(Episode, "log.episodes_between", after=mark, through=head, limit=BATCH)
            _take_in(unit, turns)
            is_last = len(turns) < BATCH
            unit.put(IndexMark(INDEX, head if is_last else turns[-1].seq))
            if is_last:
                unit.run("jobs.done", name=INDEX, key="")
        looked_at += len(turns)
        if is_last:
            return looked_at


def _take_in(unit: Unit, turns: list[Episode]) -> None:
    changed: dict[str, Entity] = {}
    for turn in turns:
        for name in mentioned(turn):
            key = entity_id(name)
            known = changed.get(key) or unit.one(Entity, "memory.entity", id=key)
            changed[key] = merged(known, name, turn)
            unit.run("memory.add_mention", entity_id=key, seq=turn.seq)
    for entity in changed.values():
        unit.put(entity)
