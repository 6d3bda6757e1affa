"""Compare expected rows with stored rows, and count the differences.

Both come as sorted pairs of keys and values, or as tables; each difference is counted
and the first few are named. It does not know what is being compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

MOST_EXAMPLES: Final = 5


class Check(NamedTuple):
    """The result of a comparison: how much was compared, and what differs."""

    name: str
    compared: int
    missing: int
    extra: int
    different: int
    examples: tuple[str, ...]

    @property
    def ok(self) -> bool:
        return not (self.missing or self.extra or self.different)


class ComparisonTally:
    """Counts the differences of one check."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.compared = self.missing = self.extra = self.different = 0
        self._examples: list[str] = []

    def result(self) -> Check:
        return Check(
            self.name,
            self.compared,
            self.missing,
            self.extra,
            self.different,
            tuple(self._examples),
        )

    def add_missing(self, what: str, *, count: int = 1) -> None:
        self.missing += count
        self._note(f"{what} is missing")

    def add_extra(self, what: str, *, count: int = 1) -> None:
        self.extra += count
        self._note(f"{what} should not be there")

    def add_different(self, what: str) -> None:
        self.different += 1
        self._note(f"{what} is not what it should be")

    def add_fault(self, what: str) -> None:
        self.different += 1
        self._note(what)

    def compare(self, what: str, wanted: object, found: object) -> None:
        """Compare one thing that exists on both sides."""
        self.compared += 1
        if wanted != found:
            self.add_different(what)

    def compare_tables(
        self, kind: str, wanted: Mapping[Any, Any], found: Mapping[Any, Any]
    ) -> None:
        """Compare two tables by their keys."""
        for key in wanted:
            if key in found:
                self.compare(f"{kind} {key}", wanted[key], found[key])
            else:
                self.compared += 1
                self.add_missing(f"{kind} {key}")
        for key in found:
            if key not in wanted:
                self.add_extra(f"{kind} {key}")

    def compare_streams(
        self, kind: str, wanted: Iterable[tuple[Any, Any]], found: Iterable[tuple[Any, Any]]
    ) -> None:
        """Compare two streams of keys and values, each in the order of its keys."""
        ours, theirs = iter(wanted), iter(found)
        want, have = _next(ours), _next(theirs)
        while want or have:
            if have is None or (want is not None and want[0] < have[0]):
                self.compared += 1
                self.add_missing(f"{kind} {want[0]}" if want else kind)
                want = _next(ours)
            elif want is None or have[0] < want[0]:
                self.add_extra(f"{kind} {have[0]}")
                have = _next(theirs)
            else:
                self.compare(f"{kind} {want[0]}", want[1], have[1])
                want, have = _next(ours), _next(theirs)

    def _note(self, example: str) -> None:
        if len(self._examples) < MOST_EXAMPLES:
            self._examples.append(example)


def _next(stream: Iterator[tuple[Any, Any]]) -> tuple[Any, Any] | None:
    return next(stream, None)
