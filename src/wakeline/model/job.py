"""Jobs, the claim on an agent's jobs, and how far each derived index has come."""

from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from wakeline.model.stored import stored

JobState = Literal["waiting", "parked"]


@stored(
    "jobs",
    key=("name", "key"),
    goes="stays",
    because="names of work, and ids; done work leaves no row",
)
class Job(NamedTuple):
    """One piece of background work. The same name and key is queued only once."""

    name: str
    key: str
    state: JobState
    attempts: int
    reason: str | None
    created_at: datetime
    run_after: datetime


@stored("job_claims", key=(), goes="stays", because="a process and a job")
class JobClaim(NamedTuple):
    """The claim on an agent's jobs: one process runs them at a time, while it renews its lease.

    `job` and `key` name the job that is running.
    """

    holder: str
    host: str
    boot_id: str
    process: int
    process_start: str
    job: str
    key: str
    progress: int  # grows with the agent's derived rows; as of when this job began
    since: datetime
    renewed_at: datetime
    expires_at: datetime


@stored("index_marks", key=("name",), goes="stays", because="a number")
class IndexMark(NamedTuple):
    """The last sequence that a derived index holds."""

    name: str
    seq: int


@stored("archive_days", key=("day",), goes="stays", because="counts and hashes")
class ArchiveDay(NamedTuple):
    """A day of the log: its lines, and the end of their hash chain once the day is sealed."""

    day: str
    first_seq: int
    last_seq: int
    lines: int
    head_hash: str
    sealed_at: datetime | None


WORKER_ACTOR = "worker"
MOST_ATTEMPTS = 5
BACK_OFF = timedelta(seconds=30)
LONGEST_BACK_OFF = BACK_OFF * 2**MOST_ATTEMPTS


def job_after_failure(job: Job, reason: str, now: datetime) -> Job:
    """The job after one more failure: waiting for a later try, or parked."""
    attempts = job.attempts + 1
    return job._replace(
        attempts=attempts,
        reason=reason,
        state="parked" if attempts >= MOST_ATTEMPTS else "waiting",
        run_after=now + BACK_OFF * 2**attempts,
    )
