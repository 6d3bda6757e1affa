"""Guards: actions that must not be done twice, and the state of each."""

from datetime import datetime
from typing import Annotated, Literal, NamedTuple, get_args

from wakeline.model.fields import ONE_LINE, Bounds
from wakeline.model.log import Origin
from wakeline.model.stored import stored

GuardState = Literal["claimed", "done", "failed", "unknown", "released"]
GuardOutcome = Literal["done", "failed"]
GUARD_STATES: tuple[GuardState, ...] = get_args(GuardState)

# Types of arguments.
ToolPattern = Annotated[str, Bounds(most=500, pattern=ONE_LINE)]
ClaimMinutes = Annotated[int, Bounds(1, 10_080)]

# At most once: from unknown or done nothing leads back to claimed unless somebody says that it
# failed or releases it. A claim whose holder is gone becomes unknown.
GUARD_MOVES: dict[GuardState, frozenset[GuardState]] = {
    "claimed": frozenset({"done", "failed", "unknown"}),
    "unknown": frozenset({"done", "failed", "released"}),
    "failed": frozenset({"claimed"}),
    "done": frozenset({"released"}),
    "released": frozenset({"claimed"}),
}


@stored("guards", subject="guard", goes="deleted")
class Guard(NamedTuple):
    """One action under its key: an e-mail, a deployment, a payment.

    The holder is the process that claimed it, and its session if there is one; while neither is
    gone, nobody else may act. `tool` and `pattern` say which calls of a host's tools are
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
    settled_at: datetime | None  # when it left the state claimed
    note: str | None  # the reason, or the result
    tool: str | None
    pattern: str | None
    origin: Origin
    trust: float
    tokens: int
    created_at: datetime
    updated_at: datetime
    thread_id: str | None = None  # in which it was written
