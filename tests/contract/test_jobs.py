"""Jobs: claimed by one process at a time, tried again, parked, asked for again; and workers."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests.builders import Homes, an_agent, an_event, an_exchange, select, there, values
from wakeline.base.errors import DiskFull, Invalid, NotFound
from wakeline.base.process import boot_id, host_name
from wakeline.flows.session.end import end as end_flow
from wakeline.jobs.claims import ClaimedJob, claim_first_job, release_claim
from wakeline.jobs.tend import look_at_agent
from wakeline.jobs.worker import JobsLook
from wakeline.model.job import LONGEST_BACK_OFF, MOST_ATTEMPTS, Job, JobClaim
from wakeline.ports.gate import Allowed, Refused

LEASE = timedelta(seconds=60)  # the default of jobs.lease_seconds
# Consolidation writes, and so asks once more for what follows from the log.
ALONE = {"consolidate.every_minutes": "0", "consolidate.enough_turns": "0"}
PATIENCE = 30.0  # seconds in which a worker that runs must have noticed something


class Without:
    """A gate that refuses one action: a job that can only fail."""

    def __init__(self, action: str) -> None:
        self.action = action

    def decide(self, action: str, agent_id: str) -> Allowed | Refused:  # noqa: ARG002
        return Refused("not today") if action == self.action else Allowed()


def held_elsewhere(agent: wakeline.Agent, now: datetime, **changes: Any) -> JobClaim:
    """A claim that somebody on another machine holds."""
    claim = JobClaim(
        "theirs", "other-host", "", 4711, "", "readings", "", 0, now, now, now + LEASE
    )._replace(**changes)
    place = agent.place
    with place.store.writing(place.by()) as unit:
        unit.put(claim)
    return claim


def jobs_of(agent: wakeline.Agent) -> dict[str, Job]:
    return {job.name: job for job in values(agent, Job, "jobs.all")}


def claims_of(agent: wakeline.Agent) -> list[JobClaim]:
    return values(agent, JobClaim, "jobs.claim")


def eventually(is_so: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if is_so():
            return True
        time.sleep(0.05)
    return False


# -- claims


def test_what_another_process_is_doing_is_left_to_it(open_home: Homes) -> None:
    ash = open_home.agent()
    an_exchange(ash)
    claim = held_elsewhere(ash, open_home.clock.now())
    settled = ash.settle(wait=False)
    assert (settled.done, settled.failed) == ((), ())
    assert settled.held_by == "process 4711 on other-host"
    assert settled.next_at == claim.expires_at
    (running,) = [job for job in ash.jobs.all() if job.state == "running"]
    assert (running.name, running.holder) == ("readings", "process 4711 on other-host")
    assert claims_of(ash) == [claim]


def test_a_claim_that_nobody_renews_runs_out_and_another_takes_the_jobs(open_home: Homes) -> None:
    ash = open_home.agent()
    an_exchange(ash)
    held_elsewhere(ash, open_home.clock.now())
    open_home.later(seconds=LEASE.total_seconds() + 1)
    assert [job.state for job in ash.jobs.all()] == ["waiting", "waiting"]
    assert {"entities", "readings"} <= set(ash.settle(wait=False).done)
    assert jobs_of(ash) == {}
    assert claims_of(ash) == []


def test_a_claim_of_a_process_of_this_machine_that_is_gone_counts_for_nothing(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    an_exchange(ash)
    now = open_home.clock.now()
    held_elsewhere(ash, now, host=host_name(), boot_id=boot_id(), process=2**22 + 1)
    assert "readings" in ash.settle(wait=False).done


def test_a_job_that_takes_its_process_down_again_and_again_is_parked(open_home: Homes) -> None:
    ash = open_home.agent()
    an_exchange(ash)
    ash.settle()
    an_exchange(ash, 2)
    place = ash.place
    with place.store.reading() as view:
        progress = int(view.value("jobs.progress"))
    for death in range(1, MOST_ATTEMPTS + 1):
        held_elsewhere(ash, open_home.clock.now(), progress=progress)
        open_home.later(seconds=LEASE.total_seconds() + 1)
        work = claim_first_job(place, ["entities"])
        assert isinstance(work, ClaimedJob)
        release_claim(place, work.claim)
        assert jobs_of(ash)["readings"].attempts == death
    parked = jobs_of(ash)["readings"]
    assert parked.state == "parked"
    assert parked.reason == "process 4711 on other-host was gone before it had finished"
    assert "entities" in ash.settle().done, "the others go on"


def test_a_process_that_went_after_its_job_had_got_on_does_not_count_against_it(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    an_exchange(ash)
    ash.settle()
    an_exchange(ash, 2)
    held_elsewhere(ash, open_home.clock.now(), progress=0)
    open_home.later(seconds=LEASE.total_seconds() + 1)
    assert isinstance(claim_first_job(ash.place, ["entities"]), ClaimedJob)
    assert jobs_of(ash)["readings"].attempts == 0


def test_a_clock_that_went_back_puts_nothing_off(open_home: Homes) -> None:
    ash = open_home.agent()
    an_exchange(ash)
    ahead = open_home.clock.now() + timedelta(days=30)
    held_elsewhere(ash, ahead)
    place = ash.place
    with place.store.writing(place.by()) as unit:
        for job in unit.all(Job, "jobs.all"):
            unit.put(job._replace(attempts=1, run_after=ahead, created_at=ahead))
    assert {"entities", "readings"} <= set(ash.settle(wait=False).done)
    assert jobs_of(ash) == {}


def test_threads_that_settle_one_agent_at_once_do_each_job_once(open_home: Homes) -> None:
    home = open_home()
    an_agent(home).observe_many([an_event(n) for n in range(300)])
    done: list[str] = []
    begin = threading.Barrier(4)

    def settle() -> None:
        with wakeline.open(open_home.location, settings=ALONE) as other:
            begin.wait()
            done.extend(other.agent("ash", create=False).settle().done)

    threads = [threading.Thread(target=settle) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == sorted(set(done)), "no job was done twice"
    assert {"entities", "readings"} <= set(done)
    ash = home.agent("ash")
    assert (jobs_of(ash), claims_of(ash)) == ({}, [])
    assert ash.verify().ok


def test_a_job_that_this_version_does_not_know_is_left_alone(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.settle()
    place = ash.place
    with place.store.writing(place.by()) as unit:
        unit.add_job("from-the-future")
    settled = ash.settle()
    assert (settled.done, settled.failed, settled.next_at) == ((), (), None)
    assert open_home().work(every_tenant=True, once=True).done == {}
    assert open_home().work(agents=["ash"], once=True).done == {}
    assert set(jobs_of(ash)) == {"from-the-future"}


# -- failing, parked, asked for again


def fail_until_parked(homes: Homes, action: str = "archive") -> wakeline.Agent:
    ash = an_agent(homes(gate=Without(action)))
    an_exchange(ash)
    for _ in range(MOST_ATTEMPTS):
        assert [name for name, _ in ash.settle().failed] == ["archive"]
        homes.later(seconds=LONGEST_BACK_OFF.total_seconds())
    assert ash.settle().failed == (), "what is parked is not tried"
    return ash


def test_a_job_that_fails_is_tried_later_each_time_longer_and_parked_at_last(
    open_home: Homes,
) -> None:
    ash = an_agent(open_home(gate=Without("archive")))
    an_exchange(ash)
    waits = []
    for _ in range(MOST_ATTEMPTS - 1):
        (failure,) = ash.settle().failed
        assert failure == ("archive", "NotPermitted: archive was refused: not today.")
        assert ash.settle().failed == (), "not again before its time"
        waits.append(jobs_of(ash)["archive"].run_after - open_home.clock.now())
        open_home.later(seconds=waits[-1].total_seconds())
    assert waits == [timedelta(seconds=30 * 2**n) for n in range(1, MOST_ATTEMPTS)]
    assert len(ash.settle().failed) == 1
    assert jobs_of(ash)["archive"].state == "parked"
    assert ash.status().parked_jobs == 1


def test_what_is_parked_runs_again_when_somebody_asks(open_home: Homes) -> None:
    fail_until_parked(open_home)
    home = open_home()
    ash = home.agent("ash")
    (parked,) = home.jobs()
    assert (parked.agent, parked.name, parked.state, parked.attempts) == (
        "ash",
        "archive",
        "parked",
        MOST_ATTEMPTS,
    )
    assert "not today" in there(parked.reason)
    assert "archive" not in ash.settle().done
    assert ash.jobs.retry("readings") == []
    assert [job.name for job in ash.jobs.retry()] == ["archive"]
    assert "archive" in ash.settle().done
    assert home.jobs() == []
    with pytest.raises(Invalid, match="no job"):
        ash.jobs.retry("nonsense")


def test_what_is_dropped_is_asked_for_again_by_the_log_alone(open_home: Homes) -> None:
    ash = fail_until_parked(open_home)
    assert [job.name for job in ash.jobs.drop("archive")] == ["archive"]
    assert jobs_of(ash) == {}
    assert [name for name, _ in ash.settle().failed] == ["archive"], "the log has gone on"


# -- workers


def test_a_worker_does_what_all_agents_of_all_tenants_have_asked_for(open_home: Homes) -> None:
    for tenant in ("default", "other"):
        for name in ("ash", "birch"):
            an_exchange(an_agent(open_home(tenant=tenant), name))
    told: list[JobsLook] = []
    worked = open_home().work(every_tenant=True, once=True, tell=told.append)
    assert {(one.tenant, one.agent) for one in told} == {
        (tenant, name) for tenant in ("default", "other") for name in ("ash", "birch")
    }
    assert (worked.done["readings"], worked.done["archive"]) == (4, 4)
    assert (worked.failed, worked.troubles) == (0, 0)
    for tenant in ("default", "other"):
        assert open_home(tenant=tenant).jobs() == []
    assert open_home().work(every_tenant=True, once=True).done == {}


def test_a_worker_of_one_tenant_or_of_some_agents_leaves_the_others_alone(
    open_home: Homes,
) -> None:
    home, other = open_home(), open_home(tenant="other")
    for one in (home, other):
        for name in ("ash", "birch"):
            an_exchange(an_agent(one, name))
    home.work(agents=["Ash"], once=True)
    assert {job.agent for job in home.jobs()} == {"birch"}
    home.work(once=True)
    assert home.jobs() == []
    assert {job.agent for job in other.jobs()} == {"ash", "birch"}
    with pytest.raises(NotFound):
        home.work(agents=["nobody"], once=True)
    with pytest.raises(Invalid):
        home.work(at_once=0, once=True)


def test_a_worker_in_an_empty_home_has_nothing_to_do(open_home: Homes) -> None:
    assert open_home().work(every_tenant=True, once=True).looks == 0
    assert open_home(tenant="nobody").work(once=True).looks == 0


def test_what_a_removed_agent_asked_for_troubles_nobody(open_home: Homes, tmp_path: Any) -> None:
    home = open_home()
    an_exchange(an_agent(home, "ash"))
    an_exchange(an_agent(home, "birch"))
    home.remove("ash", to=str(tmp_path / "kept"))
    told: list[JobsLook] = []
    worked = home.work(every_tenant=True, once=True, tell=told.append)
    assert worked.troubles == 0
    assert {one.agent for one in told} == {"birch"}


def test_a_job_that_fails_under_a_worker_waits_for_its_time(open_home: Homes) -> None:
    home = open_home(gate=Without("archive"))
    ash = an_agent(home)
    an_exchange(ash)
    worked = home.work(every_tenant=True, once=True)
    assert worked.failed == 1
    job = jobs_of(ash)["archive"]
    assert (job.state, job.attempts) == ("waiting", 1)
    assert job.run_after > open_home.clock.now()


def test_an_agent_that_cannot_be_looked_after_is_left_alone_for_a_while(open_home: Homes) -> None:
    an_exchange(open_home.agent())
    file, stop = Path(open_home.location) / "agents" / "ash" / "memory.db", threading.Event()
    begun: list[datetime] = []

    class FullDisk:
        """Lets nothing be begun, and leaves its traces on the file, as a full disk does."""

        def new(self, at: datetime) -> str:
            begun.append(at)
            if len(begun) > 5:
                stop.set()
            if file.exists():
                os.utime(file)
            raise DiskFull("the disk is full.")

    with wakeline.open(open_home.location, clock=open_home.clock, ids=FullDisk()) as home:
        worked = home.work(every_tenant=True, once=True, stop=stop)
    assert (worked.looks, worked.troubles, len(begun)) == (1, 1, 1)
    open_home.later(minutes=2)
    assert open_home().work(every_tenant=True, once=True).troubles == 0


def test_new_turns_gather_before_a_patient_worker_reads_them(open_home: Homes) -> None:
    ash = open_home.agent()
    look_at_agent(ash.place, patient=False)
    an_exchange(ash)
    tended = look_at_agent(ash.place)
    assert tended.settled.done == ()
    assert tended.again_at == open_home.clock.now() + timedelta(seconds=20)
    open_home.later(seconds=20)
    assert "readings" in look_at_agent(ash.place).settled.done
    for number in range(20):
        an_exchange(ash, number)
    assert "readings" in look_at_agent(ash.place).settled.done, "forty turns are enough"
    ash.wake()
    an_exchange(ash, 99)
    end_flow(ash.place, session_id=ash.session_id)
    assert "archive" in look_at_agent(ash.place).settled.done, (
        "a session that ended is done at once"
    )


@pytest.mark.slow
def test_a_worker_that_runs_notices_what_comes_and_stops_when_told(location: str) -> None:
    hurried = {"worker.wait_seconds": "0", "worker.look_seconds": "1"}
    stop = threading.Event()
    with wakeline.open(location, settings=hurried) as home:
        an_agent(home)
        ended: list[Any] = []

        def work() -> None:
            with wakeline.open(location, settings=hurried) as own:
                ended.append(own.work(every_tenant=True, stop=stop, at_once=2))

        worker = threading.Thread(target=work)
        worker.start()
        try:
            for number in range(3):
                an_exchange(home.agent("ash"), number)
                an_exchange(an_agent(home, f"new{number}"), number)
                assert eventually(lambda: home.jobs() == [])
        finally:
            stop.set()
            worker.join(PATIENCE)
        assert not worker.is_alive()
        assert ended[0].troubles == 0
        assert select(home.agent("ash"), "SELECT count(*) FROM job_claims") == [(0,)]


def test_people_and_a_worker_at_once_leave_an_agent_whole(open_home: Homes) -> None:
    location = open_home.location
    an_agent(open_home())
    stop = threading.Event()
    hurried = {"worker.wait_seconds": "0", "worker.look_seconds": "1", "sqlite.synchronous": "OFF"}
    troubles: list[Any] = []

    def work() -> None:
        with wakeline.open(location, settings=hurried) as own:
            troubles.append(own.work(every_tenant=True, stop=stop).troubles)

    worker = threading.Thread(target=work)
    worker.start()
    with wakeline.open(location, settings=hurried) as home:
        ash = home.agent("ash")
        for number in range(6):
            ash.wake()
            an_exchange(ash, number)
            ash.end(summary=f"summary {number}")
            assert ash.settle().failed == ()
        stop.set()
        worker.join(PATIENCE)
        assert not worker.is_alive()
        assert troubles == [0]
        assert ash.settle().failed == ()
        assert (jobs_of(ash), claims_of(ash)) == ({}, [])
        report = ash.verify()
        assert report.ok, [check for check in report.checks if not check.ok]
