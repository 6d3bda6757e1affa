"""Tell the open sessions of an agent that are alive from dead ones. Reads only."""

from __future__ import annotations

from datetime import datetime

from wakeline.flows.common.place import Place
from wakeline.model.session import Lease, Session
from wakeline.ports.store import View
from wakeline.sessions.leases import is_alive


def split_open_sessions(
    place: Place, view: View, now: datetime, own_session_id: str | None
) -> tuple[list[tuple[Session, Lease]], list[Session]]:
    """The open sessions that are alive, each with its lease, and those that are not."""
    leases = {lease.session_id: lease for lease in view.all(Lease, "sessions.leases")}
    alive: list[tuple[Session, Lease]] = []
    dead: list[Session] = []
    for session in view.all(Session, "sessions.open"):
        lease = leases.get(session.id)
        # A holder that wakes again without ending gives up its session.
        is_own = session.id == own_session_id or (
            lease is not None and own_session_id is None and lease.holder == place.holder.name
        )
        if (
            lease is not None
            and not is_own
            and is_alive(lease, now=now, here=place.holder, running=place.running)
        ):
            alive.append((session, lease))
        else:
            dead.append(session)
    return alive, dead
