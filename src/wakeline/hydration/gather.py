"""Run the chosen sources over one snapshot, each within its own time.

One that fails or is late is named, not raised, and the snapshot goes on for the others.
Where a statement takes a way to a server, all go it together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from wakeline.hydration.sources import SOURCES, Ask, readings
from wakeline.model.context import Missing, Piece
from wakeline.ports.store import View

Found = TypeVar("Found")
Given = TypeVar("Given")


def gather(
    view: View,
    names: Iterable[str],
    ask: Ask,
    *,
    seconds: float,
    also: Sequence[Callable[[View, Ask], object]] = (),
) -> tuple[dict[str, Piece], list[Missing]]:
    """Pieces by the name of their source, and what could not be delivered.

    What `also` will ask for is fetched with the rest.
    """
    wanted = readings(names)
    view.ahead([*wanted.values(), *also], ask, seconds=seconds)
    pieces: dict[str, Piece] = {}
    missing: list[Missing] = []
    for name, read in wanted.items():
        found = attempted(view, name, read, ask, seconds=seconds)
        if isinstance(found, Missing):
            missing.append(found)
        elif found or SOURCES[name].is_shown_empty:
            pieces[name] = Piece(name, tuple(found))
    return pieces, missing


def attempted(
    view: View, source: str, read: Callable[[View, Given], Found], ask: Given, *, seconds: float
) -> Found | Missing:
    """What one source brings, or why it does not."""

    def within() -> Found:
        with view.within(seconds):
            return read(view, ask)

    return fenced(source, within)


def fenced(source: str, act: Callable[[], Found]) -> Found | Missing:
    """What comes of an act of others, or that it is missing."""
    try:
        return act()
    except Exception as error:
        return Missing(source, f"{type(error).__name__}: {error}")
