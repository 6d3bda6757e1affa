"""Which rows may answer: the best by words, the best by meaning, and a first order of both.

BM25 over term frequencies that hold what stands around a turn (k1 0.9, b 0.4), and
the cosine of vectors that hold it too. What a filter leaves out is never a candidate,
so a filtered search finds as many as there are. It does not weigh the features that
decide in the end.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wakeline.recall.corpus import SCALE, WITH_AROUND, Corpus
from wakeline.recall.dates import Day, nearness
from wakeline.recall.questions import Question

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

K1: Final = 0.9
B: Final = 0.4
PER_ARM: Final = 200
# Where no word of a question is known, something must be this near: else nothing was found.
NOTHING_NEAR: Final = 0.3
RANKED: Final = 100  # by every feature; what follows keeps its first order

# The first order: shares of words, meaning and day, then what a speaker multiplies.
WORDS_SHARE: Final = 0.5
MEANING_SHARE: Final = 0.5
DAY_SHARE: Final = 0.1
SPEAKER_GAIN: Final = 0.3
ONESELF_GAIN: Final = 0.6


class Candidates(NamedTuple):
    """Rows in their first order, with what it was made of."""

    rows: Ints
    first: Floats
    lexical: Floats  # three columns, of these rows
    meaning: Floats
    by_speaker: Bools
    by_oneself: Bools
    day: Floats


def rarity(rows: int, holders: npt.NDArray[np.int64] | int) -> npt.NDArray[np.float64]:
    """How much a term says that so many of the rows hold."""
    found: npt.NDArray[np.float64] = np.log(
        1 + (rows - holders + 0.5) / (np.asarray(holders) + 0.5)
    )
    return found


def bm25(corpus: Corpus, question: Question) -> Floats:
    """Scores of all rows, one column each for own words, with neighbours, with those before."""
    size = len(corpus)
    scores = np.zeros((size, 3))
    if not size:
        return scores
    lengths = corpus.lengths
    standing = int(corpus.standing.sum())
    mean = np.maximum(lengths[corpus.standing].mean(axis=0) if standing else lengths[0], 1)
    for number in question.numbers:
        rows, thousandths = corpus.holders(number)
        if not len(rows):
            continue
        counts = thousandths / SCALE
        weight = rarity(standing, np.count_nonzero(counts, axis=0))
        norm = K1 * (1 - B + B * lengths[rows] / mean)
        scores[rows] += weight * counts * (K1 + 1) / (counts + norm)
    return scores


def share(values: Floats) -> Floats:
    """Values from 0 to 1: negative ones are 0, the highest is 1."""
    values = np.maximum(values, 0)
    highest = values.max(initial=0)
    return values / highest if highest > 0 else values


def choose(corpus: Corpus, question: Question, allowed: Bools | None = None) -> Candidates:
    """The best by words and by meaning, in their first order."""
    scores = bm25(corpus, question)
    meaning = _meaning(corpus, question)
    passing = corpus.standing if allowed is None else corpus.standing & allowed
    words = scores[:, WITH_AROUND]
    if not words.any() and meaning.max(initial=0) < NOTHING_NEAR:
        passing = np.zeros(len(corpus), np.bool_)
    rows = np.union1d(
        _best(words, passing & (words > 0), PER_ARM),
        _best(meaning, passing & (meaning > 0), PER_ARM),
    )
    return _first_order(corpus, question, rows, scores[rows], meaning[rows])


def _meaning(corpus: Corpus, question: Question) -> Floats:
    if question.vector is None or not len(corpus):
        return np.zeros(len(corpus))
    return corpus.meaning(question.vector).astype(np.float64)


def _best(scores: Floats, passing: Bools, most: int) -> Ints:
    found = np.flatnonzero(passing)
    if len(found) <= most:
        return found
    return found[np.argpartition(-scores[found], most - 1)[:most]]


def _first_order(
    corpus: Corpus, question: Question, rows: Ints, lexical: Floats, meaning: Floats
) -> Candidates:
    named = corpus.speakers.find(question.speaker) if question.speaker else -1
    by_speaker = corpus.ints("speaker")[rows] == named
    is_users = corpus.ints("role")[rows] == corpus.roles.find("user")
    by_oneself = is_users & (question.is_of_oneself and question.speaker is None)
    day = np.zeros(len(rows))
    if question.days:
        day[:] = [nearness(question.days, [Day(*d)]) for d in corpus.days[rows].tolist()]
    first = (
        WORDS_SHARE * share(lexical[:, WITH_AROUND])
        + MEANING_SHARE * share(meaning)
        + DAY_SHARE * day
    ) * (1 + SPEAKER_GAIN * by_speaker + ONESELF_GAIN * by_oneself)
    # Of two that are equal the newer comes first.
    order = np.lexsort((-rows, -first))
    return Candidates(
        rows[order],
        first[order],
        lexical[order],
        meaning[order],
        by_speaker[order],
        by_oneself[order],
        day[order],
    )


def own_rarity(corpus: Corpus, rows: Ints) -> Floats:
    """How rare the own words of each row are on average, 0 to 1."""
    size = len(corpus)
    terms, sizes = corpus.own_terms(rows)
    weights = rarity(size, corpus.own_holders(terms))
    sums = np.bincount(np.repeat(np.arange(len(rows)), sizes), weights, minlength=len(rows))
    found: Floats = sums / np.maximum(sizes, 1) / np.log(1 + max(size, 1))
    return found
