"""Resolve names to the things they stand for, with their relations. Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from wakeline.graph.names import NO_EVIDENCE, entity_id, fullest_name, type_of
from wakeline.model.memory import Entity, EntityType, Relationship
from wakeline.ports.store import View


class Relation(NamedTuple):
    """One stated relation: subject, relation, object. `object_id` is None for a plain value."""

    subject: str
    relation: str
    object: str
    confidence: float
    is_pending: bool
    pattern: str
    subject_id: str
    object_id: str | None
    source_ids: tuple[str, ...]
    exchange_ids: tuple[str, ...]
    updated_at: datetime


class Thing(NamedTuple):
    """An entity under all its names."""

    id: str
    name: str
    type: EntityType
    aliases: tuple[str, ...]
    first_seq: int
    mention_count: int
    name_ids: tuple[str, ...]


def thing_of(rows: Sequence[Entity]) -> Thing:
    """The thing that some names stand for, given all of its names."""
    first = next((row for row in rows if row.id == row.canonical_id), None) or fullest_name(rows)
    spellings = {spelling for row in rows for spelling in (row.name, *row.aliases)}
    evidence = [
        sum(counts) for counts in zip(NO_EVIDENCE, *(r.evidence for r in rows), strict=True)
    ]
    return Thing(
        first.id,
        first.name,
        type_of(first.name, evidence),
        tuple(sorted(spellings - {first.name})),
        min((row.first_seq for row in rows if row.first_seq), default=0),
        sum(row.mention_count for row in rows),
        tuple(sorted(row.id for row in rows)),
    )


def things_of(rows: Iterable[Entity]) -> list[Thing]:
    """Names grouped into things, in the order of their first names; only mentioned things."""
    together: dict[str, list[Entity]] = {}
    for row in rows:
        together.setdefault(row.canonical_id, []).append(row)
    found = (thing_of(each) for each in together.values() if any(r.mention_count for r in each))
    return list(found)


def things_named(view: View, ids: Iterable[str]) -> dict[str, Thing]:
    """The things that names stand for, by the ids of the names; unknown names are left out."""
    wanted = sorted(set(ids))
    found = view.all(Entity, "graph.names_at", ids=wanted) if wanted else []
    canonical = sorted({row.canonical_id for row in found})
    rows = view.all(Entity, "graph.names_of", ids=canonical) if canonical else []
    things = {thing.id: thing for thing in things_of(rows)}
    return {row.id: things[row.canonical_id] for row in found if row.canonical_id in things}


def relations_of(view: View, thing: Thing, *, limit: int) -> list[Relation]:
    """The relations from and to a thing, the most certain first."""
    said: list[Relationship] = []
    for name in thing.name_ids:
        said += view.all(Relationship, "graph.from", id=name, limit=limit)
        said += view.all(Relationship, "graph.to", id=name, limit=limit)
    ends = {end for row in said for end in (row.from_id, row.to_id)}
    things = things_named(view, ends)
    together: dict[tuple[str, str, str], list[Relationship]] = {}
    for row in dict.fromkeys(said):
        subject, target = (things[e].id if e in things else e for e in (row.from_id, row.to_id))
        together.setdefault((subject, row.relation, target), []).append(row)
    sources = sorted({source for row in said for source in row.source_ids})
    places = view.tuples("graph.sources", ids=sources)
    exchanges = {str(turn): exchange for turn, _, exchange in places}
    found = [_relation(rows, things, exchanges) for rows in together.values()]
    found.sort(key=lambda each: (each.is_pending, -each.confidence, each.relation, each.object))
    return found[:limit]


def _relation(
    rows: list[Relationship], things: dict[str, Thing], exchanges: dict[str, Any]
) -> Relation:
    """One relation, merged from rows that use different names of its ends."""
    rows = sorted(rows, key=lambda row: (row.from_id, row.to_id))
    first = max(rows, key=lambda row: row.confidence)
    doubt = 1.0
    for row in rows:
        doubt *= 1 - row.confidence
    sources = tuple(dict.fromkeys(source for row in rows for source in row.source_ids))
    subject, target = things.get(first.from_id), things.get(first.to_id)
    return Relation(
        subject.name if subject else first.from_id,
        first.relation,
        target.name if target else first.to_text,
        round(1 - doubt, 6),
        all(row.is_pending for row in rows),
        first.pattern,
        subject.id if subject else first.from_id,
        target.id if target else None,
        sources,
        tuple(dict.fromkeys(e for s in sources if (e := exchanges.get(s)) is not None)),
        max(row.updated_at for row in rows),
    )


def thing_by_name(view: View, name: str) -> Thing | None:
    """The thing that a name stands for; None if it was never mentioned."""
    return things_named(view, [entity_id(name.strip())]).get(entity_id(name.strip()))
