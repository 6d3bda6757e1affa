"""Do the work that writes have asked for, until nothing is waiting.

Each job is idempotent and takes itself off the list in the transaction of its own
work. One that fails is tried again later and parked after five failures.
"""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from wakeline.flows.place import Place
from wakeline.model.job import ArchiveDay, Job
from wakeline.model.log import Episode, Event
from wakeline.model.session import Lease
from wakeline.sessions.leases import is_alive

# What each job's name means: the flow that does it.
JOBS = {
    "entities": "derive_entities",
    "readings": "derive_readings",
    "archive": "archive",
    "scrub": "scrub",
    "deepen": "deepen_some",
    "states": "measure_states",
}
# What is done only while the agent sleeps and nobody waits.
OFF_HOURS = frozenset(("deepen",))
MOST_ATTEMPTS = 5
BACK_OFF = timedelta(seconds=30)
MOST_ROUNDS = 100


class Settled(NamedTuple):
    """What was done, and what could not be."""

    done: tuple[str, ...]
    failed: tuple[tuple[str, str], ...]


def settle(place: Place, *, off_hours: bool = True) -> Settled:
    """Run waiting jobs until none is left that can run now; slow ones only off hours."""
    done: list[str] = []
    failed: list[tuple[str, str]] = []
    _follow_the_embedder(place)
    _file_the_past(place)
    _follow_the_log(place)
    _follow_the_states(place)
    _follow_the_archive(place)
    names = set(JOBS) if off_hours and _is_asleep(place) else set(JOBS) - OFF_HOURS
    if "deepen" in names:
        _follow_the_model(place)
    for _ in range(MOST_ROUNDS):
        with place.store.reading() as view:
            waiting = view.all(Job, "jobs.waiting", now=place.clock.now())
        waiting = [job for job in waiting if job.name in names]
        if not waiting:
            break
        for job in waiting:
            reason = _run(place, job)
            if reason is None:
                done.append(job.name)
            else:
                failed.append((job.name, reason))
    return Settled(tuple(done), tuple(failed))


def _follow_the_embedder(place: Place) -> None:
    """Ask for other vectors where the settings name another embedder than made those in force."""
    wanted = place.settings.text("embedder")
    with place.store.reading() as view:
        in_force = [name for name, *_ in view.tuples("recall.versions_in_force")]
        was_read = view.value("jobs.mark", name="readings")
    if was_read and wanted not in in_force and wanted != "none":
        with place.store.writing(place.by(actor="worker")) as unit:
            unit.add_job("readings")


def _file_the_past(place: Place) -> None:
    """Once in the life of an agent: what was written by a version that did not file it."""
    with place.store.reading() as view:
        if view.value("jobs.mark", name="filed") is not None:
            return
    with place.store.writing(place.by(actor="worker")) as unit:
        place.flow("file_the_past")(unit)


def _follow_the_log(place: Place) -> None:
    """Ask for the graph where something was named and nobody asked: by an event, or long ago."""
    with place.store.reading() as view:
        mark, head = int(view.value("jobs.mark", name="entities") or 0), view.head().seq
        is_behind = mark < head and (
            view.one(Event, "graph.telling_events", after=mark, through=head, limit=1) is not None
            or view.one(Episode, "log.episodes_between", after=mark, through=head, limit=1)
            is not None
        )
        is_asked = any(job.name == "entities" for job in view.all(Job, "jobs.all"))
    if is_behind and not is_asked:
        with place.store.writing(place.by(actor="worker")) as unit:
            unit.add_job("entities")


def _follow_the_states(place: Place) -> None:
    """Ask for what states mean, where one that can drift has changed."""
    with place.store.reading() as view:
        mark = int(view.value("jobs.mark", name="states") or 0)
        has_changed = bool(view.value("liminal.states_changed", after=mark))
    if has_changed:
        with place.store.writing(place.by(actor="worker")) as unit:
            unit.add_job("states")


def _follow_the_archive(place: Place) -> None:
    """Ask for the archive where the log has gone on in nobody's session: no end will ask for it."""
    if not _is_asleep(place):
        return
    with place.store.reading() as view:
        last = view.one(ArchiveDay, "jobs.last_archive_day")
        is_behind = view.head().seq > (last.last_seq if last else 0)
    if is_behind:
        with place.store.writing(place.by(actor="worker")) as unit:
            unit.add_job("archive")


def _is_asleep(place: Place) -> bool:
    """Whether no session of the agent is alive."""
    with place.store.reading() as view:
        leases = view.all(Lease, "sessions.leases")
    now = place.clock.now()
    here, running = place.holder, place.running
    return not any(is_alive(lease, now=now, here=here, running=running) for lease in leases)


def _follow_the_model(place: Place) -> None:
    """Ask for some turns to be read by the language model, where one is chosen."""
    if place.settings.text("model") == "none":
        return
    with place.store.reading() as view:
        mark, head = int(view.value("jobs.mark", name="deepen") or 0), view.head().seq
        left = view.one(Episode, "log.episodes_between", after=mark, through=head, limit=1)
    if left is not None:
        with place.store.writing(place.by(actor="worker")) as unit:
            unit.add_job("deepen")


def _run(place: Place, job: Job) -> str | None:
    """None if the job is done, else why not."""
    try:
        place.flow(JOBS[job.name])(place)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        attempts = job.attempts + 1
        now = place.clock.now()
        with place.store.writing(place.by(actor="worker", at=now)) as unit:
            unit.put(
                job._replace(
                    attempts=attempts,
                    reason=reason,
                    state="parked" if attempts >= MOST_ATTEMPTS else "waiting",
                    run_after=now + BACK_OFF * 2**attempts,
                )
            )
        return reason
    return None
