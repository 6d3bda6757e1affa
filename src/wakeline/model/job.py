"""Work to be done later, and how far each derived index has come."""

from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from wakeline.model.stored import stored

JobState = Literal["waiting", "parked"]


@stored("jobs", key=("name", "key"))
class Job(NamedTuple):
    """One piece of work. The same name and key waits only once."""

    name: str
    key: str
    state: JobState
    attempts: int
    reason: str | None
    created_at: datetime
    run_after: datetime


@stored("job_claims", key=())
class JobClaim(NamedTuple):
    """Who runs an agent's jobs, and until when. One an agent: no two run them at once.

    It is held for as long as it is renewed. `job` and `key` say which one is being run.
    """

    holder: str
    host: str
    boot_id: str
    process: int
    process_start: str
    job: str
    key: str
    progress: int  # how far the agent's derived rows were together when this job was begun
    since: datetime
    renewed_at: datetime
    expires_at: datetime


@stored("index_marks", key=("name",))
class IndexMark(NamedTuple):
    """The last sequence that a derived index holds."""

    name: str
    seq: int


@stored("archive_days", key=("day",))
class ArchiveDay(NamedTuple):
    """A day of the log: how many lines, and the chain of their hashes when it is sealed."""

    day: str
    first_seq: int
    last_seq: int
    lines: int
    head_hash: str
    sealed_at: datetime | None


ACTOR = "worker"
MOST_ATTEMPTS = 5
BACK_OFF = timedelta(seconds=30)
LONGEST_BACK_OFF = BACK_OFF * 2**MOST_ATTEMPTS


def failed(job: Job, reason: str, now: datetime) -> Job:
    """The job after one more failure: later again, or parked."""
    attempts = job.attempts + 1
    return job._replace(
        attempts=attempts,
        reason=reason,
        state="parked" if attempts >= MOST_ATTEMPTS else "waiting",
        run_after=now + BACK_OFF * 2**attempts,
    )
