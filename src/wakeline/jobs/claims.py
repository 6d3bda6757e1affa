"""The claim on an agent's jobs: one process runs them at a time, while it renews its lease.

A claim is one row for each agent. It expires when it is not renewed, and at once if the
process that held it is known to be gone. It does not know what the jobs do.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import Event, Thread
from typing import NamedTuple

from wakeline.base.errors import WakelineError
from wakeline.base.process import boot_id, host_name, process_start
from wakeline.flows.common.place import Place
from wakeline.model.job import LONGEST_BACK_OFF, WORKER_ACTOR, Job, JobClaim, job_after_failure
from wakeline.model.session import Holder, Lease
from wakeline.ports.store import Unit, View
from wakeline.sessions.leases import is_alive

RENEWALS = 3  # in the time of one lease


class ClaimedJob(NamedTuple):
    """A job to run now, and the claim under which it runs."""

    claim: JobClaim
    job: Job


def runnable_jobs(view: View, names: Collection[str], now: datetime) -> list[Job]:
    """The jobs of these names that can run now, in the order they were added."""
    found = view.all(Job, "jobs.waiting", now=now, far=now + LONGEST_BACK_OFF)
    return [job for job in found if job.name in names]


def claim_first_job(place: Place, names: Collection[str]) -> ClaimedJob | JobClaim | None:
    """Claim the agent's jobs and return the first; another's claim if held; None if none waits."""
    now = place.clock.now()
    with place.store.writing(place.by(actor=WORKER_ACTOR, at=now)) as unit:
        found = unit.one(JobClaim, "jobs.claim")
        if found is not None:
            if is_held(place, found, now):
                return found
            _count_as_failed(unit, found, now)
            unit.run("jobs.drop_claim", holder=found.holder)
        for job in runnable_jobs(unit, names, now):
            mine = _new_claim(place, job, now, _progress(unit))
            unit.put(mine)
            return ClaimedJob(mine, job)
    return None


def claim_next_job(place: Place, claim: JobClaim, names: Collection[str]) -> ClaimedJob | None:
    """The next job under the same claim, recorded in it.

    None if no job waits; the claim is then released in the same transaction, so a job added
    while the claim is held is always seen by its holder. None too if another process holds it.
    """
    now = place.clock.now()
    with place.store.writing(place.by(actor=WORKER_ACTOR, at=now)) as unit:
        found = unit.one(JobClaim, "jobs.claim")
        if found is None or found.holder != claim.holder:
            return None
        for job in runnable_jobs(unit, names, now):
            claim = claim._replace(
                job=job.name,
                key=job.key,
                progress=_progress(unit),
                since=now,
                renewed_at=now,
                expires_at=now + _lease(place),
            )
            unit.put(claim)
            return ClaimedJob(claim, job)
        unit.run("jobs.drop_claim", holder=claim.holder)
    return None


def release_claim(place: Place, claim: JobClaim) -> None:
    """Release the claim, so that another process can run the rest."""
    with place.store.writing(place.by(actor=WORKER_ACTOR)) as unit:
        unit.run("jobs.drop_claim", holder=claim.holder)


def is_held(place: Place, claim: JobClaim, now: datetime) -> bool:
    """Whether the holder of a claim may still be alive."""
    # A claim renewed further in the future than it lasts was written before a clock went back.
    # Its own length counts: its holder may have another setting.
    if claim.renewed_at - now > claim.expires_at - claim.renewed_at:
        return False
    here = Holder("", host_name(), boot_id(), 0, "")
    return is_alive(_as_lease(claim), now=now, here=here, running=place.running)


def describe_holder(claim: JobClaim) -> str:
    """The holder of a claim, described for people."""
    return f"process {claim.process} on {claim.host}"


@contextmanager
def renew_during(place: Place, claim: JobClaim) -> Iterator[None]:
    """Renew a claim while the block runs, however long one job takes."""
    is_over = Event()
    heart = Thread(target=_renew, args=(place, claim, is_over), daemon=True, name="wakeline-claim")
    heart.start()
    try:
        yield
    finally:
        is_over.set()
        heart.join()


def _count_as_failed(unit: Unit, claim: JobClaim, now: datetime) -> None:
    """Count the job of a process that died as failed: the job may have killed it.

    Not if the job made progress. It is tried again at once: most processes are killed by people.
    """
    job = unit.one(Job, "jobs.one", name=claim.job, key=claim.key)
    if job is None or job.state == "parked" or _progress(unit) > claim.progress:
        return
    reason = f"{describe_holder(claim)} was gone before it had finished"
    unit.put(job_after_failure(job, reason, now)._replace(run_after=now))


def _progress(unit: Unit) -> int:
    return int(unit.value("jobs.progress"))


def _new_claim(place: Place, job: Job, now: datetime, progress: int) -> JobClaim:
    process = os.getpid()
    return JobClaim(
        holder=place.ids.new(now),
        host=host_name(),
        boot_id=boot_id(),
        process=process,
        process_start=process_start(process),
        job=job.name,
        key=job.key,
        progress=progress,
        since=now,
        renewed_at=now,
        expires_at=now + _lease(place),
    )


def _renew(place: Place, claim: JobClaim, is_over: Event) -> None:
    seconds = _lease(place).total_seconds() / RENEWALS
    while not is_over.wait(seconds):
        now = place.clock.now()
        try:
            with place.store.writing(place.by(actor=WORKER_ACTOR, at=now)) as unit:
                kept = unit.run(
                    "jobs.renew_claim",
                    holder=claim.holder,
                    renewed_at=now,
                    expires_at=now + _lease(place),
                )
        except WakelineError:
            continue  # tried again; if it never works, the claim runs out as it should
        if not kept:
            return


def _lease(place: Place) -> timedelta:
    return timedelta(seconds=place.settings.number("jobs.lease_seconds"))


def _as_lease(claim: JobClaim) -> Lease:
    return Lease(
        session_id="",
        holder=claim.holder,
        host=claim.host,
        boot_id=claim.boot_id,
        process=claim.process,
        process_start=claim.process_start,
        renewed_at=claim.renewed_at,
        expires_at=claim.expires_at,
    )
