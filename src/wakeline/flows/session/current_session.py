"""Find the current session when none is named: the one that this process holds, else the only one.

A live session that another process holds is a sibling, and a caller must name it. A REST
request, and a process whose parent the system does not tell, cannot be distinguished from
the holder of a session; then the only open session is taken.
"""

from __future__ import annotations

from collections.abc import Sequence

from wakeline.base.errors import Conflict, NotFound
from wakeline.base.process import process_ancestry
from wakeline.flows.common.place import Place
from wakeline.model.session import Lease, Session
from wakeline.ports.store import View
from wakeline.sessions.leases import is_alive


def own_session(place: Place, *, session_id: str | None = None) -> str | None:
    """The id of the session to which a turn of this process belongs, or None."""
    with place.store.reading() as view:
        if session_id is not None:
            return find_session(place, view, session_id).id
        open_sessions = view.all(Session, "sessions.open")
        meant = _meant(place, view, open_sessions)
        return _only(meant, open_sessions).id if meant else None


def find_session(place: Place, view: View, session_id: str | None) -> Session:
    """The named session, else the one that this process holds, else the only open one."""
    if session_id is not None:
        found = view.one(Session, "sessions.by_id", id=session_id)
        if found is None:
            raise NotFound(
                f"there is no session {session_id}.", todo="`wakeline status` lists them."
            )
        return found
    open_sessions = view.all(Session, "sessions.open")
    return _only(_meant(place, view, open_sessions), open_sessions)


def _only(meant: Sequence[Session], open_sessions: Sequence[Session]) -> Session:
    if len(meant) == 1:
        return meant[0]
    if not open_sessions:
        raise NotFound("no session is open.", todo="Wake the agent first.")
    if len(open_sessions) == 1:
        raise Conflict(
            "the only open session is held elsewhere.",
            todo=f"If you mean it, name it: --session {open_sessions[0].id}",
        )
    raise Conflict(
        f"{len(open_sessions)} sessions are open and none is held from here.",
        todo="Name one with --session; `wakeline status` lists them.",
    )


def _meant(place: Place, view: View, open_sessions: Sequence[Session]) -> list[Session]:
    """The open sessions that this process may mean; of its own sessions only the latest."""
    if not open_sessions:
        return []
    leases = {lease.session_id: lease for lease in view.all(Lease, "sessions.leases")}
    held = {lease.session_id for lease in leases_held_here(place, list(leases.values()))}
    own = [session for session in open_sessions if session.id in held]
    if own:
        is_own_name = leases[own[-1].id].holder == place.holder.name
        return own[-1:] if is_own_name else own
    if not place.holder.process_start:
        return list(open_sessions)
    now, here = place.clock.now(), place.holder
    return [
        session
        for session in open_sessions
        if not is_alive(leases.get(session.id), now=now, here=here, running=place.running)
    ]


def leases_held_here(place: Place, leases: Sequence[Lease]) -> list[Lease]:
    """The leases of this holder, else those of its nearest parent process that has any.

    A command that an agent runs is a child of the host process, which holds the session.
    """
    own = [lease for lease in leases if lease.holder == place.holder.name]
    if own or not leases:
        return own
    here = [x for x in leases if (x.host, x.boot_id) == (place.holder.host, place.holder.boot_id)]
    for process in process_ancestry(place.holder.process):
        held = [
            lease
            for lease in here
            if lease.process == process and place.running(process, lease.process_start)
        ]
        if held:
            return held
    return []
