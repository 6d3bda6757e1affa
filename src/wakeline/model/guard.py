"""Actions that must not be done twice, and what is known of each."""

from datetime import datetime
from typing import Literal, NamedTuple, get_args

from wakeline.model.log import Origin
from wakeline.model.stored import stored

GuardState = Literal["claimed", "done", "failed", "unknown", "released"]
GUARD_STATES: tuple[GuardState, ...] = get_args(GuardState)

# At most once: nothing leads from unknown or done to claimed but what somebody says of it. A claim
# whose holder is gone is unknown; that it failed or was released is an act of its own.
GUARD_MOVES: dict[GuardState, frozenset[GuardState]] = {
    "claimed": frozenset({"done", "failed", "unknown"}),
    "unknown": frozenset({"done", "failed", "released"}),
    "failed": frozenset({"claimed"}),
    "done": frozenset({"released"}),
    "released": frozenset({"claimed"}),
}


@stored("guards", subject="guard")
class Guard(NamedTuple):
    """One action under its key: an e-mail, a deployment, a payment.

    The holder is the process on whose behalf it was claimed, and the session if there is one; while
    neither is gone, nobody else may act. `tool` and `pattern` say which calls of a host's tools are
    this action.
    """

    id: str
    key: str
    what: str
    state: GuardState
    attempts: int  # how often it was claimed
    session_id: str | None
    holder: str
    host: str
    boot_id: str
    process: int
    process_start: str
    claimed_at: datetime
    expires_at: datetime  # when a claim without a session runs out
    settled_at: datetime | None  # when it came to another state than claimed
    note: str | None  # why it is so, or what came of it
    tool: str | None
    pattern: str | None
    origin: Origin
    trust: float
    tokens: int
    created_at: datetime
    updated_at: datetime
    thread_id: str | None = None  # in which it was written
