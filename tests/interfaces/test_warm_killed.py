"""A warm process that takes the hooks' events dies again and again: each turn is kept once."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import wakeline
from tests.interfaces.hook_host import EVERYTHING
from tests.interfaces.program import Program
from wakeline.model.log import Episode

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="a port there; untested"),
]

HOSTS = 4
EXCHANGES = 12
MOST_SECONDS = 120


def texts(host: int, number: int) -> tuple[str, str]:
    return f"Host {host} asks for step {number}.", f"Step {number} of host {host} is done."


def talk(program: Program, host: int) -> None:
    """One host's whole session; each event must be answered with JSON."""
    session = f"host-{host}"

    def tell(name: str, **fields: str) -> None:
        event = {"hook_event_name": name, "session_id": session, **fields}
        answer = program.ok("hook", "claude-code", stdin=json.dumps(event))
        assert isinstance(answer.json, dict)

    tell("SessionStart", source="startup")
    for number in range(EXCHANGES):
        asked, answered = texts(host, number)
        tell("UserPromptSubmit", prompt=asked)
        tell("Stop", last_assistant_message=answered)
    tell("SessionEnd")


def kill_again_and_again(program: Program, over: threading.Event, chance: random.Random) -> int:
    """How many warm processes of the home were killed, each at a moment of its own."""
    killed = 0
    while not over.is_set():
        with subprocess.Popen(
            [sys.executable, "-m", "wakeline", "mcp", "--home", program.home],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=program.environment(),
        ) as process:
            over.wait(chance.uniform(1.5, 4.0))  # it listens after about a second
            os.kill(process.pid, signal.SIGKILL)
            process.wait(MOST_SECONDS)
            killed += 1
    return killed


def test_no_turn_is_lost_or_kept_twice_while_the_warm_process_is_killed(ash: Program) -> None:
    over = threading.Event()
    with ThreadPoolExecutor(HOSTS + 1) as crew:
        killing = crew.submit(kill_again_and_again, ash, over, random.Random(7))
        try:
            talks = [crew.submit(talk, ash, host) for host in range(HOSTS)]
            for each in talks:
                each.result(MOST_SECONDS)
        finally:
            over.set()
        assert killing.result(MOST_SECONDS) > 1

    ash.ok("status")  # takes in what a dead process left behind
    with wakeline.open(ash.home) as home, home.agent("ash").place.store.reading() as view:
        bounds = {"after": 0, "through": EVERYTHING, "limit": 10_000}
        said = Counter(turn.text for turn in view.all(Episode, "log.episodes_between", **bounds))
    expected = {text for h in range(HOSTS) for n in range(EXCHANGES) for text in texts(h, n)}
    assert {text: said[text] for text in expected if said[text] != 1} == {}
    assert list((Path(ash.home) / "hooks" / "spool").glob("*.json")) == []
    ash.ok("verify")
