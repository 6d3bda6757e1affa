"""Workers as processes: killed in the middle of a job, two on one agent, told to stop.

On a folder a worker is all there is; on PostgreSQL it is the client of a server that lives on,
and others learn by its heart that it is gone.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests.builders import an_event, select, values
from wakeline.model.job import Job, JobClaim

ROOT = Path(__file__).parents[2]
HURRIED = {"WAKELINE_JOBS_LEASE_SECONDS": "5", "WAKELINE_WORKER_WAIT_SECONDS": "0"}
MANY = 3000  # turns: some seconds of reading
PATIENCE = 60.0
pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL"),
    pytest.mark.timeout(300),
]


def a_worker(location: str, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "wakeline", "worker", "--home", location, "--json", *words],
        cwd=ROOT,
        env={**os.environ, **HURRIED},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def ended(worker: subprocess.Popen[bytes]) -> dict[str, Any]:
    """What a worker says when it has stopped by itself."""
    out, err = worker.communicate(timeout=PATIENCE)
    assert worker.returncode == 0, err.decode()
    assert b"Traceback" not in err, err.decode()
    found: dict[str, Any] = json.loads(out)
    return found


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.01)


def running(agent: wakeline.Agent) -> str | None:
    """The job that is being run now."""
    claims = values(agent, JobClaim, "jobs.claim")
    return claims[0].job if claims else None


def filled(home: wakeline.Home, name: str = "ash") -> wakeline.Agent:
    agent = home.agent(name, person="Mel")
    agent.observe_many([an_event(number) for number in range(MANY)])
    return agent


def whole(agent: wakeline.Agent) -> None:
    assert values(agent, Job, "jobs.all") == []
    assert values(agent, JobClaim, "jobs.claim") == []
    assert select(agent, "SELECT count(*), count(DISTINCT seq) FROM readings") == [(MANY, MANY)]
    report = agent.verify()
    assert report.ok, [check for check in report.checks if not check.ok]


@pytest.mark.parametrize("job", ["readings", "entities", "archive"])
def test_a_worker_that_is_killed_in_the_middle_of_a_job_loses_and_doubles_nothing(
    location: str, job: str
) -> None:
    with wakeline.open(location) as home:
        ash = filled(home)
        worker = a_worker(location)
        try:
            until(lambda: running(ash) == job)
        finally:
            worker.kill()
            worker.communicate()
        # The shorter ones may have been over when the signal came.
        assert job != "readings" or running(ash) == job, "nobody gave the claim back"
        assert "running" not in {each.state for each in ash.jobs.all()}, "its process is gone"
        worked = ended(a_worker(location, "--once"))
        assert worked["troubles"] == worked["failed"] == 0
        whole(ash)


def test_two_workers_on_one_agent_do_each_job_once(location: str) -> None:
    with wakeline.open(location) as home:
        ash = filled(home)
        workers = [a_worker(location, "--once", "--at-once", "2") for _ in range(2)]
        done: dict[str, int] = {}
        for worker in workers:
            for name, times in ended(worker)["done"].items():
                done[name] = done.get(name, 0) + times
        # The first to look may end while the second is still at it; nobody repeats anything.
        assert done["readings"] == done["entities"] == 1
        whole(ash)


def test_a_worker_that_is_told_to_stop_finishes_the_job_and_goes(location: str) -> None:
    with wakeline.open(location) as home:
        ash = filled(home)
        worker = a_worker(location)
        until(lambda: running(ash) == "readings")
        worker.send_signal(signal.SIGTERM)
        assert ended(worker)["done"]["readings"] == 1
        assert values(ash, JobClaim, "jobs.claim") == []
        assert "readings" not in {job.name for job in values(ash, Job, "jobs.all")}
