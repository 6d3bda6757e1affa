"""The part of the index in memory: rows that are ready to be ranked, and that grow.

What neighbours pass on to a turn is a sum, so a new turn changes its neighbours only by
what it adds to them: arrays grow at their end, and new terms go to a small second list that
is merged into the first from time to time. It does not know questions, nor where rows
come from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wakeline.language.dates import Day
from wakeline.recall.bm25 import term_strength
from wakeline.recall.columns import (
    ANSWERS,
    COUNT_COLUMNS,
    GHOST,
    IN_STREAM,
    LABELLED,
    OPENS,
    SHORT_QUESTION,
    Columns,
    Holders,
    new_labels,
    pack_day,
)
from wakeline.recall.neighbours import AROUND, BEFORE, MEANING, REACH, length_damping, neighbours_at
from wakeline.recall.pages import HAS_QUESTION, TurnPage, term_number

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Thousandths = npt.NDArray[np.int32]

TOLD_WEIGHT: Final = 0.5  # a day that a text mentions counts half as much as a word of the text
LEAST_MERGE: Final = 2000  # postings
MERGE_SHARE: Final = 0.1
# Term frequencies are whole thousandths, so that sums are the same in any order.
SCALE: Final = 1000


class IndexEntry(NamedTuple):
    """One searchable row, as it is loaded."""

    seq: int
    kind: str
    stream: str | None  # turns of one stream are neighbours
    speaker: str | None
    role: str
    thread_id: str | None
    project_id: str | None
    at: float  # seconds since 1970
    importance: float
    day: Day
    page: TurnPage
    vector: Floats | None
    tokens: Ints


class Postings(NamedTuple):
    """The rows that hold each term, and how often, in three columns."""

    start: Ints  # by term
    rows: npt.NDArray[np.int32]
    counts: Thousandths  # three columns


class GrowingArray:
    """An array that grows at its end; its memory doubles when it is full."""

    def __init__(self, dtype: npt.DTypeLike, *width: int) -> None:
        self._room = np.zeros((0, *width), dtype=dtype)
        self.size = 0

    def add(self, values: npt.ArrayLike, count: int) -> None:
        needed = self.size + count
        if needed > len(self._room):
            room = np.zeros((max(needed, 2 * len(self._room)), *self._room.shape[1:]), self.dtype)
            room[: self.size] = self._room[: self.size]
            self._room = room
        if count:
            self._room[self.size : needed] = values
        self.size = needed

    @property
    def dtype(self) -> np.dtype[np.generic]:
        return self._room.dtype

    @property
    def now(self) -> npt.NDArray[Any]:
        return self._room[: self.size]


class Corpus:
    """Rows of one agent in memory. `through` is the last sequence that it has seen.

    Some of them may be ghosts: copies of rows of another part, only here for what they
    pass on to their neighbours.
    """

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self.through = 0
        self.ghosts = 0
        self.terms: dict[int, int] = {}
        self._term_numbers = np.zeros(0, np.int64)  # of 64 bits, by small number
        self.labels = new_labels()
        self._ints = {
            name: GrowingArray(np.int64)
            for name in (
                *("seq", "stream", *LABELLED, "day", "words", "flags", "own"),
                *("before", "after", "said_start", "token_start", "told_start"),
            )
        }
        self._floats = {name: GrowingArray(np.float64) for name in ("at", "asks", "importance")}
        self._told = GrowingArray(np.int64)
        self._said, self._said_counts = GrowingArray(np.int32), GrowingArray(np.float32)
        self._tokens = GrowingArray(np.int64)
        self._vectors, self._smooth = (
            GrowingArray(np.float16, dimension),
            GrowingArray(np.float32, dimension),
        )
        self._lengths = GrowingArray(np.int64, COUNT_COLUMNS)
        self._own_holders = GrowingArray(np.int64)  # by term
        self.passing: npt.NDArray[np.bool_] | None = None
        self._last: dict[int, int] = {}  # the newest row of each stream
        self._postings = _no_postings()
        self._added: list[tuple[Ints, Ints, Thousandths]] = []  # terms, rows, counts
        self._added_size = 0
        self._tail: Postings | None = None

    def __len__(self) -> int:
        return self._ints["seq"].size

    def ints(self, name: str) -> Ints:
        return self._ints[name].now

    def floats(self, name: str) -> npt.NDArray[np.float64]:
        return self._floats[name].now

    @property
    def lengths(self) -> Ints:
        """How long each row is, in thousandths of a term, in three columns."""
        return self._lengths.now

    # -- growing

    def keep_only(self, seqs: Sequence[int]) -> None:
        """Hide all ghosts, and all rows without a stream except those with these sequences."""
        flags = self.ints("flags")
        passing = ((flags & IN_STREAM) > 0) | np.isin(self.ints("seq"), seqs)
        passing &= (flags & GHOST) == 0
        self.passing = None if passing.all() else passing

    def knows(self, stream: str) -> bool:
        """Whether a row of this stream is here."""
        return term_number(stream) in self._last

    def add_ghosts(self, entries: Sequence[IndexEntry]) -> None:
        """Add copies of rows of another part, before new rows of their streams."""
        first = len(self)
        self.add(entries)
        self.ghosts += len(entries)
        self.ints("flags")[first:] |= GHOST
        if entries:
            passing = np.ones(first, np.bool_) if self.passing is None else self.passing[:first]
            self.passing = np.concatenate((passing, np.zeros(len(entries), np.bool_)))

    def add(self, entries: Sequence[IndexEntry]) -> None:
        """Add rows; those of one stream in the order of their sequences."""
        if not entries:
            return
        first, count = len(self), len(entries)
        rows = np.arange(first, first + count)
        for name, values in _labelled(entries).items():
            number = self.labels[name].number
            self._ints[name].add([number(value) for value in values], count)
        self._add_links(entries, rows)
        self._add_numbers(entries)
        self._add_vectors(entries, rows)
        self._add_terms(entries, rows)
        if self.passing is not None:
            self.passing = np.concatenate((self.passing, np.ones(count, np.bool_)))
        self.through = max(self.through, entries[-1].seq)

    def _add_links(self, entries: Sequence[IndexEntry], rows: Ints) -> None:
        """Link each row to the one before it in its stream. A row without a stream stands alone."""
        before = np.full(len(rows), -1)
        streams = []
        self._ints["after"].add(-1, len(rows))
        after = self.ints("after")
        for i, entry in enumerate(entries):
            stream = term_number(f"\0{entry.seq}" if entry.stream is None else entry.stream)
            streams.append(stream)
            last = self._last.get(stream, -1)
            before[i] = last
            if last >= 0:
                after[last] = rows[i]
            self._last[stream] = int(rows[i])
        self._ints["stream"].add(streams, len(rows))
        self._ints["before"].add(before, len(rows))

    def _add_numbers(self, entries: Sequence[IndexEntry]) -> None:
        count = len(entries)
        for name, values in (
            ("seq", [e.seq for e in entries]),
            ("day", [pack_day(e.day) for e in entries]),
            ("words", [e.page.words for e in entries]),
            ("own", [e.page.own for e in entries]),
            ("flags", [e.page.flags | IN_STREAM * (e.stream is not None) for e in entries]),
        ):
            self._ints[name].add(values, count)
        self._floats["at"].add([e.at for e in entries], count)
        self._floats["asks"].add([e.page.asks for e in entries], count)
        self._floats["importance"].add([e.importance for e in entries], count)
        told = [[pack_day(day) for day in e.page.days] for e in entries]
        self._add_lists("told_start", self._told, told)
        self._add_lists("token_start", self._tokens, [e.tokens for e in entries])
        self._flag_places(np.arange(len(self) - count, len(self)))

    def _flag_places(self, rows: Ints) -> None:
        """Flag rows that answer a short question, and rows that open their stream."""
        flags, before = self.ints("flags"), self.ints("before")[rows]
        asked = (flags[before] & HAS_QUESTION) > 0
        brief = self.ints("words")[before] < SHORT_QUESTION
        opens = (before < 0) & ((flags[rows] & IN_STREAM) > 0)
        flags[rows] |= ANSWERS * (asked & brief & (before >= 0)) | OPENS * opens

    def _add_lists(self, name: str, kept: GrowingArray, lists: Sequence[Any]) -> None:
        sizes = [len(each) for each in lists]
        starts = kept.size + np.concatenate(([0], np.cumsum(sizes)[:-1]))
        self._ints[name].add(starts, len(lists))
        filled = [np.asarray(each) for each in lists if len(each)]
        if filled:
            kept.add(np.concatenate(filled), sum(sizes))

    def _add_vectors(self, entries: Sequence[IndexEntry], rows: Ints) -> None:
        nothing = np.zeros(self.dimension, dtype=np.float32)
        made = np.stack([nothing if e.vector is None else e.vector for e in entries])
        self._vectors.add(made, len(rows))
        self._smooth.add(0, len(rows))
        touched = self._with_neighbours(rows)
        vectors, weight = self._vectors.now, length_damping(self.ints("words"))
        mixed = vectors[touched].astype(np.float32)
        for away, counts in MEANING.items():
            other = neighbours_at(self.ints("before"), self.ints("after"), touched, away)
            near = other >= 0
            mixed[near] += (counts * weight[other[near]])[:, None] * vectors[other[near]]
        mixed /= np.maximum(np.linalg.norm(mixed, axis=1, keepdims=True), 1e-9)
        self._smooth.now[touched] = mixed

    def _with_neighbours(self, rows: Ints) -> Ints:
        """New rows, and the older rows that are their neighbours."""
        before = self.ints("before")
        found = [rows]
        for away in range(1, REACH + 1):
            other = neighbours_at(before, self.ints("after"), rows, -away)
            found.append(other[(other >= 0) & (other < rows[0])])
        return np.unique(np.concatenate(found))

    def _add_terms(self, entries: Sequence[IndexEntry], rows: Ints) -> None:
        said = [self._numbers(e.page.said) for e in entries]
        self._add_lists("said_start", self._said, said)
        said_counts = np.concatenate([e.page.counts for e in entries]).astype(np.float32)
        self._said_counts.add(said_counts, len(said_counts))
        self._lengths.add(0, len(rows))
        parts = [
            _part(
                np.concatenate(said), np.repeat(rows, [len(s) for s in said]), said_counts, 1, 1, 1
            )
        ]
        for field, weights in (("dated", (1, 1, 1)), ("told", (0, TOLD_WEIGHT, TOLD_WEIGHT))):
            lists = [self._numbers(getattr(e.page, field)) for e in entries]
            sizes = [len(each) for each in lists]
            ones = np.ones(sum(sizes), dtype=np.float32)
            parts.append(_part(np.concatenate(lists), np.repeat(rows, sizes), ones, *weights))
        self._count_holders(parts[0], parts[1])
        parts += self._around(rows)
        terms, holders, counts = (np.concatenate(each) for each in zip(*parts, strict=True))
        for column in range(COUNT_COLUMNS):
            sums = np.bincount(holders, counts[:, column], minlength=len(self))
            self.lengths[:, column] += sums.astype(np.int64)
        self._added.append((terms, holders, counts))
        self._added_size += len(terms)
        self._tail = None

    def _count_holders(self, *parts: tuple[Ints, Ints, Thousandths]) -> None:
        """Count each new row once for each term that it says or is dated by."""
        self._own_holders.add(0, len(self.terms) - self._own_holders.size)
        size = len(self)
        pairs = np.unique(np.concatenate([terms * size + rows for terms, rows, _ in parts]))
        held, times = np.unique(pairs // size, return_counts=True)
        self._own_holders.now[held] += times

    def _numbers(self, terms: Ints) -> npt.NDArray[np.int32]:
        known = self.terms
        return np.array([known.setdefault(t, len(known)) for t in terms.tolist()], dtype=np.int32)

    def _around(self, rows: Ints) -> list[tuple[Ints, Ints, Thousandths]]:
        """What new rows pass on to their neighbours, and what older ones pass on to them."""
        weight = length_damping(self.ints("words"))
        before, after = self.ints("before"), self.ints("after")
        parts = []
        touched = self._with_neighbours(rows)
        for away, around in AROUND.items():
            giver = neighbours_at(before, after, touched, away)
            # Two older rows have passed their terms on before.
            new = (giver >= 0) & ((giver >= rows[0]) | (touched >= rows[0]))
            giver, holder = giver[new], touched[new]
            terms, counts, sizes = self._said_by(giver)
            damped = np.repeat(weight[giver], sizes) * counts
            parts.append(
                _part(terms, np.repeat(holder, sizes), damped, 0, around, BEFORE.get(away, 0.0))
            )
        return parts

    def _said_by(self, rows: Ints) -> tuple[Ints, Floats, Ints]:
        """The terms of some rows one row after another, their counts, and how many each row has."""
        starts = self.ints("said_start")
        sizes = np.append(starts[1:], self._said.size)[rows] - starts[rows]
        places = stretch_positions(starts[rows], sizes)
        return self._said.now[places], self._said_counts.now[places], sizes

    def _merge(self) -> None:
        self._postings = _sorted(
            [_spread(self._postings), *self._added], terms=len(self.terms), rows=len(self)
        )
        self._added, self._added_size, self._tail = [], 0, None

    # -- asking

    def holders(self, number: int) -> Holders:
        """The rows that hold a term, by its number of 64 bits."""
        rows, counts = self._holders(self.terms.get(number, -1))
        if self.passing is not None:
            standing = self.passing[rows]
            rows, counts = rows[standing], counts[standing]
        return Holders(rows, tuple(np.count_nonzero(counts, axis=0).tolist()), counts)

    def strengths(self, holders: Holders, column: int, mean: Floats, at: Any) -> Floats:
        """How strongly the rows of `holders` at some places hold their term, without its rarity."""
        lengths = self.lengths[holders.rows[at], column]
        return term_strength(holders.kept[at, column] / SCALE, lengths / mean[column])

    def _holders(self, number: int) -> tuple[npt.NDArray[np.int32], Thousandths]:
        rows, counts = _of_term(self._postings, number)
        if not self._added:
            return rows, counts
        if self._added_size > max(LEAST_MERGE, MERGE_SHARE * len(self._postings.rows)):
            self._merge()
            return _of_term(self._postings, number)
        if self._tail is None:
            self._tail = _sorted(self._added, terms=len(self.terms), rows=len(self))
        more, more_counts = _of_term(self._tail, number)
        if not len(more):
            return rows, counts
        both = np.concatenate((rows, more))
        together, place = np.unique(both, return_inverse=True)
        summed = np.zeros((len(together), COUNT_COLUMNS), dtype=np.int32)
        np.add.at(summed, place, np.concatenate((counts, more_counts)))
        return together, summed

    @property
    def total_lengths(self) -> Ints:
        own = (self.ints("flags") & GHOST) == 0
        found: Ints = self.lengths[own].sum(axis=0)
        return found

    def own_holders(self, numbers: Ints) -> Ints:
        """How many rows hold each term in their own words, by its number of 64 bits."""
        places = np.array([self.terms.get(n, -1) for n in numbers.tolist()], dtype=np.int64)
        return np.where(places < 0, 0, self._own_holders.now[places]) if len(self) else 0 * places

    def own_terms(self, rows: Ints) -> tuple[Ints, Ints]:
        """The terms of some rows' own texts, as numbers of 64 bits, and how many each row has."""
        sizes = self.ints("own")[rows]
        places = stretch_positions(self.ints("said_start")[rows], sizes)
        return self.term_numbers[self._said.now[places]], sizes

    @property
    def term_numbers(self) -> Ints:
        """Every term by its number of 64 bits, in the order of the small numbers."""
        if len(self._term_numbers) != len(self.terms):
            self._term_numbers = np.fromiter(self.terms, np.int64, len(self.terms))
        return self._term_numbers

    def column(self, name: str) -> npt.NDArray[Any]:
        return self.floats(name) if name in self._floats else self.ints(name)

    def rows_in_role(self, role: str) -> Ints:
        """The rows of one role."""
        return np.flatnonzero(self.ints("role") == self.labels["role"].find(role))

    def columns(self, rows: Ints) -> Columns:
        """The columns of some rows. `rare` is 0: only the whole index knows how rare words are."""
        known = {name: self.column(name)[rows] for name in Columns._fields if name != "rare"}
        return Columns(**known, rare=np.zeros(len(rows), np.float32))

    def told(self, rows: Ints) -> list[list[int]]:
        """The days that each row mentions."""
        starts = self.ints("told_start")
        ends = np.append(starts[1:], self._told.size)
        return [self._told.now[starts[row] : ends[row]].tolist() for row in rows]

    def tokens(self, rows: Ints) -> tuple[Ints, Ints]:
        """The tokens of some rows, one row after another, and how many each row has."""
        starts = self.ints("token_start")
        sizes = np.append(starts[1:], self._tokens.size)[rows] - starts[rows]
        return self._tokens.now[stretch_positions(starts[rows], sizes)], sizes

    def smooth(self, rows: Ints) -> Floats:
        """The vectors of rows, mixed with those of their neighbours."""
        found: Floats = self._smooth.now[rows]
        return found

    def near(self, vector: Floats) -> Floats:
        """The cosine of a vector with every row's mixed vector."""
        found: Floats = self._smooth.now @ vector
        return found

    @property
    def postings(self) -> tuple[Ints, Postings]:
        """All terms by their numbers of 64 bits, and their postings, merged."""
        self._merge()
        return self.term_numbers, self._postings


def _labelled(entries: Sequence[IndexEntry]) -> dict[str, list[str | None]]:
    return {
        "kind": [e.kind for e in entries],
        "speaker": [e.speaker for e in entries],
        "role": [e.role for e in entries],
        "thread": [e.thread_id for e in entries],
        "project": [e.project_id for e in entries],
    }


def stretch_positions(starts: Ints, sizes: Ints) -> Ints:
    """All positions of stretches that begin at `starts`, one stretch after another."""
    before = np.concatenate(([0], np.cumsum(sizes)))
    return np.repeat(starts - before[:-1], sizes) + np.arange(before[-1])


def _part(
    terms: npt.NDArray[Any], rows: Ints, counts: Floats, *weights: float
) -> tuple[Ints, Ints, Thousandths]:
    columns = np.rint(counts[:, None] * (np.array(weights) * SCALE)).astype(np.int32)
    return terms.astype(np.int64), rows, columns


def _no_postings() -> Postings:
    return Postings(
        np.zeros(1, dtype=np.int64),
        np.zeros(0, dtype=np.int32),
        np.zeros((0, COUNT_COLUMNS), dtype=np.int32),
    )


def _spread(postings: Postings) -> tuple[Ints, Ints, Thousandths]:
    sizes = np.diff(postings.start)
    terms = np.repeat(np.arange(len(sizes)), sizes)
    return terms, postings.rows.astype(np.int64), postings.counts


def _sorted(parts: Sequence[tuple[Ints, Ints, Thousandths]], *, terms: int, rows: int) -> Postings:
    """Postings sorted by term and row; those of the same term and row are summed."""
    key = np.concatenate([part[0] * rows + part[1] for part in parts])
    order = np.argsort(key, kind="stable")
    key = key[order]
    counts = np.concatenate([part[2] for part in parts])[order]
    first = np.flatnonzero(np.append(True, key[1:] != key[:-1])) if len(key) else np.zeros(0, int)
    summed = np.add.reduceat(counts, first, axis=0) if len(first) else counts
    of_term, holder = np.divmod(key[first], max(rows, 1))
    start = np.searchsorted(of_term, np.arange(terms + 1))
    return Postings(start, holder.astype(np.int32), summed)


def _of_term(postings: Postings, number: int) -> tuple[npt.NDArray[np.int32], Thousandths]:
    if number < 0 or number + 1 >= len(postings.start):
        return postings.rows[:0], postings.counts[:0]
    start, end = postings.start[number], postings.start[number + 1]
    return postings.rows[start:end], postings.counts[start:end]
