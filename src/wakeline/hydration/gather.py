"""Run the chosen sources over one snapshot, each within its own time.

One that fails or is late is named, not raised, and the snapshot goes on for the others.
"""

from __future__ import annotations

from wakeline.hydration.presets import HydrationSource
from wakeline.hydration.sources import SOURCES, Ask
from wakeline.model.context import Missing, Piece
from wakeline.ports.store import View


def gather(
    view: View, chosen: HydrationSource, ask: Ask, *, seconds: float
) -> tuple[dict[str, Piece], list[Missing]]:
    """Pieces by the name of their source, and what could not be delivered."""
    pieces: dict[str, Piece] = {}
    missing: list[Missing] = []
    for source, (_, read) in SOURCES.items():
        if read is None or source not in chosen:
            continue
        name = str(source.name)
        try:
            with view.within(seconds):
                pieces[name] = Piece(name, tuple(read(view, ask)))
        except Exception as error:
            missing.append(Missing(name, f"{type(error).__name__}: {error}"))
    return pieces, missing
