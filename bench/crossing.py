"""What the crossing adds to a wake, and whether it stays the same after ten thousand gaps.

Two agents in folder homes that differ only in how often they have woken; both wake in turns, each
after the same gap with the same changes behind it. Statements are counted as they reach SQLite.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import wakeline
from bench.findings import Bench, Finding, Target
from bench.homes import AGENT, FIRST_DAY, PERSON, TIME_ZONE
from bench.timing import side_by_side, spread
from wakeline.base.clock import FixedClock
from wakeline.engine import Agent

SETTINGS = {"sqlite.synchronous": "OFF"}  # what is measured is the crossing, not the disk
FEW = 10
WARM_UP = 5
FLAT = Target("ratio", "most", 1.5, "at most 1.5x")
MOST_STATEMENTS = 10
OF_THE_CROSSING = (
    "disorientations",
    "gaps",
    "drifts",
    "thresholds",
    "state_vectors",
    "found_names",
)


class Sleeper:
    """An agent that wakes again and again, each time after something has changed."""

    def __init__(self, home: wakeline.Home, clock: FixedClock) -> None:
        self._clock = clock
        self.agent: Agent = home.agent(AGENT, person=PERSON, time_zone=TIME_ZONE)
        self.wakes = 0

    def change(self) -> Any:
        """What others do while it is away."""
        self.wakes += 1
        self._clock.advance(timedelta(hours=5))
        return self.agent.facts.set("staging.host", f"heron{self.wakes}", actor=PERSON)

    def wake(self) -> Any:
        return self.agent.wake()

    def end(self) -> None:
        self.agent.end(summary="over")


def measure(bench: Bench) -> list[Finding]:
    """The wake after many gaps beside the wake after few."""
    many_gaps = bench.plan.gaps
    with _opened(bench.folder / "few") as few, _opened(bench.folder / "many") as many:
        for sleeper, gaps in ((few, FEW), (many, many_gaps)):
            bench.say(f"living through {gaps:,} gaps")
            for _ in range(gaps):
                _live(sleeper)
        bench.say(f"waking {bench.plan.wakes} times")

        # A wake that nobody ended is closed by the next: each has the same gap behind it.
        ours, other = side_by_side(
            lambda _: many.wake(),
            lambda _: few.wake(),
            runs=bench.plan.wakes,
            warm_up=WARM_UP,
            between=lambda: (few.change(), many.change()),
        )
        return [
            Finding(
                name="crossing.growth",
                title=f"wake after {many_gaps:,} gaps",
                unit="ms",
                ours=spread(ours),
                against=f"after {FEW} gaps",
                other=spread(other),
                target=FLAT,
                details={
                    "statements_of_the_crossing": _statements(many),
                    "most_statements": MOST_STATEMENTS,
                },
            )
        ]


def _live(sleeper: Sleeper) -> None:
    sleeper.wake()
    sleeper.end()
    sleeper.change()


@contextmanager
def _opened(folder: Path) -> Iterator[Sleeper]:
    """An agent in a home with a clock of its own."""
    clock = FixedClock(FIRST_DAY)
    with wakeline.open(folder, clock=clock, settings=SETTINGS) as home:
        yield Sleeper(home, clock)


def _statements(sleeper: Sleeper) -> int:
    """How many statements of one wake are the crossing's."""
    sleeper.end()
    sleeper.change()
    seen: list[str] = []

    def trace(_cursor: Any, sql: str, _bindings: Any) -> bool:
        seen.append(sql)
        return True

    connection: Any = sleeper.agent.place.store._connection()  # type: ignore[attr-defined] # noqa: SLF001
    connection.exec_trace = trace
    sleeper.wake()
    connection.exec_trace = None
    return sum(any(name in sql for name in OF_THE_CROSSING) or "gap" in sql for sql in seen)
