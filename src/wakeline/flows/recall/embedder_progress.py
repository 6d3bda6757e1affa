"""How many of an agent's vectors are made, and which embedder is in force. Reads only."""

from __future__ import annotations

from typing import NamedTuple

from wakeline.flows.common.place import Place
from wakeline.flows.recall.index_rows import vector_mark
from wakeline.model.job import IndexMark
from wakeline.model.recall import WordCounts


class EmbedderProgress(NamedTuple):
    """One agent's vectors: the embedder in force, the one wanted, and the progress of that."""

    agent: str
    in_force: str | None
    wanted: str | None
    done: int  # of the log's sequences
    of: int

    @property
    def is_done(self) -> bool:
        return self.in_force == self.wanted and self.done >= self.of


def embedder_progress(place: Place) -> EmbedderProgress:
    """The progress of one agent's vectors."""
    embedding = place.embedding()
    with place.store.reading() as view:
        counts = view.all(WordCounts, "recall.word_counts")
        marks = view.all(IndexMark, "jobs.marks")
        head = view.head().seq
    in_force = next((each.embedder for each in counts if each.is_in_force), None)
    wanted = embedding.name if embedding else None
    # The highest mark is that of the version in preparation.
    ours = [mark.seq for mark in marks if mark.name.startswith(vector_mark(wanted or "\0"))]
    return EmbedderProgress(place.identity.name, in_force, wanted, max(ours, default=0), head)
