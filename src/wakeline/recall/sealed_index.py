"""Sealed rows, read from arrays in a file or a table.

Small arrays are read whole and stay in memory; postings, vectors and tokens are read in
pieces when a question needs them. It does not know where arrays are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import simsimd

from wakeline.ports.store import ArrayShelf
from wakeline.recall.columns import COUNT_COLUMNS, IN_STREAM, Columns, Holders, Labels
from wakeline.recall.seal import STEP, STRENGTHS, UNIT

POSTINGS = ("rows", *(f"strength_{way}" for way in STRENGTHS))

NO_ROWS = np.zeros(0, np.int64)

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Array = npt.NDArray[Any]


class SealedRows:
    """One sealed part."""

    def __init__(self, shelf: ArrayShelf) -> None:
        self.shelf = shelf
        about = shelf.about
        self._size = int(about["rows"])
        self.labels = {name: Labels(names) for name, names in about["labels"].items()}
        self.total_lengths = np.array(about["total_lengths"], dtype=np.int64)
        self.passing: npt.NDArray[np.bool_] | None = None
        self._in_role: dict[str, Ints] = {}
        self._terms = shelf.whole("terms")
        self._term_start = shelf.whole("term_start")
        self.centroids: Floats = shelf.whole("centroids")
        self._cluster_start = shelf.whole("cluster_start")
        self.cluster_sizes: Ints = np.diff(self._cluster_start)

    def __len__(self) -> int:
        return self._size

    def keep_only(self, standing: Ints) -> None:
        """Hide all rows without a stream except those with these sequences."""
        alone = (self.column("flags") & IN_STREAM) == 0
        if alone.any():
            self.passing = ~alone | np.isin(self.column("seq"), standing)

    # -- words

    def _place(self, number: int) -> int:
        """The place of a term among the terms, or -1."""
        at = int(np.searchsorted(self._terms, number))
        return at if at < len(self._terms) and self._terms[at] == number else -1

    def prepare(self, numbers: Sequence[int]) -> None:
        """Prefetch the postings of some terms."""
        places = [place for place in map(self._place, numbers) if place >= 0]
        bounds = [(int(self._term_start[at]), int(self._term_start[at + 1])) for at in places]
        self.shelf.prefetch(dict.fromkeys(POSTINGS, bounds))

    def holders(self, number: int) -> Holders:
        """The rows that hold a term, by its number of 64 bits."""
        at = self._place(number)
        if at < 0:
            return Holders(np.zeros(0, np.int64), (0,) * COUNT_COLUMNS, (0, 0))
        bounds = (int(self._term_start[at]), int(self._term_start[at + 1]))
        (rows,) = self.shelf.pieces("rows", [bounds])
        counts = tuple(self.shelf.whole("term_holders")[at].tolist())
        return Holders(rows, counts, bounds)

    def strengths(self, holders: Holders, column: int, _mean: Floats, at: Any) -> Floats:
        """How strongly the rows of `holders` at some places hold their term, without its rarity."""
        (steps,) = self.shelf.pieces(f"strength_{STRENGTHS[column]}", [holders.kept])
        found: Floats = steps[at] * np.float32(STEP)
        return found

    def own_holders(self, numbers: Ints) -> Ints:
        """How many rows hold each term in their own words, by its number of 64 bits."""
        if not len(self._terms):
            return np.zeros(len(numbers), np.int64)
        at = np.minimum(np.searchsorted(self._terms, numbers), len(self._terms) - 1)
        own = self.shelf.whole("term_holders")[at, 0]
        return np.where(self._terms[at] == numbers, own, 0).astype(np.int64)

    # -- meaning

    def near_of(self, clusters: Ints, vector: Floats, most: int) -> tuple[Ints, Floats]:
        """The rows of some clusters that are nearest to a vector, and their approximate cosines."""
        asked = _code(vector)[None]
        bounds = _together(self._cluster_start[clusters], self._cluster_start[clusters + 1])
        codes = self.shelf.pieces("codes", bounds)
        dots = _end_to_end([np.asarray(simsimd.cdist(asked, each, "dot"))[0] for each in codes])
        scales = self.shelf.whole("scales")
        near = dots.astype(np.float32) * _end_to_end([scales[a:b] for a, b in bounds])
        kept: Any = np.argpartition(near, -most)[-most:] if len(near) > most else slice(None)
        rows = _end_to_end([self.shelf.whole("cluster_rows")[a:b] for a, b in bounds])[kept]
        scale = np.float32(np.abs(vector).max(initial=1e-9) / UNIT)
        return rows.astype(np.int64), near[kept] * scale

    def smooth(self, rows: Ints) -> Floats:
        """The vectors of rows, mixed with those of their neighbours."""
        places = self.shelf.whole("place")[rows].astype(np.int64)
        scales = self.shelf.whole("scales")[places]
        found: Floats = self.shelf.rows("codes", places) * scales[:, None]
        return found

    # -- what is known of rows

    def column(self, name: str) -> Array:
        return self.shelf.whole(name)

    def rows_in_role(self, role: str) -> Ints:
        """The rows of one role; they never change."""
        if role not in self._in_role:
            number = self.labels["role"].find(role)
            known = np.flatnonzero(self.column("role") == number) if number >= 0 else NO_ROWS
            self._in_role[role] = known
        return self._in_role[role]

    def columns(self, rows: Ints) -> Columns:
        """The columns of some rows."""
        return Columns._make(self.shelf.whole(name)[rows] for name in Columns._fields)

    def told(self, rows: Ints) -> list[list[int]]:
        """The days that each row mentions."""
        start = self.shelf.whole("told_start")
        told = self.shelf.whole("told")
        return [told[start[row] : start[row + 1]].tolist() for row in rows]

    def tokens(self, rows: Ints) -> tuple[Ints, Ints]:
        """The tokens of some rows, one row after another, and how many each row has."""
        start = self.shelf.whole("token_start")
        bounds = [(int(start[row]), int(start[row + 1])) for row in rows]
        pieces = self.shelf.pieces("tokens", bounds)
        sizes = np.array([len(piece) for piece in pieces], dtype=np.int64)
        flat = np.concatenate(pieces) if pieces else np.zeros(0)
        return flat.astype(np.int64), sizes


def _code(vector: Floats) -> npt.NDArray[np.int8]:
    largest = np.abs(vector).max(initial=1e-9)
    found: npt.NDArray[np.int8] = np.rint(vector * (UNIT / largest)).astype(np.int8)
    return found


def _end_to_end(pieces: Sequence[Array]) -> Array:
    return pieces[0] if len(pieces) == 1 else np.concatenate(pieces)


def _together(starts: Ints, ends: Ints) -> list[tuple[int, int]]:
    """Stretches in order, without empty ones; adjacent ones are joined."""
    found: list[tuple[int, int]] = []
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        if start == end:
            continue
        if found and found[-1][1] == start:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found
