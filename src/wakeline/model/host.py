"""Turns and sessions as a host, such as a coding agent, reports them."""

from datetime import datetime
from typing import Any, Literal, NamedTuple

from wakeline.model.log import Kind, Origin, Role
from wakeline.model.session import Session, ThreadHandoff


class HostTurn(NamedTuple):
    """One turn as a host reports it. `is_copy` marks a turn that was read from its transcript."""

    role: Role
    text: str
    at: datetime
    source_id: str | None = None
    kind: Kind = "conversation"
    origin: Origin | None = None
    speaker: str | None = None
    is_copy: bool = False
    metadata: dict[str, Any] | None = None


class HostSession(NamedTuple):
    """Our session for a host's session, and whether it may still be running."""

    session: Session
    is_alive: bool
    last_heard_at: datetime | None = None  # None if its lease was given up


HandoffReason = Literal["first", "exchanges", "time", "leaving"]


class RunningHandoff(NamedTuple):
    """A thread's handoff that was written while its session was running, and why it was due."""

    handoff: ThreadHandoff
    reason: HandoffReason


class RelevantContext(NamedTuple):
    """The context that is relevant to a prompt: its text, the ids of its rows, its tokens."""

    text: str
    ids: tuple[str, ...]
    tokens: int
