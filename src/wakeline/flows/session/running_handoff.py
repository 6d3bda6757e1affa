"""What a session leaves while it works: the thread's handoff, never far behind the talk.

It is looked at after every answer and written now and then, so that most answers load nothing
of what makes a handoff. Each writing says why it was due.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from wakeline.base.errors import Invalid
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.model.host import HandoffReason, LeftBehind
from wakeline.model.log import Episode
from wakeline.model.session import ThreadHandoff
from wakeline.ports.store import View


def refresh_handoff(place: Place, thread: str, *, is_leaving: bool = False) -> LeftBehind | None:
    """Write a thread's handoff anew if it is far enough behind; None if it is not.

    `is_leaving` says that nobody may come back to it soon: then any exchange is far enough.
    """
    place.ask("end")
    name = parse.label(thread, field="thread")
    if name is None:
        raise Invalid("the thread has no name.", todo="Name it.")
    now = place.clock.now()
    with place.store.reading() as view:
        reason = _due(place, view, name, now, is_leaving=is_leaving)
    if reason is None:
        return None
    with place.store.writing(place.by(at=now)) as unit:
        from wakeline.flows.session.end import leave_in_thread

        made: ThreadHandoff = leave_in_thread(place, unit, name, compacted=False)
        return LeftBehind(made, reason)


def _due(
    place: Place, view: View, thread: str, now: datetime, *, is_leaving: bool
) -> HandoffReason | None:
    """Why it is to be written: exchanges have gone by, and enough of them or enough time."""
    before = view.one(ThreadHandoff, "sessions.thread_handoff", thread_id=thread)
    most = place.settings.number("hook.handoff_exchanges")
    turns = view.all(Episode, "log.of_thread", thread_id=thread, limit=4 * most)
    if before is None:
        return "first" if turns else None
    since = {turn.exchange_id for turn in turns if turn.recorded_at > before.updated_at} - {None}
    if not since:
        return None
    if is_leaving:
        return "leaving"
    if len(since) >= most:
        return "exchanges"
    least = timedelta(seconds=place.settings.number("hook.handoff_seconds"))
    return "time" if now - before.updated_at >= least else None
