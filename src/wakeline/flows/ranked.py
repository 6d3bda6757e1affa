"""Rank with everything that is known of an agent's rows. Reads only.

A sealed part that turns out to be damaged is set aside, and the question asked again
without it: its rows are then found by full text until it is made again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from wakeline.flows.derive import entity_id
from wakeline.flows.loading import Loaded, load, read_now
from wakeline.flows.place import Place
from wakeline.flows.recall import ANYTHING, Wanted, facts_as_of
from wakeline.log.entities import entities
from wakeline.model.log import Episode
from wakeline.model.memory import Fact, Hit
from wakeline.model.recall import Segment
from wakeline.ports.store import View
from wakeline.recall.candidates import RANKED, choose
from wakeline.recall.corpus import Corpus
from wakeline.recall.features import matrix, seen
from wakeline.recall.index import Index
from wakeline.recall.questions import read_question
from wakeline.recall.rank import Candidate, hit
from wakeline.recall.ranking import Asked, Ranking
from wakeline.recall.strategies import STRATEGIES

RECIPROCAL = ("rrf", "rrf-faithful")
MOST_HOPS = 3
MOST_MENTIONS = 50  # the latest ones of an entity
MOST_COMPANY = 5  # the entities that are mentioned together with it most often

Join = Callable[[View, list[int]], list[Candidate]]


class LookedAt(NamedTuple):
    """A question's candidates by their sources, in the first order, and features of the first."""

    source_ids: list[str]
    features: npt.NDArray[np.float64]


def ranked(
    place: Place, query: str, wanted: Wanted, join: Join, *, strategy: str, now: datetime, k: int
) -> list[Hit]:
    """The k rows that answer best by a strategy of the table."""
    with place.current.held.loading:
        try:
            hits, loaded = _ranked(place, query, wanted, join, strategy=strategy, now=now, k=k)
            lost = loaded.lost
        except (IndexError, ValueError):
            # Arrays that contradict themselves: whatever it is, it is only derived.
            lost = _sealed(place)
            if not lost:
                raise
            place.current.held.loaded = None
            place.flow("drop_lost")(place, lost)
            hits, _ = _ranked(place, query, wanted, join, strategy=strategy, now=now, k=k)
            return hits
        if lost:
            place.current.held.loaded = None
            place.flow("drop_lost")(place, lost)
    return hits


def _ranked(
    place: Place, query: str, wanted: Wanted, join: Join, *, strategy: str, now: datetime, k: int
) -> tuple[list[Hit], Loaded]:
    with place.store.reading() as view:
        loaded = load(place, view, query)
        asked = _asked(view, loaded, query, wanted, strategy=strategy, now=now, k=k)
        ranking = STRATEGIES[strategy].rank(asked)
        return list(_hits(view, asked.index, ranking, join, k)), loaded


def _sealed(place: Place) -> tuple[Segment, ...]:
    with place.store.reading() as view:
        return tuple(view.all(Segment, "recall.all_segments"))


def looked_at(place: Place, query: str, *, now: datetime) -> LookedAt:
    """What the default strategy looks at before it weighs: for benchmarks and for fitting."""
    with place.current.held.loading, place.store.reading() as view:
        loaded = load(place, view, query)
        asked = _asked(view, loaded, query, ANYTHING, strategy="default", now=now, k=0)
        found = choose(asked.index, asked.question, asked.passing)
        seqs = found.columns.seq.tolist()
        features = matrix(seen(asked.question, asked.index, found, RANKED))
        rows = {e.seq: e.source_id for e in view.all(Episode, "log.episodes_at", seqs=seqs)}
        return LookedAt([rows.get(seq) or "" for seq in seqs], features)


def _asked(
    view: View,
    loaded: Loaded,
    query: str,
    wanted: Wanted,
    *,
    strategy: str,
    now: datetime,
    k: int,
) -> Asked:
    then = [] if wanted.as_of is None else facts_as_of(view, wanted.as_of)
    index = loaded.as_index(_no_longer_believed(loaded, then))
    question = read_question(
        query,
        speakers=index.labels["speaker"].numbers,
        embedder=loaded.embedder,
        asked_on=now.date(),
    )
    return Asked(
        question,
        index,
        now.timestamp(),
        index.passing(_tests(wanted, [fact.seq for fact in then])),
        thread=wanted.asked_in,
        named=_named(view, index, query) if strategy in RECIPROCAL else (),
        uses=_uses(view) if strategy in RECIPROCAL else {},
        most=k,
    )


def _hits(view: View, index: Index, ranking: Ranking, join: Join, k: int) -> Iterator[Hit]:
    """The first k that are still there: a row may have gone since it was loaded."""
    seqs = index.column("seq", ranking.rows).tolist()
    left = k
    for start in range(0, len(seqs), k):
        found = {row.seq: row for row in join(view, seqs[start : start + k])}
        for place, seq in enumerate(seqs[start : start + k], start):
            if seq in found and left:
                yield hit(found[seq], float(ranking.scores[place]), ranking.why(place))
                left -= 1
        if not left:
            return


# -- asking


def _no_longer_believed(loaded: Loaded, facts: list[Fact]) -> list[Corpus]:
    """Facts of another time that no part holds, as a part of their own."""
    gone = [fact for fact in facts if fact.recorded_to is not None]
    if not gone:
        return []
    corpus = Corpus(loaded.growing.dimension)
    corpus.add(read_now(gone, loaded.embedder))
    return [corpus]


def _tests(wanted: Wanted, believed: list[int]) -> list[tuple[str, Any]]:
    """What an answer must be, as tests on columns."""
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
    return tests


def _named(view: View, index: Index, query: str) -> tuple[npt.NDArray[np.int64], ...]:
    """The rows that mention an entity of the question, then those that mention its company."""
    asked = [entity_id(name) for name in entities(query)]
    hops: list[npt.NDArray[np.int64]] = []
    known: set[str] = set()
    for _ in range(MOST_HOPS):
        seqs = sorted(
            int(seq)
            for entity in asked
            for (seq,) in view.tuples("recall.last_mentions", entity_id=entity, limit=MOST_MENTIONS)
        )
        rows = index.rows_of(sorted(set(seqs)))
        if not len(rows):
            break
        hops.append(rows)
        known.update(asked)
        company = [
            str(other)
            for entity in asked
            for (other, _) in view.tuples("recall.company", entity_id=entity, limit=MOST_COMPANY)
        ]
        asked = [each for each in dict.fromkeys(company) if each not in known]
    return tuple(hops)


def _uses(view: View) -> dict[int, int]:
    """How often each memory was used, by its sequence."""
    return {int(seq): int(count) for seq, count in view.tuples("recall.uses")}
