"""The seeds' own formula: reciprocal ranks (k = 60) summed, then recency and thread as factors.

`thread` multiplies by 1.8; recency by 1 + 0.15 exp(-age / 14 days). A row is near enough
in meaning below a distance of 1.0, or 1.3 in a store of fewer than 2,000 rows; a row that
names an entity of the question counts at any distance; rows with related entities add
1 / (60 + hops). A memory has its own factors instead: exp(-0.01 age in days), its
importance, and 1 + ln(1 + how often it was used). As the seed wrote them, the last is
ln(1 + n) and importance may be 0, which hides what was never used: `rrf-faithful`.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from wakeline.recall.columns import OWN, Columns
from wakeline.recall.fulltext_rank import RECENCY_TAU_DAYS, RECENCY_WEIGHT, SECONDS_A_DAY
from wakeline.recall.ranking import Bools, Ints, Ranking, RankingRequest

RRF_K: Final = 60
THREAD_GAIN: Final = 1.8
FARTHEST: Final = 1.0  # as a cosine distance
FARTHEST_SPARSE: Final = 1.3
SPARSE: Final = 2000  # rows, below which distances run high
PER_LIST: Final = 50
FADING_A_DAY: Final = 0.01
LEAST_IMPORTANCE: Final = 0.05
PARTS: Final = ("meaning", "words", "entities", "recency", "thread", "memory", "relations")


def by_faithful_reciprocal_rank(asked: RankingRequest) -> Ranking:
    """The formula exactly as in the seed, which loses memories that were never used."""
    return by_reciprocal_rank(asked, to_the_letter=True)


def by_reciprocal_rank(asked: RankingRequest, *, to_the_letter: bool = False) -> Ranking:
    """1 / (60 + rank) summed, times recency, times thread."""
    passing = asked.passing
    lists = (_nearest(asked, passing), _by_words(asked, passing))
    named = [rows if passing is None else rows[passing[rows]] for rows in asked.named]
    stated = asked.stated if passing is None else asked.stated[passing[asked.stated]]
    rows = np.unique(np.concatenate((*lists, *named, stated, np.zeros(0, np.int64))))
    parts = np.zeros((len(rows), len(PARTS)))
    for column, ranked in enumerate(lists):
        parts[np.searchsorted(rows, ranked), column] = 1 / (RRF_K + 1 + np.arange(len(ranked)))
    for hop, met in enumerate(named, start=1):
        at = np.searchsorted(rows, met)
        parts[at, 2] = np.maximum(parts[at, 2], 1 / (RRF_K + hop))
    for rank, row in reversed(list(enumerate(stated.tolist(), start=1))):
        parts[np.searchsorted(rows, row), -1] = 1 / (RRF_K + rank)
    return _with_factors(asked, rows, parts, to_the_letter=to_the_letter)


def _with_factors(
    asked: RankingRequest, rows: Ints, parts: npt.NDArray[np.float64], *, to_the_letter: bool
) -> Ranking:
    columns = asked.index.columns(rows)
    base = parts.sum(axis=1)
    age = np.maximum(0, asked.now - columns.at) / SECONDS_A_DAY
    recent = base * RECENCY_WEIGHT * np.exp(-age / RECENCY_TAU_DAYS)
    is_memory = columns.kind == asked.index.labels["kind"].find("memory")
    kept = base * _memory_factor(asked, columns, age, to_the_letter=to_the_letter)
    threads = asked.index.labels["thread"]
    in_thread = columns.thread == (threads.find(asked.thread) if asked.thread else -1)
    parts[:, 3] = np.where(is_memory, 0, recent)
    parts[:, 5] = np.where(is_memory, kept - base, 0)
    parts[:, 4] = np.where(in_thread, (THREAD_GAIN - 1) * parts.sum(axis=1), 0)
    scores = parts.sum(axis=1)
    order = np.lexsort((-columns.seq, -scores))
    return Ranking(rows[order], scores[order], PARTS, parts[order])


def _memory_factor(
    asked: RankingRequest, columns: Columns, age: npt.NDArray[np.float64], *, to_the_letter: bool
) -> npt.NDArray[np.float64]:
    """The factor of a memory: its age, its importance and its uses, in this order."""
    uses = np.array([asked.uses.get(seq, 0) for seq in columns.seq.tolist()], dtype=np.float64)
    importance = np.maximum(columns.importance, 0 if to_the_letter else LEAST_IMPORTANCE)
    used = np.log1p(uses) + (0 if to_the_letter else 1)
    found: npt.NDArray[np.float64] = np.exp(-FADING_A_DAY * age) * importance * used
    return found


def _nearest(asked: RankingRequest, passing: Bools | None) -> Ints:
    """Rows near enough in meaning, nearest first; a row with a named entity at any distance."""
    index, vector = asked.index, asked.question.vector
    if vector is None:
        return np.zeros(0, dtype=np.int64)
    farthest = FARTHEST_SPARSE if len(index) < SPARSE else FARTHEST
    found = index.by_meaning(vector, passing, max(PER_LIST, asked.most), 1 - farthest)
    if asked.named:
        named = asked.named[0] if passing is None else asked.named[0][passing[asked.named[0]]]
        found = np.union1d(found, named)
    distance = 1 - index.smooth(found) @ vector
    near = distance <= farthest
    if asked.named:
        near |= np.isin(found, asked.named[0])
    rows, distance = found[near], distance[near]
    return rows[np.lexsort((-rows, distance))][: max(PER_LIST, asked.most)]


def _by_words(asked: RankingRequest, passing: Bools | None) -> Ints:
    terms = asked.index.question_terms(asked.question.numbers)
    rows = asked.index.by_words(terms, passing, max(PER_LIST, asked.most), OWN)
    scores = asked.index.lexical(rows, terms)[:, OWN]
    return rows[np.lexsort((-rows, -scores))]
