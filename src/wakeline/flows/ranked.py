"""Rank with everything that is known of an agent's rows, loaded once and kept up to date.

What is indexed is loaded from its pages and vectors; what was written since is read
here and now by the same functions, so nothing that was acknowledged is missing. What
was loaded is kept with the opened agent and grows with the log. Reads only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wakeline.base.clock import read_moment
from wakeline.flows.derive import entity_id
from wakeline.flows.place import Place
from wakeline.flows.readings import (
    FORGOTTEN,
    INDEX,
    Findable,
    counts_at,
    counts_in_force,
    reading_of,
    stretch_after,
    vector_mark,
    vectors_of,
    version_at,
)
from wakeline.flows.recall import ANYTHING, Wanted
from wakeline.log.entities import entities
from wakeline.model.log import Episode
from wakeline.model.memory import Fact, Hit, Memory
from wakeline.ports.minds import Embedder
from wakeline.ports.store import View
from wakeline.recall.analyse import query_terms
from wakeline.recall.candidates import RANKED, choose
from wakeline.recall.corpus import Corpus, Entry
from wakeline.recall.dates import Day
from wakeline.recall.features import Seen, matrix
from wakeline.recall.pages import read_page
from wakeline.recall.questions import read_question
from wakeline.recall.rank import Candidate, hit
from wakeline.recall.strategies import STRATEGIES, Asked, Ranking

LOADED_AT_ONCE: Final = 5000
MOST_UNREAD: Final = 2000  # more are not all read while somebody waits for an answer
MOST_MATCHES: Final = 500

Join = Callable[[View, list[int]], list[Candidate]]


class Loaded(NamedTuple):
    """What is in memory of an agent, and what it was made with."""

    corpus: Corpus
    embedder: Embedder | None
    version: int  # of the counts that the embedder was fitted with
    is_in_force: bool
    forgotten: int  # when something was forgotten last


class LookedAt(NamedTuple):
    """A question's candidates by their sources, in the first order, and features of the first."""

    source_ids: list[str]
    features: npt.NDArray[np.float64]


def ranked(
    place: Place, query: str, wanted: Wanted, join: Join, *, strategy: str, now: datetime, k: int
) -> list[Hit]:
    """The k rows that answer best by a strategy of the table."""
    with place.current.loading, place.store.reading() as view:
        asked = _asked(place, view, query, wanted, strategy=strategy, now=now)
        return list(_hits(view, asked.corpus, STRATEGIES[strategy].rank(asked), join, k))


def looked_at(place: Place, query: str, *, now: datetime) -> LookedAt:
    """What the default strategy looks at before it weighs: for benchmarks and for fitting."""
    with place.current.loading, place.store.reading() as view:
        asked = _asked(place, view, query, ANYTHING, strategy="default", now=now)
        found = choose(asked.corpus, asked.question)
        ranked = min(RANKED, len(found.rows))
        seqs = asked.corpus.ints("seq")[found.rows].tolist()
        features = matrix(Seen(asked.question, asked.corpus, found, ranked))
        rows = {e.seq: e.source_id for e in view.all(Episode, "log.episodes_at", seqs=seqs)}
        return LookedAt([rows.get(seq) or "" for seq in seqs], features)


def _asked(
    place: Place, view: View, query: str, wanted: Wanted, *, strategy: str, now: datetime
) -> Asked:
    loaded = _loaded(place, view, query)
    corpus = loaded.corpus
    question = read_question(
        query, speakers=corpus.speakers.numbers, embedder=loaded.embedder, asked_on=now.date()
    )
    return Asked(
        question,
        corpus,
        now.timestamp(),
        _allowed(corpus, wanted),
        wanted.thread,
        _named(view, corpus, query) if strategy == "rrf" else (),
    )


def _hits(view: View, corpus: Corpus, ranking: Ranking, join: Join, k: int) -> Iterator[Hit]:
    """The first k that are still there: a row may have gone since it was loaded."""
    seqs = corpus.ints("seq")[ranking.rows].tolist()
    left = k
    for start in range(0, len(seqs), 2 * k):
        found = {row.seq: row for row in join(view, seqs[start : start + 2 * k])}
        for place, seq in enumerate(seqs[start : start + 2 * k], start):
            if seq in found and left:
                yield hit(found[seq], float(ranking.scores[place]), ranking.why(place))
                left -= 1
        if not left:
            return


# -- loading


def _loaded(place: Place, view: View, query: str) -> Loaded:
    """What is in memory, brought up to where the log stands."""
    before: Loaded | None = place.current.loaded
    loaded = _still_good(place, view, before) or _nothing_yet(place, view)
    is_whole = _catch_up(view, loaded, query)
    place.current.loaded = loaded if is_whole else None
    return loaded


def _still_good(place: Place, view: View, loaded: Loaded | None) -> Loaded | None:
    """What is in memory, unless its words are weighed otherwise now or something was forgotten."""
    embedding = place.embedding()
    if loaded is None or (loaded.embedder is None) != (embedding is None):
        return None
    if loaded.forgotten != _last_forgotten(view):
        return None
    if embedding is None:
        return loaded
    versions = [int(v) for (v,) in view.tuples("recall.version_in_force", name=embedding.name)]
    version = versions[0] if versions else _version_to_be(view)
    is_same = loaded.version == version and loaded.is_in_force == bool(versions)
    return loaded if is_same else None


def _nothing_yet(place: Place, view: View) -> Loaded:
    """An empty corpus with its embedder: of the counts in force, else of those that will be."""
    embedding = place.embedding()
    forgotten = _last_forgotten(view)
    if embedding is None:
        return Loaded(Corpus(0), None, 0, False, forgotten)
    counts = counts_in_force(view, embedding)
    is_in_force = counts is not None
    version = _version_to_be(view) if counts is None else counts.version
    if counts is None and version:
        counts = counts_at(view, embedding, view.head().seq)
    embedder = embedding.fitted(counts.counts if counts else b"", version)
    return Loaded(Corpus(embedder.dimension), embedder, version, is_in_force, forgotten)


def _version_to_be(view: View) -> int:
    """The counts that settling would make, where that is quick; else 0, the general list."""
    head = view.head().seq
    return version_at(head) if head <= MOST_UNREAD else 0


def _last_forgotten(view: View) -> int:
    return int(view.value("jobs.mark", name=FORGOTTEN) or 0)


def _catch_up(view: View, loaded: Loaded, query: str) -> bool:
    """Load what is indexed and read the rest. False if only a part of the rest was read."""
    corpus, embedder = loaded.corpus, loaded.embedder
    head = view.head().seq
    if corpus.through >= head:
        return True
    indexed = _indexed(view, embedder)
    fingerprint = embedder.fingerprint if embedder else ""
    batch: list[Entry] = []
    rows = view.tuples(
        "recall.readings_after", after=corpus.through, through=indexed, fingerprint=fingerprint
    )
    for *fields, vector, tokens in rows:
        batch.append(_entry(fields, vector, tokens))
        if len(batch) == LOADED_AT_ONCE:
            corpus.add(batch)
            batch = []
    corpus.add(batch)
    corpus.through = max(corpus.through, indexed)
    is_whole = head - corpus.through <= MOST_UNREAD
    corpus.add(_read_now(_unread(view, corpus.through, head, query, is_whole=is_whole), embedder))
    corpus.let_stand([int(seq) for (seq,) in view.tuples("recall.standing")])
    corpus.through = head
    return is_whole


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
    matches = view.search(query_terms(query), limit=MOST_MATCHES)
    seqs = [match.seq for match in matches if after < match.seq <= newest]
    found: list[Findable] = [
        *view.all(Episode, "log.episodes_at", seqs=seqs),
        *view.all(Memory, "memory.at_seqs", seqs=seqs),
        *view.all(Fact, "memory.facts_at_seqs", seqs=seqs),
    ]
    return [*sorted(found, key=attrgetter("seq")), *stretch_after(view, newest, head).rows]


def _read_now(rows: Sequence[Findable], embedder: Embedder | None) -> list[Entry]:
    """The same as from the tables, made here."""
    readings = [reading_of(row) for row in rows]
    if embedder is None:
        return [_entry(reading, None, b"") for reading in readings]
    vectors = vectors_of(rows, embedder)
    return [_entry(r, v.vector, v.tokens) for r, v in zip(readings, vectors, strict=True)]


def _entry(fields: Sequence[Any], vector: bytes | None, tokens: bytes | None) -> Entry:
    """A row to be ranked, from the columns of its reading."""
    seq, kind, stream, speaker, role, thread_id, project_id, moment, page = fields
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
        Day(at.year, at.month, at.day),
        read_page(page),
        np.frombuffer(vector, dtype="<f4") if vector else None,
        np.frombuffer(tokens or b"", dtype="<u4"),
    )


# -- asking


def _allowed(corpus: Corpus, wanted: Wanted) -> npt.NDArray[np.bool_] | None:
    """Which rows may be answers; None if all may."""
    tests = []
    if wanted.kinds is not None:
        kinds = [corpus.kinds.find(kind) for kind in wanted.kinds]
        tests.append(np.isin(corpus.ints("kind"), kinds))
    for column, labels, label in (
        ("thread", corpus.threads, wanted.thread),
        ("project", corpus.projects, wanted.project_id),
        ("speaker", corpus.speakers, wanted.speaker),
    ):
        if label is not None:
            tests.append(corpus.ints(column) == labels.find(label))
    if wanted.since is not None:
        tests.append(corpus.floats("at") >= wanted.since.timestamp())
    if wanted.until is not None:
        tests.append(corpus.floats("at") < wanted.until.timestamp())
    return np.logical_and.reduce(tests) if tests else None


def _named(view: View, corpus: Corpus, query: str) -> tuple[npt.NDArray[np.int64], ...]:
    """The rows that mention an entity of the question."""
    seqs = {
        int(seq)
        for name in entities(query)
        for (seq,) in view.tuples("integrity.turns_mentioning", entity_id=entity_id(name))
    }
    rows = np.flatnonzero(np.isin(corpus.ints("seq"), list(seqs)))
    return (rows,) if len(rows) else ()
