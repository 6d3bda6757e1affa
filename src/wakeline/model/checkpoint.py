"""Checkpoints: where a session stands in its work, stored outside of its context."""

from datetime import datetime
from typing import Annotated, Any, NamedTuple

from wakeline.model.fields import Bounds
from wakeline.model.log import Origin
from wakeline.model.stored import stored

# A text of the agent about its work, as an argument.
WorkText = Annotated[str, Bounds(most=4_000)]


@stored("checkpoints", subject="checkpoint", goes="remade", made_from=("source_ids", "guards"))
class Checkpoint(NamedTuple):
    """Where a session stands, by the agent's own words and by its log. One a session.

    The agent's words stay until it writes new ones; the part from the log is updated every few
    exchanges. `guards` are keys of actions that must not be done again.
    """

    id: str
    session_id: str | None
    thread_id: str | None
    doing: str | None
    step: str | None
    next: str | None
    state: dict[str, Any]
    said_at: datetime | None  # when the agent wrote the above
    asked: str | None
    answered: str | None
    left_open: tuple[str, ...]
    working_set: tuple[str, ...]
    guards: tuple[str, ...]
    through: int  # the last log entry that it includes
    source_ids: tuple[str, ...]
    origin: Origin
    trust: float
    tokens: int
    created_at: datetime
    updated_at: datetime
