"""`wake --json` as a new process against the bare interpreter, at growing sizes.

Each wake opens a session, which is part of what is timed. Between two runs the session is
ended, untimed, and the home closed: the next process finds what an agent's next process
finds, one handoff to read and nobody else at home.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from bench.findings import Bench, Finding, Target, WentWrong
from bench.homes import AGENT, copied, open_home
from bench.timing import side_by_side, spread

WARM_UP = 3
TARGET = Target("ratio", "most", 6.0, "at most 6x")
NOTHING = [sys.executable, "-c", "pass"]


def measure(bench: Bench) -> list[Finding]:
    """One line a size; the promise is about the largest."""
    found = []
    for size in bench.plan.sizes:
        bench.say(f"wake --json as a new process, {bench.plan.processes} times, {size:,} episodes")
        with copied(bench, size) as home:
            target = TARGET if size == bench.plan.sizes[-1] else None
            found.append(_beside(home, size, bench.plan.processes, target))
    return found


def _beside(home: Path, size: int, runs: int, target: Target | None) -> Finding:
    command = _command(home)
    answers: list[bytes] = []
    modules = _modules(command, home)
    _end(home, modules.answer)
    mine, theirs = side_by_side(
        lambda _: answers.append(_run(command, home).stdout),
        lambda _: _run(NOTHING, home),
        runs=runs,
        warm_up=WARM_UP,
        between=lambda: _end(home, answers[-1]),
    )
    bare = _modules(NOTHING, home)
    more = [name for name in modules.names if name not in set(bare.names)]
    return Finding(
        name=f"wake.process.{size}",
        title="wake --json, new process",
        unit="ms",
        ours=spread(mine),
        against="python -c pass",
        other=spread(theirs),
        target=target,
        episodes=size,
        details={
            "runs": len(mine),
            "modules_loaded": len(more),
            "own_modules_loaded": sum(name.startswith("wakeline") for name in more),
            "modules": more,
        },
    )


class Loaded:
    """The modules that a process loaded, in order, and what it answered."""

    def __init__(self, done: subprocess.CompletedProcess[bytes]) -> None:
        lines = done.stderr.decode().splitlines()
        timed = [line for line in lines if line.startswith("import time:")]
        self.names = [line.rsplit("|", 1)[1].strip() for line in timed[1:]]
        self.answer = done.stdout


def _modules(command: list[str], home: Path) -> Loaded:
    return Loaded(_run([command[0], "-X", "importtime", *command[1:]], home))


def _command(home: Path) -> list[str]:
    return [sys.executable, "-m", "wakeline", "wake", AGENT, "--json", "--home", str(home)]


def _run(command: list[str], home: Path) -> subprocess.CompletedProcess[bytes]:
    done = subprocess.run(command, capture_output=True, check=False, cwd=home, env=_environment())
    if done.returncode != 0:
        raise WentWrong(f"{command[1:4]} ended with {done.returncode}: {done.stderr.decode()}")
    return done


def _environment() -> dict[str, str]:
    """Ours without what would slow down or change a Python that users start."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "WAKELINE_")) or name in ("PYTHONHOME", "PYTHONPATH")
    }


def _end(home: Path, answer: bytes) -> None:
    with open_home(home) as opened:
        opened.agent(AGENT).end(session_id=json.loads(answer)["session_id"])
