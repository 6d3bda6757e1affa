"""Bring an agent's rows into memory for ranking, and keep them up to date.

What is sealed is opened, not loaded; what was read since is loaded from its pages and
vectors; what was written since is read here and now by the same functions, so nothing
that was acknowledged is missing. A sealed part that is lost is reported, and its rows
are found by full text until it is made again. Reads only.
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
    reading_of,
    stretch_after,
    vector_mark,
    vectors_of,
    version_now,
)
from wakeline.flows.recall.searchable import filed_at
from wakeline.model.log import Episode
from wakeline.model.memory import Fact, Memory
from wakeline.model.recall import Segment
from wakeline.ports.minds import Embedder
from wakeline.ports.store import View
from wakeline.recall.analyse import query_terms
from wakeline.recall.context import REACH
from wakeline.recall.corpus import Corpus, Entry
from wakeline.recall.dates import Day
from wakeline.recall.index import Index
from wakeline.recall.pages import read_page
from wakeline.recall.sealed_index import Sealed

LOADED_AT_ONCE: Final = 5000
MOST_UNREAD: Final = 2000  # more are not all read while somebody waits for an answer
MOST_MATCHES: Final = 500


class Made(NamedTuple):
    """What decides whether rows in memory can still be used: the same again, they can."""

    embedder: str  # its name
    version: int  # of the counts that it was fitted with
    counted: int  # up to where; anew under the same version if something was forgotten
    is_in_force: bool
    forgotten: int  # when something was forgotten last
    segments: tuple[str, ...] = ()  # sealed parts by name


class Loaded(NamedTuple):
    """What is in memory of an agent, and what it was made with."""

    made: Made
    embedder: Embedder | None
    growing: Corpus
    sealed: tuple[Sealed, ...]
    lost: tuple[Segment, ...]
    holes: tuple[tuple[int, int], ...]  # stretches of the log that no sealed part holds
    is_whole: bool

    @property
    def fingerprint(self) -> str:
        return self.embedder.fingerprint if self.embedder else ""

    def as_index(self, others: Sequence[Corpus] = ()) -> Index:
        """All of it as one, for one question together with other rows."""
        return Index(self.growing, self.sealed, others)


def load(place: Place, view: View, query: str) -> Loaded:
    """What is in memory, brought up to where the log stands."""
    before: Loaded | None = place.current.held.loaded
    made = _to_be_made(place, view)
    if before is not None and before.made._replace(segments=()) == made:
        embedder = before.embedder
    else:
        embedder = _embedder(place, view, made)
    fingerprint = embedder.fingerprint if embedder else ""
    segments = view.all(Segment, "recall.segments", fingerprint=fingerprint)
    made = made._replace(segments=tuple(segment.name for segment in segments))
    if before is None or before.made != made or not before.is_whole:
        before = _opened(place, view, made, embedder, segments, before)
    for part in before.sealed:
        part.shelf.using(view)
    loaded = before._replace(is_whole=_catch_up(view, before, query))
    place.current.held.loaded = loaded
    return loaded


def _to_be_made(place: Place, view: View) -> Made:
    embedding = place.embedding()
    forgotten = int(view.value("jobs.mark", name=FORGOTTEN) or 0)
    if embedding is None:
        return Made("", 0, 0, False, forgotten)
    rows = view.tuples("recall.versions_in_force")
    in_force = {str(name): (int(version), int(seq)) for name, version, seq in rows}
    if embedding.name in in_force:
        version, counted = in_force[embedding.name]
        return Made(embedding.name, version, counted, True, forgotten)
    # Another embedder was chosen and its vectors are not whole: the old ones go on.
    for name, (version, counted) in in_force.items():
        if place.embedding(name) is not None:
            return Made(name, version, counted, True, forgotten)
    # What settling would make, where that is quick; else the general list.
    version = version_now(view) if view.head().seq <= MOST_UNREAD else 0
    return Made(embedding.name, version, 0, False, forgotten)


def _embedder(place: Place, view: View, made: Made) -> Embedder | None:
    """The embedder with the counts in force, else with those that will be."""
    embedding = place.embedding(made.embedder) if made.embedder else None
    if embedding is None:
        return None
    counts = counts_in_force(view, embedding) if made.is_in_force else None
    if counts is None and made.version:
        counts = counts_now(view, embedding)
    return embedding.fitted(counts.counts if counts else b"", made.version)


def _opened(
    place: Place,
    view: View,
    made: Made,
    embedder: Embedder | None,
    segments: Sequence[Segment],
    before: Loaded | None,
) -> Loaded:
    """Nothing read yet, sealed parts opened; those that were open stay so."""
    known: dict[str, Sealed] = {}
    if before is not None and not before.lost:
        known = dict(zip(before.made.segments, before.sealed, strict=True))
    shelves = place.store.shelves
    parts: list[Sealed] = []
    there: list[Segment] = []
    lost: list[Segment] = []
    for segment in segments:
        part = known.get(segment.name)
        if part is None:
            shelf = shelves.open(segment.name, view)
            part = None if shelf is None else Sealed(shelf)
        if part is None:
            lost.append(segment)
        else:
            parts.append(part)
            there.append(segment)
    growing = Corpus(embedder.dimension if embedder else 0)
    return Loaded(
        made, embedder, growing, tuple(parts), tuple(lost), tuple(_holes(there)), is_whole=True
    )


def _holes(segments: Sequence[Segment]) -> Iterator[tuple[int, int]]:
    """The stretches between sealed ones; what comes behind the last is not among them."""
    after = 0
    for segment in segments:
        if segment.after > after:
            yield after, segment.after
        after = segment.through


def _catch_up(view: View, loaded: Loaded, query: str) -> bool:
    """Load what is indexed and read the rest. False if only a part of the rest was read."""
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
        add(view, growing, batch, behind=start, fingerprint=fingerprint)
    growing.through = max(growing.through, indexed)
    is_near = head - growing.through <= MOST_UNREAD
    unread = _unread(view, growing.through, head, query, is_whole=is_near)
    add(view, growing, read_now(unread, embedder), behind=start, fingerprint=fingerprint)
    standing = [int(seq) for (seq,) in view.tuples("recall.standing")]
    growing.let_stand(standing)
    for part in loaded.sealed:
        part.let_stand(np.array(standing, dtype=np.int64))
    growing.through = head
    return is_whole and is_near


def _sealed_through(loaded: Loaded) -> int:
    return max((int(part.column("seq")[-1]) for part in loaded.sealed if len(part)), default=0)


def _fill_hole(view: View, loaded: Loaded, query: str, after: int, through: int) -> bool:
    """Load a stretch that is not sealed, if it is small; else what full text finds in it."""
    growing, fingerprint = loaded.growing, loaded.fingerprint
    count = int(view.value("recall.count_readings", after=after, through=through))
    if count <= MOST_UNREAD:
        for batch in entries_between(view, after, through, fingerprint):
            add(view, growing, batch, behind=after, fingerprint=fingerprint)
        return True
    rows = _matching(view, after, through, query)
    add(view, growing, read_now(rows, loaded.embedder), behind=after, fingerprint=fingerprint)
    return False


def add(
    view: View, growing: Corpus, entries: Sequence[Entry], *, behind: int, fingerprint: str
) -> None:
    """Add rows, and before them those that they stand behind in sealed parts."""
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
        growing.add_ghosts([entry_of(fields) for fields in rows])
    growing.add(entries)


def entries_between(
    view: View, after: int, through: int, fingerprint: str
) -> Iterator[list[Entry]]:
    """What was read behind one sequence and up to another, piece by piece."""
    batch: list[Entry] = []
    rows = view.tuples(
        "recall.readings_after", after=after, through=through, fingerprint=fingerprint
    )
    for fields in rows:
        batch.append(entry_of(fields))
        if len(batch) == LOADED_AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


def _indexed(view: View, embedder: Embedder | None) -> int:
    """How far pages and vectors have both come."""
    pages = int(view.value("jobs.mark", name=INDEX) or 0)
    if embedder is None:
        return pages
    return min(pages, int(view.value("jobs.mark", name=vector_mark(embedder.fingerprint)) or 0))


def _unread(view: View, after: int, head: int, query: str, *, is_whole: bool) -> list[Findable]:
    """Rows that no index holds: all, or the newest and those that full text finds."""
    if is_whole:
        return stretch_after(view, after, head).rows
    newest = head - MOST_MATCHES
    found = _matching(view, after, newest, query)
    return [*found, *stretch_after(view, newest, head).rows]


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


def read_now(rows: Sequence[Findable], embedder: Embedder | None) -> list[Entry]:
    """The same as from the tables, made here."""
    readings = [reading_of(row) for row in rows]
    if embedder is None:
        return [entry_of((*reading, None, None)) for reading in readings]
    vectors = vectors_of(rows, embedder)
    return [entry_of((*r, v.vector, v.tokens)) for r, v in zip(readings, vectors, strict=True)]


def entry_of(fields: Iterable[Any]) -> Entry:
    """A row to be ranked, from the columns of its reading and its vector."""
    seq, kind, stream, speaker, role, thread_id, project_id, moment, *rest = fields
    importance, page, vector, tokens = rest
    at = read_moment(moment) if isinstance(moment, str) else moment
    return Entry(
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
