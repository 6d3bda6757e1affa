"""`wakeline hook claude-code` as a new process against the bare interpreter, on the largest home.

Three events of one session: its start, a prompt that full text finds something for, and an
answer. Each run of a start is a session of its own, which is ended, untimed, before the next.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

from bench.findings import Bench, Finding, Target, WentWrong
from bench.homes import AGENT, copied
from bench.texts import Writer
from bench.timing import side_by_side, spread

WARM_UP = 3
NOTHING = [sys.executable, "-c", "pass"]
TARGETS = {
    "SessionStart": Target("ratio", "most", 6.0, "at most 6x"),
    "Stop": Target("ratio", "most", 5.0, "at most 5x"),
    "UserPromptSubmit": Target("ratio", "most", 10.0, "at most 10x"),
}
SEED = 77


class Host:
    """A coding agent of which nothing is seen but its events."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._command = [sys.executable, "-m", "wakeline", "hook", "claude-code"]
        self._command += ["--agent", AGENT, "--home", str(home)]
        self._sessions = count(1)
        self._writer = Writer(SEED)
        self.session = ""
        self.answer: dict[str, Any] = {}

    def begin(self) -> None:
        """A session that is not timed."""
        self.session = f"bench-{next(self._sessions)}"

    def fire(self, name: str) -> None:
        fields = {"source": "startup"}
        if name == "UserPromptSubmit":
            fields = {"prompt": self._writer.question()}
        elif name == "Stop":
            fields = {"last_assistant_message": self._writer.text()}
        event = {"hook_event_name": name, "session_id": self.session, "cwd": str(self._home)}
        done = subprocess.run(
            self._command,
            input=json.dumps({**event, **fields}).encode(),
            capture_output=True,
            check=False,
            cwd=self._home,
            env=_environment(),
        )
        if done.returncode != 0 or done.stderr:
            raise WentWrong(f"{name} ended with {done.returncode}: {done.stderr.decode()}")
        self.answer = json.loads(done.stdout)


def measure(bench: Bench) -> list[Finding]:
    """One line an event."""
    size = bench.plan.sizes[-1]
    bench.say(f"hooks as new processes, {bench.plan.processes} times each, {size:,} episodes")
    with copied(bench, size) as home:
        return [_beside(home, size, bench.plan.processes, name) for name in TARGETS]


def _beside(home: Path, size: int, runs: int, name: str) -> Finding:
    host = Host(home)
    host.begin()
    if name != "SessionStart":
        host.fire("SessionStart")
    heard = 0

    def between() -> None:
        nonlocal heard
        heard += bool(host.answer)
        if name == "SessionStart":
            host.fire("SessionEnd")
            host.begin()

    mine, theirs = side_by_side(
        lambda _: host.fire(name),
        lambda _: subprocess.run(NOTHING, check=True, capture_output=True, env=_environment()),
        runs=runs,
        warm_up=WARM_UP,
        between=between,
    )
    return Finding(
        name=f"hook.{name}.{size}",
        title=f"hook {name}, new process",
        unit="ms",
        ours=spread(mine),
        against="python -c pass",
        other=spread(theirs),
        target=TARGETS[name],
        episodes=size,
        details={"runs": len(mine), "put before the agent": heard},
    )


def _environment() -> dict[str, str]:
    """Ours without what would slow down or change a Python that users start."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "WAKELINE_")) or name in ("PYTHONHOME", "PYTHONPATH")
    }
    return {**kept, "WAKELINE_HOOK_SETTLE": "false"}
