"""The caller of a flow: its session, and the process that holds that session."""

from __future__ import annotations

from wakeline.base.errors import Conflict, NotFound
from wakeline.base.process import process_ancestry
from wakeline.flows.common.place import Place
from wakeline.flows.session.current_session import leases_held_here
from wakeline.model.guard import Guard
from wakeline.model.session import Holder, Lease, Session
from wakeline.ports.store import View
from wakeline.sessions.guards import process_of


def caller(place: Place, view: View, session_id: str | None) -> tuple[Session | None, Holder]:
    """The session in which the caller acts and its holder; without one, None and the caller."""
    wanted = session_id or place.current.session_id
    if wanted is not None:
        session = view.one(Session, "sessions.by_id", id=wanted)
        if session is None:
            raise NotFound(f"there is no session {wanted}.", todo="Wake the agent first.")
        if session.state != "open":
            raise Conflict(f"session {wanted} is over.", todo="Wake the agent again.")
        lease = view.one(Lease, "sessions.lease", session_id=wanted)
    else:
        held = leases_held_here(place, view.all(Lease, "sessions.leases"))
        lease = held[-1] if held else None
        session = (
            None if lease is None else view.one(Session, "sessions.by_id", id=lease.session_id)
        )
    if session is None or lease is None:
        return None, place.holder
    return session, Holder(lease.holder, *process_of(lease))


def is_own_guard(place: Place, guard: Guard, session_id: str | None = None) -> bool:
    """Whether the caller claimed this guard: its own process or a process above it did.

    Where one process has several sessions, the session must be the same too.
    """
    here, wanted = place.holder, session_id or place.current.session_id
    if None not in (guard.session_id, wanted) and guard.session_id != wanted:
        return False
    if process_of(guard) == process_of(here):
        return True
    is_here = (guard.host, guard.boot_id) == (here.host, here.boot_id)
    is_above = is_here and guard.process in process_ancestry(here.process)
    return is_above and place.running(guard.process, guard.process_start)
