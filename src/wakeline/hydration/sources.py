"""What each source reads: one short function, one line in the table.

A source takes a snapshot and a request and returns rows, by one statement at most. It does
not know the preset, the budget or how its rows are shown. Presets choose among the sources
that have a bit. The others are always read, or follow from what the last session left: a
source that can be left out is no protection. Three sources read nothing: they are made from
the rows of the others.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple

from wakeline.base.clock import read_moment, stored_moment
from wakeline.base.digest import sha256_hex
from wakeline.context.modes import is_shared
from wakeline.hydration.presets import HydrationSource as S
from wakeline.model.agenda import Hint, Project, Task
from wakeline.model.attachment import Receipt
from wakeline.model.checkpoint import Checkpoint
from wakeline.model.decision import Decision
from wakeline.model.guard import Guard, GuardState
from wakeline.model.identity import Document, Identity
from wakeline.model.log import Episode, Mode
from wakeline.model.memory import Fact, Memory
from wakeline.model.message import Message
from wakeline.model.session import LAST_TURNS, Handoff, ThreadHandoff
from wakeline.model.writings import Letter
from wakeline.ports.store import View

Category = Literal["Identity", "Memory", "Operational", "Relational", "Safety"]

# A memory may surface when it is older than this; one of so many candidates is chosen.
SURFACING_AGE = timedelta(days=7)
SURFACING_CANDIDATES = 20
MEMORY_FIELDS = len(Memory._fields)
MOST_OWN = 3  # messages of the agent's own sessions, the newest
MOST_OPEN_GUARDS, MOST_DONE_GUARDS = 12, 6
GUARD_ORDER: tuple[GuardState, ...] = ("unknown", "claimed", "done")
DONE_LATELY = timedelta(days=7)  # older ones can be looked up by their key
MOST_LETTERS = 3  # older ones are of little use
MOST_DECISIONS = 12
MOST_RECEIPTS = 8
MOST_LAST_TURNS = 60


class Limits(NamedTuple):
    """How much a hydration reads. Importance in 0..1; a length counts characters."""

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


class SourceRequest(NamedTuple):
    """The request to the sources: when, for whom, and how much."""

    now: datetime
    identity: Identity
    project_id: str | None
    limits: Limits
    chosen: S
    mode: Mode
    is_for_agents: bool = False  # for agents that work while nobody talks with them
    thread: str | None = None  # the thread that is resumed
    last_session_id: str | None = None  # the session that ended last, once it is known
    own_session_id: str | None = None  # set when a session is resumed, not at a wake
    others_awake: frozenset[str] = frozenset()
    # Whether a claim is still held depends on leases and processes, which the flow knows.
    guards_now: Callable[[View, list[Guard]], Sequence[Guard]] = lambda _view, rows: rows


class SurfacedRow(NamedTuple):
    """A memory chosen to surface, and how often it was used before."""

    memory: Memory
    access_count: int
    last_accessed: datetime | None

    @property
    def id(self) -> str:
        return self.memory.id


Read = Callable[[View, SourceRequest], Sequence[Any]]


class Source(NamedTuple):
    """The category of a source and its reader; None if it is made from the others."""

    category: Category
    read: Read | None
    is_shown_empty: bool = True


def identity_memories(view: View, ask: SourceRequest) -> Sequence[Memory]:
    return view.all(Memory, "memory.self", limit=ask.limits.identity_memory_limit)


def pinned_memories(view: View, ask: SourceRequest) -> Sequence[Memory]:
    return view.all(Memory, "memory.pinned", limit=ask.limits.pinned_memory_limit)


def recent_memories(view: View, ask: SourceRequest) -> Sequence[Memory]:
    return view.all(Memory, "memory.recent", limit=ask.limits.recent_memory_limit)


def project_memories(view: View, ask: SourceRequest) -> Sequence[Memory]:
    if ask.project_id is None:
        return ()
    limit = ask.limits.project_memory_limit
    return view.all(Memory, "memory.of_project", project_id=ask.project_id, limit=limit)


def active_projects(view: View, ask: SourceRequest) -> Sequence[Project]:
    return view.all(Project, "agenda.active_projects", limit=ask.limits.project_limit)


def current_tasks(view: View, ask: SourceRequest) -> Sequence[Task]:
    return view.all(Task, "agenda.open_tasks", limit=ask.limits.task_limit)


def key_facts(view: View, ask: SourceRequest) -> Sequence[Fact]:
    least, limit = ask.limits.min_fact_importance, ask.limits.fact_limit
    return view.all(Fact, "memory.current_facts", now=ask.now, least=least, limit=limit)


def project_facts(view: View, ask: SourceRequest) -> Sequence[Fact]:
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


def core_team_doc(view: View, _ask: SourceRequest) -> Sequence[Document]:
    return view.all(Document, "identities.in_force", kind="core_team")


def surfaced_memory(view: View, ask: SourceRequest) -> Sequence[SurfacedRow]:
    """One of the least used memories, chosen by a hash of agent and moment."""
    found = list(
        view.tuples(
            "memory.seldom_used", before=ask.now - SURFACING_AGE, limit=SURFACING_CANDIDATES
        )
    )
    if not found:
        return ()
    chance = int(sha256_hex(f"{ask.identity.id} {stored_moment(ask.now)}".encode())[:16], 16)
    row = found[chance % len(found)]
    count, last = row[MEMORY_FIELDS:]
    return [SurfacedRow(view.row(Memory, row), int(count), read_moment(last) if last else None)]


def notifications(view: View, ask: SourceRequest) -> Sequence[Message]:
    return view.all(
        Message,
        "agenda.waiting",
        now=ask.now,
        own=MOST_OWN,
        limit=ask.limits.notification_limit,
        replies=ask.limits.pending_reply_limit,
    )


def session_handoff(view: View, _ask: SourceRequest) -> Sequence[Handoff]:
    return view.all(Handoff, "sessions.latest_handoff")


def hints(view: View, ask: SourceRequest) -> Sequence[Hint]:
    return view.all(Hint, "agenda.pending_hints", now=ask.now, limit=ask.limits.hint_limit)


def memory_config(_view: View, ask: SourceRequest) -> Sequence[dict[str, Any]]:
    found = ask.identity.memory_config_json
    return [found] if found else []


# -- sources that no preset chooses


def guards(view: View, ask: SourceRequest) -> Sequence[Guard]:
    """Guarded actions of unknown outcome, under way, or done lately, in this order."""
    rows = view.all(
        Guard,
        "guards.standing",
        since=ask.now - DONE_LATELY,
        limit=MOST_OPEN_GUARDS,
        done=MOST_DONE_GUARDS,
    )
    if not rows:
        return ()
    return sorted(ask.guards_now(view, rows), key=lambda guard: GUARD_ORDER.index(guard.state))


def checkpoints(view: View, ask: SourceRequest) -> Sequence[Checkpoint]:
    """The checkpoint of the own session, else of the last one in the thread, else of the last one.

    A session that wrote its own handoff has none. Sessions that are awake are skipped: they
    continue themselves.
    """
    if ask.own_session_id is not None:
        own = ask.own_session_id
        rows = view.all(Checkpoint, "checkpoints.of_session", session_id=own)
    elif ask.thread is not None:
        rows = view.all(Checkpoint, "checkpoints.left_in_thread", thread_id=ask.thread)
    elif ask.last_session_id is not None:
        last = ask.last_session_id
        rows = view.all(Checkpoint, "checkpoints.of_session", session_id=last)
    else:
        return ()
    return [row for row in rows if row.session_id not in ask.others_awake and says_something(row)]


def says_something(row: Checkpoint) -> bool:
    """Whether a checkpoint has content; it may have none after its turns were forgotten."""
    return any((row.doing, row.step, row.next, row.state, row.asked, row.answered, row.guards))


def letters(view: View, ask: SourceRequest) -> Sequence[Letter]:
    """The agent's latest letters, if the session handoff is read too."""
    if ask.is_for_agents or S.SessionHandoff not in ask.chosen:
        return ()
    return view.all(Letter, "letters.own", limit=MOST_LETTERS)


def decisions(view: View, ask: SourceRequest) -> Sequence[Decision]:
    """What was decided against, the newest first."""
    if S.SystemPrompt not in ask.chosen:
        return ()
    return view.all(Decision, "decisions.in_force", limit=MOST_DECISIONS)


def thread_handoff(view: View, ask: SourceRequest) -> Sequence[ThreadHandoff]:
    if ask.thread is None:
        return ()
    return view.all(ThreadHandoff, "sessions.thread_handoff", thread_id=ask.thread)


def attachments(view: View, ask: SourceRequest) -> Sequence[Receipt]:
    """Receipts of the latest files in the thread, else in the last session."""
    if ask.thread is not None:
        limit = MOST_RECEIPTS
        return view.all(Receipt, "attachments.of_thread", thread_id=ask.thread, limit=limit)
    if ask.last_session_id is None:
        return ()
    last = ask.last_session_id
    return view.all(Receipt, "attachments.of_session", session_id=last, limit=MOST_RECEIPTS)


def last_turns(view: View, ask: SourceRequest) -> Sequence[Episode]:
    """The latest turns of the resumed thread, else of the session that ended last.

    A session keeps only what it thought of keeping; the rest is in its turns alone.
    """
    turns: list[Episode] = []
    most = MOST_LAST_TURNS
    if ask.thread is not None:
        turns = view.all(Episode, "log.of_thread", thread_id=ask.thread, limit=most)[::-1]
    if not turns and ask.last_session_id is not None:
        last = ask.last_session_id
        turns = view.all(Episode, "log.latest_of_session", session_id=last, limit=most)
    return [t for t in turns if t.forgotten_at is None and is_shared(t.mode, ask.mode)]


# Categories say what a source is about; they decide nothing.
SOURCES: dict[str, Source] = {
    "IdentityMemories": Source("Memory", identity_memories),
    "PinnedMemories": Source("Memory", pinned_memories),
    "RecentMemories": Source("Memory", recent_memories),
    "ProjectMemories": Source("Memory", project_memories),
    "ActiveProjects": Source("Operational", active_projects),
    "CurrentTasks": Source("Operational", current_tasks),
    "KeyFacts": Source("Operational", key_facts),
    "ProjectFacts": Source("Operational", project_facts),
    "CoreTeamDoc": Source("Operational", core_team_doc),
    "SurfacedMemory": Source("Memory", surfaced_memory),
    "Notifications": Source("Relational", notifications),
    "SessionHandoff": Source("Relational", session_handoff),
    "Welcome": Source("Identity", None),
    "GroundingMessage": Source("Safety", None),
    "SystemPrompt": Source("Identity", None),
    "Hints": Source("Relational", hints),
    "MemoryConfig": Source("Relational", memory_config),
    # Without a bit: read after the others, as several depend on what the last session left.
    "Attachments": Source("Relational", attachments, is_shown_empty=False),
    "Guards": Source("Safety", guards, is_shown_empty=False),
    "Checkpoint": Source("Operational", checkpoints, is_shown_empty=False),
    "Letters": Source("Relational", letters, is_shown_empty=False),
    "Decisions": Source("Operational", decisions, is_shown_empty=False),
    "ThreadHandoff": Source("Relational", thread_handoff),
    LAST_TURNS: Source("Memory", last_turns),
}


# The sources that are read in addition to those of a preset.
WITH_A_TEXT = ("Guards", "Letters", "Decisions")
AT_A_WAKE = ("Attachments", "Guards", "Checkpoint", "Letters", "Decisions", "ThreadHandoff")
ON_RESUMING = ("Guards", "Checkpoint", "Decisions", "ThreadHandoff")
OF_THE_PAST = ("Guards", "Letters", "Decisions", "ThreadHandoff")


def source_readers(names: Iterable[str]) -> dict[str, Read]:
    """The readers of these sources, in their order, without sources that read nothing."""
    return {name: read for name in names if (read := SOURCES[name].read) is not None}
