"""A long life, lived on a fixed clock: how long that takes, and whether its wakes grow slower."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import timedelta
from time import perf_counter
from typing import NamedTuple

import wakeline
from bench import long_life
from bench.findings import Bench, Finding, Target
from bench.timing import Spread, side_by_side, spread
from wakeline.base.clock import FixedClock

WEEK = 7
WARM_UP = 3
FLAT = Target("ratio", "most", 1.5, "at most 1.5x")
SOON = Target("slowest", "most", 120_000.0, "at most two minutes")


class Sleeper(NamedTuple):
    """An agent that has lived so long, and its clock."""

    agent: wakeline.Agent
    clock: FixedClock
    lived: long_life.Lived
    seconds: float

    def wake(self) -> object:
        self.clock.advance(timedelta(hours=5))
        return self.agent.wake(thread="garden")


def measure(bench: Bench) -> list[Finding]:
    """The whole life, and the wakes after it beside those after its first week."""
    sessions, days = bench.plan.life
    per_week = max(1, sessions * WEEK // days)
    with ExitStack() as opened:
        whole = _lived(bench, opened, "whole", sessions, days)
        week = _lived(bench, opened, "week", per_week, WEEK)
        bench.say(f"waking {bench.plan.wakes} times")
        ours, other = side_by_side(
            lambda _: whole.wake(), lambda _: week.wake(), runs=bench.plan.wakes, warm_up=WARM_UP
        )
    details = {"sessions": sessions, "days": days, "turns": whole.lived.turns}
    return [
        Finding(
            name="life.seconds",
            title=f"{sessions} sessions in {days} days",
            unit="ms",
            ours=Spread(1000 * whole.seconds, slowest=1000 * whole.seconds),
            against="",
            other=None,
            target=SOON,
            episodes=whole.lived.turns,
            details=details,
        ),
        Finding(
            name="life.wake",
            title=f"wake after {days} days",
            unit="ms",
            ours=spread(ours),
            against="after a week",
            other=spread(other),
            target=FLAT,
            episodes=whole.lived.turns,
            details=details,
        ),
    ]


def _lived(bench: Bench, opened: ExitStack, name: str, sessions: int, days: int) -> Sleeper:
    bench.say(f"living {sessions} sessions in {days} days")
    clock = FixedClock(long_life.BEGIN)
    home = opened.enter_context(wakeline.open(str(bench.folder / f"life-{name}"), clock=clock))
    begun = perf_counter()
    lived = long_life.live(home, clock, "ash", sessions=sessions, days=days)
    return Sleeper(home.agent("ash"), clock, lived, perf_counter() - begun)
