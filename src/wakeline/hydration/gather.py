"""Run the chosen sources over one snapshot. One that fails is named, not raised."""

from __future__ import annotations

from datetime import datetime

from wakeline.hydration.presets import HydrationSource
from wakeline.hydration.sources import SOURCES
from wakeline.model.context import Missing, Piece
from wakeline.ports.store import View


def gather(
    view: View, chosen: HydrationSource, now: datetime
) -> tuple[dict[str, Piece], list[Missing]]:
    """Pieces by the name of their source, and what could not be delivered."""
    pieces: dict[str, Piece] = {}
    missing: list[Missing] = []
    for source, read in SOURCES.items():
        if source not in chosen:
            continue
        name = str(source.name)
        try:
            pieces[name] = Piece(name, tuple(read(view, now)))
        except Exception as error:
            missing.append(Missing(name, f"{type(error).__name__}: {error}"))
    return pieces, missing
