"""Derive what ranking reads: a page for every searchable row, and its vector.

Works through the log in order from where it last stopped. Each index has its own mark,
which moves in the transaction of the rows, so a run that is killed continues. Pages and
vectors are computed before the transaction begins, so that writers do not wait for them.
Older stretches are sealed (`flows/recall/seal_index.py`).

Words are counted over the first turns, as many as the last power of two: again when the turns
have doubled, and the same in a home that is rebuilt from its log. The next version of vectors
is made beside the one in force and replaces it when it is complete. Only turns are counted:
consolidated memories and facts change no count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from wakeline.flows.common.log_entries import turns_through
from wakeline.flows.recall.searchable import (
    FiledRow,
    file_missing,
    filed_between,
    indexed_words,
    search_entry,
)
from wakeline.model.job import IndexMark
from wakeline.model.log import Episode
from wakeline.model.memory import Fact, Memory
from wakeline.model.recall import Reading, Vector, WordCounts
from wakeline.ports.minds import Embedder, Embedding
from wakeline.ports.store import Unit, View
from wakeline.recall.pages import page_bytes
from wakeline.recall.turns import RETOLD, read_turn

INDEX: Final = "readings"
FORGOTTEN: Final = "forgotten"  # the mark that moves when something is forgotten
BATCH: Final = 500
PAST: Final = "past"  # the role of a fact with an end, even a future one

Findable = Episode | Memory | Fact | FiledRow
Make = Callable[[Sequence[Findable]], list[Reading] | list[Vector]]


class IndexStretch(NamedTuple):
    """A part of the log that is to be indexed, with its searchable rows."""

    after: int
    through: int
    is_last: bool
    rows: list[Findable]


def next_stretch(view: View, after: int, through: int | None = None) -> IndexStretch:
    """The next searchable rows, in order: at most a batch of turns, or all up to `through`."""
    end = view.head().seq if through is None else through
    limit = BATCH if through is None else end - after
    turns = view.all(Episode, "log.episodes_between", after=after, through=end, limit=limit)
    is_last = through is not None or len(turns) < BATCH
    end = end if is_last else turns[-1].seq
    rows: list[Findable] = [
        *(turn for turn in turns if turn.forgotten_at is None),
        *view.all(Memory, "memory.searchable_between", after=after, through=end),
        *view.all(Fact, "memory.searchable_facts_between", after=after, through=end),
        *filed_between(view, after, end),
    ]
    rows.sort(key=attrgetter("seq"))
    return IndexStretch(after, end, is_last, rows)


def _readings(rows: Sequence[Findable]) -> list[Reading]:
    return [reading_of(row) for row in rows]


def reading_of(row: Findable) -> Reading:
    """What ranking reads of one row."""
    if isinstance(row, Episode):
        page = page_bytes(read_turn(row.text, speaker=row.speaker, at=row.at))
        return Reading(
            row.seq, row.kind, turn_stream(row), row.speaker, row.role, row.thread_id,
            row.project_id, row.at, row.importance, page,
        )  # fmt: skip
    shown = search_entry(row.row if isinstance(row, FiledRow) else row)
    page = page_bytes(read_turn(embedded_text(row), speaker=None, at=shown.at))
    # A fact with an end is indexed too; recall checks whether it is over.
    role = PAST if isinstance(row, Fact) and row.valid_to is not None else shown.kind
    if isinstance(row, Memory) and row.written == "consolidated":
        role = RETOLD
    return Reading(
        row.seq, shown.kind, None, None, role, shown.thread_id, shown.project_id, shown.at,
        shown.importance, page,
    )  # fmt: skip


def turn_stream(turn: Episode) -> str:
    """The stream that a turn belongs to: its session, else its thread, else its day."""
    if turn.session_id is not None:
        return f"session {turn.session_id}"
    if turn.thread_id is not None:
        return f"thread {turn.thread_id}"
    return f"day {turn.at.date().isoformat()}"


def embedded_text(row: Findable) -> str:
    """The text from which a row's vector is made."""
    if isinstance(row, Episode):
        return row.text
    return indexed_words(row.row if isinstance(row, FiledRow) else row)


def forget_readings(unit: Unit, seqs: Sequence[int]) -> None:
    """Drop the sealed parts that hold forgotten rows, and ask for new seals and word counts."""
    for seq in seqs:
        unit.run("recall.drop_segments_at", seq=seq)
    unit.put(IndexMark(FORGOTTEN, unit.head().seq))
    unit.run("fingerprints.clear")
    unit.run("recall.outdate_counts")
    unit.add_job(INDEX)


def file_older_rows(unit: Unit) -> None:
    """File rows written by versions that did not file them, and restart the index."""
    if file_missing(unit):
        # Their sequences lie before the marks of pages, vectors and indexes in memory.
        unit.run("recall.clear_segments")
        unit.run("recall.clear_marks")
        unit.put(IndexMark(FORGOTTEN, unit.head().seq))


def rebuild_readings(unit: Unit, embedding: Embedding | None) -> tuple[int, int]:
    """Drop pages, vectors and counts and make them again. Returns the numbers of both."""
    for table in ("readings", "vectors", "counts", "segments", "marks"):
        unit.run(f"recall.clear_{table}")
    pages = _make_all(unit, INDEX, _readings)
    vectors = 0
    if embedding is not None:
        made = counts_now(unit, embedding)
        unit.put(made._replace(is_in_force=True))
        embedder = embedding.fit(made.counts, made.version)
        vectors = _make_all(
            unit, vector_mark(embedder.fingerprint), lambda rows: vectors_of(rows, embedder)
        )
    unit.run("jobs.done", name=INDEX, key="")
    return pages, vectors


def _make_all(unit: Unit, index: str, make: Make) -> int:
    count = 0
    for stretch in row_stretches(unit, unit.head().seq):
        for row in make(stretch.rows):
            unit.put(row)
            count += 1
    unit.put(IndexMark(index, unit.head().seq))
    return count


def row_stretches(view: View, through: int) -> Iterator[IndexStretch]:
    """Every searchable row up to a sequence, in batches."""
    for after in range(0, through, BATCH):
        yield next_stretch(view, after, min(after + BATCH, through))


# -- vectors


def vectors_of(rows: Sequence[Findable], embedder: Embedder) -> list[Vector]:
    """The vectors of rows, in the form in which they are stored."""
    if not rows:
        return []
    texts = [embedded_text(row) for row in rows]
    made, tokens_of = embedder.read(texts)
    return [
        Vector(
            embedder.fingerprint,
            row.seq,
            vector.astype("<f2").tobytes(),
            tokens.astype("<u4").tobytes(),
        )
        for row, vector, tokens in zip(rows, made, tokens_of, strict=True)
    ]


def vector_mark(fingerprint: str) -> str:
    """The name under which the progress of one embedder's vectors is kept."""
    return f"vectors {fingerprint}"


def counts_in_force(view: View, embedding: Embedding) -> WordCounts | None:
    """The word counts with which vectors are made now, or None."""
    known = view.all(WordCounts, "recall.word_counts")
    return next((c for c in known if c.is_in_force and c.embedder == embedding.name), None)


def counts_version_now(view: View) -> int:
    """The version of word counts for the present number of turns; it grows when they double."""
    return max(int(view.value("log.turn_count")), 1).bit_length()


def counts_now(view: View, embedding: Embedding) -> WordCounts:
    """The word counts of the present turns, not yet in force."""
    version = counts_version_now(view)
    last = view.value("log.turn_number", before=(1 << (version - 1)) - 1)
    through = int(last or 1)
    return WordCounts(
        version, embedding.name, through, False, token_counts(view, embedding, through)
    )


def token_counts(view: View, embedding: Embedding, through: int) -> bytes:
    """How often each token occurs in the turns up to a sequence."""
    counts = embedding.count_tokens([])
    for texts in _texts(view, through):
        counts = embedding.count_tokens(texts, counts)
    return counts


def _texts(view: View, through: int) -> Iterator[list[str]]:
    batch: list[str] = []
    for turn in turns_through(view, through):
        if turn.forgotten_at is None:
            batch.append(turn.text)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
