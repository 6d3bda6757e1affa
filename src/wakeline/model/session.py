"""Sessions, their leases and wakes, the threads that outlive them, and handoffs."""

from datetime import datetime
from enum import Enum
from typing import Any, Literal, NamedTuple, get_args

from wakeline.model.log import Mode, Origin
from wakeline.model.stored import stored

WakeType = Literal["gradual", "sudden", "called", "scheduled"]
SessionState = Literal["open", "ended", "cut_off"]
PresenceState = Literal[
    "dormant", "waking", "orienting", "present", "focused", "reflective", "winding_down"
]
Author = Literal["agent", "log"]

WAKE_TYPES: tuple[WakeType, ...] = get_args(WakeType)
PRESENCE_STATES: tuple[PresenceState, ...] = get_args(PresenceState)

# A session that was considered dead may speak again, so cut_off leads back to open.
SESSION_MOVES: dict[SessionState, frozenset[SessionState]] = {
    "open": frozenset({"ended", "cut_off"}),
    "cut_off": frozenset({"open", "ended"}),
    "ended": frozenset(),
}


@stored("sessions", subject="session", goes="remade", made_from=("title_source_id",), by_id=False)
class Session(NamedTuple):
    """One stretch of an agent's life, from a wake to its end."""

    id: str
    state: SessionState
    title: str | None
    title_source_id: str | None
    thread_id: str | None
    project_id: str | None
    mode: Mode
    wake_type: WakeType
    preset: str
    model_id: str | None
    source: str | None
    started_at: datetime
    ended_at: datetime | None


@stored("leases", key=("session_id",), goes="stays", because="a process and a session")
class Lease(NamedTuple):
    """The process that holds an open session, and until when. Renewed by each event; not logged."""

    session_id: str
    holder: str
    host: str
    boot_id: str
    process: int
    process_start: str
    renewed_at: datetime
    expires_at: datetime


class Holder(NamedTuple):
    """The process that holds a session."""

    name: str
    host: str
    boot_id: str
    process: int
    process_start: str


# The source name of the last turns in a wake.
LAST_TURNS = "LastTurns"


@stored("wakes", subject="wake", goes="remade", made_from=("lines",))
class Wake(NamedTuple):
    """The text that one wake delivered. Its id is that of the session which it opened.

    `through` is the end of the log when the rows were read. A line is a list: its source, the id
    of its row, its rank, its tokens, its start and length in the text in characters, and the ids
    of other rows that it mentions, if there are any.
    """

    id: str
    at: datetime
    through: int
    version: str
    preset: str
    rule: str
    framing: str
    budget: int
    tokens: int
    text: str
    text_hash: str  # of the delivered text, even if parts were forgotten since
    lines: tuple[Any, ...]
    omitted: tuple[Any, ...]  # source, id and tokens of each
    missing: tuple[Any, ...]  # source and kind of error of each
    warnings: tuple[str, ...]
    thread_id: str | None = None  # in which it was written


@stored(
    "threads", subject="thread", goes="stays", because="a name, which every entry of the thread has"
)
class Thread(NamedTuple):
    """A topic or place of work that outlives its sessions."""

    id: str
    title: str | None
    project_id: str | None
    created_at: datetime
    is_deleted: bool


@stored("handoffs", subject="handoff", goes="remade", made_from=("source_ids",))
class Handoff(NamedTuple):
    """What one session leaves for the next one. Marked as consumed, never deleted."""

    id: str
    session_id: str | None
    thread_id: str | None
    author: Author
    summary: str
    working_on: str | None
    open_threads: str | None
    key_decisions: str | None
    surprises: str | None
    presence_state: PresenceState
    emotional_valence: float
    emotional_arousal: float
    coherence: float
    internal_state: str | None
    human_mood: str | None
    human_energy: str | None
    relationship_notes: str | None
    model_id: str | None
    session_source: str | None
    session_started_at: datetime | None
    session_ended_at: datetime
    message_to_next: str | None
    warnings: str | None
    recommendations: str | None
    cognition: dict[str, Any]
    relational_state: str | None
    source_ids: tuple[str, ...]
    origin: Origin
    trust: float
    tokens: int
    created_at: datetime
    consumed_at: datetime | None
    consumed_by: str | None
    is_deleted: bool
    title: str | None = None  # of the session


@stored(
    "thread_handoffs",
    key=("thread_id",),
    subject="thread_handoff",
    goes="remade",
    made_from=("source_ids",),
    by_id=False,
)
class ThreadHandoff(NamedTuple):
    """The standing handoff of one thread: overwritten as work continues, kept after it is read."""

    thread_id: str
    content: str
    compactions: int
    source_ids: tuple[str, ...]
    origin: Origin
    trust: float
    tokens: int
    updated_at: datetime
    model: str | None = None  # that wrote the content; None if rules did

    @property
    def id(self) -> str:
        """The thread's id, so that it has an `id` like other rows."""
        return self.thread_id


class OwnSession(Enum):
    """The default of a session argument: the session that the agent's wake opened."""

    OWN = "own"


OWN_SESSION = OwnSession.OWN
