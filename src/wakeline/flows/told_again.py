"""What a session that goes on is told again: after a compaction, or when a host takes it up.

Nobody wakes: the session is the same. What the text of its wake held is gathered anew.
"""

from __future__ import annotations

from typing import Any

from wakeline.context.assembly import Assembled
from wakeline.flows import parse
from wakeline.flows.at_stake import CheckpointOf, with_what_is_at_stake
from wakeline.flows.hydrating import gathered, parse_asked, with_decisions, written
from wakeline.flows.place import Place
from wakeline.liminal.gap import time_away
from wakeline.model.context import Crossing, Piece
from wakeline.model.session import ThreadHandoff


def told_again(
    place: Place, *, thread: str | None, session_id: str | None = None, **wanted: Any
) -> Assembled:
    """The text of a wake for a session that is awake. Opens nothing, consumes nothing."""
    place.ask("hydrate")
    now = place.clock.now()
    asked = parse_asked(place, otherwise=place.settings.text("wake.preset"), **wanted)
    name = parse.label(thread, field="thread")
    with place.store.reading() as view:
        found = gathered(place, view, asked, now, wake_type="called")
        own = None
        if session_id is not None:
            own = CheckpointOf("checkpoints.of_session", {"session_id": session_id})
        found = with_what_is_at_stake(place, view, found, now, left=own)
        found = with_decisions(place, view, found, now)
        standing: list[ThreadHandoff] = []
        if name is not None:
            standing = view.all(ThreadHandoff, "sessions.thread_handoff", thread_id=name)
    found = found._replace(
        pieces={**found.pieces, "ThreadHandoff": Piece("ThreadHandoff", tuple(standing))}
    )
    last = found.head.last_known_at
    return written(place, found, Crossing(now, "called", last, time_away(last, now), (), ()))
