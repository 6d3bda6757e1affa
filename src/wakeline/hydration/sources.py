"""What each source reads: one short function, one line in the table.

A source takes a snapshot and what is asked of it and returns rows, by one statement at
most. It does not know the preset, the budget or how its rows are shown. Three sources
read nothing: they are made from what the others brought.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal

from wakeline.base.clock import read_moment, written
from wakeline.base.digest import sha256_hex
from wakeline.base.values import NamedTuple
from wakeline.hydration.presets import HydrationSource as S
from wakeline.model.agenda import Hint, Project, Task
from wakeline.model.identity import Document, Identity
from wakeline.model.memory import Fact, Memory
from wakeline.model.message import Message
from wakeline.model.session import Handoff
from wakeline.ports.store import View

Category = Literal["Identity", "Memory", "Operational", "Relational", "Safety"]

# A memory may come up again when it is older than this; one of so many candidates does.
SURFACING_AGE = timedelta(days=7)
SURFACING_CANDIDATES = 20
MEMORY_FIELDS = len(Memory._fields)


MOST_OWN = 3  # messages of the agent's own sessions, the newest


class Limits(NamedTuple):
    """How much a hydration brings. Importance in 0..1; a length counts characters."""

    identity_memory_limit: int = 20
    pinned_memory_limit: int = 20
    recent_memory_limit: int = 10
    project_memory_limit: int = 20
    content_max_length: int = 500
    pending_reply_limit: int = 5
    notification_limit: int = 20
    fact_limit: int = 30
    min_fact_importance: float = 0.0
    task_limit: int = 20
    project_limit: int = 10
    hint_limit: int = 10
    ai_name: str | None = None


class Ask(NamedTuple):
    """What is asked of the sources."""

    now: datetime
    identity: Identity
    project_id: str | None
    limits: Limits


class Surfaced(NamedTuple):
    """A memory that came up again, and how it was used before."""

    memory: Memory
    access_count: int
    last_accessed: datetime | None

    @property
    def id(self) -> str:
        return self.memory.id


class Source(NamedTuple):
    """Its category, and how it is read; None if it is made after the others were."""

    category: Category
    read: Callable[[View, Ask], Sequence[Any]] | None


def identity_memories(view: View, ask: Ask) -> Sequence[Memory]:
    return view.all(Memory, "memory.self", limit=ask.limits.identity_memory_limit)


def pinned_memories(view: View, ask: Ask) -> Sequence[Memory]:
    return view.all(Memory, "memory.pinned", limit=ask.limits.pinned_memory_limit)


def recent_memories(view: View, ask: Ask) -> Sequence[Memory]:
    return view.all(Memory, "memory.recent", limit=ask.limits.recent_memory_limit)


def project_memories(view: View, ask: Ask) -> Sequence[Memory]:
    if ask.project_id is None:
        return ()
    limit = ask.limits.project_memory_limit
    return view.all(Memory, "memory.of_project", project_id=ask.project_id, limit=limit)


def active_projects(view: View, ask: Ask) -> Sequence[Project]:
    return view.all(Project, "agenda.active_projects", limit=ask.limits.project_limit)


def current_tasks(view: View, ask: Ask) -> Sequence[Task]:
    return view.all(Task, "agenda.open_tasks", limit=ask.limits.task_limit)


def key_facts(view: View, ask: Ask) -> Sequence[Fact]:
    least, limit = ask.limits.min_fact_importance, ask.limits.fact_limit
    return view.all(Fact, "memory.current_facts", now=ask.now, least=least, limit=limit)


def project_facts(view: View, ask: Ask) -> Sequence[Fact]:
    if ask.project_id is None:
        return ()
    return view.all(
        Fact,
        "memory.project_facts",
        project_id=ask.project_id,
        now=ask.now,
        least=ask.limits.min_fact_importance,
        limit=ask.limits.fact_limit,
    )


def core_team_doc(view: View, _ask: Ask) -> Sequence[Document]:
    return view.all(Document, "identities.in_force", kind="core_team")


def surfaced_memory(view: View, ask: Ask) -> Sequence[Surfaced]:
    """One of the memories that were used least; which one, agent and moment decide."""
    found = list(
        view.tuples(
            "memory.seldom_used", before=ask.now - SURFACING_AGE, limit=SURFACING_CANDIDATES
        )
    )
    if not found:
        return ()
    chance = int(sha256_hex(f"{ask.identity.id} {written(ask.now)}".encode())[:16], 16)
    row = found[chance % len(found)]
    count, last = row[MEMORY_FIELDS:]
    return [Surfaced(view.row(Memory, row), int(count), read_moment(last) if last else None)]


def notifications(view: View, ask: Ask) -> Sequence[Message]:
    return view.all(
        Message,
        "agenda.waiting",
        now=ask.now,
        own=MOST_OWN,
        limit=ask.limits.notification_limit,
        replies=ask.limits.pending_reply_limit,
    )


def session_handoff(view: View, _ask: Ask) -> Sequence[Handoff]:
    return view.all(Handoff, "sessions.latest_handoff")


def hints(view: View, ask: Ask) -> Sequence[Hint]:
    return view.all(Hint, "agenda.pending_hints", now=ask.now, limit=ask.limits.hint_limit)


def memory_config(_view: View, ask: Ask) -> Sequence[dict[str, Any]]:
    found = ask.identity.memory_config_json
    return [found] if found else []


# Categories say what a source is about; they decide nothing.
SOURCES: dict[S, Source] = {
    S.IdentityMemories: Source("Memory", identity_memories),
    S.PinnedMemories: Source("Memory", pinned_memories),
    S.RecentMemories: Source("Memory", recent_memories),
    S.ProjectMemories: Source("Memory", project_memories),
    S.ActiveProjects: Source("Operational", active_projects),
    S.CurrentTasks: Source("Operational", current_tasks),
    S.KeyFacts: Source("Operational", key_facts),
    S.ProjectFacts: Source("Operational", project_facts),
    S.CoreTeamDoc: Source("Operational", core_team_doc),
    S.SurfacedMemory: Source("Memory", surfaced_memory),
    S.Notifications: Source("Relational", notifications),
    S.SessionHandoff: Source("Relational", session_handoff),
    S.Welcome: Source("Identity", None),
    S.GroundingMessage: Source("Safety", None),
    S.SystemPrompt: Source("Identity", None),
    S.Hints: Source("Relational", hints),
    S.MemoryConfig: Source("Relational", memory_config),
}
