"""Do the work that writes have asked for, until nothing is waiting.

Each job is idempotent and takes itself off the list in the transaction of its own
work. One that fails is tried again later and parked after five failures. Whoever runs
an agent's jobs has claimed them (`flows/claims`), so nobody else does meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from time import monotonic, sleep
from typing import NamedTuple

from wakeline.base.errors import Busy, WakelineError
from wakeline.flows.assessment.entropy import is_unmeasured
from wakeline.flows.common.place import Place
from wakeline.flows.log.archive import is_unarchived
from wakeline.flows.reading.spending import is_spent
from wakeline.flows.recall.index_rows import file_the_past
from wakeline.jobs.claims import Work, give_back, go_on, renewed, take, waiting, who
from wakeline.jobs.registry import JOBS, OFF_HOURS, UNHURRIED
from wakeline.model.decision import Principle
from wakeline.model.job import ACTOR, Job, JobClaim, failed
from wakeline.model.log import Episode, Event
from wakeline.model.session import Lease
from wakeline.ports.store import View
from wakeline.sessions.leases import is_alive

MOST_JOBS = 1000  # of one settle: a job that never takes itself off the list must not run for ever
SECONDS_BETWEEN_LOOKS = 0.05
MOST_SECONDS = 600.0  # to wait for whoever runs them


class Settled(NamedTuple):
    """What was done, what could not be, and what has to wait: for whom, and until when."""

    done: tuple[str, ...]
    failed: tuple[tuple[str, str], ...]
    held_by: str | None = None
    next_at: datetime | None = None


def settle(place: Place, *, off_hours: bool = True, wait: bool = True) -> Settled:
    """Run waiting jobs until none is left that can run now; with `off_hours` slow ones too.

    Where somebody else runs them, wait for that, or leave them to it: whoever runs them
    looks once more before it stops.
    """
    now = place.clock.now()
    # An agent that was away may have come back by hand.
    if off_hours and place.home.mail_for(place.store.scope.agent_id):
        from wakeline.flows.social.mail import take_in_mail

        take_in_mail(place.home, place.store, now, place.tokens)
    with place.store.reading() as view:
        asleep_from = _asleep_from(place, view)
        names = set(JOBS) if off_hours else set(JOBS) - UNHURRIED
        if not off_hours or asleep_from is not None:
            names -= OFF_HOURS
        follows = _what_follows(place, view, names)
        is_filed = view.value("jobs.mark", name="filed") is not None
        can_run = bool(follows or waiting(view, names, now))
    if follows or not is_filed:
        _ask_for(place, follows, is_filed=is_filed)
    done: list[str] = []
    failures: list[tuple[str, str]] = []
    given_up = monotonic() + MOST_SECONDS
    while can_run:
        taken = take(place, names)
        if isinstance(taken, JobClaim):
            if not wait:
                return Settled((), (), who(taken), taken.expires_at)
            if monotonic() > given_up:
                raise _still_held(taken)
            sleep(SECONDS_BETWEEN_LOOKS)
            can_run = _waits(place, names)
            continue
        if taken is not None:
            _run_all(place, taken, names, done, failures)
        break
    next_at = _next(place, names, asleep_from if off_hours else None)
    return Settled(tuple(done), tuple(failures), None, next_at)


def _still_held(claim: JobClaim) -> Busy:
    return Busy(
        f"{who(claim)} has been running {claim.job} since {claim.since.isoformat()}.",
        todo="Try again; `wakeline jobs` shows what runs.",
    )


def _waits(place: Place, names: Collection[str]) -> bool:
    """Whether something can be run now. Where nothing can, nothing is written."""
    with place.store.reading() as view:
        return bool(waiting(view, names, place.clock.now()))


def _next(place: Place, names: Collection[str], asleep_from: datetime | None) -> datetime | None:
    """When something can be run that cannot now; None if nothing waits for its time."""
    with place.store.reading() as view:
        left = [job for job in view.all(Job, "jobs.all") if job.state == "waiting"]
    moments = [job.run_after for job in left if job.name in names]
    is_held_back = place.settings.text("model") != "none" or any(j.name in OFF_HOURS for j in left)
    if asleep_from is not None and is_held_back:
        moments.append(asleep_from)
    moments += _when_means_are_back(place)
    return min(moments, default=None)


def _when_means_are_back(place: Place) -> list[datetime]:
    """When the language model may be asked again, where today's means are spent."""
    if place.settings.text("model") == "none":
        return []
    with place.store.reading() as view:
        from wakeline.flows.reading.study import unstudied_until

        until = unstudied_until(place, view)
    return [] if until is None else [until]


def _run_all(
    place: Place,
    work: Work,
    names: Collection[str],
    done: list[str],
    failures: list[tuple[str, str]],
) -> None:
    """Run what waits under one claim, which is given back when nothing does."""
    claim = work.claim
    try:
        with renewed(place, claim):
            for _ in range(MOST_JOBS):
                reason = _run(place, work.job)
                if reason is None:
                    done.append(work.job.name)
                else:
                    failures.append((work.job.name, reason))
                following = go_on(place, work.claim, names)
                if following is None:
                    return
                work = following
        give_back(place, claim)
    except BaseException:
        with suppress(WakelineError):
            give_back(place, claim)
        raise


def _ask_for(place: Place, names: Iterable[str], *, is_filed: bool) -> None:
    """Ask for what nobody asked for; once in its life, file what an older version wrote."""
    with place.store.writing(place.by(actor=ACTOR)) as unit:
        if not is_filed:
            file_the_past(unit)
        for name in names:
            unit.add_job(name)


def _what_follows(place: Place, view: View, names: set[str]) -> list[str]:
    """The jobs that nobody asked for, where the log or the settings have gone on."""
    asked = {job.name for job in view.all(Job, "jobs.all")}
    return [name for name, is_behind in FOLLOW if name in names - asked and is_behind(place, view)]


def _other_embedder(place: Place, view: View) -> bool:
    """Whether the settings name another embedder than made the vectors in force."""
    wanted = place.settings.text("embedder")
    in_force = [name for name, *_ in view.tuples("recall.versions_in_force")]
    was_read = view.value("jobs.mark", name="readings")
    return bool(was_read) and wanted not in in_force and wanted != "none"


def _named_since(_place: Place, view: View) -> bool:
    """Whether something was named since the graph was told: by an event, or long ago."""
    mark, head = int(view.value("jobs.mark", name="entities") or 0), view.head().seq
    return mark < head and (
        view.one(Event, "graph.telling_events", after=mark, through=head, limit=1) is not None
        or view.one(Episode, "log.episodes_between", after=mark, through=head, limit=1) is not None
    )


def _states_changed(_place: Place, view: View) -> bool:
    """Whether a state that can drift has changed since its meaning was looked up."""
    mark = int(view.value("jobs.mark", name="states") or 0)
    return bool(view.value("liminal.states_changed", after=mark))


def _untried(place: Place, view: View) -> bool:
    """Whether a session has ended that may bear out a principle."""
    if view.one(Principle, "principles.checkable", limit=1) is None:
        return False
    from wakeline.flows.beliefs.principle_trials import has_untried

    return has_untried(place, view)


def _unmeasured(_place: Place, view: View) -> bool:
    """Whether something was said since the last exchange was measured."""
    return is_unmeasured(view)


def _unarchived(place: Place, view: View) -> bool:
    """Whether the archive lacks something that the log holds."""
    return is_unarchived(place, view)


def _unconsolidated(place: Place, view: View) -> bool:
    """Whether turns have waited long enough to be consolidated, or enough of them have."""
    every = place.settings.number("consolidate.every_minutes")
    enough = place.settings.number("consolidate.enough_turns")
    from wakeline.flows.memory.consolidation_job import ripe_for_consolidation

    return ripe_for_consolidation(
        place, view, every=timedelta(minutes=every) if every else None, enough=enough or None
    )


def _past_the_window(place: Place, view: View) -> bool:
    """Whether turns are so old that they are to be compressed."""
    if not place.settings.number("retention.days"):
        return False
    from wakeline.flows.log.retention import is_past_the_window

    return bool(is_past_the_window(place, view))


def _unread_by_model(place: Place, view: View) -> bool:
    """Whether turns are left for the language model, where one is chosen."""
    if place.settings.text("model") == "none" or is_spent(place, view):
        return False
    mark, head = int(view.value("jobs.mark", name="deepen") or 0), view.head().seq
    return view.one(Episode, "log.episodes_between", after=mark, through=head, limit=1) is not None


def _unstudied(place: Place, view: View) -> bool:
    """Whether turns that rules have read are left for the language model, where one is chosen."""
    if place.settings.text("model") == "none":
        return False
    from wakeline.flows.reading.study import is_unstudied

    return is_unstudied(place, view)


# What asks for jobs though nobody did, in the order in which they are run.
FOLLOW: tuple[tuple[str, Callable[[Place, View], bool]], ...] = (
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
    """When the last session that is alive runs out; None if the agent is asleep."""
    leases = view.all(Lease, "sessions.leases")
    now = place.clock.now()
    here, running = place.holder, place.running
    alive = [x for x in leases if is_alive(x, now=now, here=here, running=running)]
    return max((lease.expires_at for lease in alive), default=None)


def _run(place: Place, job: Job) -> str | None:
    """None if the job is done, else why not."""
    try:
        JOBS[job.name].run(place, job.key)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        now = place.clock.now()
        with place.store.writing(place.by(actor=ACTOR, at=now)) as unit:
            unit.put(failed(job, reason, now))
        return reason
    return None
