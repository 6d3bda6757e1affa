"""What a worker asks of a home: which agents want to be looked at, and when.

A queue drives: it calls `look` with a tenant and an agent's name whenever something may be
waiting there, never twice at once for one agent, and again when the answer says so. How it
learns that something waits is its own affair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from threading import Event
from typing import NamedTuple, Protocol

# Looks at one agent of one tenant. When to look again; None: when something has changed.
Look = Callable[[str, str], datetime | None]


class Rounds(NamedTuple):
    """How a worker goes its rounds."""

    now: Callable[[], datetime]
    look_seconds: float
    sweep_seconds: float
    lease_seconds: float  # after which a worker that is not heard of counts as gone
    every_tenant: bool = True
    names: Sequence[str] | None = None  # else all
    at_once: int = 1
    once: bool = False  # stop when nothing is left that can be done now


class Queue(Protocol):
    """The agents of a home, each brought forward when it is due."""

    def run(self, look: Look, stop: Event) -> None:
        """Bring agents forward until `stop` is set. What has begun is finished."""
