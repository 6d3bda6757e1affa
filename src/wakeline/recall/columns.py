"""The columns of the index: what is known of a row besides its words and its vector.

The columns are the same for rows in memory and rows sealed in a file. It does not know
where they are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wakeline.language.dates import Day

Array = npt.NDArray[Any]

# Three counts of a term in a row: in its own words, with its neighbours, with earlier turns only.
OWN, WITH_AROUND, WITH_BEFORE = 0, 1, 2
COUNT_COLUMNS: Final = 3

# Flags in addition to those of a page: they depend on the rows around a row.
ANSWERS, OPENS, IN_STREAM, GHOST = 16, 32, 64, 128

LABELLED: Final = ("kind", "speaker", "role", "thread", "project")
SHORT_QUESTION: Final = 120  # words; a longer turn with a question in it does not ask one thing


class Columns(NamedTuple):
    """Some rows: one array per column, one value per row."""

    seq: Array
    at: Array  # seconds since 1970
    stream: Array  # as a number of 64 bits
    kind: Array
    speaker: Array
    role: Array
    thread: Array
    project: Array
    day: Array  # as 20230508
    words: Array
    flags: Array
    asks: Array  # share of its sentences
    importance: Array  # 0 to 1
    rare: Array  # how rare its own words are, 0 to 1

    def at_rows(self, rows: Any) -> Columns:
        return Columns._make(column[rows] for column in self)

    def has(self, flag: int) -> npt.NDArray[np.bool_]:
        found: npt.NDArray[np.bool_] = (self.flags & flag) > 0
        return found


DTYPES: Final = {
    "seq": "<i8",
    "at": "<f8",
    "stream": "<i8",
    "kind": "<i4",
    "speaker": "<i4",
    "role": "<i4",
    "thread": "<i4",
    "project": "<i4",
    "day": "<i4",
    "words": "<i4",
    "flags": "<u2",
    "asks": "<f4",
    "importance": "<f4",
    "rare": "<f4",
}


class Holders(NamedTuple):
    """The rows of one part that hold a term, in order; `kept` is their strength in its own form."""

    rows: Array
    counts: tuple[int, ...]  # of rows, by column
    kept: Any


def join_columns(pieces: Sequence[Columns]) -> Columns:
    """The rows of several parts, one part after another."""
    return Columns._make(np.concatenate(column) for column in zip(*pieces, strict=True))


def pack_day(day: Day) -> int:
    return day.year * 10_000 + day.month * 100 + day.day


def unpack_day(packed: int) -> Day:
    return Day(packed // 10_000, packed // 100 % 100, packed % 100)


class Labels:
    """Names as small numbers, in the order of their first use."""

    def __init__(self, names: Sequence[str | None] = ()) -> None:
        self.numbers: dict[str | None, int] = {name: i for i, name in enumerate(names)}

    def number(self, label: str | None) -> int:
        return self.numbers.setdefault(label, len(self.numbers))

    def find(self, label: str | None) -> int:
        return self.numbers.get(label, -1)


def new_labels() -> dict[str, Labels]:
    return {name: Labels() for name in LABELLED}
