"""The letters that the agent wrote last, for a wake that goes on from them."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from wakeline.flows.hydrating import Gathered
from wakeline.flows.place import Place
from wakeline.hydration.gather import attempted
from wakeline.hydration.sources import Ask
from wakeline.model.context import Missing, Piece
from wakeline.model.letters import Letter
from wakeline.ports.store import View

LETTERS: Final = "Letters"
MOST: Final = 3  # of older ones little is of use


def with_letters(place: Place, view: View, found: Gathered, now: datetime) -> Gathered:
    """With the latest letters of the agent; what was drafted of a session stands in its handoff."""
    ask = Ask(now, found.identity, found.project_id, found.asked.limits)
    seconds = place.settings.number("wake.source_milliseconds") / 1000
    rows = attempted(view, LETTERS, _own, ask, seconds=seconds)
    if isinstance(rows, Missing):
        return found._replace(missing=[*found.missing, rows])
    if not rows:
        return found
    return found._replace(pieces={**found.pieces, LETTERS: Piece(LETTERS, tuple(rows))})


def _own(view: View, _ask: Ask) -> list[Letter]:
    return view.all(Letter, "letters.own", limit=MOST)
