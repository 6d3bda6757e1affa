"""What it costs an agent to find its way: from the start of a session to its first real action.

An action is productive when it changes what is known or to be done, or when a tool answered.
Opening and closing, reading, recalling and talking are not: they are the way there. It takes
what the log says and reads nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

TOOL_RESULT: Final = "tool_result"
# The events that count if the agent itself caused them. What is not named here is bookkeeping.
PRODUCTIVE: Final = frozenset(
    {
        "attachment.observed",
        "document.proposed",
        "fact.ended",
        "fact.set",
        "hint.added",
        "hint.completed",
        "hint.dismissed",
        "knowledge.added",
        "knowledge.deleted",
        "memory.added",
        "memory.deleted",
        "memory.updated",
        "message.answered",
        "message.sent",
        "project.added",
        "project.changed",
        "task.added",
        "task.moved",
    }
)


class Action(NamedTuple):
    """Something that the agent did: its place in the log, what it was, and when."""

    seq: int
    id: str
    kind: str
    at: datetime


class OrientationCost(NamedTuple):
    """What stood between the start of a session and its first productive action.

    Without such an action there is no time yet; tokens and exchanges are what was spent so far.
    """

    session_id: str
    started_at: datetime
    action: Action | None
    time: timedelta | None
    tokens: int  # of the context that was delivered, and of the turns before the action
    exchanges: int  # that had begun before the action, the one it belongs to among them


def first_action(found: Iterable[Action | None]) -> Action | None:
    """The one that stands first in the log."""
    return min((action for action in found if action is not None), default=None)


def cost_of(
    session_id: str,
    started_at: datetime,
    action: Action | None,
    *,
    delivered: int,
    said: int,
    exchanges: int,
) -> OrientationCost:
    """The cost from its parts. A clock that went back gives no time, not less than none."""
    time = None if action is None else max(timedelta(0), action.at - started_at)
    return OrientationCost(session_id, started_at, action, time, delivered + said, exchanges)
