"""Follow the graph from a question: rows by hops, and rows that state the answer.

From the things that a question names to the turns that mention them, then to related things,
then to things that are mentioned together with them. Reads only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from wakeline.flows.graph.known_things import Thing, things_named
from wakeline.graph.mentions import entities
from wakeline.graph.names import entity_id
from wakeline.graph.patterns import asked_relations
from wakeline.model.memory import Relationship
from wakeline.ports.store import View

MOST_HOPS = 3
MOST_MENTIONS = 50  # the latest ones of an entity
MOST_RELATED = 5  # the things that it is related to
MOST_COMPANY = 5  # the things that are mentioned together with it most often
MOST_THINGS = 12  # from which the next hop starts
MOST_STATED = 20  # relations that a question may be about
MOST_SOURCES = 3  # the latest ones of each
_OWN = frozenset("i my me mine".split())


class GraphReach(NamedTuple):
    """Sequences of rows: by hops from the named things, and those that state the answer."""

    hops: tuple[tuple[int, ...], ...]
    stated: tuple[int, ...]  # the most certain first


def follow_graph(
    view: View, query: str, *, person: str, has_rows: Callable[[Sequence[int]], bool]
) -> GraphReach:
    """The rows that the graph reaches. `has_rows` says whether the index holds any of them."""
    named = [entity_id(name) for name in entities(query)]
    things = _things(view, named)
    hops: list[tuple[int, ...]] = []
    known: set[str] = set()
    asked = things
    while asked and has_rows(seqs := _mentions(view, asked)):
        hops.append(seqs)
        if len(hops) == MOST_HOPS:
            break
        known.update(thing.id for thing in asked)
        following = _next(view, asked[:MOST_THINGS])
        asked = [each for each in following if each.id not in known]
    if _OWN & {word.strip("?!.,'\"") for word in query.lower().split()}:
        things = [*things, *_things(view, [entity_id(person)])]
    return GraphReach(tuple(hops), _stated(view, things, asked_relations(query)))


def _things(view: View, names: Iterable[str]) -> list[Thing]:
    """The things that names stand for; an unknown name stands for itself."""
    wanted = list(dict.fromkeys(names))
    known = things_named(view, wanted)
    found = [known.get(name) or Thing(name, name, "concept", (), 0, 0, (name,)) for name in wanted]
    return list({thing.id: thing for thing in found}.values())


def _mentions(view: View, things: Iterable[Thing]) -> tuple[int, ...]:
    found = {
        int(seq)
        for thing in things
        for name in thing.name_ids
        for (seq,) in view.tuples("recall.last_mentions", entity_id=name, limit=MOST_MENTIONS)
    }
    return tuple(sorted(found))


def _next(view: View, things: Iterable[Thing]) -> list[Thing]:
    """The things related to these, then the things mentioned together with them."""
    names: list[str] = []
    for thing in things:
        related = [
            str(other)
            for name in thing.name_ids
            for other, _, _ in view.tuples("graph.ends", id=name, limit=MOST_STATED)
            if other not in thing.name_ids
        ]
        names += list(dict.fromkeys(related))[:MOST_RELATED]
        for name in thing.name_ids:
            company = view.tuples("recall.company", entity_id=name, limit=MOST_COMPANY)
            names += [str(other) for other, _ in company]
    return _things(view, names)


def _stated(view: View, things: Iterable[Thing], relations: Iterable[str]) -> tuple[int, ...]:
    """The sequences of turns that state a named relation of a named thing."""
    found: list[Relationship] = []
    wanted = sorted(relations)
    for thing in things:
        for name in thing.name_ids:
            for relation in wanted:
                about = {"id": name, "relation": relation, "limit": MOST_STATED}
                found += view.all(Relationship, "graph.related_from", **about)
                found += view.all(Relationship, "graph.related_to", **about)
    surest = sorted(found, key=_surest)[:MOST_STATED]
    ids = list(dict.fromkeys(i for row in surest for i in row.source_ids[::-1][:MOST_SOURCES]))
    seqs = {str(turn): int(seq) for turn, seq, _ in view.tuples("graph.sources", ids=ids)}
    return tuple(seqs[each] for each in ids if each in seqs)


def _surest(row: Relationship) -> tuple[bool, float, float, str]:
    return row.is_pending, -row.confidence, -row.updated_at.timestamp(), row.to_id
