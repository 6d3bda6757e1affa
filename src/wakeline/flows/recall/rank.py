"""Rank an agent's rows with all signals of the index. Reads only.

A sealed part that turns out to be damaged is dropped, and the question is asked again
without it: its rows are then found by full text until it is made again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from wakeline.flows.common.place import Place
from wakeline.flows.recall.filters import (
    CONVERSATION,
    NO_FILTER,
    HitFilter,
    archived_rows,
    entries_about,
    entries_in_category,
    facts_as_of,
)
from wakeline.flows.recall.graph_reach import follow_graph
from wakeline.flows.recall.index_rows import PAST
from wakeline.flows.recall.load_index import LoadedIndex, entries_from_rows, load_index
from wakeline.flows.recall.seal_index import drop_lost_segments
from wakeline.flows.recall.searchable import ON_REQUEST
from wakeline.flows.recall.summary_hits import summary_corpus
from wakeline.model.log import Episode
from wakeline.model.memory import Fact, Hit
from wakeline.model.recall import Segment
from wakeline.ports.store import View
from wakeline.recall.candidates import FACT, MOST_RANKED, choose_candidates
from wakeline.recall.corpus import Corpus
from wakeline.recall.features import feature_input, feature_matrix
from wakeline.recall.fulltext_rank import Candidate, make_hit
from wakeline.recall.index import NOT_SEQ, SINCE, Index
from wakeline.recall.questions import read_question
from wakeline.recall.ranking import Ranking, RankingRequest
from wakeline.recall.strategies import STRATEGIES

RECIPROCAL = ("rrf", "rrf-faithful")
NOTHING: tuple[tuple[npt.NDArray[np.int64], ...], npt.NDArray[np.int64]] = (
    (),
    np.zeros(0, dtype=np.int64),
)

Join = Callable[[View, list[int]], list[Candidate]]


class RankedCandidates(NamedTuple):
    """The candidates of a question in their first order, and the features of the best ones."""

    source_ids: list[str]
    features: npt.NDArray[np.float64]
    streams: npt.NDArray[np.int64]  # of the candidates that have features


def rank_hits(
    place: Place, query: str, wanted: HitFilter, join: Join, *, strategy: str, now: datetime, k: int
) -> list[Hit]:
    """The k rows that rank best by one of the strategies."""
    with place.current.held.loading:
        try:
            hits, loaded = _ranked(place, query, wanted, join, strategy=strategy, now=now, k=k)
            lost = loaded.lost
        except (IndexError, ValueError):
            # Inconsistent arrays: they are only derived, so they can be dropped.
            lost = _sealed(place)
            if not lost:
                raise
            place.current.held.loaded = None
            drop_lost_segments(place, lost)
            hits, _ = _ranked(place, query, wanted, join, strategy=strategy, now=now, k=k)
            return hits
        if lost:
            place.current.held.loaded = None
            drop_lost_segments(place, lost)
    return hits


def _ranked(
    place: Place, query: str, wanted: HitFilter, join: Join, *, strategy: str, now: datetime, k: int
) -> tuple[list[Hit], LoadedIndex]:
    with place.store.reading() as view:
        loaded = load_index(place, view, query)
        asked = _asked(place, view, loaded, query, wanted, strategy=strategy, now=now, k=k)
        ranking = STRATEGIES[strategy].rank(asked)
        hidden = ON_REQUEST if wanted.kinds is None else frozenset[str]()
        return list(_hits(view, asked.index, ranking, join, k, hidden)), loaded


def _sealed(place: Place) -> tuple[Segment, ...]:
    with place.store.reading() as view:
        return tuple(view.all(Segment, "recall.all_segments"))


def ranking_candidates(place: Place, query: str, *, now: datetime) -> RankedCandidates:
    """The candidates of the default strategy before weighting: for benchmarks and fitting."""
    with place.current.held.loading, place.store.reading() as view:
        loaded = load_index(place, view, query)
        asked = _asked(place, view, loaded, query, NO_FILTER, strategy="default", now=now, k=0)
        found = choose_candidates(asked.index, asked.question, asked.passing)
        seqs = found.columns.seq.tolist()
        shown = feature_input(asked.question, asked.index, found, MOST_RANKED)
        rows = {e.seq: e.source_id for e in view.all(Episode, "log.episodes_at", seqs=seqs)}
        sources = [rows.get(seq) or "" for seq in seqs]
        return RankedCandidates(sources, feature_matrix(shown), shown.columns.stream)


def _asked(
    place: Place,
    view: View,
    loaded: LoadedIndex,
    query: str,
    wanted: HitFilter,
    *,
    strategy: str,
    now: datetime,
    k: int,
) -> RankingRequest:
    then = [] if wanted.as_of is None else facts_as_of(view, wanted.as_of)
    others = _no_longer_believed(loaded, then)
    if wanted.wants_summaries:
        others = [*others, summary_corpus(view, loaded)]
    index = loaded.as_index(others)
    question = read_question(
        query,
        speakers=index.labels["speaker"].numbers,
        embedder=loaded.embedder,
        asked_on=now.date(),
    )
    named, stated = NOTHING
    if strategy in RECIPROCAL:
        named, stated = _reached(place, view, index, query)
    return RankingRequest(
        question,
        index,
        now.timestamp(),
        index.passing(_tests(view, wanted, [fact.seq for fact in then])),
        thread=wanted.asked_in,
        named=named,
        stated=stated if strategy == "rrf" else NOTHING[1],
        facts=_true_then(view, index, wanted.as_of or now, [fact.seq for fact in then]),
        uses=_uses(view) if strategy in RECIPROCAL else {},
        most=k,
    )


def _true_then(
    view: View, index: Index, moment: datetime, believed: list[int]
) -> npt.NDArray[np.int64]:
    """The rows of facts valid at a moment; the index itself does not know when facts end."""
    endless = index.rows_in_role(FACT)
    begun = endless[index.column("at", endless) <= moment.timestamp()]
    if not believed and len(index.rows_in_role(PAST)):
        believed = [int(seq) for (seq,) in view.tuples("recall.facts_ending", now=moment)]
    found: npt.NDArray[np.int64] = np.union1d(begun, index.rows_of(sorted(believed)))
    return found


def _hits(
    view: View, index: Index, ranking: Ranking, join: Join, k: int, hidden: frozenset[str]
) -> Iterator[Hit]:
    """The first k rows that still exist and are not hidden; some may be gone since loading."""
    seqs = index.column("seq", ranking.rows).tolist()
    left = k
    for start in range(0, len(seqs), k):
        rows = join(view, seqs[start : start + k])
        found = {row.seq: row for row in rows if row.kind not in hidden}
        for place, seq in enumerate(seqs[start : start + k], start):
            if seq in found and left:
                yield make_hit(found[seq], float(ranking.scores[place]), ranking.why(place))
                left -= 1
        if not left:
            return


# -- asking


def _no_longer_believed(loaded: LoadedIndex, facts: list[Fact]) -> list[Corpus]:
    """A corpus of facts that are no longer believed, which no other part holds."""
    gone = [fact for fact in facts if fact.recorded_to is not None]
    if not gone:
        return []
    corpus = Corpus(loaded.growing.dimension)
    corpus.add(entries_from_rows(gone, loaded.embedder))
    return [corpus]


def _tests(view: View, wanted: HitFilter, believed: list[int]) -> list[tuple[str, Any]]:
    """The filter as tests on columns of the index."""
    labels = {
        "kind": wanted.kinds,
        "thread": None if wanted.thread is None else [wanted.thread],
        "project": None if wanted.project_id is None else [wanted.project_id],
        "speaker": None if wanted.speaker is None else [wanted.speaker],
        "role": None if wanted.role is None else [wanted.role],
    }
    given = {name: those for name, those in labels.items() if those is not None}
    tests: list[tuple[str, Any]] = list(given.items())
    if wanted.since is not None or wanted.until is not None:
        since = wanted.since.timestamp() if wanted.since else -np.inf
        until = wanted.until.timestamp() if wanted.until else np.inf
        tests.append(("at", (since, until)))
    if wanted.as_of is not None:
        tests.append(("at", (-np.inf, np.nextafter(wanted.as_of.timestamp(), np.inf))))
        tests.append(("seq", ("fact", believed)))
    if wanted.hides_archived:
        away = archived_rows(view)
        if away.seqs:
            tests.append((NOT_SEQ, sorted(away.seqs)))
        if away.through:
            tests.append((SINCE, (CONVERSATION, away.through)))
    if wanted.topic is not None:
        tests.append(("seq", ("knowledge", entries_about(view, wanted.topic))))
    if wanted.category is not None:
        tests.append(("seq", ("knowledge", entries_in_category(view, wanted.category))))
    return tests


def _reached(
    place: Place, view: View, index: Index, query: str
) -> tuple[tuple[npt.NDArray[np.int64], ...], npt.NDArray[np.int64]]:
    """The rows that the graph reaches: by hops, and those that state the answer."""
    found = follow_graph(
        view,
        query,
        person=place.identity.person_name or "user",  # as `record` calls the speaker
        has_rows=lambda seqs: len(index.rows_of(seqs)) > 0,
    )
    stated = [int(row) for seq in found.stated for row in index.rows_of([seq])]
    hops = tuple(index.rows_of(seqs) for seqs in found.hops)
    return hops, np.array(stated, dtype=np.int64)


def _uses(view: View) -> dict[int, int]:
    """How often each memory was used, by its sequence."""
    return {int(seq): int(count) for seq, count in view.tuples("recall.uses")}
