"""What a text puts before everything else: what must not be done again, and where work stood.

Reads only. It stands in every text, whatever the preset: a source that can be left out is no
protection.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from wakeline.flows.hydrating import Gathered
from wakeline.flows.place import Place
from wakeline.hydration.gather import attempted
from wakeline.model.checkpoint import Checkpoint
from wakeline.model.context import Missing, Piece
from wakeline.model.guard import Guard
from wakeline.ports.store import View

GUARDS, CHECKPOINT = "Guards", "Checkpoint"
MOST_OPEN, MOST_DONE = 12, 6
LATELY = timedelta(days=7)  # what was done longer ago is asked for by its key


def with_guards(
    place: Place, view: View, found: Gathered, now: datetime, *, over: Iterable[str] = ()
) -> Gathered:
    """With what must not be repeated; sessions that are `over` hold nothing any more."""
    gone = frozenset(over)

    def read(view: View, since: datetime) -> list[Guard]:
        asked = {"since": since, "limit": MOST_OPEN, "done": MOST_DONE}
        rows = view.all(Guard, "guards.standing", **asked)
        if not rows:
            return rows
        stand: list[Guard] = place.flow("guards_as_they_stand")(place, view, rows, now, over=gone)
        return sorted(stand, key=lambda guard: ("unknown", "claimed", "done").index(guard.state))

    seconds = place.settings.number("wake.source_milliseconds") / 1000
    rows = attempted(view, GUARDS, read, now - LATELY, seconds=seconds)
    if isinstance(rows, Missing):
        return found._replace(missing=[*found.missing, rows])
    if not rows:
        return found
    return found._replace(pieces={**found.pieces, GUARDS: Piece(GUARDS, tuple(rows))})


def with_checkpoint(
    place: Place,
    view: View,
    found: Gathered,
    query: str,
    *,
    awake: Iterable[str] = (),
    **asked: Any,
) -> Gathered:
    """With how a session stood, by one statement. Those that are awake go on by themselves."""

    def read(view: View, asked: dict[str, Any]) -> list[Checkpoint]:
        return view.all(Checkpoint, query, **asked)

    seconds = place.settings.number("wake.source_milliseconds") / 1000
    rows = attempted(view, CHECKPOINT, read, asked, seconds=seconds)
    if isinstance(rows, Missing):
        return found._replace(missing=[*found.missing, rows])
    others = frozenset(awake)
    kept = tuple(row for row in rows if row.session_id not in others and says_something(row))
    if not kept:
        return found
    return found._replace(pieces={**found.pieces, CHECKPOINT: Piece(CHECKPOINT, kept)})


def says_something(row: Checkpoint) -> bool:
    """Whether there is anything in a checkpoint; of one whose turns are forgotten there may not."""
    return any((row.doing, row.step, row.next, row.state, row.asked, row.answered, row.guards))
