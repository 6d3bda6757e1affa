"""What was said last, for a wake whose budget is not used up by what is worth more.

A session keeps in facts, memories and handoffs what it thought of keeping. What it did not
think of stands in its turns alone.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial

from wakeline.context.modes import is_shared
from wakeline.flows.hydrating import Gathered
from wakeline.flows.place import Place
from wakeline.hydration.gather import attempted
from wakeline.hydration.sources import Ask
from wakeline.model.context import Missing, Piece
from wakeline.model.log import Episode, Mode
from wakeline.model.session import LAST_TURNS
from wakeline.ports.store import View

MOST_TURNS = 60


def with_last_turns(
    place: Place,
    view: View,
    found: Gathered,
    now: datetime,
    session_id: str | None,
    thread_id: str | None,
) -> Gathered:
    """With the latest turns of the thread that is taken up, else of the session that ended last."""
    if session_id is None and thread_id is None:
        return found
    ask = Ask(now, found.identity, found.project_id, found.asked.limits)
    seconds = place.settings.number("wake.source_milliseconds") / 1000
    read = partial(_turns, session_id, thread_id, found.asked.mode)
    rows = attempted(view, LAST_TURNS, read, ask, seconds=seconds)
    if isinstance(rows, Missing):
        return found._replace(missing=[*found.missing, rows])
    return found._replace(pieces={**found.pieces, LAST_TURNS: Piece(LAST_TURNS, tuple(rows))})


def _turns(
    session_id: str | None, thread_id: str | None, mode: Mode, view: View, _ask: Ask
) -> list[Episode]:
    turns: list[Episode] = []
    if thread_id is not None:
        turns = view.all(Episode, "log.of_thread", thread_id=thread_id, limit=MOST_TURNS)[::-1]
    if not turns and session_id is not None:
        turns = view.all(Episode, "log.latest_of_session", session_id=session_id, limit=MOST_TURNS)
    return [t for t in turns if t.forgotten_at is None and is_shared(t.mode, mode)]
