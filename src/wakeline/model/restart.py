"""Restarts: resuming a task after a restart, within bounds that were declared before."""

from datetime import datetime
from typing import Literal, NamedTuple, get_args

from wakeline.model.stored import stored

RestartPhase = Literal[
    "reach", "identify", "continue", "finished", "handed_back", "stopped", "allowed"
]
RESTART_PHASES: tuple[RestartPhase, ...] = get_args(RestartPhase)

# Only `finished` needs nobody. Every other end goes to the operator, who may allow another start.
RESTART_MOVES: dict[RestartPhase, frozenset[RestartPhase]] = {
    "reach": frozenset({"identify", "handed_back"}),
    "identify": frozenset({"continue", "stopped", "handed_back"}),
    "continue": frozenset({"finished", "handed_back"}),
    "handed_back": frozenset({"allowed"}),
    "stopped": frozenset({"allowed"}),
    "finished": frozenset(),
    "allowed": frozenset(),
}


@stored("restarts", subject="restart", goes="deleted")
class Restart(NamedTuple):
    """One attempt to resume a task. Each phase has its own count of calls: none can use another's.

    A call is counted before it is made. Until its outcome is known, the last of `failures` is
    empty.
    """

    id: str
    task: str
    session_key: str  # of the session before the restart
    found_key: str | None  # the host's key of the session now
    message: str  # what to continue with, and nothing else
    phase: RestartPhase
    budget: int  # calls of the continuation, declared before it began
    reach_calls: int
    identity_calls: int
    continuation_calls: int
    failures: tuple[str, ...]  # the shape of each observed failure
    side_issues: tuple[str, ...]  # reported, not fixed on the way
    reason: str | None  # why it ended
    created_at: datetime
    updated_at: datetime
    thread_id: str | None = None  # in which it was written
