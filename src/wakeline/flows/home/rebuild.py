"""Drop everything that is derived and make it again from the log.

In one transaction: readers see the old rows meanwhile, and a rebuild that is killed has
changed nothing. Writers wait until it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import merge
from operator import itemgetter
from typing import NamedTuple

from wakeline.flows.assessment.entropy import rebuild_entropy
from wakeline.flows.common.log_entries import turns_through
from wakeline.flows.common.place import Place
from wakeline.flows.graph.graph_rows import INDEX, add_mentions, expected_graph
from wakeline.flows.graph.links import rebuild_links
from wakeline.flows.liminal.drift import drop_state_vectors
from wakeline.flows.memory.summaries import rebuild_summaries
from wakeline.flows.recall.build_index import derive_readings
from wakeline.flows.recall.index_rows import rebuild_readings
from wakeline.flows.recall.searchable import all_filed, refile_all
from wakeline.flows.recall.searchable import indexed_words as words_of
from wakeline.model.job import IndexMark
from wakeline.model.memory import Fact, Memory
from wakeline.model.recall import Segment
from wakeline.ports.store import Unit, View
from wakeline.recall.analyse import terms

# How often progress is reported.
ROWS_BETWEEN_REPORTS = 500

Progress = Callable[[int], None]


class Rebuilt(NamedTuple):
    """How many rows each index has now."""

    full_text: int
    entities: int
    mentions: int
    relationships: int
    readings: int
    vectors: int


def rebuild(place: Place, *, progress: Progress | None = None) -> Rebuilt:
    """Make every index again. `progress` is called with the number of rows indexed since."""
    place.ask("rebuild")
    with place.store.writing(place.by(actor="rebuild")) as unit:
        full_text = rebuild_full_text(unit, progress)
        graph = rebuild_graph(unit)
        rebuild_idle(unit)
        rebuild_links(unit)
        unit.run("fingerprints.clear")  # counted again when one is asked for
        rebuild_entropy(unit)
        drop_state_vectors(unit)
        rebuild_summaries(place, unit)
        sealed = unit.all(Segment, "recall.all_segments")
        rebuilt = Rebuilt(full_text, *graph, *rebuild_readings(unit, place.embedding()))
    for segment in sealed:
        place.store.shelves.drop(segment.name)
    derive_readings(place)  # seals the readings, and reads summaries
    return rebuilt


def rebuild_full_text(unit: Unit, progress: Progress | None = None) -> int:
    """Index every searchable row. Returns how many there are."""
    unit.run("fulltext.clear")
    refile_all(unit)
    done = 0
    for seq, words in searchable_words(unit):
        unit.index(seq, terms(words))
        done += 1
        if progress is not None and done % ROWS_BETWEEN_REPORTS == 0:
            progress(ROWS_BETWEEN_REPORTS)
    if progress is not None:
        progress(done % ROWS_BETWEEN_REPORTS)
    return done


def rebuild_graph(unit: Unit) -> tuple[int, int, int]:
    """Derive the graph from the whole log. Returns the number of names, mentions and relations."""
    head = unit.head().seq
    for table in ("entities", "mentions", "relationships"):
        unit.run(f"integrity.clear_{table}")
    unit.run("graph.clear_patterns")
    ledger, mentions = expected_graph(unit, head)
    for row in ledger.changed():
        unit.put(row)
    add_mentions(unit, mentions)
    unit.put(IndexMark(INDEX, head))
    unit.run("jobs.done", name=INDEX, key="")
    return len(ledger.names), len(mentions), len(ledger.relations)


def rebuild_idle(unit: Unit) -> None:
    """Find again which memories may come up again."""
    unit.run("memory.clear_idle")
    unit.run("memory.fill_idle")


def searchable_words(view: View) -> Iterator[tuple[int, str]]:
    """The entry number and the words of every searchable row, in order."""
    turns = (
        (turn.seq, turn.text)
        for turn in turns_through(view, view.head().seq)
        if turn.forgotten_at is None
    )
    memories = ((row.seq, words_of(row)) for row in view.all(Memory, "memory.searchable"))
    facts = ((row.seq, words_of(row)) for row in view.all(Fact, "memory.searchable_facts"))
    filed = ((seq, words_of(row)) for seq, row in all_filed(view))
    return merge(turns, memories, facts, filed, key=itemgetter(0))
