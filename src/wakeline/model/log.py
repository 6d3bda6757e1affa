"""The log: turns, events that record a change, and who made it."""

from datetime import datetime
from typing import Any, Literal, NamedTuple, get_args

from wakeline.model.stored import stored

Kind = Literal["conversation", "observation", "tool_result", "error"]
Role = Literal["user", "agent", "tool", "system", "other"]
Origin = Literal["user_direct", "agent_inferred", "tool_output", "import"]
Mode = Literal["chat", "booth", "code", "robot"]

KINDS: tuple[Kind, ...] = get_args(Kind)
ROLES: tuple[Role, ...] = get_args(Role)
ORIGINS: tuple[Origin, ...] = get_args(Origin)
MODES: tuple[Mode, ...] = get_args(Mode)

# A derived row has the lowest trust among its sources; only the order matters.
TRUST: dict[Origin, float] = {
    "user_direct": 1.0,
    "agent_inferred": 0.7,
    "tool_output": 0.5,
    "import": 0.3,
}


class Scope(NamedTuple):
    """The owner of rows. Every statement is bounded by tenant and agent."""

    tenant_id: str
    agent_id: str


class By(NamedTuple):
    """Who makes a change, when, and from which origin."""

    at: datetime
    actor: str
    origin: Origin
    session_id: str | None = None
    exchange_id: str | None = None


@stored("episodes", key=("seq",), goes="redacted", check="turns")
class Episode(NamedTuple):
    """One turn or observation, stored as it came. Its content is never edited."""

    seq: int
    id: str
    exchange_id: str | None
    exchange_index: int | None
    session_id: str | None
    thread_id: str | None
    project_id: str | None
    kind: Kind
    speaker: str
    role: Role
    mode: Mode
    text: str
    at: datetime
    recorded_at: datetime
    importance: float
    entity_refs: tuple[str, ...]
    source_id: str | None
    content_hash: str
    tokens: int
    origin: Origin
    trust: float
    metadata: dict[str, Any]
    line_hash: str
    forgotten_at: datetime | None


@stored("events", key=("seq",), goes="redacted", made_from=("subject_id",), check="events")
class Event(NamedTuple):
    """One change of state: `before` has the old values of changed fields, `after` the whole row."""

    seq: int
    id: str
    at: datetime
    kind: str
    subject_kind: str
    subject_id: str
    actor: str
    origin: Origin
    session_id: str | None
    exchange_id: str | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    line_hash: str
    forgotten_at: datetime | None


@stored("log_heads", key=(), goes="stays", because="numbers and a moment")
class Head(NamedTuple):
    """The end of an agent's log: last sequence, today's exchange count, last own moment."""

    seq: int
    exchange_day: str
    exchange_index: int
    last_known_at: datetime | None


class Kept(NamedTuple):
    """The acknowledgement of a durable, searchable write. `duplicate_of` marks a retry."""

    ids: tuple[str, ...]
    exchange_id: str | None = None
    session_id: str | None = None
    duplicate_of: str | None = None

    @property
    def id(self) -> str:
        return self.ids[0]


class KeptMany(NamedTuple):
    """The acknowledgement of a batch, ids in the order given."""

    ids: tuple[str, ...]
    new: int
    duplicates: int
