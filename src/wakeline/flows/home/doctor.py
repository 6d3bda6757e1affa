"""Whether a home is healthy: one finding a line, and what to do about each problem.

Reads only, except that it notes today's size for later comparison. An agent that
cannot be read is a finding, not an error, and the others are checked all the same.
The surroundings of a folder (disk, permissions, mounts) are in `flows.home.surroundings`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Literal, NamedTuple

from wakeline.base.clock import Clock
from wakeline.base.config import SETTINGS_BY_NAME, Settings, stored_settings
from wakeline.base.errors import Damaged, WakelineError
from wakeline.flows.graph.graph_rows import INDEX
from wakeline.flows.home import surroundings
from wakeline.flows.identity.documents import why_edit_is_refused
from wakeline.flows.recall.index_rows import vector_mark
from wakeline.language.ages import span_text
from wakeline.minds.embedders.choose import EMBEDDER_KINDS, missing_requirement
from wakeline.model.identity import Document, Identity
from wakeline.model.job import ArchiveDay, IndexMark, Job
from wakeline.model.log import Episode, Event
from wakeline.model.session import Holder, Lease, Session
from wakeline.ports.store import HomeBackend, Store, View
from wakeline.sessions.leases import is_alive
from wakeline.store.folder import FolderHome, is_name_of, missing_database
from wakeline.store.hook_state import HookState

Level = Literal["ok", "warn", "fail"]
Running = Callable[[int, str], bool]
GROWTH_DAYS = 7
OLD_JOB = timedelta(hours=1)
OLD_LINE = timedelta(days=7)
VECTORS = vector_mark("")
HOW_TO_RESTORE = (
    "Copy the folder, then run `wakeline restore {name} --from-archive --replace`, or "
    "`wakeline restore BACKUP --replace`."
)


class HealthFinding(NamedTuple):
    """The result of one check. `is_damage` marks content that contradicts itself."""

    level: Level
    topic: str
    text: str
    todo: str = ""
    is_damage: bool = False


class Checkup(NamedTuple):
    """All findings in one home."""

    home: str
    findings: tuple[HealthFinding, ...]

    @property
    def is_damaged(self) -> bool:
        return any(finding.is_damage for finding in self.findings)

    @property
    def has_failed(self) -> bool:
        return any(finding.level == "fail" for finding in self.findings)


class Patient(NamedTuple):
    """One agent, and what its checks need."""

    name: str
    store: Store
    now: datetime
    here: Holder
    running: Running


def doctor(
    home: HomeBackend, *, settings: Settings, clock: Clock, here: Holder, running: Running
) -> Checkup:
    """Check a home and every agent in it."""
    now = clock.now()
    findings: list[HealthFinding] = []
    if isinstance(home, FolderHome):
        findings += _folder(home, now, running)
    names = home.agents()
    if not isinstance(home, FolderHome):
        findings.append(HealthFinding("ok", "home", f"{home.location} · {_agents(names)}"))
    for name in names:
        findings += _agent(home, name, now, here, running)
    findings.append(_embedder(settings))
    findings += _hooks(HookState(home.location, is_database=not isinstance(home, FolderHome)), now)
    findings += _settings(home, settings, names)
    return Checkup(home.location, tuple(findings))


def checkup_of_unopened(location: str, error: WakelineError) -> Checkup:
    """The checkup of a home that cannot be opened."""
    is_damage = isinstance(error, Damaged)
    return Checkup(location, (HealthFinding("fail", "home", error.message, error.todo, is_damage),))


# -- the home


def _folder(home: FolderHome, now: datetime, running: Running) -> Iterator[HealthFinding]:
    names = home.agents()
    if not surroundings.folder_exists(home.location):
        yield HealthFinding(
            "warn", "home", f"there is no home at {home.location} yet", "Run `wakeline init`."
        )
        return
    total = surroundings.folder_size(home.location)
    try:
        growth = _growth(home, now, total)
    except WakelineError as error:
        yield HealthFinding("fail", "home", error.message, error.todo, isinstance(error, Damaged))
        growth = ""
    size = surroundings.bytes_text(total)
    yield HealthFinding("ok", "home", f"{home.location} · {_agents(names)} · {size}{growth}")
    for name in home.agents_without_database():
        lost = missing_database(name, home.folder_of(name))
        yield HealthFinding("fail", name, lost.message, lost.todo, is_damage=True)
    yield from _located(home, names, running)


def _located(home: FolderHome, names: list[str], running: Running) -> Iterator[HealthFinding]:
    for problem in surroundings.find_problems(home.location, [home.folder_of(n) for n in names]):
        yield HealthFinding(problem.level, problem.topic, problem.text, problem.todo)
    for path in surroundings.leftovers(home.folder_of("x"), running):
        yield HealthFinding(
            "warn",
            "leftover",
            f"{path} was being made or removed, and never finished",
            f"If nobody on another machine is at it: rm -r '{path}'",
        )


def _growth(home: FolderHome, now: datetime, total: int) -> str:
    """How much the home has grown since the oldest size noted in the last week."""
    today = now.date().isoformat()
    week_ago = (now - timedelta(days=GROWTH_DAYS)).date().isoformat()
    sizes = [size for day, size in home.disk_sizes(today, total) if week_ago <= day < today]
    if not sizes:
        return ""
    return f" ({surroundings.bytes_text(total - sizes[-1], signed=True)} this week)"


def _agents(names: list[str]) -> str:
    return f"{len(names)} agent{'' if len(names) == 1 else 's'}"


def _settings(home: HomeBackend, settings: Settings, names: list[str]) -> Iterator[HealthFinding]:
    if isinstance(home, FolderHome):
        unknown = sorted(stored_settings(home.location).keys() - SETTINGS_BY_NAME.keys())
        for name in unknown:
            yield HealthFinding(
                "warn",
                "config",
                f"config.json names {name!r}, which is no setting",
                "Take it out; `wakeline config` lists those there are.",
            )
    agent = settings.text("agent")
    if agent and not is_name_of(agent, names):
        yield HealthFinding(
            "warn",
            "config",
            f"commands mean {agent!r} when none is named, and there is no such agent",
            "wakeline config unset agent",
        )
    if settings.text("sqlite.synchronous") != "FULL":
        yield HealthFinding(
            "warn",
            "config",
            f"sqlite.synchronous is {settings.text('sqlite.synchronous')}: "
            "a power cut can lose what was acknowledged",
            "wakeline config unset sqlite.synchronous",
        )


def _embedder(settings: Settings) -> HealthFinding:
    """The chosen embedder, and what is missing for it here. Asks no server."""
    name = settings.text("embedder")
    lacks = missing_requirement(name)
    if lacks is not None:
        return HealthFinding(
            "warn",
            "embedder",
            f"{name}, but {lacks}: recall uses full text and recency",
            "Install what is missing, or choose another: `wakeline embedder list`.",
        )
    return HealthFinding("ok", "embedder", f"{name}: {EMBEDDER_KINDS[name].about}")


def _hooks(desk: HookState, now: datetime) -> Iterator[HealthFinding]:
    """Events from hosts that are not in the log yet, and errors of hooks."""
    waiting = desk.spooled_events()
    if waiting:
        oldest = min(now, desk.oldest(waiting) or now)
        yield HealthFinding(
            "warn",
            "hooks",
            f"{_events(len(waiting))} not taken in yet, for {span_text(now - oldest)}",
            "The next hook takes them in.",
        )
    refused = desk.refused_files()
    if refused:
        yield HealthFinding(
            "warn",
            "hooks refused",
            f"{_events(len(refused))} could not be read or kept",
            f"Look at them, then delete them: {os.path.dirname(refused[0])}",
        )
    failed = desk.last_failure()
    if failed:
        what = failed.get("event") or "an event"
        yield HealthFinding(
            "ok" if failed.get("told") and not waiting else "warn",
            "hooks failed",
            f"last at {failed.get('at')}: {what}, {failed.get('reason')}",
        )
    since, _ = desk.pauses()
    if since is not None:
        text = f"paused for {span_text(now - since)}: nothing is kept"
        yield HealthFinding("warn", "hooks", text, "wakeline resume")


def _events(number: int) -> str:
    return f"{number} event{'' if number == 1 else 's'}"


# -- one agent


def _agent(
    home: HomeBackend, name: str, now: datetime, here: Holder, running: Running
) -> list[HealthFinding]:
    """All findings about one agent; an error becomes a finding."""
    store: Store | None = None
    findings: list[HealthFinding] = []
    try:
        store = home.store(name)
        if store is not None:
            patient = Patient(name, store, now, here, running)
            for look in (_health, _name, _index, _jobs, _documents, _sessions):
                findings += look(patient)
    except WakelineError as error:
        is_damage = isinstance(error, Damaged)
        todo = HOW_TO_RESTORE.format(name=name) if is_damage else error.todo
        findings.append(HealthFinding("fail", name, error.message, todo, is_damage))
    finally:
        if store is not None:
            store.close()
    return findings


def _health(patient: Patient) -> Iterator[HealthFinding]:
    health = patient.store.health()
    with patient.store.reading() as view:
        archive = _archive(view)
    if health.problems:
        yield HealthFinding(
            "fail",
            patient.name,
            f"{health.engine} · schema {health.schema} · {'; '.join(health.problems[:3])}",
            HOW_TO_RESTORE.format(name=patient.name),
            is_damage=True,
        )
        return
    text = f"{health.engine} · schema {health.schema} · integrity {health.integrity} · {archive}"
    yield HealthFinding("ok", patient.name, text)


def _name(patient: Patient) -> Iterator[HealthFinding]:
    """Whether the agent's own name is its folder's; a file copied here by hand may differ."""
    with patient.store.reading() as view:
        identity = view.one(Identity, "identities.own")
    found = patient.name
    if identity is not None and identity.name != found:
        yield HealthFinding(
            "warn",
            f"{found} name",
            f"its folder is called {found}, and it calls itself {identity.name}",
            f"Give it one name: `wakeline agents rename {found} {found}`, or another.",
        )


def _archive(view: View) -> str:
    days = view.all(ArchiveDay, "jobs.archive_days")
    sealed = [day.day for day in days if day.sealed_at is not None]
    if sealed:
        return f"archive sealed to {sealed[-1]}"
    return f"archive begun {days[0].day}" if days else "nothing archived yet"


def _index(patient: Patient) -> Iterator[HealthFinding]:
    with patient.store.reading() as view:
        head = view.head().seq
        mark = int(view.value("jobs.mark", name=INDEX) or 0)
        behind = view.one(Episode, "log.episodes_between", after=mark, through=head, limit=1)
        days = view.all(ArchiveDay, "jobs.archive_days")
        archived = days[-1].last_seq if days else 0
        waiting = view.one(Event, "log.events_between", after=archived, through=head, limit=1)
        meaning = _meaning(view, head)
    topic = f"{patient.name} index"
    if behind is None:
        yield HealthFinding("ok", topic, f"full text current · entities current · {meaning}")
    else:
        yield HealthFinding(
            "ok" if patient.now - behind.recorded_at < OLD_JOB else "warn",
            topic,
            f"full text current · entities up to {mark:,} of {head:,} · {meaning}",
            f"wakeline settle {patient.name}",
        )
    if waiting is not None and patient.now - waiting.at > OLD_LINE:
        yield HealthFinding(
            "warn",
            f"{patient.name} archive",
            f"the log since {waiting.at.date().isoformat()} is not archived",
            f"wakeline settle {patient.name}",
        )


def _meaning(view: View, head: int) -> str:
    """How far the vectors in force have come; recall reads the rest when it is asked."""
    in_force = list(view.tuples("recall.versions_in_force"))
    marks = [mark for mark in view.all(IndexMark, "jobs.marks") if mark.name.startswith(VECTORS)]
    if not in_force or not marks:
        return "no vectors yet"
    name, mark = max(marks, key=attrgetter("seq"))
    behind = view.one(Episode, "log.episodes_between", after=mark, through=head, limit=1)
    done = "current" if behind is None else f"up to {mark:,} of {head:,}"
    return f"meaning {done} ({name.removeprefix(VECTORS).split(':')[0]})"


def _jobs(patient: Patient) -> Iterator[HealthFinding]:
    with patient.store.reading() as view:
        jobs = view.all(Job, "jobs.all")
    topic = f"{patient.name} jobs"
    parked = [job for job in jobs if job.state == "parked"]
    for job in parked:
        yield HealthFinding(
            "warn",
            topic,
            f"{job.name} failed {job.attempts} times and is parked: {job.reason}",
            f"Mend the cause, then `wakeline jobs retry {patient.name}`.",
        )
    waiting = [job for job in jobs if job.state == "waiting"]
    if waiting:
        oldest = min(job.created_at for job in waiting)
        names = ", ".join(sorted({job.name for job in waiting}))
        is_old = patient.now - oldest > OLD_JOB
        yield HealthFinding(
            "warn" if is_old else "ok",
            topic,
            f"{len(waiting)} waiting ({names})",
            f"wakeline settle {patient.name}" if is_old else "",
        )


def _documents(patient: Patient) -> Iterator[HealthFinding]:
    for kind, text in patient.store.document_files().items():
        refusal = why_edit_is_refused(kind, text) if text.strip() else None
        if refusal is not None:
            yield HealthFinding(
                "warn",
                f"{patient.name} identity",
                f"{kind}.md was edited and cannot be taken in: {refusal.message}",
                refusal.todo,
            )
    for kind, reason in patient.store.unreadable_documents().items():
        yield HealthFinding(
            "warn",
            f"{patient.name} identity",
            f"{kind}.md cannot be read: {reason}",
            "Put a text file in its place, or take it away.",
        )
    with patient.store.reading() as view:
        proposed = view.all(Document, "identities.documents_in_state", state="proposed")
    for document in proposed:
        yield HealthFinding(
            "warn",
            f"{patient.name} identity",
            f"{document.kind} version {document.version} waits for your decision",
            f"wakeline identity diff {patient.name} {document.kind}",
        )


def _sessions(patient: Patient) -> Iterator[HealthFinding]:
    with patient.store.reading() as view:
        sessions = view.all(Session, "sessions.open")
        leases = {lease.session_id: lease for lease in view.all(Lease, "sessions.leases")}
    alive = [
        session
        for session in sessions
        if is_alive(
            leases.get(session.id), now=patient.now, here=patient.here, running=patient.running
        )
    ]
    topic = f"{patient.name} sessions"
    dead = len(sessions) - len(alive)
    if alive:
        yield HealthFinding("ok", topic, f"{len(alive)} awake")
    if dead:
        yield HealthFinding(
            "warn",
            topic,
            f"{dead} cut off",
            "The next wake makes the handoff from the log; nothing is lost.",
        )
