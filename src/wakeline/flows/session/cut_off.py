"""Make the handoff of a session that was cut off from its log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.session.titles import opening_turns, with_title
from wakeline.model.agenda import Project
from wakeline.model.log import Episode
from wakeline.model.session import Handoff, Lease, Session
from wakeline.ports.store import View
from wakeline.sessions.handoffs import handoff_from_log

MOST_TURNS = 400
MOST_PROJECTS = 20


def handoffs_for_cut_off(
    place: Place, view: View, sessions: Sequence[Session], now: datetime
) -> list[CutOffSession]:
    """Each cut-off session with the handoff that is made from its log."""
    return [_left(place, view, session, now) for session in sessions]


def _left(place: Place, view: View, session: Session, now: datetime) -> CutOffSession:
    turns = view.all(Episode, "log.of_session", session_id=session.id, limit=MOST_TURNS)
    lease = view.one(Lease, "sessions.lease", session_id=session.id)
    # It was alive when it last spoke; the lease may have been renewed by something later.
    heard = [turn.recorded_at for turn in turns[-1:]] + ([lease.renewed_at] if lease else [])
    ended_at = min(max(heard, default=session.started_at), now)
    titled = with_title(session, opening_turns(view, session.id))
    handoff = handoff_from_log(
        titled,
        turns,
        id=session.id,
        at=now,
        ended_at=ended_at,
        projects=view.all(Project, "agenda.active_projects", limit=MOST_PROJECTS),
        time_zone=time_zone(place.identity.person_time_zone),
    )
    handoff = handoff._replace(tokens=place.tokens.count(handoff.summary))
    return CutOffSession(session, titled._replace(ended_at=ended_at), handoff)


class CutOffSession(NamedTuple):
    """A session that was cut off, as it was and closed; a handoff if it has turns."""

    session: Session
    closed: Session
    handoff: Handoff | None
