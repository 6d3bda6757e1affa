"""The cost of orientation: from the start of a session to its first productive action.

An action is productive if it changes what is known or to be done, or if a tool answered.
Opening and closing, reading, recalling and talking are not: they lead up to it. It takes
values from the log and reads nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

TOOL_RESULT: Final = "tool_result"
# The events that count if the agent itself caused them. All others are bookkeeping.
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


class ProductiveAction(NamedTuple):
    """Something that the agent did: its place in the log, what it was, and when."""

    seq: int
    id: str
    kind: str
    at: datetime


class OrientationCost(NamedTuple):
    """The time, tokens and exchanges from a session's start to its first productive action.

    Without such an action there is no time yet; tokens and exchanges are those so far.
    """

    session_id: str
    started_at: datetime
    action: ProductiveAction | None
    time: timedelta | None
    tokens: int  # of the context that was delivered, and of the turns before the action
    exchanges: int  # begun before the action, including the one it belongs to


def first_action(found: Iterable[ProductiveAction | None]) -> ProductiveAction | None:
    """The action that is first in the log."""
    return min((action for action in found if action is not None), default=None)


def cost_of(
    session_id: str,
    started_at: datetime,
    action: ProductiveAction | None,
    *,
    delivered: int,
    said: int,
    exchanges: int,
) -> OrientationCost:
    """The cost from its parts. If the clock went back, the time is zero."""
    time = None if action is None else max(timedelta(0), action.at - started_at)
    return OrientationCost(session_id, started_at, action, time, delivered + said, exchanges)
