"""Forty sessions of a coding agent through the program itself: every hook a process, every crash a
kill -9 of the host or of a hook, compactions, two terminals at once, and actions under guards.

The script knows what was said and done. Afterwards every exchange is in the log once, no action
was done twice, and each session woke with what the one before it in its project had left.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests.interfaces.hook_host import Claude, Desktop
from wakeline.store.hook_state import HookState

SESSIONS = 40
SEED = 11


class Host(Claude):
    """A session of the host in a process of its own, which runs the real program."""

    def __init__(self, desktop: Desktop, cwd: str) -> None:
        super().__init__(desktop, cwd)
        super().crash()  # the process that stands for a host elsewhere; here it is a real one
        self.rng = random.Random(f"{SEED} {len(desktop.hosts)}")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.interfaces.host_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )

    def run(self, *words: str, stdin: str = "", kill_after: float | None = None) -> dict[str, Any]:
        """Run the program below the host's process; it may be killed on its way."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        asked = {
            "words": [*words, "--home", self.desktop.home],
            "stdin": stdin,
            "kill_after": kill_after,
        }
        self.process.stdin.write(json.dumps(asked).encode() + b"\n")
        self.process.stdin.flush()
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def fire(self, name: str, **fields: Any) -> str:
        told = self.answer(name, **fields)
        return str(told.get("additionalContext", ""))

    def write(self, kind: str, text: str, *, message: Any = None, **more: Any) -> None:
        self.desktop.clock.set(datetime.now(UTC))  # as the hooks' own clock
        super().write(kind, text, message=message, **more)

    def answer(self, name: str, **fields: Any) -> dict[str, Any]:
        may_die = name in ("UserPromptSubmit", "Stop") and self.rng.random() < 0.15
        ran = self.run(
            "hook",
            "claude-code",
            "--agent",
            "ash",
            stdin=json.dumps(self.event(name, **fields)),
            kill_after=self.rng.random() * 0.2 if may_die else None,
        )
        if ran["code"] < 0:
            return {}
        assert ran["code"] == 0
        told: dict[str, Any] = json.loads(ran["out"]).get("hookSpecificOutput", {})
        return told

    def crash(self) -> None:
        self.process.kill()
        self.process.communicate()


class Day:
    """What the script did, against which everything is held afterwards."""

    def __init__(self, desktop: Desktop, terminal: ThreadPoolExecutor) -> None:
        self.desktop, self.terminal = desktop, terminal
        self.rng = random.Random(SEED)
        self.said: list[str] = []
        self.left: dict[str, str] = {}  # the last word of each project
        self.acts: Counter[str] = Counter()  # how often each guarded action was done
        self.torn: set[str] = set()  # those whose host was killed in between
        self.beside: Host | None = None

    def session(self, number: int) -> None:
        """One session in one of two projects, until its end or its crash."""
        project = self.desktop.project(self.rng.choice(["shop", "mill"]))
        host = Host(self.desktop, project)
        context = host.start()
        assert self.left.get(project, "") in context, (number, context)
        for key in self.torn:
            assert f"({key}): nobody knows" in context, (number, key, context)
        self.talk(host, f"zorp{number}")
        self.left[project] = f"zorp{number}"
        if self.rng.random() < 0.25:
            told = host.compact("In short.")
            assert f"zorp{number}" in told
            assert not self.acts or "[DO NOT REPEAT]" in told
        is_killed = self.rng.random() < 0.4
        self.act(host, number, is_killed=is_killed)
        host.crash() if is_killed else host.end()

    def talk(self, host: Host, word: str) -> None:
        """One exchange, and one in the other terminal at the same time if there is one."""
        there = None
        if self.beside is not None:
            there = self.terminal.submit(exchange, self.beside, f"{word}beside")
        self.said += exchange(host, word)
        if there is not None:
            self.said += there.result()

    def act(self, host: Host, number: int, *, is_killed: bool) -> None:
        """Do something that must not be done twice, or try to do something again."""
        if number % 3:
            if self.acts:
                self.try_again(host, self.rng.choice(sorted(self.acts)))
            return
        key = f"mail{number}"
        assert claimed(host, key)
        self.acts[key] += 1
        if is_killed:
            self.torn.add(key)
        else:
            assert host.run("guards", "done", key, "--json")["code"] == 0

    def try_again(self, host: Host, key: str) -> None:
        if claimed(host, key):
            self.acts[key] += 1
        call = {"command": f"send {key} now"}
        told = host.answer("PreToolUse", tool_name="Bash", tool_input=call)
        assert told["permissionDecision"] == ("ask" if key in self.torn else "deny"), (key, told)

    def go_on_beside(self) -> None:
        """Open the second terminal, or close it."""
        if self.rng.random() < 0.5:
            return
        if self.beside is not None:
            self.beside.end()
            self.beside = None
            return
        self.beside = Host(self.desktop, self.desktop.project("attic"))
        self.beside.start()

    def look(self) -> None:
        """A person looks what became of something: not everything may stay unknown for ever."""
        if len(self.torn) <= 3:
            return
        key = min(self.torn)
        self.torn.remove(key)
        with wakeline.open(self.desktop.home) as home:
            self.desktop.agent(home).guards.resolve(key, "done", reason="the receiver has it")


def exchange(host: Host, word: str) -> list[str]:
    """One exchange with a word that no other has, whatever happens to its hooks."""
    question, answer = f"Please look after {word}.", f"The matter of {word} is settled."
    host.ask(question, hook=host.rng.random() > 0.15)
    host.reply(answer, hook=host.rng.random() > 0.15)
    return [question, answer]


def claimed(host: Host, key: str) -> bool:
    """Whether the guard lets an action be done now."""
    about = ("--tool", "Bash", "--pattern", f"send {key}")
    ran = host.run("guards", "claim", "ash", key, f"the sending of {key}", *about, "--json")
    assert ran["code"] in (0, 4), ran
    return bool(ran["code"] == 0)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.feature("E9", "X48")
def test_forty_sessions_lose_nothing_repeat_nothing_and_hear_from_each_other(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WAKELINE_HOOK_SETTLE", "false")
    with ThreadPoolExecutor(1) as terminal:
        day = Day(desktop, terminal)
        for number in range(SESSIONS):
            day.session(number)
            day.go_on_beside()
            day.look()
    if day.beside is not None:
        day.beside.end()
    last = Host(desktop, desktop.project("shop"))
    last.start()
    last.end()
    said = Counter(text for _, text in desktop.said())
    assert said == Counter(day.said)
    assert set(said.values()) == {1}
    assert len(day.acts) > 10
    assert set(day.acts.values()) == {1}
    assert day.torn, "the script has claims whose host was killed"
    with wakeline.open(desktop.home) as home:
        states = {guard.key: guard.state for guard in desktop.agent(home).guards.all()}
    assert states == {key: "unknown" if key in day.torn else "done" for key in day.acts}
    assert HookState(desktop.home, is_database=False).spooled_events() == []
