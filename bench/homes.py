"""Homes to measure on: an agent that has lived, with a given number of episodes.

Each size is built once through the public API and never opened again; measurements work
on copies. A home is copied only while nobody has it open.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import wakeline
from bench.findings import Bench
from bench.texts import Writer
from wakeline.engine import Agent, Home
from wakeline.flows.identity.documents import write_document
from wakeline.model.memory import MemoryType

AGENT, PERSON, TIME_ZONE = "ash", "Mel", "Europe/Lisbon"
BUILT = "built"
FIRST_DAY = datetime(2026, 1, 5, 8, 0, tzinfo=UTC)
TURNS_A_SESSION = 40
THREADS = ("garden", "house", "release", "invoices", "letters", "music", "travel", "reading")
MEMORY_TYPES: tuple[MemoryType, ...] = (
    "semantic",
    "episodic",
    "relationship",
    "identity",
    "instruction",
)


def database_of(home: Path) -> str:
    """The file in which the agent lives."""
    return str(home / "agents" / AGENT / "memory.db")


def open_home(home: Path, synchronous: str = "FULL", **settings: str) -> Home:
    # A question that comes twice is looked up twice: what is measured is recall.
    fixed = {"sqlite.synchronous": synchronous, "recall.answers": "0"}
    return wakeline.open(home, settings={**fixed, **settings})


def events(count: int, *, seed: int) -> Iterator[dict[str, Any]]:
    """Turns of conversations, as an import brings them: each with its source and its moment."""
    writer = Writer(seed)
    for i in range(count):
        session = i // TURNS_A_SESSION
        yield {
            "text": writer.text(),
            "speaker": PERSON if i % 2 == 0 else "Ash",
            "role": "user" if i % 2 == 0 else "agent",
            "at": FIRST_DAY + timedelta(seconds=i * 97),
            "kind": "conversation",
            "source_id": f"D{session}:{i % TURNS_A_SESSION}",
            "session": f"S{session}",
            "thread": THREADS[session % len(THREADS)],
            "mode": "code" if session % 2 else "chat",  # a hook recalls no chat
        }


@contextmanager
def copied(bench: Bench, size: int) -> Iterator[Path]:
    """A copy of the home of one size, gone when the block ends."""
    source = _built(bench, size)
    target = bench.folder / "copies" / f"{size}"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)
    try:
        yield target
    finally:
        shutil.rmtree(target, ignore_errors=True)


def _built(bench: Bench, size: int) -> Path:
    home = bench.folder / "homes" / f"{size}"
    if not (home / BUILT).exists():
        shutil.rmtree(home, ignore_errors=True)
        bench.say(f"building a home of {size:,} episodes")
        with open_home(home, "OFF") as opened:
            agent = opened.agent(AGENT, person=PERSON, time_zone=TIME_ZONE)
            _furnish(agent)
            agent.observe_many(events(size, seed=size))
            _live(agent)
            agent.settle()
        (home / BUILT).touch()
    return home


def _furnish(agent: Agent) -> None:
    """What an agent of some weeks has: documents, memories, facts, work."""
    writer = Writer(7)
    for kind in ("identity", "personality", "protocol"):
        text = "\n\n".join(writer.text() for _ in range(4))
        write_document(agent.place, kind, text, actor=PERSON, confirmed=True)
    for i in range(60):
        agent.memories.add(
            writer.text(),
            type=MEMORY_TYPES[i % len(MEMORY_TYPES)],
            importance=1 + i % 10,
            pinned=i % 12 == 0,
        )
    for i in range(40):
        agent.facts.set(f"topic.{i}", writer.question(), category="project")
    for i in range(5):
        agent.projects.add(f"project-{i}", title=writer.question())
    for i in range(20):
        agent.tasks.add(writer.question(), project=f"project-{i % 5}")
    for _ in range(6):
        agent.hints.add(writer.question())


def _live(agent: Agent) -> None:
    """Some sessions of its own, each ended with a handoff."""
    writer = Writer(8)
    for i in range(5):
        agent.wake(thread=THREADS[i])
        for _ in range(6):
            user, answer = writer.exchange()
            agent.record(user=user, agent=answer, thread=THREADS[i])
        agent.end(summary=writer.text(), message_to_next=writer.text())
