"""How an agent continues a task after a restart: three phases, each with its own budget of calls.

First it reaches the host, then it checks that the session is the one from before, then it
continues the task. If the calls are spent, the same failure occurs twice or the session is
another one, the operator takes over. It makes no call itself and reads no clock.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from wakeline.base.errors import IllegalMove
from wakeline.model.restart import RESTART_MOVES, Restart, RestartPhase

REACH_CALLS: Final = 2
IDENTITY_CALLS: Final = 1
SAME_FAILURE: Final = 2
PENDING: Final = ""
NO_OUTCOME: Final = "the call before had no outcome"
LONGEST_SHAPE: Final = 120
MOST_ISSUES: Final = 20
UNDER_WAY: Final[frozenset[RestartPhase]] = frozenset({"reach", "identify", "continue"})
COUNTERS: Final = {
    "reach": "reach_calls",
    "identify": "identity_calls",
    "continue": "continuation_calls",
}
# The parts that may differ between two equal failures: numbers, ids, paths, quotes.
VARYING: Final = re.compile(
    r"'[^']{0,200}'|\"[^\"]{0,200}\"|(?:/[\w.\-]{1,64}){1,16}|\b(?=\w*\d)\w{1,64}\b"
)


def new_restart(
    id: str, task: str, session_key: str, message: str, budget: int, at: datetime
) -> Restart:
    """A new restart in its first phase, with its budget of calls."""
    return Restart(
        id, task, session_key, None, message, "reach", budget, 0, 0, 0, (), (), None, at, at
    )


def calls_left(restart: Restart) -> int:
    """How many calls the current phase has left; phases do not share their calls."""
    most = {"reach": REACH_CALLS, "identify": IDENTITY_CALLS, "continue": restart.budget}
    if restart.phase not in UNDER_WAY:
        return 0
    used: int = getattr(restart, COUNTERS[restart.phase])
    return max(most[restart.phase] - used, 0)


def count_call(restart: Restart, at: datetime) -> Restart:
    """The restart with one more call, counted before it is made; handed back if none is left."""
    _must_be(restart, *UNDER_WAY)
    settled = _failed_as(restart, NO_OUTCOME, at) if _is_pending(restart) else restart
    if settled.phase not in UNDER_WAY:
        return settled
    if calls_left(settled) == 0:
        return hand_back(settled, _spent(settled), at)
    counter = COUNTERS[settled.phase]
    counted = {counter: getattr(settled, counter) + 1}
    return settled._replace(**counted, failures=(*settled.failures, PENDING), updated_at=at)


def record_reached(restart: Restart, key: str, at: datetime) -> Restart:
    """The restart after the host has answered and named its session."""
    _must_be(restart, "reach")
    return _moved(_settled(restart), "identify", at)._replace(found_key=key)


def record_identity(restart: Restart, key: str, at: datetime) -> Restart:
    """The restart after the session was compared with the one before; stopped if it is another."""
    _must_be(restart, "identify")
    if key == restart.session_key:
        return _moved(_settled(restart), "continue", at)._replace(found_key=key)
    reason = "the session is not the one from before"
    return _moved(_settled(restart), "stopped", at)._replace(found_key=key, reason=reason)


def record_progress(restart: Restart, at: datetime, *, is_finished: bool) -> Restart:
    """The restart after a successful call of the last phase; finished if the task is."""
    _must_be(restart, "continue")
    settled = _settled(restart)._replace(updated_at=at)
    if is_finished:
        return _moved(settled, "finished", at)
    return hand_back(settled, _spent(settled), at) if calls_left(settled) == 0 else settled


def record_failure(restart: Restart, failure: str, at: datetime) -> Restart:
    """The restart after a failed call; handed back at the same failure twice or the last call."""
    _must_be(restart, *UNDER_WAY)
    after = _failed_as(restart, failure_shape(failure), at)
    if after.phase in UNDER_WAY and calls_left(after) == 0:
        return hand_back(after, _spent(after), at)
    return after


def add_side_issue(restart: Restart, issue: str, at: datetime) -> Restart:
    """The restart with one more side issue for the operator. It costs no call."""
    issues = (*restart.side_issues, issue)[-MOST_ISSUES:]
    return restart._replace(side_issues=issues, updated_at=at)


def hand_back(restart: Restart, reason: str, at: datetime) -> Restart:
    """The restart, handed back to the operator."""
    return _moved(restart, "handed_back", at)._replace(reason=reason)


def allow_again(restart: Restart, reason: str, at: datetime) -> Restart:
    """The restart, allowed by the operator to start again."""
    return _moved(restart, "allowed", at)._replace(reason=reason)


def failure_shape(failure: str) -> str:
    """The failure without numbers, ids, paths and quotes, so that equal failures compare equal."""
    line = " ".join(VARYING.sub("#", failure[:2_000]).casefold().split())
    return line[:LONGEST_SHAPE] or "no words"


def _failed_as(restart: Restart, what: str, at: datetime) -> Restart:
    settled = _settled(restart)
    failures = (*settled.failures, what)
    after = settled._replace(failures=failures, updated_at=at)
    if failures.count(what) >= SAME_FAILURE:
        return hand_back(after, f"the same failure twice: {what}", at)
    return after


def _settled(restart: Restart) -> Restart:
    """The restart without its pending call."""
    return restart._replace(failures=tuple(x for x in restart.failures if x != PENDING))


def _is_pending(restart: Restart) -> bool:
    return PENDING in restart.failures


def _spent(restart: Restart) -> str:
    known = restart.found_key or restart.session_key
    used = getattr(restart, COUNTERS[restart.phase])
    return f"all {used} calls to {restart.phase} are spent; the last known session is {known}"


def _must_be(restart: Restart, *phases: RestartPhase) -> None:
    if restart.phase not in phases:
        raise IllegalMove(
            f"the restart of {restart.task!r}",
            restart.phase,
            " or ".join(sorted(phases)),
            todo=restart.reason or "Its phases come one after the other.",
        )


def _moved(restart: Restart, to: RestartPhase, at: datetime) -> Restart:
    if to not in RESTART_MOVES[restart.phase]:
        raise IllegalMove(f"the restart of {restart.task!r}", restart.phase, to)
    return restart._replace(phase=to, updated_at=at)
