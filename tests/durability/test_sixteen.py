"""Many processes write to one agent at once: nobody hears "locked", nobody waits, nothing is lost.

Each process records exchanges as fast as it can and writes down how long every call took.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import wakeline
from tests.builders import PERSON, an_exchange, select
from tests.durability.replay import differences

ROOT = Path(__file__).parents[2]
LONGEST_WAIT = 1.0  # seconds, as the issue has it
CROWDS = [
    pytest.param(4, 3.0, id="4-for-3-seconds"),
    pytest.param(
        16, 20.0, id="16-for-20-seconds", marks=[pytest.mark.slow, pytest.mark.timeout(240)]
    ),
]


class Report(NamedTuple):
    """What one process did: its exchanges, how long each took, and what went wrong."""

    kept: list[tuple[int, str, str]]
    seconds: list[float]
    errors: list[str]


def write_for(location: str, first: int, seconds: float) -> None:
    """The process: a session of its own, exchanges until the time is over, one line of JSON."""
    kept: list[Any] = []
    took: list[float] = []
    errors: list[str] = []
    with wakeline.open(location) as home:
        ash = home.agent("ash", create=False)
        ash.wake()
        print("ready", flush=True)  # noqa: T201 - the parent waits for it
        sys.stdin.readline()
        end = time.monotonic() + seconds
        number = first
        while (begun := time.monotonic()) < end:
            try:
                kept.append((number, *an_exchange(ash, number).ids))
            except Exception as error:
                errors.append(f"{type(error).__name__}: {error}")
            took.append(time.monotonic() - begun)
            number += 1
        print(json.dumps([kept, took, errors]), flush=True)  # noqa: T201 - the report
        # Sixteen interpreters that shut down keep two processors busy; nobody is measured by it.
        sys.stdin.readline()


def crowd(location: str, processes: int, seconds: float) -> list[Report]:
    """Start them all, let them begin together, and collect what they report."""
    program = "import sys; from tests.durability.test_sixteen import write_for; "
    program += "write_for(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", program, location, str(n * 1_000_000), str(seconds)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for n in range(processes)
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    _tell(writers, "go")
    reports = []
    for writer in writers:
        assert writer.stdout is not None
        kept, took, errors = json.loads(writer.stdout.readline())
        reports.append(Report([tuple(each) for each in kept], took, errors))
    _tell(writers, "leave")
    for writer in writers:
        writer.communicate(timeout=60)
        assert writer.returncode == 0
    return reports


def _tell(writers: list[subprocess.Popen[str]], word: str) -> None:
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write(f"{word}\n")
        writer.stdin.flush()


@pytest.mark.parametrize(("processes", "seconds"), CROWDS)
def test_a_crowd_of_writers_loses_nothing_and_nobody_waits_longer_than_a_second(
    location: str, processes: int, seconds: float
) -> None:
    with wakeline.open(location) as home:
        home.agent("ash", person=PERSON).status()
    reports = crowd(location, processes, seconds)
    assert [error for report in reports for error in report.errors] == []
    assert all(report.kept for report in reports), "somebody never had a turn"
    acknowledged = {turn for report in reports for _, *ids in report.kept for turn in ids}
    assert len(acknowledged) == 2 * sum(len(report.kept) for report in reports)
    with wakeline.open(location) as home:
        ash = home.agent("ash", create=False)
        rows = select(ash, "SELECT id, exchange_id, text FROM episodes")
        assert {turn for turn, _, _ in rows} == acknowledged
        assert len(rows) == len(acknowledged)
        assert set(Counter(exchange for _, exchange, _ in rows).values()) == {2}
        assert len({text for _, _, text in rows}) == len(rows), "something is there twice"
        indexes = select(ash, "SELECT exchange_index FROM exchanges ORDER BY created_at, id")
        assert len(indexes) == len(rows) // 2
        assert differences(ash.place.store) == []
        for report in reports:
            number, *ids = report.kept[-1]
            hits = ash.recall(f"question{number} answer{number}", k=3, strategy="fulltext")
            assert {hit.id for hit in hits} == set(ids)
    longest = max(max(report.seconds) for report in reports)
    assert longest <= LONGEST_WAIT, _told(reports)


def _told(reports: list[Report]) -> str:
    took = sorted(seconds for report in reports for seconds in report.seconds)
    each = sorted(len(report.kept) for report in reports)
    return (
        f"{len(took)} calls, {each[0]} to {each[-1]} a process; "
        f"median {took[len(took) // 2]:.4f} s, 99 % {took[len(took) * 99 // 100]:.3f} s, "
        f"longest {took[-5:]}"
    )
