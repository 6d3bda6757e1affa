"""`wakeline hook claude-code` as a new process against the bare interpreter, on the largest home.

Three events of one session: its start, a prompt that full text finds something for, and an
answer. Each run of a start is a session of its own, which is ended, untimed, before the next.
Then the prompt once more while `wakeline mcp` runs, which it asks for what is near in meaning.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from bench.findings import Bench, Finding, Target, WentWrong
from bench.homes import AGENT, copied, open_home
from bench.texts import Writer
from bench.timing import side_by_side, spread
from wakeline.interfaces.warm.asking import SOCKET, ask

WARM_UP = 3
NOTHING = [sys.executable, "-c", "pass"]
TARGETS = {
    "SessionStart": Target("ratio", "most", 6.0, "at most 6x"),
    "Stop": Target("ratio", "most", 5.0, "at most 5x"),
    "UserPromptSubmit": Target("ratio", "most", 10.0, "at most 10x"),
}
SEED = 77
SECONDS = 120.0  # for a process to load what it answers from
PROMPT = "UserPromptSubmit"
BEYOND_RECALL = 3.0  # times the bare interpreter, promised beyond the recall of the warm process


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
        found = [_beside(home, size, bench.plan.processes, name) for name in TARGETS]
        with _warm(home):
            return [*found, _beside_warm(home, size, bench.plan.processes)]


def _beside_warm(home: Path, size: int, runs: int) -> Finding:
    """A prompt whose hook asks a process that is warm, and what that process takes of it."""
    found = _beside(home, size, runs, PROMPT)
    asked = spread([_asked(home, seed) for seed in range(runs)])
    assert found.other is not None
    beyond = (found.ours.p50 - asked.p50) / found.other.p50
    details = {
        **(found.details or {}),
        "asking, p50 ms": round(asked.p50, 2),
        "beyond asking": f"{beyond:.1f}x",
        "promised beyond asking": f"{BEYOND_RECALL:.0f}x",
    }
    return found._replace(
        name=f"hook.{PROMPT}.warm.{size}",
        title=f"hook {PROMPT}, new process, mcp running",
        target=None,
        details=details,
    )


@contextmanager
def _warm(home: Path) -> Iterator[None]:
    """While `wakeline mcp` runs in the home and has loaded what it answers from."""
    words = ["mcp", "--agent", AGENT, "--home", str(home)]
    with subprocess.Popen(
        [sys.executable, "-m", "wakeline", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=_environment(),
    ) as process:
        until = time.monotonic() + SECONDS
        while not (home / SOCKET).exists():
            if time.monotonic() > until:
                raise WentWrong("no process of the home answers")
            time.sleep(0.05)
        _asked(home, SEED)
        yield
        assert process.stdin is not None
        process.stdin.close()


def _asked(home: Path, seed: int) -> float:
    """How long a question to the warm process takes, in seconds."""
    with open_home(home) as place:
        known = place.agent(AGENT).identity
    question = {"tenant": "default", "agent": known.name, "agent_id": known.id, "budget": 600}
    about = {"prompt": Writer(seed).question(), "session_id": None}
    begun = time.perf_counter()
    if ask(str(home), {**question, **about}, seconds=SECONDS) is None:
        raise WentWrong("the warm process gave no answer")
    return time.perf_counter() - begun


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
