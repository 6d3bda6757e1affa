"""List the jobs that wait, run or are parked; retry or drop parked ones."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, NamedTuple

from wakeline.base.errors import Invalid
from wakeline.flows.common.place import Place
from wakeline.jobs.claims import describe_holder, is_held
from wakeline.jobs.registry import JOBS
from wakeline.model.job import WORKER_ACTOR, Job, JobClaim
from wakeline.ports.store import Unit


class ListedJob(NamedTuple):
    """One job as people see it. `holder` and `since` are set if it runs."""

    agent: str
    name: str
    key: str
    state: Literal["waiting", "running", "parked"]
    attempts: int
    reason: str | None
    created_at: datetime
    run_after: datetime
    holder: str | None = None
    since: datetime | None = None


def list_jobs(place: Place) -> list[ListedJob]:
    """All jobs that wait, run or are parked, the oldest first."""
    with place.store.reading() as view:
        jobs = view.all(Job, "jobs.all")
        claim = view.one(JobClaim, "jobs.claim")
    if claim is not None and not is_held(place, claim, place.clock.now()):
        claim = None
    return [_listed(place.identity.name, job, claim) for job in jobs]


def retry_jobs(place: Place, name: str | None = None) -> list[ListedJob]:
    """Let parked jobs run again, of one name or all, with their attempts reset."""
    place.ask("retry_jobs")
    now = place.clock.now()
    with place.store.writing(place.by(actor=WORKER_ACTOR, at=now)) as unit:
        parked = _parked(unit, name)
        for job in parked:
            unit.put(job._replace(state="waiting", attempts=0, reason=None, run_after=now))
    return [_listed(place.identity.name, job, None) for job in parked]


def drop_jobs(place: Place, name: str | None = None) -> list[ListedJob]:
    """Drop parked jobs, of one name or all. Jobs that the log needs are added again later."""
    place.ask("drop_jobs")
    with place.store.writing(place.by(actor=WORKER_ACTOR)) as unit:
        parked = _parked(unit, name)
        for job in parked:
            unit.run("jobs.done", name=job.name, key=job.key)
    return [_listed(place.identity.name, job, None) for job in parked]


def _parked(unit: Unit, name: str | None) -> list[Job]:
    found = [job for job in unit.all(Job, "jobs.all") if job.state == "parked"]
    if name is not None and name not in JOBS and name not in {job.name for job in found}:
        raise Invalid(f"there is no job {name!r}.", todo=f"Use one of {', '.join(sorted(JOBS))}.")
    return [job for job in found if name in (None, job.name)]


def _listed(agent: str, job: Job, claim: JobClaim | None) -> ListedJob:
    listed = ListedJob(agent, *job)
    if claim is None or (claim.job, claim.key) != (job.name, job.key):
        return listed
    return listed._replace(state="running", holder=describe_holder(claim), since=claim.since)
