"""How fast turns are consolidated, whether that grows with them, and what `record` notices of it.

Every fifth turn says something that is kept: half of it new, some again, some the contrary of
what was said before. The rest is ordinary talk.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from bench.findings import Bench, Finding, Target, WentWrong
from bench.homes import AGENT, PERSON, events, open_home
from bench.texts import Writer
from bench.timing import Spread, seconds_of, spread

TELLING = 5  # one turn of so many
TOWNS = ("Porto", "Lisbon", "Faro", "Braga", "Lyon", "Ghent", "Bremen", "Graz", "Turin", "Riga")
LINEAR = Target("ratio", "least", 0.7, "as many a second, at least 0.7x")
UNNOTICED = Target("ratio", "most", 1.2, "at most 1.2x")
RUN = """
import sys, wakeline
with wakeline.open(sys.argv[1]) as home:
    print("begun", flush=True)
    home.agent(sys.argv[2]).consolidate()
"""


# What any process beside costs that touches nothing of the home.
BURN = """
print("begun", flush=True)
while True:
    sum(range(10_000))
"""


def measure(bench: Bench) -> list[Finding]:
    """The rate at each size, beside that of the smallest; then `record` beside a run."""
    found: list[Finding] = []
    for size in bench.plan.consolidated:
        bench.say(f"consolidate, {size:,} turns")
        rate, details = _rate(bench, size)
        smallest = found[0] if found else None
        found.append(
            Finding(
                name=f"consolidate.{size}",
                title="consolidate, by rules",
                unit="events/s",
                ours=rate,
                against=f"at {bench.plan.consolidated[0]:,} turns" if smallest else "",
                other=smallest.ours if smallest else None,
                target=LINEAR if smallest else None,
                episodes=size,
                details=details,
            )
        )
    bench.say("record while a consolidation runs")
    found.append(_beside(bench, bench.plan.consolidated[-1]))
    return found


def said(count: int, *, seed: int) -> Iterator[dict[str, Any]]:
    """Turns of conversations in which some things are worth keeping."""
    chance = Random(seed)
    for number, event in enumerate(events(count, seed=seed)):
        if number % (2 * TELLING) == 0:  # the person speaks at even numbers
            thing = f"{chance.choice(('old', 'new', 'rare'))} maps of {chance.randrange(count)}"
            event["text"] = chance.choice(
                (
                    f"I live in {chance.choice(TOWNS)}, as you know.",
                    f"I moved to {chance.choice(TOWNS)} this week!",
                    f"I love {thing}.",
                    f"I hate {thing}.",
                    "I really enjoy long walks.",
                )
            )
        elif number % TELLING == 0:
            event["text"] = f"I will look at map {chance.randrange(count)}."
        yield event


@contextmanager
def _told(bench: Bench, size: int) -> Iterator[Path]:
    """A home whose agent was told so much and has consolidated nothing."""
    folder = bench.folder / "copies" / f"told-{size}"
    shutil.rmtree(folder, ignore_errors=True)
    with open_home(folder, "OFF") as opened:
        opened.agent(AGENT, person=PERSON).observe_many(said(size, seed=9))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def _rate(bench: Bench, size: int) -> tuple[Spread, dict[str, Any]]:
    with _told(bench, size) as folder, open_home(folder) as opened:
        agent = opened.agent(AGENT)
        agent.status()
        done: list[Any] = []
        seconds = seconds_of(lambda: done.append(agent.consolidate()))
        again = agent.consolidate()
    if done[0].turns != size or again.turns:
        raise WentWrong(f"of {size} turns {done[0].turns} were read, and {again.turns} again")
    counts = {name: getattr(done[0], name) for name in ("inserted", "merged", "superseded")}
    return Spread(size / seconds), {"seconds": seconds, **counts}


class Waits:
    """How long a store waits for whoever else writes, one number a transaction."""

    def __init__(self, store: Any) -> None:
        self.seconds: list[float] = []
        self._lock = vars(store)["_lock"]
        vars(store)["_lock"] = self

    def __enter__(self) -> Any:
        began = perf_counter()
        found = self._lock.__enter__()
        self.seconds.append(perf_counter() - began)
        return found

    def __exit__(self, *how: object) -> Any:
        return self._lock.__exit__(*how)

    def close(self) -> None:
        self._lock.close()

    def taken(self) -> float:
        """Seconds that were waited since this was last asked."""
        found, self.seconds = sum(self.seconds), []
        return found


def _beside(bench: Bench, size: int) -> Finding:
    """`record` alone, beside a process that only computes, and beside a consolidation."""
    writer = Writer(13)
    exchanges = [writer.exchange() for _ in range(bench.plan.records)]
    with _told(bench, size) as folder, open_home(folder) as opened:
        agent = opened.agent(AGENT)
        agent.wake()
        for pair in exchanges[:20]:
            agent.record(*pair)
        waits = Waits(agent.place.store)
        alone = [seconds_of(agent.record, *pair) for pair in exchanges]
        waited = {"alone": waits.taken() / sum(alone)}
        with _running(BURN) as burning:
            computing = [seconds_of(agent.record, *pair) for pair in exchanges]
            burning.terminate()
        waited["computing"] = waits.taken() / sum(computing)
        beside: list[float] = []
        with _running(RUN, str(folder), AGENT) as run:
            for pair in exchanges * 50:
                beside.append(seconds_of(agent.record, *pair))
                if run.poll() is not None:
                    break
        waited["consolidating"] = waits.taken() / sum(beside)
    if run.returncode:
        raise WentWrong("the consolidation beside which turns were recorded failed")
    control = spread(computing)
    return Finding(
        name="consolidate.record",
        title="record while consolidating",
        unit="ms",
        ours=spread(beside),
        against="record alone",
        other=spread(alone),
        target=UNNOTICED,
        episodes=size,
        details={
            "recorded": len(beside),
            "beside_a_process_that_only_computes": control._asdict(),
            "share_of_time_that_waits_for_the_lock": waited,
        },
    )


@contextmanager
def _running(program: str, *given: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process beside, from when it has begun until it has ended."""
    process = subprocess.Popen(
        [sys.executable, "-c", program, *given], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.readline()
    try:
        yield process
    finally:
        process.communicate()
