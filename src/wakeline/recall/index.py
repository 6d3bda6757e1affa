"""The search index of an agent, in parts: one that grows in memory, and sealed ones.

Rows are numbered through all parts. How rare a term is and how long rows are is counted
over all parts, so that their scores can be compared. Both searches are bounded: below the
bound they are exact; above it, common terms count only for rows that rarer terms found,
and only the nearest clusters of vectors are searched. It does not weigh features.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from wakeline.recall.bm25 import rarity
from wakeline.recall.columns import (
    COUNT_COLUMNS,
    LABELLED,
    WITH_AROUND,
    Columns,
    Holders,
    Labels,
    join_columns,
    new_labels,
)
from wakeline.recall.corpus import Corpus
from wakeline.recall.turns import RETOLD

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

# How much is searched in full: 3 ms of postings, 1 ms of vectors.
MOST_POSTINGS: Final = 600_000
MOST_VECTORS: Final = 32_768
WIDER: Final = 10  # times as many rows are kept before common terms are added


# Names of tests that are not the name of a column.
NOT_SEQ: Final = "not seq"
SINCE: Final = "since"


class SealedPart(Protocol):
    """Rows that no longer change. Their vectors are kept in clusters, searched one by one."""

    labels: dict[str, Labels]
    total_lengths: Ints
    centroids: Floats
    cluster_sizes: Ints
    passing: Bools | None

    def __len__(self) -> int: ...
    def prepare(self, numbers: Sequence[int]) -> None: ...
    def holders(self, number: int) -> Holders: ...
    def strengths(self, holders: Holders, column: int, mean: Floats, at: Any) -> Floats: ...
    def own_holders(self, numbers: Ints) -> Ints: ...
    def column(self, name: str) -> npt.NDArray[Any]: ...
    def rows_in_role(self, role: str) -> Ints: ...
    def columns(self, rows: Ints) -> Columns: ...
    def told(self, rows: Ints) -> list[list[int]]: ...
    def tokens(self, rows: Ints) -> tuple[Ints, Ints]: ...
    def smooth(self, rows: Ints) -> Floats: ...
    def near_of(self, clusters: Ints, vector: Floats, most: int) -> tuple[Ints, Floats]: ...


class QuestionTerm(NamedTuple):
    """One term of a question: the rows that hold it in each part, and its rarity by column."""

    by_part: list[Holders]
    rarity: npt.NDArray[np.float64]
    size: int


class ScoredRows(NamedTuple):
    """Rows of all parts with one value each."""

    rows: Ints
    values: Floats


class Index:
    """Everything that can be found of one agent."""

    def __init__(
        self,
        growing: Corpus,
        sealed: Sequence[SealedPart] = (),
        others: Sequence[Corpus] = (),
    ) -> None:
        self.growing, self.sealed = growing, list(sealed)
        self.parts: list[Corpus | SealedPart] = [*self.sealed, *others, growing]
        sizes = [len(part) for part in self.parts]
        self.starts = np.concatenate(([0], np.cumsum(sizes)))
        self.labels = new_labels()
        self._numbers = [self._same_labels(part.labels) for part in self.parts]

    def __len__(self) -> int:
        return int(self.starts[-1])

    @property
    def mean_lengths(self) -> Floats:
        total = sum(part.total_lengths for part in self.parts)
        size = len(self) - self.growing.ghosts
        for part in self.parts:
            if isinstance(part, Corpus):  # of a sealed part only the sum is known
                retold = part.rows_in_role(RETOLD)
                total = total - part.lengths[retold].sum(axis=0)
                size -= len(retold)
        found: Floats = np.maximum(total / max(size, 1), 1)
        return found

    def _same_labels(self, labels: dict[str, Labels]) -> dict[str, Ints]:
        """For each label: from its number in a part to its number here."""
        return {
            name: np.array([self.labels[name].number(n) for n in known.numbers], dtype=np.int64)
            for name, known in labels.items()
        }

    def _by_part(self, rows: Ints) -> list[tuple[int, Ints, Ints]]:
        """For each part that has some of the rows: its number, their places, its own numbers."""
        of = np.searchsorted(self.starts, rows, side="right") - 1
        found = []
        for part in np.unique(of).tolist():
            places = np.flatnonzero(of == part)
            found.append((part, places, rows[places] - self.starts[part]))
        return found

    # -- words

    def question_terms(self, numbers: Sequence[int]) -> list[QuestionTerm]:
        """The rows that hold each term of a question, rarest first, without unknown terms."""
        # A memory that repeats a turn does not make the turn's words more common.
        retold = [part.rows_in_role(RETOLD) for part in self.parts]
        size = len(self) - self.growing.ghosts - sum(map(len, retold))
        for part in self.sealed:
            part.prepare(numbers)
        found = []
        for number in numbers:
            by_part = [part.holders(number) for part in self.parts]
            counts = np.sum([each.counts for each in by_part], axis=0)
            if counts.any():
                rows = sum(len(each.rows) for each in by_part)
                again = sum(
                    len(np.intersect1d(each.rows, those, assume_unique=True))
                    for each, those in zip(by_part, retold, strict=True)
                    if len(those) and len(each.rows)
                )
                said = np.maximum(counts - again, np.minimum(counts, 1))
                found.append(QuestionTerm(by_part, rarity(max(size, int(said.max())), said), rows))
        return sorted(found, key=lambda held: held.size)

    def by_words(
        self,
        terms: Sequence[QuestionTerm],
        passing: Bools | None,
        most: int,
        column: int = WITH_AROUND,
    ) -> Ints:
        """The rows with the best BM25 for a question's terms, in one column of counts."""
        full, common = _split(terms)
        wide = most * WIDER if common else most
        mean = self.mean_lengths
        best = ScoredRows(np.zeros(0, np.int64), np.zeros(0, np.float32))
        for p, part in enumerate(self.parts):
            scores = np.zeros(len(part), np.float32)
            for term in full:
                held = term.by_part[p]
                strengths = part.strengths(held, column, mean, slice(None))
                scores[held.rows] += strengths * np.float32(term.rarity[column])
            start, end = self.starts[p], self.starts[p + 1]
            if passing is not None:
                scores[~passing[start:end]] = 0
            best = _better(best, scores, int(start), wide)
        if common:
            more = self.lexical(best.rows, common, [column])[:, column]
            best = ScoredRows(best.rows, best.values + more.astype(np.float32))
        return _first(best, most).rows

    def lexical(
        self, rows: Ints, terms: Sequence[QuestionTerm], ways: Sequence[int] = range(COUNT_COLUMNS)
    ) -> npt.NDArray[np.float64]:
        """BM25 of some rows, one column per way of counting; columns not in `ways` are 0."""
        scores = np.zeros((len(rows), COUNT_COLUMNS))
        mean = self.mean_lengths
        for p, places, own in self._by_part(rows):
            part = self.parts[p]
            for term in terms:
                held = term.by_part[p]
                if not len(held.rows):
                    continue
                at = np.minimum(np.searchsorted(held.rows, own), len(held.rows) - 1)
                met = held.rows[at] == own
                at, here = at[met], places[met]
                for way in ways:
                    strengths = part.strengths(held, way, mean, at)
                    scores[here, way] += strengths * term.rarity[way]
        return scores

    # -- meaning

    def by_meaning(
        self, vector: Floats, passing: Bools | None, most: int, least: float = 0.0
    ) -> Ints:
        """The rows nearest to a vector, with a cosine above `least`."""
        best = ScoredRows(np.zeros(0, np.int64), np.zeros(0, np.float32))
        if passing is not None and np.count_nonzero(passing) <= MOST_VECTORS:
            rows = np.flatnonzero(passing)
            return _first(_above(ScoredRows(rows, self.smooth(rows) @ vector), least), most).rows
        for p, clusters in self._clusters(vector):
            # Rows that do not pass may take places, so with a filter all rows are asked for.
            asked = most if passing is None else len(self.sealed[p])
            rows, near = self.sealed[p].near_of(clusters, vector, asked)
            rows = rows + self.starts[p]
            kept = near > least if passing is None else (near > least) & passing[rows]
            best = _joined(best, ScoredRows(rows[kept], near[kept]), most)
        for start, part in zip(self.starts.tolist(), self.parts, strict=False):
            if isinstance(part, Corpus):
                near = part.near(vector)
                kept = near > least
                if passing is not None:
                    kept &= passing[start : start + len(part)]
                rows = np.flatnonzero(kept)
                best = _joined(best, ScoredRows(rows + start, near[rows]), most)
        return best.rows

    def _clusters(self, vector: Floats) -> list[tuple[int, Ints]]:
        """The clusters of each sealed part to search: the nearest, until they hold enough rows."""
        if not self.sealed:
            return []
        near = np.concatenate([part.centroids @ vector for part in self.sealed])
        sizes = np.concatenate([part.cluster_sizes for part in self.sealed])
        counts = [len(part.cluster_sizes) for part in self.sealed]
        part_of = np.repeat(np.arange(len(counts)), counts)
        number = np.concatenate([np.arange(count) for count in counts])
        order = np.argsort(-near, kind="stable")
        enough = int(np.searchsorted(np.cumsum(sizes[order]), MOST_VECTORS)) + 1
        chosen = np.sort(order[:enough])
        return [
            (p, number[chosen[part_of[chosen] == p]]) for p in np.unique(part_of[chosen]).tolist()
        ]

    def smooth(self, rows: Ints) -> Floats:
        """The vectors of rows, mixed with those of their neighbours."""
        found = np.zeros((len(rows), self.growing.dimension), np.float32)
        for p, places, own in self._by_part(rows):
            found[places] = self.parts[p].smooth(own)
        return found

    # -- what is known of rows

    def columns(self, rows: Ints) -> Columns:
        """The columns of some rows, with the label numbers of this index."""
        pieces, order = [], []
        for p, places, own in self._by_part(rows):
            part = self.parts[p]
            columns = part.columns(own)
            numbers = self._numbers[p]
            same = {name: numbers[name][getattr(columns, name)] for name in LABELLED}
            if isinstance(part, Corpus):
                same["rare"] = self.own_rarity(part, own)
            pieces.append(columns._replace(**same))
            order.append(places)
        if not pieces:
            return self.growing.columns(rows)
        return join_columns(pieces).at_rows(np.argsort(np.concatenate(order)))

    def column(self, name: str, rows: Ints) -> npt.NDArray[Any]:
        """One column of some rows, as each part has it."""
        found = np.zeros(len(rows), dtype=self.growing.column(name).dtype)
        for p, places, own in self._by_part(rows):
            found[places] = self.parts[p].column(name)[own]
        return found

    def own_rarity(self, part: Corpus, rows: Ints) -> npt.NDArray[np.float32]:
        """How rare the own words of some rows in memory are on average, 0 to 1."""
        terms, sizes = part.own_terms(rows)
        distinct, place = np.unique(terms, return_inverse=True)
        holders = sum(part.own_holders(distinct) for part in self.parts)
        weights = rarity(len(self), holders)[place] if len(terms) else np.zeros(0)
        sums = np.bincount(np.repeat(np.arange(len(rows)), sizes), weights, minlength=len(rows))
        found: Floats = (sums / np.maximum(sizes, 1) / np.log(1 + max(len(self), 1))).astype("<f4")
        return found

    def told(self, rows: Ints) -> list[list[int]]:
        """The days that each row mentions."""
        found: list[list[int]] = [[] for _ in rows]
        for p, places, own in self._by_part(rows):
            for place, days in zip(places.tolist(), self.parts[p].told(own), strict=True):
                found[place] = days
        return found

    def tokens(self, rows: Ints) -> tuple[Ints, Ints]:
        """The tokens of some rows, one row after another, and how many each row has."""
        pieces: list[Ints] = [np.zeros(0, np.int64)] * len(rows)
        for p, places, own in self._by_part(rows):
            flat, sizes = self.parts[p].tokens(own)
            ends = np.cumsum(sizes)
            for place, end, size in zip(places.tolist(), ends, sizes, strict=True):
                pieces[place] = flat[end - size : end]
        sizes = np.array([len(piece) for piece in pieces], dtype=np.int64)
        return (np.concatenate(pieces) if pieces else np.zeros(0, np.int64)), sizes

    def rows_of(self, seqs: Sequence[int]) -> Ints:
        """The rows with these sequences, which must be sorted."""
        wanted = np.asarray(seqs, dtype=np.int64)
        found = [np.zeros(0, np.int64)]
        for start, part in zip(self.starts.tolist(), self.parts, strict=False):
            known = part.column("seq")
            at = np.minimum(np.searchsorted(known, wanted), max(len(known) - 1, 0))
            if len(known):
                found.append(start + np.unique(at[known[at] == wanted]))
        return np.concatenate(found)

    def rows_in_role(self, role: str) -> Ints:
        """The rows of one role. Meant for roles with few rows."""
        found = [np.zeros(0, np.int64)]
        for start, part in zip(self.starts.tolist(), self.parts, strict=False):
            found.append(start + part.rows_in_role(role))
        return np.concatenate(found)

    def passing(self, tests: Sequence[tuple[str, Any]]) -> Bools | None:
        """The rows that are not hidden and pass every test; None if all do.

        A test is a labelled column with the labels that pass, `at` with first and last,
        `seq` with a kind and the only sequences of it that pass, `NOT_SEQ` with sequences that
        do not pass, or `SINCE` with a kind and the sequence after which its rows pass.
        """
        if not tests and all(part.passing is None for part in self.parts):
            return None
        return np.concatenate([self._passing(p, tests) for p in range(len(self.parts))])

    def _passing(self, p: int, tests: Sequence[tuple[str, Any]]) -> Bools:
        part = self.parts[p]
        found = np.ones(len(part), np.bool_) if part.passing is None else part.passing.copy()
        for name, wanted in tests:
            if name == NOT_SEQ:
                found &= ~np.isin(part.column("seq"), wanted)
                continue
            if name == SINCE:
                kind, through = wanted
                found &= (part.column("seq") > through) | (
                    part.column("kind") != part.labels["kind"].find(kind)
                )
                continue
            column = part.column(name)
            if name == "at":
                first, last = wanted
                found &= (column >= first) & (column < last)
            elif name == "seq":
                kind, seqs = wanted
                found &= (part.column("kind") != part.labels["kind"].find(kind)) | np.isin(
                    column, seqs
                )
            else:
                numbers = [part.labels[name].find(label) for label in wanted]
                found &= np.isin(column, numbers)
        return found


def _split(terms: Sequence[QuestionTerm]) -> tuple[list[QuestionTerm], list[QuestionTerm]]:
    """The rarest terms, which are searched in full (at least one), and the common ones."""
    full: list[QuestionTerm] = []
    left = MOST_POSTINGS
    for term in terms:
        if full and term.size > left:
            break
        full.append(term)
        left -= term.size
    return full, list(terms[len(full) :])


def _better(best: ScoredRows, scores: Floats, start: int, most: int) -> ScoredRows:
    """The best rows so far and of one more part."""
    floor = best.values.min() if len(best.rows) >= most else np.float32(0)
    rows = np.flatnonzero(scores > floor)
    return _joined(best, ScoredRows(rows + start, scores[rows]), most)


def _joined(one: ScoredRows, other: ScoredRows, most: int) -> ScoredRows:
    rows = np.concatenate((one.rows, other.rows))
    return _first(ScoredRows(rows, np.concatenate((one.values, other.values))), most)


def _above(found: ScoredRows, least: float) -> ScoredRows:
    kept = found.values > least
    return ScoredRows(found.rows[kept], found.values[kept])


def _first(found: ScoredRows, most: int) -> ScoredRows:
    """The `most` best rows, in no order; ties are broken arbitrarily."""
    if len(found.rows) <= most:
        return found
    kept = np.argpartition(-found.values, most - 1)[:most]
    return ScoredRows(found.rows[kept], found.values[kept])
