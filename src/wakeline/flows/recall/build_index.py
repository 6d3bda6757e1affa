"""Bring the index of recall up to date with the log: pages, vectors, seals, summaries."""

from __future__ import annotations

from collections.abc import Sequence

from wakeline.flows.common.place import Place
from wakeline.flows.memory.summaries import embed_summaries
from wakeline.flows.recall.index_rows import (
    INDEX,
    IndexStretch,
    Make,
    _readings,
    counts_in_force,
    counts_now,
    counts_version_now,
    next_stretch,
    vector_mark,
    vectors_of,
)
from wakeline.model.job import IndexMark
from wakeline.model.recall import Reading, Segment, Vector, WordCounts
from wakeline.ports.minds import Embedder, Embedding
from wakeline.ports.store import Unit


def derive_readings(place: Place) -> int:
    """Catch up with the log. Returns how many rows were indexed."""
    count = _catch_up(place, INDEX, _readings)
    embedding = place.embedding()
    if embedding is None:
        _seal(place, None, INDEX)
    else:
        _derive_vectors(place, embedding)
        embed_summaries(place)
    with place.store.writing(place.by(actor="worker")) as unit:
        if int(unit.value("jobs.mark", name=INDEX) or 0) >= unit.head().seq:
            unit.run("jobs.done", name=INDEX, key="")
    return count


def _catch_up(place: Place, index: str, make: Make) -> int:
    count = 0
    while True:
        with place.store.reading() as view:
            stretch = next_stretch(view, int(view.value("jobs.mark", name=index) or 0))
        made = make(stretch.rows)
        with place.store.writing(place.by(actor="worker")) as unit:
            if int(unit.value("jobs.mark", name=index) or 0) != stretch.after:
                continue  # another worker was faster
            _put(unit, stretch, made)
            unit.put(IndexMark(index, stretch.through))
        count += len(made)
        if stretch.is_last:
            return count


def _put(unit: Unit, stretch: IndexStretch, made: Sequence[Reading] | Sequence[Vector]) -> None:
    # What was forgotten since it was read must not come back.
    there = {row.seq for row in next_stretch(unit, stretch.after, stretch.through).rows}
    for row in made:
        if row.seq in there:
            unit.put(row)


def _derive_vectors(place: Place, embedding: Embedding) -> None:
    with place.store.reading() as view:
        current = counts_in_force(view, embedding)
        head = view.head().seq
    if current is not None:
        embedder = embedding.fit(current.counts, current.version)
        _embed(place, embedder)
        if current.seq and _is_of_now(place, current, head):
            return
    counts = _next_counts(place, embedding)
    embedder = embedding.fit(counts.counts, counts.version)
    _embed(place, embedder)
    with place.store.writing(place.by(actor="worker")) as unit:
        which = {"embedder": counts.embedder, "version": counts.version}
        unit.run("recall.put_in_force", **which)
        unit.run("recall.drop_other_counts", **which)
        unit.run("recall.drop_other_vectors", fingerprint=embedder.fingerprint)
        unit.run("recall.drop_other_marks", name=vector_mark(embedder.fingerprint))
        dropped = [
            segment.name
            for segment in unit.all(Segment, "recall.all_segments")
            if segment.fingerprint != embedder.fingerprint
        ]
        unit.run("recall.drop_other_segments", fingerprint=embedder.fingerprint)
    for name in dropped:
        place.store.shelves.drop(name)


def _embed(place: Place, embedder: Embedder) -> None:
    mark = vector_mark(embedder.fingerprint)
    _catch_up(place, mark, lambda rows: vectors_of(rows, embedder))
    _seal(place, embedder, mark)


def _seal(place: Place, embedder: Embedder | None, mark: str) -> None:
    """Seal the rows that have a page and a vector. Imported here because it loads numpy."""
    with place.store.reading() as view:
        through = int(view.value("jobs.mark", name=mark) or 0)
    from wakeline.flows.recall.seal_index import seal_readings

    seal_readings(place, embedder, through)


def _next_counts(place: Place, embedding: Embedding) -> WordCounts:
    """The word counts in preparation: those of a run that was killed, or new ones."""
    with place.store.reading() as view:
        known = view.all(WordCounts, "recall.word_counts")
        begun = [c for c in known if not c.is_in_force and c.embedder == embedding.name]
        made = counts_now(view, embedding)
    if begun and begun[-1] == made:
        return made
    with place.store.writing(place.by(actor="worker")) as unit:
        unit.put(made)
    return made


def _is_of_now(place: Place, counts: WordCounts, head: int) -> bool:
    """Whether these counts are up to date: turns have not doubled since."""
    if counts.version >= max(head, 1).bit_length():
        return True  # not even the whole log has doubled
    with place.store.reading() as view:
        return counts.version == counts_version_now(view)
