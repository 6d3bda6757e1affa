"""How `record`, `recall` and `wake` grow with the log, called inside one process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bench.findings import Bench, Finding
from bench.homes import AGENT, copied, open_home
from bench.texts import Writer
from bench.timing import Spread, seconds_of, spread
from wakeline.engine import Agent

Measured = tuple[Spread, dict[str, float]]


def measure(bench: Bench) -> list[Finding]:
    """Every operation at every size, beside itself at the smallest."""
    found: list[Finding] = []
    first: dict[str, Spread] = {}
    for size in bench.plan.sizes:
        bench.say(f"record, recall and wake inside one process, {size:,} episodes")
        for name, take in OPERATIONS.items():
            with copied(bench, size) as home:
                taken, details = take(bench, home)
            smallest = first.setdefault(name, taken)
            found.append(
                Finding(
                    name=f"growth.{name}.{size}",
                    title=TITLES[name],
                    unit="ms",
                    ours=taken,
                    against="" if taken is smallest else f"at {bench.plan.sizes[0]:,} episodes",
                    other=None if taken is smallest else smallest,
                    episodes=size,
                    details=dict(details),
                )
            )
    return sorted(found, key=lambda finding: list(TITLES.values()).index(finding.title))


def _record(bench: Bench, home: Path) -> Measured:
    writer = Writer(11)
    with open_home(home) as opened:
        agent = opened.agent(AGENT)
        agent.wake()
        first = seconds_of(agent.record, *writer.exchange(), thread="garden")
        exchanges = [writer.exchange() for _ in range(bench.plan.records)]
        taken = [seconds_of(agent.record, *pair, thread="garden") for pair in exchanges]
    return spread(taken), {"first_ms": first * 1000}


def _recall(bench: Bench, home: Path) -> Measured:
    writer = Writer(12)
    questions = [writer.question() for _ in range(bench.plan.questions)]
    with open_home(home) as opened:
        agent = opened.agent(AGENT)
        agent.status()
        first = seconds_of(agent.recall, "the garden gate and the frost")
        taken = [seconds_of(agent.recall, text) for text in questions]
    return spread(taken), {"first_ms": first * 1000}


def _wake(bench: Bench, home: Path) -> Measured:
    with open_home(home) as opened:
        agent = opened.agent(AGENT)
        agent.status()
        first = _wake_once(agent)
        taken = [_wake_once(agent) for _ in range(bench.plan.wakes)]
    return spread(taken), {"first_ms": first * 1000}


def _wake_once(agent: Agent) -> float:
    """One wake; the session is ended after it, untimed."""
    taken = seconds_of(agent.wake)
    agent.end()
    return taken


OPERATIONS: dict[str, Callable[[Bench, Path], Measured]] = {
    "record": _record,
    "recall": _recall,
    "wake": _wake,
}
TITLES = {
    "record": "record, in process",
    "recall": "recall, in process",
    "wake": "wake, in process",
}
