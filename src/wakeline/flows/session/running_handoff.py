"""Keep the handoff of a thread up to date while a session works.

It is checked after every answer and written now and then, so that most answers do not load the
code that makes a handoff. Each result says why it was due.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from wakeline.base.errors import Invalid
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.model.host import HandoffReason, RunningHandoff
from wakeline.model.log import Episode
from wakeline.model.session import ThreadHandoff
from wakeline.ports.store import View


def refresh_handoff(
    place: Place, thread: str, *, is_leaving: bool = False
) -> RunningHandoff | None:
    """Write a thread's handoff again if it is too far behind; None if it is not.

    With `is_leaving` the session may not continue soon: then one new exchange is enough.
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
        from wakeline.flows.session.end import write_thread_handoff

        made: ThreadHandoff = write_thread_handoff(place, unit, name, compacted=False)
        return RunningHandoff(made, reason)


def _due(
    place: Place, view: View, thread: str, now: datetime, *, is_leaving: bool
) -> HandoffReason | None:
    """Why the handoff is due: new exchanges, and enough of them or enough time; else None."""
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
