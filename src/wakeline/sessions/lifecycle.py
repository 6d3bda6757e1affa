"""A session's states: opened, ended, cut off, revived.

The table of moves is in the model. It does not know why a session ends, nor who decides
that one was cut off.
"""

from __future__ import annotations

from datetime import datetime

from wakeline.base.errors import IllegalMove
from wakeline.model.log import Mode
from wakeline.model.session import SESSION_MOVES, Session, SessionState, WakeType

TODO = {
    "ended": "Wake the agent again: an ended session stays as it is.",
    "open": "End the session first, or go on in it.",
    "cut_off": "It is already marked as cut off: wake the agent again, or end the session.",
}


def new_session(
    *,
    id: str,
    at: datetime,
    mode: Mode = "chat",
    wake_type: WakeType = "gradual",
    preset: str,
    thread_id: str | None = None,
    project_id: str | None = None,
    model_id: str | None = None,
    source: str | None = None,
) -> Session:
    """A new session. Its title comes later, from what is asked in it."""
    return Session(
        id=id,
        state="open",
        title=None,
        title_source_id=None,
        thread_id=thread_id,
        project_id=project_id,
        mode=mode,
        wake_type=wake_type,
        preset=preset,
        model_id=model_id,
        source=source,
        started_at=at,
        ended_at=None,
    )


def mark_ended(session: Session, at: datetime) -> Session:
    """The session, ended on purpose. One that was cut off can still be ended."""
    return _moved(session, "ended")._replace(ended_at=_not_before_start(session, at))


def mark_cut_off(session: Session, at: datetime) -> Session:
    """The session, marked as cut off; `at` is when it was last known to be alive."""
    return _moved(session, "cut_off")._replace(ended_at=_not_before_start(session, at))


def mark_revived(session: Session) -> Session:
    """The session, open again after it was wrongly marked as cut off."""
    return _moved(session, "open")._replace(ended_at=None)


def _moved(session: Session, to: SessionState) -> Session:
    if to not in SESSION_MOVES[session.state]:
        raise IllegalMove(f"session {session.id}", session.state, to, todo=TODO[session.state])
    return session._replace(state=to)


def _not_before_start(session: Session, at: datetime) -> datetime:
    # A clock that was set back must not make a session end before it began.
    return max(at, session.started_at)
