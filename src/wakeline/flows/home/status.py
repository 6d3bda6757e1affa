"""The status of an agent: a few counts, its sessions, what waits."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from wakeline.flows.common.place import Place
from wakeline.flows.memory.self_care_due import care_due
from wakeline.flows.session.titles import title_so_far
from wakeline.liminal.gap import time_away
from wakeline.model.agenda import Task
from wakeline.model.identity import Document, Identity, SoulEntry
from wakeline.model.job import Job
from wakeline.model.session import Lease, Session, Thread
from wakeline.ports.store import View
from wakeline.sessions.leases import is_alive

LATEST = 5
MOST_TASKS = 1000


class OpenSession(NamedTuple):
    """A session that nobody has ended."""

    id: str
    title: str | None
    thread_id: str | None
    started_at: datetime
    last_heard_at: datetime | None
    host: str | None
    is_alive: bool


class Status(NamedTuple):
    """The status of one agent at one moment."""

    identity: Identity
    now: datetime
    last_known_at: datetime | None
    away: timedelta | None
    turns: int
    events: int
    sessions: int
    open_sessions: tuple[OpenSession, ...]
    latest_sessions: tuple[Session, ...]
    threads: tuple[str, ...]
    open_tasks: int
    overdue_tasks: int
    proposed_documents: tuple[str, ...]
    waiting_jobs: int
    parked_jobs: int
    proposed_soul: tuple[str, ...]  # entries that the agent proposes to add or to remove
    care_due: tuple[str, ...]  # why self-care is due
    entropy: float | None  # of its last exchange that was measured


def status(place: Place) -> Status:
    """Read the status of the agent. Changes nothing."""
    now = place.clock.now()
    with place.store.reading() as view:
        head = view.head()
        turns, events = next(iter(view.tuples("log.counts")))
        leases = {lease.session_id: lease for lease in view.all(Lease, "sessions.leases")}
        tasks = view.all(Task, "agenda.open_tasks", limit=MOST_TASKS)
        proposed = view.all(Document, "identities.documents_in_state", state="proposed")
        jobs = view.all(Job, "jobs.all")
        return Status(
            identity=view.one(Identity, "identities.own") or place.identity,
            now=now,
            last_known_at=head.last_known_at,
            away=time_away(head.last_known_at, now),
            turns=int(turns),
            events=int(events),
            sessions=int(view.value("sessions.count")),
            open_sessions=tuple(
                _open(place, view, session, leases.get(session.id), now)
                for session in view.all(Session, "sessions.open")
            ),
            latest_sessions=tuple(view.all(Session, "sessions.latest", limit=LATEST)),
            threads=tuple(thread.id for thread in view.all(Thread, "sessions.threads")),
            open_tasks=len(tasks),
            overdue_tasks=sum(1 for t in tasks if t.due_at is not None and t.due_at < now),
            proposed_documents=tuple(f"{d.kind} version {d.version}" for d in proposed),
            waiting_jobs=sum(1 for job in jobs if job.state == "waiting"),
            parked_jobs=sum(1 for job in jobs if job.state == "parked"),
            proposed_soul=tuple(
                f"{entry.kind}: {entry.text}"
                for entry in view.all(SoulEntry, "identities.soul")
                if entry.state in ("proposed", "leaving")
            ),
            care_due=care_due(view).reasons,
            entropy=view.value("cognition.last_score"),
        )


def _open(
    place: Place, view: View, session: Session, lease: Lease | None, now: datetime
) -> OpenSession:
    alive = is_alive(lease, now=now, here=place.holder, running=place.running)
    return OpenSession(
        session.id,
        title_so_far(view, session),
        session.thread_id,
        session.started_at,
        lease.renewed_at if lease else None,
        lease.host if lease else None,
        alive,
    )
