"""Drop everything that is derived and make it again from the log.

In one transaction: whoever reads meanwhile sees the old rows, and a rebuild that is
killed has changed nothing. Whoever writes waits until it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import merge
from operator import itemgetter
from typing import NamedTuple

from wakeline.flows.derive import INDEX, derived_entities, entity_id, mentioned
from wakeline.flows.entries import turns_through
from wakeline.flows.place import Place
from wakeline.flows.readings import rebuild_readings
from wakeline.flows.searchable import words_of
from wakeline.model.job import IndexMark
from wakeline.model.memory import Entity, Fact, Memory
from wakeline.model.recall import Segment
from wakeline.ports.store import Unit, View
from wakeline.recall.analyse import terms

# How often somebody who waits hears of it.
ROWS_BETWEEN_NEWS = 500

Progress = Callable[[int], None]


class Rebuilt(NamedTuple):
    """How many rows each index has now."""

    full_text: int
    entities: int
    mentions: int
    readings: int
    vectors: int


def rebuild(place: Place, *, progress: Progress | None = None) -> Rebuilt:
    """Make every index again. `progress` hears how many rows came to full text."""
    place.ask("rebuild")
    with place.store.writing(place.by(actor="rebuild")) as unit:
        full_text = rebuild_full_text(unit, progress)
        entities = rebuild_entities(unit)
        rebuild_idle(unit)
        sealed = unit.all(Segment, "recall.all_segments")
        rebuilt = Rebuilt(full_text, *entities, *rebuild_readings(unit, place.embedding()))
    for segment in sealed:
        place.store.shelves.drop(segment.name)
    place.flow("derive_readings")(place)  # seals what was read
    return rebuilt


def rebuild_full_text(unit: Unit, progress: Progress | None = None) -> int:
    """Index every row that can be found. How many there are."""
    unit.run("fulltext.clear")
    done = 0
    for seq, words in searchable_words(unit):
        unit.index(seq, terms(words))
        done += 1
        if progress is not None and done % ROWS_BETWEEN_NEWS == 0:
            progress(ROWS_BETWEEN_NEWS)
    if progress is not None:
        progress(done % ROWS_BETWEEN_NEWS)
    return done


def rebuild_entities(unit: Unit) -> tuple[int, int]:
    """Derive entities and mentions from the whole log. How many there are of each."""
    head = unit.head().seq
    for table in ("entities", "mentions", "relationships"):
        unit.run(f"integrity.clear_{table}")
    found = wanted_entities(unit, head)
    for entity in found.values():
        unit.put(entity)
    mentions = 0
    for key, seq in wanted_mentions(unit, head):
        unit.run("memory.add_mention", entity_id=key, seq=seq)
        mentions += 1
    unit.put(IndexMark(INDEX, head))
    unit.run("jobs.done", name=INDEX, key="")
    return len(found), mentions


def rebuild_idle(unit: Unit) -> None:
    """Find again which memories may come up again."""
    unit.run("memory.clear_idle")
    unit.run("memory.fill_idle")


def searchable_words(view: View) -> Iterator[tuple[int, str]]:
    """Every row that can be found, in order, with the words by which it is."""
    turns = (
        (turn.seq, turn.text)
        for turn in turns_through(view, view.head().seq)
        if turn.forgotten_at is None
    )
    memories = ((row.seq, words_of(row)) for row in view.all(Memory, "memory.searchable"))
    facts = ((row.seq, words_of(row)) for row in view.all(Fact, "memory.searchable_facts"))
    return merge(turns, memories, facts, key=itemgetter(0))


def wanted_entities(view: View, through: int) -> dict[str, Entity]:
    """What the table of entities must hold once it has seen the log up to a sequence."""
    return derived_entities(turns_through(view, through))


def wanted_mentions(view: View, through: int) -> Iterator[tuple[str, int]]:
    """Which entity is mentioned by which turn."""
    for turn in turns_through(view, through):
        for name in mentioned(turn):
            yield entity_id(name), turn.seq
