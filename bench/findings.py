"""What a measurement found: our figure, what it stands beside, and what was promised."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, NamedTuple

from bench.timing import Spread


class Plan(NamedTuple):
    """How much is measured."""

    sizes: tuple[int, ...]
    record_size: int
    exchanges: int
    events: int
    chunk: int
    processes: int
    wakes: int
    records: int
    questions: int
    crowd: int
    crowd_seconds: float
    memories: tuple[int, int]
    hydrations: int
    swarms: tuple[int, ...]
    swarm_workers: tuple[int, ...]
    swarm_requests: int
    gaps: int
    consolidated: tuple[int, ...]
    life: tuple[int, int]  # sessions, and in how many days
    waiting: int
    job_workers: tuple[int, ...]
    job_seconds: float


WHOLE = Plan(
    sizes=(1_000, 10_000, 100_000),
    record_size=10_000,
    exchanges=2_000,
    events=100_000,
    chunk=10_000,
    processes=41,
    wakes=40,
    records=400,
    questions=100,
    crowd=16,
    crowd_seconds=20.0,
    memories=(1_000, 100_000),
    hydrations=300,
    swarms=(271, 10_000),
    swarm_workers=(1, 2, 4),
    swarm_requests=4_000,
    gaps=10_000,
    consolidated=(1_000, 10_000),
    life=(267, 46),
    waiting=10_000,
    job_workers=(1, 2, 4),
    job_seconds=30.0,
)
QUICK = Plan(
    sizes=(200, 1_000),
    record_size=200,
    exchanges=100,
    events=2_000,
    chunk=1_000,
    processes=5,
    wakes=5,
    records=20,
    questions=10,
    crowd=4,
    crowd_seconds=1.0,
    memories=(100, 400),
    hydrations=20,
    swarms=(3, 12),
    swarm_workers=(1,),
    swarm_requests=48,
    gaps=40,
    consolidated=(100, 300),
    life=(16, 8),
    waiting=60,
    job_workers=(1, 2),
    job_seconds=0.5,
)


class Bench(NamedTuple):
    """Where a run keeps its homes, how much it does, and whom it tells how far it is."""

    folder: Path
    plan: Plan
    say: Callable[[str], None]


class Target(NamedTuple):
    """What was promised: of the figure, of any call, or of what stands beside."""

    of: Literal["ratio", "p95", "difference", "slowest", "value"]
    bound: Literal["most", "least"]
    limit: float
    words: str


class Finding(NamedTuple):
    """One line of the table."""

    name: str
    title: str
    unit: Literal["ms", "events/s", "%"]
    ours: Spread
    against: str = ""
    other: Spread | None = None
    target: Target | None = None
    episodes: int | None = None
    details: dict[str, Any] | None = None

    @property
    def difference(self) -> float | None:
        if self.other is None or self.unit != "ms":
            return None
        return self.ours.p50 - self.other.p50

    @property
    def ratio(self) -> float | None:
        return None if self.other is None else self.ours.p50 / self.other.p50

    @property
    def ratio_of_p95(self) -> float | None:
        if self.other is None or not self.ours.p95 or not self.other.p95:
            return None
        return self.ours.p95 / self.other.p95

    @property
    def met(self) -> bool | None:
        """Whether the promise was kept; None if nothing was promised."""
        if self.target is None:
            return None
        values = {
            "ratio": self.ratio,
            "p95": self.ratio_of_p95,
            "difference": self.difference,
            "slowest": self.ours.slowest,
            "value": self.ours.p50,
        }
        value = values[self.target.of]
        if value is None:
            return None
        limit = self.target.limit
        return value <= limit if self.target.bound == "most" else value >= limit


class Skipped(NamedTuple):
    """A measurement that could not be taken here, and why."""

    name: str
    reason: str


class WentWrong(Exception):
    """A measurement that says nothing, because what was measured did not do its work."""
