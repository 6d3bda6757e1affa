"""`wakeline hook claude-code` as a new process against the bare interpreter, on the largest home.

Three events of one session: its start, a prompt that full text finds something for, and an
answer. Each run of a start is a session of its own, which is ended, untimed, before the next.
Then the same while `wakeline mcp` runs, which they are handed to; of a prompt, what is left
when the recall by meaning is taken off, as the same flow takes in a process that is warm.
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
from bench.timing import Spread, seconds_of, side_by_side, spread
from wakeline.flows.recall.prompt_by_meaning import prompt_context_by_meaning
from wakeline.interfaces.warm.client import SOCKET

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
    """One line an event, without a warm process and with one."""
    size, runs = bench.plan.sizes[-1], bench.plan.processes
    bench.say(f"hooks as new processes, {runs} times each, {size:,} episodes")
    with copied(bench, size) as home:
        found = [_beside(home, size, runs, name) for name in TARGETS]
        recall = _recall(home, runs)
        with _warm(home):
            return [*found, *(_beside_warm(home, size, runs, name, recall) for name in TARGETS)]


def _beside_warm(home: Path, size: int, runs: int, name: str, recall: Spread) -> Finding:
    """An event that is handed to a process that is warm."""
    found = _beside(home, size, runs, name)._replace(
        name=f"hook.{name}.warm.{size}", title=f"hook {name}, new process, mcp running", target=None
    )
    assert found.other is not None
    if name != PROMPT:
        return found
    promised = (BEYOND_RECALL * found.other.p50 + recall.p50) / found.other.p50
    about = f"at most {BEYOND_RECALL:.0f}x and the recall, {promised:.1f}x"
    details = {**(found.details or {}), "recall by meaning, p50 ms": round(recall.p50, 2)}
    return found._replace(target=Target("ratio", "most", promised, about), details=details)


def _recall(home: Path, runs: int) -> Spread:
    """What recall by meaning takes in a process that has loaded what it needs."""
    with open_home(home) as place:
        agent = place.agent(AGENT)

        def asked(question: str) -> object:
            return prompt_context_by_meaning(agent.place, question, session_id=None, budget=600)

        asked(Writer(SEED).question())
        questions = [Writer(seed).question() for seed in range(runs)]
        return spread([seconds_of(asked, q) for q in questions])


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
        yield
        assert process.stdin is not None
        process.stdin.close()


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
