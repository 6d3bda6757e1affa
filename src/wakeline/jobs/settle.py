"""Run the jobs that writes have asked for, until none is waiting.

Each job is idempotent and removes its own row in the transaction of its work. One that
fails is tried again later and parked after five failures. A process claims an agent's
jobs before it runs them (`jobs/claims.py`), so no other process runs them meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from time import monotonic, sleep
from typing import NamedTuple

from wakeline.base.errors import Busy, WakelineError
from wakeline.flows.assessment.entropy import has_unmeasured_turns
from wakeline.flows.common.place import Place
from wakeline.flows.log.archive import is_archive_behind
from wakeline.flows.reading.spending import is_day_spent
from wakeline.flows.recall.index_rows import file_older_rows
from wakeline.jobs.claims import (
    ClaimedJob,
    claim_first_job,
    claim_next_job,
    describe_holder,
    release_claim,
    renew_during,
    runnable_jobs,
)
from wakeline.jobs.registry import JOBS, OFF_HOURS, UNHURRIED
from wakeline.model.decision import Principle
from wakeline.model.job import WORKER_ACTOR, Job, JobClaim, job_after_failure
from wakeline.model.log import Episode, Event
from wakeline.model.session import Lease
from wakeline.ports.store import View
from wakeline.sessions.leases import is_alive

MOST_JOBS = 1000  # of one settle: a job that never removes its row must not run for ever
SECONDS_BETWEEN_LOOKS = 0.05
MOST_SECONDS = 600.0  # to wait for another process that runs them


class SettleResult(NamedTuple):
    """The jobs done and failed, who else runs the rest, and when the next one is due."""

    done: tuple[str, ...]
    failed: tuple[tuple[str, str], ...]
    held_by: str | None = None
    next_at: datetime | None = None


def settle(place: Place, *, off_hours: bool = True, wait: bool = True) -> SettleResult:
    """Run waiting jobs until none is left that can run now; with `off_hours` slow ones too.

    If another process runs them, wait for it, or with `wait=False` leave them to it: it looks
    for new jobs once more before it stops.
    """
    now = place.clock.now()
    # A person may have copied the agent back into the home, and mail may wait for it.
    if off_hours and place.home.mail_for(place.store.scope.agent_id):
        from wakeline.flows.social.mail import deliver_waiting_mail

        deliver_waiting_mail(place.home, place.store, now, place.tokens)
    with place.store.reading() as view:
        asleep_from = _asleep_from(place, view)
        names = set(JOBS) if off_hours else set(JOBS) - UNHURRIED
        if not off_hours or asleep_from is not None:
            names -= OFF_HOURS
        follows = _what_follows(place, view, names)
        is_filed = view.value("jobs.mark", name="filed") is not None
        can_run = bool(follows or runnable_jobs(view, names, now))
    if follows or not is_filed:
        _ask_for(place, follows, is_filed=is_filed)
    done: list[str] = []
    failures: list[tuple[str, str]] = []
    given_up = monotonic() + MOST_SECONDS
    while can_run:
        taken = claim_first_job(place, names)
        if isinstance(taken, JobClaim):
            if not wait:
                return SettleResult((), (), describe_holder(taken), taken.expires_at)
            if monotonic() > given_up:
                raise _still_held(taken)
            sleep(SECONDS_BETWEEN_LOOKS)
            can_run = _waits(place, names)
            continue
        if taken is not None:
            _run_all(place, taken, names, done, failures)
        break
    next_at = _next(place, names, asleep_from if off_hours else None)
    return SettleResult(tuple(done), tuple(failures), None, next_at)


def _still_held(claim: JobClaim) -> Busy:
    return Busy(
        f"{describe_holder(claim)} has been running {claim.job} since {claim.since.isoformat()}.",
        todo="Try again; `wakeline jobs` shows what runs.",
    )


def _waits(place: Place, names: Collection[str]) -> bool:
    """Whether a job can run now. Only reads, so that nothing is written if none can."""
    with place.store.reading() as view:
        return bool(runnable_jobs(view, names, place.clock.now()))


def _next(place: Place, names: Collection[str], asleep_from: datetime | None) -> datetime | None:
    """When the next job that cannot run now can run; None if no job waits for its time."""
    with place.store.reading() as view:
        left = [job for job in view.all(Job, "jobs.all") if job.state == "waiting"]
    moments = [job.run_after for job in left if job.name in names]
    is_held_back = place.settings.text("model") != "none" or any(j.name in OFF_HOURS for j in left)
    if asleep_from is not None and is_held_back:
        moments.append(asleep_from)
    moments += _when_means_are_back(place)
    return min(moments, default=None)


def _when_means_are_back(place: Place) -> list[datetime]:
    """When the language model may be asked again, if the budget of the day is spent."""
    if place.settings.text("model") == "none":
        return []
    with place.store.reading() as view:
        from wakeline.flows.reading.study import study_resumes_at

        until = study_resumes_at(place, view)
    return [] if until is None else [until]


def _run_all(
    place: Place,
    work: ClaimedJob,
    names: Collection[str],
    done: list[str],
    failures: list[tuple[str, str]],
) -> None:
    """Run the waiting jobs under one claim, and release it when none is left."""
    claim = work.claim
    try:
        with renew_during(place, claim):
            for _ in range(MOST_JOBS):
                reason = _run(place, work.job)
                if reason is None:
                    done.append(work.job.name)
                else:
                    failures.append((work.job.name, reason))
                following = claim_next_job(place, work.claim, names)
                if following is None:
                    return
                work = following
        release_claim(place, claim)
    except BaseException:
        with suppress(WakelineError):
            release_claim(place, claim)
        raise


def _ask_for(place: Place, names: Iterable[str], *, is_filed: bool) -> None:
    """Add the follow-up jobs; once for each agent, file the rows of older versions."""
    with place.store.writing(place.by(actor=WORKER_ACTOR)) as unit:
        if not is_filed:
            file_older_rows(unit)
        for name in names:
            unit.add_job(name)


def _what_follows(place: Place, view: View, names: set[str]) -> list[str]:
    """The jobs that no write asked for but that the log or the settings make necessary."""
    asked = {job.name for job in view.all(Job, "jobs.all")}
    return [
        name for name, is_behind in FOLLOW_UPS if name in names - asked and is_behind(place, view)
    ]


def _other_embedder(place: Place, view: View) -> bool:
    """Whether the settings name another embedder than the one of the vectors in force."""
    wanted = place.settings.text("embedder")
    in_force = [name for name, *_ in view.tuples("recall.versions_in_force")]
    was_read = view.value("jobs.mark", name="readings")
    return bool(was_read) and wanted not in in_force and wanted != "none"


def _named_since(_place: Place, view: View) -> bool:
    """Whether the log has turns or naming events that the graph does not hold yet."""
    mark, head = int(view.value("jobs.mark", name="entities") or 0), view.head().seq
    return mark < head and (
        view.one(Event, "graph.telling_events", after=mark, through=head, limit=1) is not None
        or view.one(Episode, "log.episodes_between", after=mark, through=head, limit=1) is not None
    )


def _states_changed(_place: Place, view: View) -> bool:
    """Whether a state that can drift has changed since it was last measured."""
    mark = int(view.value("jobs.mark", name="states") or 0)
    return bool(view.value("liminal.states_changed", after=mark))


def _untried(place: Place, view: View) -> bool:
    """Whether a session has ended that may confirm a principle."""
    if view.one(Principle, "principles.checkable", limit=1) is None:
        return False
    from wakeline.flows.beliefs.principle_trials import has_untried_sessions

    return has_untried_sessions(place, view)


def _unmeasured(_place: Place, view: View) -> bool:
    """Whether there are exchanges whose entropy is not measured yet."""
    return has_unmeasured_turns(view)


def _unarchived(place: Place, view: View) -> bool:
    """Whether the archive lacks something that the log holds."""
    return is_archive_behind(place, view)


def _unconsolidated(place: Place, view: View) -> bool:
    """Whether turns have waited long enough for consolidation, or enough turns wait."""
    every = place.settings.number("consolidate.every_minutes")
    enough = place.settings.number("consolidate.enough_turns")
    from wakeline.flows.memory.consolidation_job import is_consolidation_due

    return is_consolidation_due(
        place, view, every=timedelta(minutes=every) if every else None, enough=enough or None
    )


def _past_the_window(place: Place, view: View) -> bool:
    """Whether turns are old enough to be compressed."""
    if not place.settings.number("retention.days"):
        return False
    from wakeline.flows.log.retention import has_old_turns

    return bool(has_old_turns(place, view))


def _unread_by_model(place: Place, view: View) -> bool:
    """Whether a language model is chosen and turns are left for it to deepen."""
    if place.settings.text("model") == "none" or is_day_spent(place, view):
        return False
    mark, head = int(view.value("jobs.mark", name="deepen") or 0), view.head().seq
    return view.one(Episode, "log.episodes_between", after=mark, through=head, limit=1) is not None


def _unstudied(place: Place, view: View) -> bool:
    """Whether a language model is chosen and turns that rules have read are left for it."""
    if place.settings.text("model") == "none":
        return False
    from wakeline.flows.reading.study import has_unstudied_turns

    return has_unstudied_turns(place, view)


# The follow-up jobs and when each is needed, in the order in which they run.
FOLLOW_UPS: tuple[tuple[str, Callable[[Place, View], bool]], ...] = (
    ("readings", _other_embedder),
    ("entities", _named_since),
    ("states", _states_changed),
    ("entropy", _unmeasured),
    ("consolidate", _unconsolidated),
    ("retention", _past_the_window),
    ("principles", _untried),
    ("archive", _unarchived),
    ("deepen", _unread_by_model),
    ("study", _unstudied),
)


def _asleep_from(place: Place, view: View) -> datetime | None:
    """When the last lease of a live session expires; None if the agent is asleep."""
    leases = view.all(Lease, "sessions.leases")
    now = place.clock.now()
    here, running = place.holder, place.running
    alive = [x for x in leases if is_alive(x, now=now, here=here, running=running)]
    return max((lease.expires_at for lease in alive), default=None)


def _run(place: Place, job: Job) -> str | None:
    """Run one job. Returns None if it is done, else the reason of the failure."""
    try:
        JOBS[job.name].run(place, job.key)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        now = place.clock.now()
        with place.store.writing(place.by(actor=WORKER_ACTOR, at=now)) as unit:
            unit.put(job_after_failure(job, reason, now))
        return reason
    return None
