"""How recall ranks: strategies as values in one table.

`default` is the sum of the features; `rrf` is the seeds' own formula: reciprocal ranks
(k = 60) of meaning, words and entities, then recency and thread as factors. Each answers
with rows in order, scores, and what made each score. `fulltext`, which needs nothing
loaded, lives in `recall.rank`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wakeline.recall.candidates import RANKED, bm25, choose
from wakeline.recall.corpus import OWN, Corpus
from wakeline.recall.features import FEATURES, WEIGHTS, Seen, matrix
from wakeline.recall.questions import Question
from wakeline.recall.rank import RECENCY_TAU_DAYS, RECENCY_WEIGHT, SECONDS_A_DAY

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

RRF_K: Final = 60
THREAD_GAIN: Final = 1.8
FARTHEST: Final = 1.0  # as a cosine distance
FARTHEST_SPARSE: Final = 1.3
SPARSE: Final = 2000  # rows, below which distances run high
PER_LIST: Final = 50


@dataclass(frozen=True, slots=True)
class Asked:
    """A question put to a corpus, with what the asker gave along."""

    question: Question
    corpus: Corpus
    now: float  # seconds since 1970
    allowed: Bools | None = None
    thread: str | None = None
    named: Sequence[Ints] = ()  # rows that mention an entity of the question, by hops from it
    weights: Mapping[str, float] = field(default_factory=lambda: WEIGHTS)


class Ranking(NamedTuple):
    """Rows, best first, their scores, and the parts of each score by name."""

    rows: Ints
    scores: Floats
    names: tuple[str, ...]
    parts: Floats  # a row each, a column each name

    def why(self, place: int) -> dict[str, float]:
        """What put a row there: parts that are not zero, the strongest first."""
        parts = zip(self.names, self.parts[place].tolist(), strict=True)
        return dict(sorted(((n, v) for n, v in parts if v), key=lambda p: -abs(p[1])))


def by_features(asked: Asked) -> Ranking:
    """The best hundred by all features; the others follow in their first order."""
    found = choose(asked.corpus, asked.question, asked.allowed)
    ranked = min(RANKED, len(found.rows))
    weight = np.array([asked.weights.get(feature.name, 0.0) for feature in FEATURES])
    parts = matrix(Seen(asked.question, asked.corpus, found, ranked)) * weight
    scores = parts.sum(axis=1)
    order = np.lexsort((-found.rows[:ranked], -scores))
    # What follows never overtakes: its score starts below the last that was ranked.
    floor = scores.min(initial=0) - found.first.max(initial=0)
    rest = floor + found.first[ranked:]
    names = (*(feature.name for feature in FEATURES), "first_order")
    shown = np.zeros((len(found.rows), len(names)))
    shown[:ranked, :-1] = parts[order]
    shown[ranked:, -1] = rest
    return Ranking(
        np.concatenate((found.rows[:ranked][order], found.rows[ranked:])),
        np.concatenate((scores[order], rest)),
        names,
        shown,
    )


def by_reciprocal_rank(asked: Asked) -> Ranking:
    """The seeds' formula: 1 / (60 + rank) summed, times recency, times thread."""
    corpus = asked.corpus
    size = len(corpus)
    names = ("meaning", "words", "entities", "recency", "thread")
    passing = corpus.standing if asked.allowed is None else corpus.standing & asked.allowed
    parts = np.zeros((size, len(names)))
    lists = {"meaning": _nearest(asked, passing), "words": _by_words(asked, passing)}
    for name, rows in lists.items():
        parts[rows, names.index(name)] = 1 / (RRF_K + 1 + np.arange(len(rows)))
    for hop, rows in enumerate(asked.named, start=1):
        met = rows[passing[rows]]
        parts[met, names.index("entities")] = np.maximum(
            parts[met, names.index("entities")], 1 / (RRF_K + hop)
        )
    base = parts.sum(axis=1)
    age = np.maximum(0, asked.now - corpus.floats("at")) / SECONDS_A_DAY
    recent = base * RECENCY_WEIGHT * np.exp(-age / RECENCY_TAU_DAYS)
    in_thread = corpus.ints("thread") == (corpus.threads.find(asked.thread) if asked.thread else -1)
    parts[:, 3] = recent
    parts[:, 4] = np.where(in_thread, (THREAD_GAIN - 1) * (base + recent), 0)
    rows = np.flatnonzero(base)
    scores = parts[rows].sum(axis=1)
    order = np.lexsort((-rows, -scores))
    return Ranking(rows[order], scores[order], names, parts[rows[order]])


def _nearest(asked: Asked, passing: Bools) -> Ints:
    """Rows near enough in meaning, nearest first; a row with a named entity at any distance."""
    if asked.question.vector is None:
        return np.zeros(0, dtype=np.int64)
    vectors = asked.corpus.vectors.astype(np.float32)
    distance = 1 - vectors @ asked.question.vector
    farthest = FARTHEST_SPARSE if len(asked.corpus) < SPARSE else FARTHEST
    near = distance <= farthest
    if asked.named:
        near[asked.named[0]] = True
    rows = np.flatnonzero(passing & near)
    order = np.lexsort((-rows, distance[rows]))[:PER_LIST]
    return rows[order]


def _by_words(asked: Asked, passing: Bools) -> Ints:
    scores = bm25(asked.corpus, asked.question)[:, OWN]
    rows = np.flatnonzero(passing & (scores > 0))
    return rows[np.lexsort((-rows, -scores[rows]))[:PER_LIST]]


class Strategy(NamedTuple):
    """A way to rank."""

    rank: Callable[[Asked], Ranking]
    meaning: str


STRATEGIES: Final[Mapping[str, Strategy]] = {
    "default": Strategy(by_features, "the sum of weighted features"),
    "rrf": Strategy(by_reciprocal_rank, "the seeds' reciprocal ranks, recency and thread"),
}
