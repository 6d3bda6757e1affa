"""Where a session is in the middle of something, kept outside of its context."""

from datetime import datetime
from typing import Any, NamedTuple

from wakeline.model.log import Origin
from wakeline.model.stored import stored


@stored("checkpoints", subject="checkpoint")
class Checkpoint(NamedTuple):
    """How a session stands: what the agent says of it, and what its log says. One a session.

    What the agent said stays until it says something else; what the log says is taken anew every
    few exchanges. `guards` are keys of actions that must not be done again.
    """

    id: str
    session_id: str | None
    thread_id: str | None
    doing: str | None
    step: str | None
    next: str | None
    state: dict[str, Any]
    said_at: datetime | None  # when the agent said the above
    asked: str | None
    answered: str | None
    left_open: tuple[str, ...]
    working_set: tuple[str, ...]
    guards: tuple[str, ...]
    through: int  # the last entry of the log that it knows of
    source_ids: tuple[str, ...]
    origin: Origin
    trust: float
    tokens: int
    created_at: datetime
    updated_at: datetime
