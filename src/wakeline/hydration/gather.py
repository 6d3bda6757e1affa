"""Run the chosen sources over one snapshot, each within its own time.

A source that fails or is late is returned as `Missing`; the others still read the snapshot.
Where the store is a server, all statements are sent in one round trip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from wakeline.hydration.sources import SOURCES, SourceRequest, source_readers
from wakeline.model.context import Missing, Piece
from wakeline.ports.store import View

Found = TypeVar("Found")
Given = TypeVar("Given")


def gather(
    view: View,
    names: Iterable[str],
    ask: SourceRequest,
    *,
    seconds: float,
    also: Sequence[Callable[[View, SourceRequest], object]] = (),
) -> tuple[dict[str, Piece], list[Missing]]:
    """Pieces by the name of their source, and the sources that are missing.

    The statements of `also` are fetched with the rest.
    """
    wanted = source_readers(names)
    view.prefetch([*wanted.values(), *also], ask, seconds=seconds)
    pieces: dict[str, Piece] = {}
    missing: list[Missing] = []
    for name, read in wanted.items():
        found = read_source(view, name, read, ask, seconds=seconds)
        if isinstance(found, Missing):
            missing.append(found)
        elif found or SOURCES[name].is_shown_empty:
            pieces[name] = Piece(name, tuple(found))
    return pieces, missing


def read_source(
    view: View, source: str, read: Callable[[View, Given], Found], ask: Given, *, seconds: float
) -> Found | Missing:
    """The rows of one source, or the reason why they are missing."""

    def within() -> Found:
        with view.time_limit(seconds):
            return read(view, ask)

    return call_or_missing(source, within)


def call_or_missing(source: str, act: Callable[[], Found]) -> Found | Missing:
    """The result of a call to foreign code, or `Missing` if it raises."""
    try:
        return act()
    except Exception as error:
        return Missing(source, f"{type(error).__name__}: {error}")
