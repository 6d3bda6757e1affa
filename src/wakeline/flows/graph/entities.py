"""List entities and their relations. Reads only."""

from __future__ import annotations

from typing import NamedTuple

from wakeline.base.errors import Invalid, NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.pages import MOST_PER_PAGE, Page
from wakeline.flows.common.place import Place
from wakeline.flows.graph.known_things import (
    Relation,
    Thing,
    relations_of,
    thing_by_name,
    things_named,
    things_of,
)
from wakeline.model.memory import ENTITY_TYPES, Entity, EntityType, GraphPattern
from wakeline.ports.store import View

MOST_ENTITIES = 100_000
MOST_RELATIONS = 200
MOST_COMPANY = 20


class CoMention(NamedTuple):
    """An entity mentioned together with another, and in how many turns."""

    name: str
    times: int


class KnownEntity(NamedTuple):
    """An entity under all its names, with its relations."""

    id: str
    name: str
    type: EntityType
    aliases: tuple[str, ...]
    first_seq: int
    mention_count: int
    relations: tuple[Relation, ...]
    company: tuple[CoMention, ...]


def list_entities(place: Place, *, type: str | None = None, limit: int = 1000) -> list[KnownEntity]:
    """All entities, the most mentioned first, without relations; `get_entity` has those."""
    place.ask("recall")
    wanted = None if type is None else parse.choice(type, ENTITY_TYPES, field="type")
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_ENTITIES)
    with place.store.reading() as view:
        things = things_of(view.all(Entity, "integrity.entities"))
    things = [thing for thing in things if wanted in (None, thing.type)]
    things.sort(key=lambda thing: (-thing.mention_count, thing.id))
    return [_known(thing) for thing in things[:most]]


def entities_page(
    place: Place, *, limit: int, after: str | None = None, type: str | None = None
) -> Page:
    """A page of entities, ordered by name, because counts change between two pages."""
    place.ask("recall")
    wanted = None if type is None else parse.choice(type, ENTITY_TYPES, field="type")
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_PER_PAGE)
    found: list[tuple[str, Thing]] = []
    last, is_more = after or "", True
    with place.store.reading() as view:
        # The type of an entity follows from all its names: no SQL statement can filter by it.
        while is_more and len(found) <= most:
            rows = view.all(Entity, "pages.entities", after=last, limit=most + 1)
            ids = list(dict.fromkeys(row.canonical_id for row in rows))
            pairs = zip(ids, things_of(rows), strict=True)
            found += [pair for pair in pairs if wanted in (None, pair[1].type)]
            last, is_more = ids[-1] if ids else last, len(ids) > most
    known = tuple(_known(thing) for _, thing in found[:most])
    return Page(known, found[most - 1][0] if len(found) > most else None)


def relations_page(place: Place, name: str, *, limit: int, after: str | None = None) -> Page:
    """A page of an entity's relations, the most certain first; `after` is how many to skip."""
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_PER_PAGE)
    if after is not None and not parse.is_number(after):
        raise Invalid(f"after is {after!r}.", todo="Give `next` of the page before.")
    known = get_entity(place, name)
    if known is None:
        raise unknown_entity(name)
    seen = int(after or 0)
    there = known.relations[seen : seen + most]
    through = seen + len(there)
    return Page(there, str(through) if through < len(known.relations) else None)


def unknown_entity(name: str) -> NotFound:
    return NotFound(f"nobody mentioned {name!r}.", todo="`wakeline entities` shows who was.")


def get_entity(place: Place, name: str) -> KnownEntity | None:
    """One entity by any of its names; None if it was never mentioned."""
    place.ask("recall")
    wanted = _name(name)
    with place.store.reading() as view:
        thing = thing_by_name(view, wanted)
        if thing is None:
            return None
        return _known(thing)._replace(
            relations=tuple(relations_of(view, thing, limit=MOST_RELATIONS)),
            company=tuple(_company(view, thing)),
        )


def entity_relations(place: Place, name: str) -> list[Relation]:
    """The relations from and to an entity, the most certain first."""
    place.ask("recall")
    wanted = _name(name)
    with place.store.reading() as view:
        thing = thing_by_name(view, wanted)
        return [] if thing is None else relations_of(view, thing, limit=MOST_RELATIONS)


def graph_patterns(place: Place) -> list[GraphPattern]:
    """The wordings from which relations were read, with the counts of each."""
    place.ask("recall")
    with place.store.reading() as view:
        return view.all(GraphPattern, "graph.patterns")


def _name(name: object) -> str:
    if not isinstance(name, str) or not name.strip():
        raise Invalid("an entity's name must be text.", todo="Give a name.")
    return name


def _known(thing: Thing) -> KnownEntity:
    return KnownEntity(*thing[:6], (), ())


def _company(view: View, thing: Thing) -> list[CoMention]:
    times: dict[str, int] = {}
    for name in thing.name_ids:
        for other, count in view.tuples("graph.company", id=name, limit=MOST_COMPANY):
            times[str(other)] = times.get(str(other), 0) + int(count)
    things = things_named(view, times)
    found: dict[str, int] = {}
    for other, count in times.items():
        if other in things and things[other].id != thing.id:
            found[things[other].name] = found.get(things[other].name, 0) + count
    ordered = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
    return [CoMention(name, count) for name, count in ordered[:MOST_COMPANY]]
