"""What a host, such as a coding agent, says of one of its sessions."""

from datetime import datetime
from typing import Any, Literal, NamedTuple

from wakeline.model.log import Kind, Origin, Role
from wakeline.model.session import Session, ThreadHandoff


class Said(NamedTuple):
    """One turn as a host has it. `is_copy` marks one that was read from its transcript."""

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
    """The session of ours that stands for a host's, and whether somebody may be in it."""

    session: Session
    is_alive: bool
    last_heard_at: datetime | None = None  # None if it was given up meanwhile


HandoffReason = Literal["first", "exchanges", "time", "leaving"]


class LeftBehind(NamedTuple):
    """A thread's handoff that was written while the work goes on, and why it was due."""

    handoff: ThreadHandoff
    reason: HandoffReason


class Relevant(NamedTuple):
    """What bears on a prompt: the text to put before the agent, its rows and its tokens."""

    text: str
    ids: tuple[str, ...]
    tokens: int
