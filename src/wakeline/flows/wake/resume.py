"""Rebuild the context of a running session after a compaction or a host restart.

This is no wake: the session is the same. The content of its wake text is gathered again.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Unpack

from wakeline.context.assembly import AssembledText
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.wake.gather import Standpoint, gather_context
from wakeline.flows.wake.render import render_text
from wakeline.flows.wake.request import parse_context_request
from wakeline.hydration.sources import ON_RESUMING
from wakeline.language.ages import span_text
from wakeline.liminal.gap import time_away
from wakeline.model.context import Crossing

if TYPE_CHECKING:
    from wakeline.model.requests import PresetOptions

SESSION_RESUME = "[SESSION_RESUME]"
# After a longer pause a session has missed so much that it gets the whole text again.
RESUMED_WITHIN = timedelta(hours=1)
GOES_ON = "This session goes on; you were last here {span} ago."
RESTARTED = "The program that holds it was started anew in between."
NOT_REPEATED = "What you were given at its start stands above and is not repeated."


def resume_context(
    place: Place,
    *,
    thread: str | None,
    last_heard_at: datetime | None,
    gateway_restarted: bool,
    **wanted: Unpack[PresetOptions],
) -> AssembledText:
    """The text for a session that continues with its earlier context still in place.

    After a short pause one line that says so; after a longer one, the text of a wake.
    """
    place.ask("hydrate")
    away = time_away(last_heard_at, place.clock.now())
    if away is None or away > RESUMED_WITHIN:
        return rebuild_context(place, thread=thread, **wanted)
    said = [SESSION_RESUME, GOES_ON.format(span=span_text(away))]
    said += [RESTARTED] if gateway_restarted else []
    text = " ".join([*said, NOT_REPEATED])
    return AssembledText(text, place.tokens.count(text), (), ())


def rebuild_context(
    place: Place,
    *,
    thread: str | None,
    session_id: str | None = None,
    **wanted: Unpack[PresetOptions],
) -> AssembledText:
    """The text of a wake for a running session. Opens nothing, consumes nothing."""
    place.ask("hydrate")
    now = place.clock.now()
    asked = parse_context_request(place, otherwise=place.settings.text("wake.preset"), **wanted)
    name = parse.label(thread, field="thread")
    with place.store.reading() as view:
        at = Standpoint(now, name, "called", own_session_id=session_id)
        found = gather_context(place, view, asked, at, also=ON_RESUMING)
    last = found.head.last_known_at
    return render_text(place, found, Crossing(now, "called", last, time_away(last, now), (), ()))
