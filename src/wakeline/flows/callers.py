"""On whose behalf something is done: in which session, held by which process."""

from __future__ import annotations

from wakeline.base.errors import Conflict, NotFound
from wakeline.base.process import process_line
from wakeline.flows.place import Place
from wakeline.model.guard import Guard
from wakeline.model.session import Holder, Lease, Session
from wakeline.ports.store import View
from wakeline.sessions.guards import process_of


def caller(place: Place, view: View, session_id: str | None) -> tuple[Session | None, Holder]:
    """The session in which somebody acts, and the process that holds it; else that of the caller.

    A command that a host's agent runs descends from the host, which holds the session.
    """
    wanted = session_id or place.current.session_id
    if wanted is not None:
        session = view.one(Session, "sessions.by_id", id=wanted)
        if session is None:
            raise NotFound(f"there is no session {wanted}.", todo="Wake the agent first.")
        if session.state != "open":
            raise Conflict(f"session {wanted} is over.", todo="Wake the agent again.")
        lease = view.one(Lease, "sessions.lease", session_id=wanted)
    else:
        lease = _held_above(place, view)
        session = (
            None if lease is None else view.one(Session, "sessions.by_id", id=lease.session_id)
        )
    if session is None or lease is None:
        return None, place.holder
    return session, Holder(lease.holder, *process_of(lease))


def _held_above(place: Place, view: View) -> Lease | None:
    """The lease of this very holder, or of the nearest process that it descends from."""
    leases = view.all(Lease, "sessions.leases")
    own = [lease for lease in leases if lease.holder == place.holder.name]
    if own or not leases:
        return own[-1] if own else None
    here = [x for x in leases if (x.host, x.boot_id) == (place.holder.host, place.holder.boot_id)]
    for process in process_line(place.holder.process):
        held = [
            lease
            for lease in here
            if lease.process == process and place.running(process, lease.process_start)
        ]
        if held:
            return held[-1]
    return None


def is_own(place: Place, guard: Guard, session_id: str | None = None) -> bool:
    """Whether a guard was claimed by whoever asks: the same process or one below it.

    Where one process has several sessions, by the same of them.
    """
    here, wanted = place.holder, session_id or place.current.session_id
    if None not in (guard.session_id, wanted) and guard.session_id != wanted:
        return False
    if process_of(guard) == process_of(here):
        return True
    is_here = (guard.host, guard.boot_id) == (here.host, here.boot_id)
    is_above = is_here and guard.process in process_line(here.process)
    return is_above and place.running(guard.process, guard.process_start)
