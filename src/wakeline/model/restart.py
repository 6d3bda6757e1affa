"""Finding back into a task after a restart, within bounds that were declared before."""

from datetime import datetime
from typing import Literal, NamedTuple, get_args

from wakeline.model.stored import stored

RestartPhase = Literal[
    "reach", "identify", "continue", "finished", "handed_back", "stopped", "allowed"
]
RESTART_PHASES: tuple[RestartPhase, ...] = get_args(RestartPhase)

# Finished is the only end that needs nobody. Whatever else happens leads to the operator, who may
# allow another start.
RESTART_MOVES: dict[RestartPhase, frozenset[RestartPhase]] = {
    "reach": frozenset({"identify", "handed_back"}),
    "identify": frozenset({"continue", "stopped", "handed_back"}),
    "continue": frozenset({"finished", "handed_back"}),
    "handed_back": frozenset({"allowed"}),
    "stopped": frozenset({"allowed"}),
    "finished": frozenset(),
    "allowed": frozenset(),
}


@stored("restarts", subject="restart")
class Restart(NamedTuple):
    """One way back into a task. Calls are counted by phase: what one has left, no other has.

    A call is counted before it is made. While nothing is known of it, the last of `failures` is
    empty.
    """

    id: str
    task: str
    session_key: str  # of the session before the restart
    found_key: str | None  # what the host calls it now
    message: str  # what is to be gone on with, and nothing else
    phase: RestartPhase
    budget: int  # calls of the continuation, declared before it began
    reach_calls: int
    identity_calls: int
    continuation_calls: int
    failures: tuple[str, ...]  # the shape of each that was seen
    side_issues: tuple[str, ...]  # reported, not mended on the way
    reason: str | None  # why it is over
    created_at: datetime
    updated_at: datetime
    thread_id: str | None = None  # in which it was written
