"""Find our session for a session of a host, and our project for its folder.

Separate from the module that keeps turns: a hook that starts a session records nothing, so it
need not load the analysis of turns.
"""

from __future__ import annotations

from wakeline.base.errors import Conflict
from wakeline.flows.common.place import Place
from wakeline.model.agenda import Project
from wakeline.model.host import HostSession
from wakeline.model.session import Lease, Session
from wakeline.sessions.leases import is_alive, new_lease
from wakeline.sessions.lifecycle import mark_revived


def host_session(place: Place, source: str) -> HostSession | None:
    """Our newest session for a session of a host, or None."""
    with place.store.reading() as view:
        opened = [s for s in view.all(Session, "sessions.open") if s.source == source]
        found = (
            opened[-1]
            if opened
            else view.one(Session, "sessions.all_by_source", source=source, limit=1)
        )
        if found is None:
            return None
        lease = view.one(Lease, "sessions.lease", session_id=found.id)
    alive = is_alive(lease, now=place.clock.now(), here=place.holder, running=place.running)
    heard = None if lease is None else lease.renewed_at
    return HostSession(found, found.state == "open" and alive, heard)


def resume_session(place: Place, session_id: str) -> None:
    """Give a session's lease to this host, which continues it, whoever held it before."""
    now = place.clock.now()
    minutes = place.settings.number("session.lease_minutes")
    with place.store.writing(place.by(session_id=session_id, at=now)) as unit:
        session = unit.one(Session, "sessions.by_id", id=session_id)
        if session is None or session.state == "ended":
            raise Conflict(f"session {session_id} has ended.", todo="Wake the agent again.")
        if session.state == "cut_off":
            unit.save("session.revived", mark_revived(session), session)
        unit.put(new_lease(session_id, place.holder, now, minutes))
        unit.note_own_moment(now)


def host_project(place: Place, key: str, title: str) -> str | None:
    """The key of the project of a host's folder, added at first use; None if it was deleted."""
    with place.store.reading() as view:
        found = view.one(Project, "agenda.project_by_key", key=key)
    if found is None:
        try:
            from wakeline.flows.agenda.projects_and_tasks import add_project

            add_project(place, key, title=title)
        except Conflict:
            return None  # another hook was quicker, or the project was deleted
        return key
    return None if found.is_deleted else key
