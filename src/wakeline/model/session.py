"""Sessions, the threads that outlive them, and what one session leaves for the next."""

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

# A session that was taken for dead may speak again, so cut_off leads back to open.
MOVES: dict[SessionState, frozenset[SessionState]] = {
    "open": frozenset({"ended", "cut_off"}),
    "cut_off": frozenset({"open", "ended"}),
    "ended": frozenset(),
}


@stored("sessions", subject="session")
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


@stored("leases", key=("session_id",))
class Lease(NamedTuple):
    """Who holds an open session, and until when. Renewed by each event; not part of the log."""

    session_id: str
    holder: str
    host: str
    boot_id: str
    process: int
    process_start: str
    renewed_at: datetime
    expires_at: datetime


class Holder(NamedTuple):
    """The process on whose behalf a session is held."""

    name: str
    host: str
    boot_id: str
    process: int
    process_start: str


# The source of those lines of a wake that say what was said last.
LAST_TURNS = "LastTurns"


@stored("wakes", subject="wake")
class Wake(NamedTuple):
    """What one wake delivered, as it was. Its id is that of the session which it opened.

    `through` is where the log stood when the rows were read. A line is where one stands in
    the text: its source, the id of its row, its rank, its tokens, where it begins and how long
    it is in characters, and the ids of other rows that it tells of, if there are any.
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
    text_hash: str  # of the text as it was delivered, whatever was forgotten since
    lines: tuple[Any, ...]
    omitted: tuple[Any, ...]  # source, id and tokens of each
    missing: tuple[Any, ...]  # source and kind of error of each
    warnings: tuple[str, ...]
    thread_id: str | None = None  # in which it was written


@stored("threads", subject="thread")
class Thread(NamedTuple):
    """A persistent scope. Sessions come and go in it."""

    id: str
    title: str | None
    project_id: str | None
    created_at: datetime
    is_deleted: bool


@stored("handoffs", subject="handoff")
class Handoff(NamedTuple):
    """What one session leaves for its successor. Marked consumed, never deleted."""

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


@stored("thread_handoffs", key=("thread_id",), subject="thread_handoff")
class ThreadHandoff(NamedTuple):
    """The standing handoff of one thread: overwritten as it goes on, kept after it is read."""

    thread_id: str
    content: str
    compactions: int
    source_ids: tuple[str, ...]
    origin: Origin
    trust: float
    tokens: int
    updated_at: datetime
    model: str | None = None  # whose words these are; None if rules told it

    @property
    def id(self) -> str:
        """What identifies it, as other rows are identified."""
        return self.thread_id


class OwnSession(Enum):
    """Says that the session is meant which the agent's wake opened."""

    OWN = "own"


OWN_SESSION = OwnSession.OWN
