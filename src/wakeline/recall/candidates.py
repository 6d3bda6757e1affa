"""Choose the rows that may answer: the best by words, the best by meaning, in a first order.

A row that a filter excludes is never a candidate, so a filtered search finds as many rows
as there are. It does not weigh the features that decide the final order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wakeline.language.dates import Day
from wakeline.recall.columns import COUNT_COLUMNS, OWN, WITH_AROUND, Columns, unpack_day
from wakeline.recall.dates import nearness
from wakeline.recall.index import Index, QuestionTerm
from wakeline.recall.questions import Question
from wakeline.recall.turns import RETOLD

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

PER_ARM: Final = 200
# If no word of a question is known, a row must be at least this near, else nothing is found.
NOTHING_NEAR: Final = 0.3
MOST_RANKED: Final = 100  # by every feature; the rest keep their first order
FEW_TURNS: Final = 4  # turns; a word that no more turns say is rare

# The first order: shares of words, meaning, day and unique words, then factors for the speaker.
WORDS_SHARE: Final = 0.5
MEANING_SHARE: Final = 0.5
DAY_SHARE: Final = 0.1
UNIQUE_SHARE: Final = 0.2
STATED_SHARE: Final = 0.5
FACT: Final = "fact"  # the role of a fact without an end
MOST_FACTS: Final = 20  # candidates in addition to the best of all rows
SPEAKER_GAIN: Final = 0.3
ONESELF_GAIN: Final = 0.6


class Candidates(NamedTuple):
    """Rows in their first order, with the values that it was made from."""

    rows: Ints
    first: Floats
    lexical: Floats  # three columns, of these rows
    meaning: Floats
    unique: Floats
    columns: Columns
    smooth: npt.NDArray[np.float32]  # only of the rows that will be ranked
    by_speaker: Bools
    by_oneself: Bools
    stated: Bools
    day: Floats


class RareWordRows(NamedTuple):
    """Rows with a word of the question that hardly any other row says, and its weight."""

    rows: Ints
    values: Floats


def normalise(values: npt.NDArray[Any]) -> Floats:
    """Values scaled to 0 to 1: negative ones become 0, the highest becomes 1."""
    values = np.maximum(values, 0)
    highest = values.max(initial=0)
    return values / highest if highest > 0 else values


def cosines(vectors: npt.NDArray[np.float32], vector: npt.NDArray[np.float32]) -> Floats:
    """The cosine of each vector with one vector. BLAS threads would be slower for so few."""
    found: Floats = np.einsum("ij,j->i", vectors, vector).astype(np.float64)
    return found


def choose_candidates(
    index: Index,
    question: Question,
    passing: Bools | None = None,
    most: int = PER_ARM,
    facts: Ints | None = None,
) -> Candidates:
    """The best by words and by meaning, in their first order.

    `facts` are the rows of facts that are true now; by default all facts without an end.
    """
    facts = index.rows_in_role(FACT) if facts is None else facts
    terms = index.question_terms(question.numbers)
    pointed = rows_with_rare_words(index, terms, passing)
    # A row with a rare word is kept, however many others hold the common words of a question.
    stated = facts_about(index, terms, passing, facts)
    found = [index.by_words(terms, passing, most), pointed.rows, stated]
    if question.vector is not None:
        found.append(index.by_meaning(question.vector, passing, most))
    rows = np.unique(np.concatenate(found))
    smooth = index.smooth(rows)
    meaning = np.zeros(len(rows)) if question.vector is None else cosines(smooth, question.vector)
    if not terms and meaning.max(initial=0) < NOTHING_NEAR:
        rows, smooth, meaning = rows[:0], smooth[:0], meaning[:0]
    unique = np.zeros(len(rows))
    unique[np.searchsorted(rows, pointed.rows)] = pointed.values
    lexical = index.lexical(rows, terms)
    is_fact = np.isin(rows, facts)
    return _first_order(index, question, rows, lexical, meaning, unique, is_fact, smooth)


def facts_about(
    index: Index, terms: Sequence[QuestionTerm], passing: Bools | None, rows: Ints
) -> Ints:
    """The current facts that hold most words of the question, however many turns hold them too."""
    if passing is not None:
        rows = rows[passing[rows]]
    if not len(rows) or not terms:
        return rows[:0]
    scores = index.lexical(rows, terms, [OWN])[:, OWN]
    best = np.argsort(-scores, kind="stable")[:MOST_FACTS]
    return rows[best[scores[best] > 0]]


def rows_with_rare_words(
    index: Index, terms: Sequence[QuestionTerm], passing: Bools | None
) -> RareWordRows:
    """The rows that say a rare word of the question themselves, and its weight in the question.

    A word counts by the square of its rarity, divided among the rows that say it. Memories that
    repeat what a turn says do not make its words less rare.
    """
    whole = sum(float(term.rarity[OWN]) ** 2 for term in terms)
    found: dict[int, float] = {}
    memories: frozenset[int] | None = None
    for term in terms:
        if not 0 < sum(held.counts[OWN] for held in term.by_part) <= 2 * FEW_TURNS:
            continue
        if memories is None:
            memories = frozenset(index.rows_in_role(RETOLD).tolist())
        sayers = _sayers(index, term)
        turns = [row for row in sayers if row not in memories]
        count = len(turns) or len(sayers)
        if count > FEW_TURNS:
            continue
        value = float(term.rarity[OWN]) ** 2 / whole / count
        for row in sayers:
            found[row] = found.get(row, 0.0) + value
    rows = np.array(sorted(found), dtype=np.int64)
    if passing is not None:
        rows = rows[passing[rows]]
    return RareWordRows(rows, np.array([found[row] for row in rows.tolist()]))


def _sayers(index: Index, term: QuestionTerm) -> list[int]:
    """The rows that say a term themselves."""
    any_length = np.ones(COUNT_COLUMNS, np.float32)
    rows: list[int] = []
    for part, held, start in zip(index.parts, term.by_part, index.starts, strict=False):
        if held.counts[OWN]:
            said = part.strengths(held, OWN, any_length, slice(None)) > 0
            rows += (held.rows[said] + start).tolist()
    return rows


def day_nearness(asked: Sequence[Day], days: npt.NDArray[Any]) -> Floats:
    """How near each day is to the days of the question. Each different day is compared once."""
    if not asked:
        return np.zeros(len(days))
    distinct, place = np.unique(days, return_inverse=True)
    near = [nearness(asked, [unpack_day(day)]) for day in distinct.tolist()]
    found: Floats = np.array(near, dtype=np.float64)[place]
    return found


def _first_order(
    index: Index,
    question: Question,
    rows: Ints,
    lexical: Floats,
    meaning: Floats,
    unique: Floats,
    is_fact: Bools,
    smooth: npt.NDArray[np.float32],
) -> Candidates:
    columns = index.columns(rows)
    labels = index.labels
    named = labels["speaker"].find(question.speaker) if question.speaker else -1
    by_speaker = columns.speaker == named
    is_users = columns.role == labels["role"].find("user")
    by_oneself = is_users & (question.is_of_oneself and question.speaker is None)
    day = day_nearness(question.days, columns.day)
    stated = is_fact * normalise(lexical[:, OWN])
    first = (
        WORDS_SHARE * normalise(lexical[:, WITH_AROUND])
        + MEANING_SHARE * normalise(meaning)
        + DAY_SHARE * day
        + UNIQUE_SHARE * unique
        + STATED_SHARE * stated
    ) * (1 + SPEAKER_GAIN * by_speaker + ONESELF_GAIN * by_oneself)
    # Of two equal rows the newer comes first.
    order = np.lexsort((-columns.seq, -first))
    return Candidates(
        rows[order],
        first[order],
        lexical[order],
        meaning[order],
        unique[order],
        columns.at_rows(order),
        smooth[order[:MOST_RANKED]],
        by_speaker[order],
        by_oneself[order],
        is_fact[order],
        day[order],
    )
