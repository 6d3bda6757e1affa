"""Bring an agent's rows into memory for ranking, and keep them up to date.

Sealed parts are opened, not loaded. Newer rows that are indexed are loaded from their pages
and vectors. Rows that no index holds yet are read now by the same functions, so nothing that
was acknowledged is missing. A sealed part that is lost is reported, and its rows are found
by full text until it is made again. Reads only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple

import numpy as np

from wakeline.base.clock import read_moment
from wakeline.flows.common.place import Place
from wakeline.flows.recall.index_rows import (
    FORGOTTEN,
    INDEX,
    Findable,
    counts_in_force,
    counts_now,
    counts_version_now,
    next_stretch,
    reading_of,
    vector_mark,
    vectors_of,
)
from wakeline.flows.recall.searchable import filed_at
from wakeline.language.dates import Day
from wakeline.model.log import Episode
from wakeline.model.memory import Fact, Memory
from wakeline.model.recall import Segment
from wakeline.ports.minds import Embedder
from wakeline.ports.store import View
from wakeline.recall.analyse import query_terms
from wakeline.recall.corpus import Corpus, IndexEntry
from wakeline.recall.index import Index
from wakeline.recall.neighbours import REACH
from wakeline.recall.pages import read_page
from wakeline.recall.sealed_index import SealedRows

LOADED_AT_ONCE: Final = 5000
MOST_UNREAD: Final = 2000  # more unindexed rows are not all read while a caller waits
MOST_MATCHES: Final = 500


class IndexKey(NamedTuple):
    """The inputs of an index: rows in memory can be reused while these are the same."""

    embedder: str  # its name
    version: int  # of the counts that the embedder was fitted with
    counted: int  # the sequence up to which words were counted; changes if something was forgotten
    is_in_force: bool
    forgotten: int  # the sequence at which something was last forgotten
    segments: tuple[str, ...] = ()  # sealed parts by name


class LoadedIndex(NamedTuple):
    """An agent's index in memory, and the inputs that it was made from."""

    key: IndexKey
    embedder: Embedder | None
    growing: Corpus
    sealed: tuple[SealedRows, ...]
    lost: tuple[Segment, ...]
    holes: tuple[tuple[int, int], ...]  # stretches of the log that no sealed part holds
    is_whole: bool

    @property
    def fingerprint(self) -> str:
        return self.embedder.fingerprint if self.embedder else ""

    def as_index(self, others: Sequence[Corpus] = ()) -> Index:
        """All parts and other rows as one index, for one question."""
        return Index(self.growing, self.sealed, others)


def load_index(place: Place, view: View, query: str) -> LoadedIndex:
    """The index in memory, brought up to date with the log."""
    before: LoadedIndex | None = place.current.held.loaded
    made = _index_key(place, view)
    if before is not None and before.key._replace(segments=()) == made:
        embedder = before.embedder
    else:
        embedder = _embedder(place, view, made)
    fingerprint = embedder.fingerprint if embedder else ""
    segments = view.all(Segment, "recall.segments", fingerprint=fingerprint)
    made = made._replace(segments=tuple(segment.name for segment in segments))
    if before is None or before.key != made or not before.is_whole:
        before = _open_index(place, view, made, embedder, segments, before)
    for part in before.sealed:
        part.shelf.use_view(view)
    loaded = before._replace(is_whole=_catch_up(view, before, query))
    place.current.held.loaded = loaded
    return loaded


def _index_key(place: Place, view: View) -> IndexKey:
    embedding = place.embedding()
    forgotten = int(view.value("jobs.mark", name=FORGOTTEN) or 0)
    if embedding is None:
        return IndexKey("", 0, 0, False, forgotten)
    rows = view.tuples("recall.versions_in_force")
    in_force = {str(name): (int(version), int(seq)) for name, version, seq in rows}
    if embedding.name in in_force:
        version, counted = in_force[embedding.name]
        return IndexKey(embedding.name, version, counted, True, forgotten)
    # Another embedder was chosen and its vectors are incomplete: use the old ones until then.
    for name, (version, counted) in in_force.items():
        if place.embedding(name) is not None:
            return IndexKey(name, version, counted, True, forgotten)
    # The counts that settling would make, if that is quick; else the general list.
    version = counts_version_now(view) if view.head().seq <= MOST_UNREAD else 0
    return IndexKey(embedding.name, version, 0, False, forgotten)


def _embedder(place: Place, view: View, made: IndexKey) -> Embedder | None:
    """The embedder fitted with the counts in force, else with those that come next."""
    embedding = place.embedding(made.embedder) if made.embedder else None
    if embedding is None:
        return None
    counts = counts_in_force(view, embedding) if made.is_in_force else None
    if counts is None and made.version:
        counts = counts_now(view, embedding)
    return embedding.fit(counts.counts if counts else b"", made.version)


def _open_index(
    place: Place,
    view: View,
    made: IndexKey,
    embedder: Embedder | None,
    segments: Sequence[Segment],
    before: LoadedIndex | None,
) -> LoadedIndex:
    """An index with sealed parts opened and nothing loaded yet; open parts are reused."""
    known: dict[str, SealedRows] = {}
    if before is not None and not before.lost:
        known = dict(zip(before.key.segments, before.sealed, strict=True))
    shelves = place.store.shelves
    parts: list[SealedRows] = []
    there: list[Segment] = []
    lost: list[Segment] = []
    for segment in segments:
        part = known.get(segment.name)
        if part is None:
            shelf = shelves.open(segment.name, view)
            part = None if shelf is None else SealedRows(shelf)
        if part is None:
            lost.append(segment)
        else:
            parts.append(part)
            there.append(segment)
    growing = Corpus(embedder.dimension if embedder else 0)
    return LoadedIndex(
        made, embedder, growing, tuple(parts), tuple(lost), tuple(_holes(there)), is_whole=True
    )


def _holes(segments: Sequence[Segment]) -> Iterator[tuple[int, int]]:
    """The unsealed stretches between sealed ones, without the one after the last."""
    after = 0
    for segment in segments:
        if segment.after > after:
            yield after, segment.after
        after = segment.through


def _catch_up(view: View, loaded: LoadedIndex, query: str) -> bool:
    """Load what is indexed and read the rest. False if only part of the rest was read."""
    growing, embedder = loaded.growing, loaded.embedder
    fingerprint = loaded.fingerprint
    head = view.head().seq
    if growing.through >= head:
        return loaded.is_whole
    is_whole = True
    start = _sealed_through(loaded)
    if not growing.through:
        for after, through in loaded.holes:
            is_whole &= _fill_hole(view, loaded, query, after, through)
        growing.through = start
    indexed = _indexed(view, embedder)
    for batch in entries_between(view, growing.through, indexed, fingerprint):
        add_entries(view, growing, batch, behind=start, fingerprint=fingerprint)
    growing.through = max(growing.through, indexed)
    is_near = head - growing.through <= MOST_UNREAD
    unread = _unread(view, growing.through, head, query, is_whole=is_near)
    add_entries(
        view, growing, entries_from_rows(unread, embedder), behind=start, fingerprint=fingerprint
    )
    standing = [int(seq) for (seq,) in view.tuples("recall.standing")]
    growing.keep_only(standing)
    for part in loaded.sealed:
        part.keep_only(np.array(standing, dtype=np.int64))
    growing.through = head
    return is_whole and is_near


def _sealed_through(loaded: LoadedIndex) -> int:
    return max((int(part.column("seq")[-1]) for part in loaded.sealed if len(part)), default=0)


def _fill_hole(view: View, loaded: LoadedIndex, query: str, after: int, through: int) -> bool:
    """Load a stretch that is not sealed, if it is small; else what full text finds in it."""
    growing, fingerprint = loaded.growing, loaded.fingerprint
    count = int(view.value("recall.count_readings", after=after, through=through))
    if count <= MOST_UNREAD:
        for batch in entries_between(view, after, through, fingerprint):
            add_entries(view, growing, batch, behind=after, fingerprint=fingerprint)
        return True
    rows = _matching(view, after, through, query)
    add_entries(
        view,
        growing,
        entries_from_rows(rows, loaded.embedder),
        behind=after,
        fingerprint=fingerprint,
    )
    return False


def add_entries(
    view: View, growing: Corpus, entries: Sequence[IndexEntry], *, behind: int, fingerprint: str
) -> None:
    """Add rows, with the neighbours before them that are in sealed parts."""
    streams = {entry.stream for entry in entries if entry.stream is not None}
    new = sorted(stream for stream in streams if not growing.knows(stream))
    if behind and new:
        rows = view.tuples(
            "recall.neighbours_before",
            streams=new,
            through=behind,
            reach=REACH,
            fingerprint=fingerprint,
        )
        growing.add_ghosts([entry_from_columns(fields) for fields in rows])
    growing.add(entries)


def entries_between(
    view: View, after: int, through: int, fingerprint: str
) -> Iterator[list[IndexEntry]]:
    """The indexed rows after one sequence and up to another, in batches."""
    batch: list[IndexEntry] = []
    rows = view.tuples(
        "recall.readings_after", after=after, through=through, fingerprint=fingerprint
    )
    for fields in rows:
        batch.append(entry_from_columns(fields))
        if len(batch) == LOADED_AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


def _indexed(view: View, embedder: Embedder | None) -> int:
    """The sequence up to which both pages and vectors are made."""
    pages = int(view.value("jobs.mark", name=INDEX) or 0)
    if embedder is None:
        return pages
    return min(pages, int(view.value("jobs.mark", name=vector_mark(embedder.fingerprint)) or 0))


def _unread(view: View, after: int, head: int, query: str, *, is_whole: bool) -> list[Findable]:
    """Rows that no index holds: all, or only the newest and those that full text finds."""
    if is_whole:
        return next_stretch(view, after, head).rows
    newest = head - MOST_MATCHES
    found = _matching(view, after, newest, query)
    return [*found, *next_stretch(view, newest, head).rows]


def _matching(view: View, after: int, through: int, query: str) -> list[Findable]:
    """The rows of a stretch that full text finds."""
    matches = view.search(query_terms(query), limit=MOST_MATCHES)
    seqs = [match.seq for match in matches if after < match.seq <= through]
    found: list[Findable] = [
        *view.all(Episode, "log.episodes_at", seqs=seqs),
        *view.all(Memory, "memory.at_seqs", seqs=seqs),
        *view.all(Fact, "memory.facts_at_seqs", seqs=seqs),
        *filed_at(view, seqs),
    ]
    return sorted(found, key=attrgetter("seq"))


def entries_from_rows(rows: Sequence[Findable], embedder: Embedder | None) -> list[IndexEntry]:
    """Entries made directly from rows, the same as those loaded from the tables."""
    readings = [reading_of(row) for row in rows]
    if embedder is None:
        return [entry_from_columns((*reading, None, None)) for reading in readings]
    vectors = vectors_of(rows, embedder)
    return [
        entry_from_columns((*r, v.vector, v.tokens)) for r, v in zip(readings, vectors, strict=True)
    ]


def entry_from_columns(fields: Iterable[Any]) -> IndexEntry:
    """A row to be ranked, from the columns of its reading and its vector."""
    seq, kind, stream, speaker, role, thread_id, project_id, moment, *rest = fields
    importance, page, vector, tokens = rest
    at = read_moment(moment) if isinstance(moment, str) else moment
    return IndexEntry(
        seq,
        kind,
        stream,
        speaker,
        role,
        thread_id,
        project_id,
        at.timestamp(),
        importance,
        Day(at.year, at.month, at.day),
        read_page(page),
        np.frombuffer(vector, dtype="<f2") if vector else None,
        np.frombuffer(tokens or b"", dtype="<u4"),
    )
