"""Which session is meant when none is named: the holder's own, else the only open one."""

from __future__ import annotations

from wakeline.base.errors import Conflict, NotFound
from wakeline.flows.place import Place
from wakeline.model.session import Lease, Session
from wakeline.ports.store import View


def own_session(place: Place, *, session_id: str | None = None) -> str | None:
    """The session that a turn from here belongs to; None if no session is open."""
    with place.store.reading() as view:
        if session_id is None and not view.all(Session, "sessions.open"):
            return None
        return find_session(place, view, session_id).id


def find_session(place: Place, view: View, session_id: str | None) -> Session:
    """The session meant: the one named, else the holder's own, else the only open one."""
    if session_id is not None:
        found = view.one(Session, "sessions.by_id", id=session_id)
        if found is None:
            raise NotFound(
                f"there is no session {session_id}.", todo="`wakeline status` lists them."
            )
        return found
    open_sessions = view.all(Session, "sessions.open")
    held = {
        x.session_id for x in view.all(Lease, "sessions.leases") if x.holder == place.holder.name
    }
    own = [session for session in open_sessions if session.id in held]
    if own:
        return own[-1]
    if len(open_sessions) == 1:
        return open_sessions[0]
    if not open_sessions:
        raise NotFound("no session is open.", todo="Wake the agent first.")
    raise Conflict(
        f"{len(open_sessions)} sessions are open and none is held from here.",
        todo="Name one with --session; `wakeline status` lists them.",
    )
