"""The queue of a home: which agents a worker should look at, and when.

A queue calls `look` with a tenant and an agent's name whenever that agent may have jobs, never
twice at once for one agent, and again at the time that `look` returned. How it learns about jobs
is its own business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from threading import Event
from typing import NamedTuple, Protocol

# Looks at one agent of one tenant. Returns when to look again; None: when something has changed.
AgentLook = Callable[[str, str], datetime | None]


class WorkerRounds(NamedTuple):
    """How often, and at which agents, a worker looks."""

    now: Callable[[], datetime]
    look_seconds: float
    sweep_seconds: float
    lease_seconds: float  # after so long without a sign a worker counts as gone
    every_tenant: bool = True
    names: Sequence[str] | None = None  # None: all agents
    at_once: int = 1
    once: bool = False  # stop when there is nothing left to do now


class Queue(Protocol):
    """Calls `look` for each agent of a home when it is due."""

    def run(self, look: AgentLook, stop: Event) -> None:
        """Call `look` for due agents until `stop` is set. A look that has begun is finished."""
