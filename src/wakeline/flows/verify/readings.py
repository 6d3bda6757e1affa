"""Compare what ranking reads with the log: pages, vectors, and the word counts of vectors."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from wakeline.flows.common.place import Place
from wakeline.flows.recall.index_rows import (
    BATCH,
    INDEX,
    Findable,
    counts_in_force,
    reading_of,
    row_stretches,
    token_counts,
    vector_mark,
    vectors_of,
)
from wakeline.flows.recall.searchable import FiledRow
from wakeline.flows.verify.tally import Check, ComparisonTally
from wakeline.model.consolidation import Summary
from wakeline.model.job import IndexMark, Job
from wakeline.model.recall import Reading, Segment, Vector, WordCounts
from wakeline.ports.minds import Embedder, Embedding
from wakeline.ports.store import View

# Another machine may add the same numbers in another order.
CLOSE: Final = 2e-3


def check_readings(view: View, embedding: Embedding | None) -> list[Check]:
    """Compare pages and vectors with ones derived again, up to each index's mark."""
    pages = ComparisonTally("pages")
    mark = int(view.value("jobs.mark", name=INDEX) or 0)
    wanted = (
        (row.seq, reading_of(row)) for stretch in row_stretches(view, mark) for row in stretch.rows
    )
    pages.compare_streams(
        "page", wanted, ((r.seq, r) for r in view.all(Reading, "recall.all_readings"))
    )
    return [pages.result(), *_check_vectors(view, embedding)]


def check_sealed(place: Place, view: View) -> Check:
    """Check that every sealed part exists and is unchanged."""
    sealed = ComparisonTally("sealed parts")
    for segment in view.all(Segment, "recall.all_segments"):
        sealed.compared += 1
        shelf = place.store.shelves.open(segment.name, view)
        if shelf is None:
            sealed.add_missing(f"the part up to {segment.through}")
        elif shelf.faults():
            sealed.add_different(f"the part up to {segment.through}")
    return sealed.result()


def _check_vectors(view: View, embedding: Embedding | None) -> list[Check]:
    if embedding is None:
        return []
    counts, vectors = ComparisonTally("word counts"), ComparisonTally("vectors")
    current = counts_in_force(view, embedding)
    if current is None:
        if not _has_lost_counts(view):
            return []  # nothing was read for this embedder yet
        counts.add_missing("what the vectors were made with")
        return [counts.result()]
    if current.seq:  # 0: a counted text was forgotten since
        counts.compare("the counts", token_counts(view, embedding, current.seq), current.counts)
    if counts.different:  # vectors cannot be made with them
        return [counts.result()]
    embedder = embedding.fit(current.counts, current.version)
    kept = view.all(Vector, "recall.all_vectors", fingerprint=embedder.fingerprint)
    # Vectors of summaries have numbers below 0, and exist once no job waits.
    waits = any(job.name == INDEX for job in view.all(Job, "jobs.all"))
    found = ((v.seq, ComparableVector(v)) for v in kept if v.seq > 0 or not waits)
    summed_up = [] if waits else view.all(Summary, "summaries.all")
    vectors.compare_streams("vector", _wanted(view, embedder, summed_up), found)
    return [counts.result(), vectors.result()]


def _has_lost_counts(view: View) -> bool:
    """Whether there are vectors but no word counts, not even those of another embedder."""
    made = any(mark.name.startswith(vector_mark("")) for mark in view.all(IndexMark, "jobs.marks"))
    return made and not view.all(WordCounts, "recall.word_counts")


def _wanted(
    view: View, embedder: Embedder, summed_up: list[Summary]
) -> Iterator[tuple[int, ComparableVector]]:
    mark = int(view.value("jobs.mark", name=vector_mark(embedder.fingerprint)) or 0)
    summaries: list[Findable] = [FiledRow(row.seq, row) for row in summed_up if row.content]
    batches = (summaries[start : start + BATCH] for start in range(0, len(summaries), BATCH))
    for rows in chain(batches, (stretch.rows for stretch in row_stretches(view, mark))):
        for vector in vectors_of(rows, embedder):
            yield vector.seq, ComparableVector(vector)


class ComparableVector:
    """A vector that equals another if their numbers are close."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, vector: Vector) -> None:
        self.vector = vector

    def __eq__(self, other: object) -> bool:
        import numpy as np

        if not isinstance(other, ComparableVector):
            return NotImplemented
        ours, theirs = self.vector, other.vector
        if ours.tokens != theirs.tokens or len(ours.vector) != len(theirs.vector):
            return False
        numbers = np.frombuffer(ours.vector, dtype="<f2")
        return bool(np.allclose(numbers, np.frombuffer(theirs.vector, dtype="<f2"), atol=CLOSE))
