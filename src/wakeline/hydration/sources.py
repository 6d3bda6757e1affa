"""What each source reads: one short function, one line in the table.

A source takes a snapshot and a moment and returns rows. It does not know the
preset, the budget or how its rows are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from wakeline.hydration.presets import HydrationSource as S
from wakeline.model.agenda import Hint, Project, Task
from wakeline.model.memory import Fact, Memory
from wakeline.model.session import Handoff
from wakeline.ports.store import View

Source = Callable[[View, datetime], Sequence[Any]]

IDENTITY_MEMORIES = 20
PINNED_MEMORIES = 20
RECENT_MEMORIES = 10
FACTS = 30
TASKS = 20
PROJECTS = 10
HINTS = 10


def identity_memories(view: View, _now: datetime) -> Sequence[Memory]:
    return view.all(Memory, "memory.self", limit=IDENTITY_MEMORIES)


def pinned_memories(view: View, _now: datetime) -> Sequence[Memory]:
    return view.all(Memory, "memory.pinned", limit=PINNED_MEMORIES)


def recent_memories(view: View, _now: datetime) -> Sequence[Memory]:
    return view.all(Memory, "memory.recent", limit=RECENT_MEMORIES)


def active_projects(view: View, _now: datetime) -> Sequence[Project]:
    return view.all(Project, "agenda.active_projects", limit=PROJECTS)


def current_tasks(view: View, _now: datetime) -> Sequence[Task]:
    return view.all(Task, "agenda.open_tasks", limit=TASKS)


def key_facts(view: View, now: datetime) -> Sequence[Fact]:
    return view.all(Fact, "memory.current_facts", now=now, least=0.0, limit=FACTS)


def session_handoff(view: View, _now: datetime) -> Sequence[Handoff]:
    return view.all(Handoff, "sessions.handoffs", limit=1)


def hints(view: View, now: datetime) -> Sequence[Hint]:
    return view.all(Hint, "agenda.pending_hints", now=now, limit=HINTS)


SOURCES: dict[S, Source] = {
    S.IdentityMemories: identity_memories,
    S.PinnedMemories: pinned_memories,
    S.RecentMemories: recent_memories,
    S.ActiveProjects: active_projects,
    S.CurrentTasks: current_tasks,
    S.KeyFacts: key_facts,
    S.SessionHandoff: session_handoff,
    S.Hints: hints,
}
