"""`wakeline jobs` and `wakeline worker`, as a person runs them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import wakeline
from tests.contract.test_jobs import Without
from tests.interfaces.program import Program
from wakeline.model.job import MOST_ATTEMPTS, Job


def park(program: Program) -> None:
    """Make the archive of ash fail until it is given up."""
    with wakeline.open(program.home, gate=Without("archive")) as home:
        ash = home.agent("ash")
        ash.settle()
        for _ in range(MOST_ATTEMPTS):
            place = ash.place
            with place.store.writing(place.by()) as unit:
                for job in unit.all(Job, "jobs.all"):
                    unit.put(job._replace(run_after=job.created_at))
            ash.settle()


def test_a_worker_does_what_waits_and_says_so(ash: Program) -> None:
    ash.ok("record", "--user", "hello from Lisbon")
    waiting = {job["name"]: job for job in ash.ok("jobs", "--json").json}
    assert {"entities", "readings"} <= set(waiting)
    assert {job["state"] for job in waiting.values()} == {"waiting"}
    ran = ash.ok("worker", "--once")
    assert "ash: " in ran.err
    assert "readings 1" in ran.out
    assert ash.ok("jobs").out == "nothing is waiting\n"
    assert ash.ok("worker", "--once", "--json").json["done"] == {}


def test_what_is_parked_is_shown_with_its_reason_and_can_be_asked_for_again(ash: Program) -> None:
    park(ash)
    shown = ash.ok("jobs", "ash").out
    assert "parked" in shown
    assert "archive was refused: not today." in " ".join(shown.split())
    assert "wakeline jobs retry ash" in " ".join(ash("doctor").out.split())
    assert [job["name"] for job in ash.ok("jobs", "ash", "retry", "--json").json] == ["archive"]
    assert "archive 1" in ash.ok("worker", "--once").out
    assert ash.ok("jobs", "retry").out == "nothing is parked\n"


def test_what_is_parked_can_be_given_up(ash: Program) -> None:
    park(ash)
    assert ash("jobs", "drop", "ash", stdin="n\n").code != 0
    assert len(ash.ok("jobs", "list", "ash", "--json").json) == 1
    assert ash.ok("jobs", "drop", "ash", "--job", "archive", "--yes").out == (
        "ash: archive given up\n"
    )
    assert ash.ok("jobs", "--json").json == []


def test_whom_or_what_there_is_not_is_said(ash: Program) -> None:
    assert ash("jobs", "nobody").code == 2  # which might have been a command
    assert ash("jobs", "list", "nobody").code == 3
    assert ash("jobs", "retry", "--job", "nonsense").code == 2
    assert ash("worker", "--once", "--agents", "ash,nobody").code == 3
    assert ash("worker", "--once", "--at-once", "0").code == 2
    assert ash.ok("worker", "--once", "--agents", "Ash").code == 0


def test_a_worker_in_a_home_where_nobody_lives_yet_ends_quietly(program: Program) -> None:
    assert program.ok("worker", "--once", "--json").json["looks"] == 0
    assert program.ok("jobs", "--json").json == []


@pytest.mark.skipif(sys.platform != "linux", reason="permissions that hold for root too")
def test_a_home_that_cannot_be_written_is_told_agent_by_agent(ash: Program) -> None:
    ash.ok("record", "--user", "hello")
    folder = Path(ash.home) / "agents" / "ash"
    for path in [*folder.iterdir(), folder]:
        path.chmod(0o500 if path.is_dir() else 0o400)
    ran = ash("worker", "--once", powerless=True)
    for path in [folder, *folder.iterdir()]:
        path.chmod(0o700 if path.is_dir() else 0o600)
    assert ran.code == 1
    assert "ash cannot be looked after" in ran.err
    assert "readings 1" in ash.ok("worker", "--once").out, "nothing was lost by it"
