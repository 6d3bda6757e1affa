"""A coding agent as its hooks and its transcript show it: what it says is known to the test."""

from __future__ import annotations

import json
import subprocess
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import wakeline
from tests.builders import QUICK, START
from wakeline.base.clock import FixedClock, stored_moment
from wakeline.base.process import boot_id, host_name, process_start
from wakeline.interfaces.hook.respond import respond
from wakeline.model.log import Episode
from wakeline.model.session import Holder
from wakeline.ports.store import View

EVERYTHING = 1 << 62


class Desktop:
    """One person's machine: a home with an agent in it, folders to work in, a clock."""

    def __init__(self, folder: Path, location: str | None = None) -> None:
        self.folder = folder
        self.home = location or str(folder / "home")
        self.clock = FixedClock(START)
        self.hosts: list[Claude] = []
        with wakeline.open(self.home, clock=self.clock, settings=QUICK) as home:
            home.agent("ash", person="Mel").place  # noqa: B018 - opening makes the agent

    def project(self, name: str = "shop", branch: str = "main") -> str:
        """A folder with a repository in it."""
        git = self.folder / name / ".git"
        git.mkdir(parents=True, exist_ok=True)
        (git / "HEAD").write_text(f"ref: refs/heads/{branch}\n")
        return str(git.parent)

    def log(self) -> list[Episode]:
        """Every turn, in order."""
        bounds = {"after": 0, "through": EVERYTHING, "limit": 10_000}
        with self.reading() as view:
            return view.all(Episode, "log.episodes_between", **bounds)

    @contextmanager
    def reading(self) -> Iterator[View]:
        """The agent's rows as they are now."""
        with (
            wakeline.open(self.home, settings=QUICK) as home,
            self.agent(home).place.store.reading() as view,
        ):
            yield view

    def said(self) -> list[tuple[str, str]]:
        """Who said what, in order, but for tools."""
        return [(turn.role, turn.text) for turn in self.log() if turn.kind == "conversation"]

    def close(self) -> None:
        for host in self.hosts:
            host.crash()

    def agent(self, home: wakeline.Home) -> wakeline.Agent:
        return home.agent("ash", create=False)


class Claude:
    """One session of the host, from its start to its end or its crash."""

    def __init__(self, desktop: Desktop, cwd: str, *, id: str | None = None) -> None:
        self.desktop = desktop
        self.cwd = cwd
        self.id = id or str(uuid.uuid4())
        self.transcript = desktop.folder / "transcripts" / f"{self.id}.jsonl"
        self.transcript.parent.mkdir(exist_ok=True)
        desktop.hosts.append(self)
        # A process of its own, so that its death can be seen.
        self.process = subprocess.Popen(["sleep", "600"])
        number = self.process.pid
        self.holder = Holder("host", host_name(), boot_id(), number, process_start(number))

    def fire(self, name: str, **fields: Any) -> str:
        """Fire an event. What is put before the agent."""
        self.desktop.clock.advance(timedelta(seconds=1))
        answer = respond(
            json.dumps(self.event(name, **fields)).encode(),
            home=self.desktop.home,
            agent="ash",
            holder=self.holder,
            clock=self.desktop.clock,
        )
        if not answer:
            return ""
        assert answer["hookSpecificOutput"]["hookEventName"] == name
        context: str = answer["hookSpecificOutput"]["additionalContext"]
        return context

    def event(self, name: str, **fields: Any) -> dict[str, Any]:
        return {
            "session_id": self.id,
            "transcript_path": str(self.transcript),
            "cwd": self.cwd,
            "hook_event_name": name,
            **fields,
        }

    def start(self, source: str = "startup") -> str:
        return self.fire("SessionStart", source=source, model="claude-opus-4-8")

    def ask(self, text: str, *, hook: bool = True, **fields: Any) -> str:
        """The person asks; the host writes it down and fires its hook."""
        self.desktop.clock.advance(timedelta(seconds=40))
        self.write("user", text)
        return self.fire("UserPromptSubmit", prompt=text, **fields) if hook else ""

    def reply(self, text: str, *, hook: bool = True, on_the_way: str = "Let me look.") -> None:
        """The agent answers, after having said something on the way."""
        self.desktop.clock.advance(timedelta(seconds=20))
        self.write("assistant", on_the_way, message={"id": str(uuid.uuid4())})
        self.write("assistant", text, message={"id": str(uuid.uuid4())})
        if hook:
            self.fire("Stop", stop_hook_active=False, last_assistant_message=text)

    def compact(self, summary: str = "So far so good.") -> str:
        self.fire("PreCompact", trigger="auto", custom_instructions=None)
        self.fire("PostCompact", trigger="auto", compact_summary=summary)
        return self.start("compact")

    def end(self) -> None:
        self.fire("SessionEnd", reason="prompt_input_exit")
        self.crash()

    def crash(self) -> None:
        self.process.kill()
        self.process.wait()

    def write(self, kind: str, text: str, *, message: Any = None, **more: Any) -> None:
        """One line of the transcript."""
        role = {"role": kind, "content": [{"type": "text", "text": text}]}
        line = {
            "type": kind,
            "uuid": str(uuid.uuid4()),
            "sessionId": self.id,
            "cwd": self.cwd,
            "isSidechain": False,
            "timestamp": stored_moment(self.desktop.clock.now()),
            "message": {**role, **(message or {})},
            **more,
        }
        with self.transcript.open("a") as target:
            target.write(json.dumps(line) + "\n")
