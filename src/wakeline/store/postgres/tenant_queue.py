"""The queue of one tenant, or of some of its agents, for a worker that serves only these.

Each round, one statement finds the agents that have jobs to run.
"""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from threading import Event
from time import monotonic
from typing import Protocol

from wakeline.base.errors import Busy, Unreachable
from wakeline.ports.jobs import AgentLook, WorkerRounds

log = logging.getLogger("wakeline.worker")


class TenantHome(Protocol):
    """The home of one tenant, as far as its queue needs it."""

    @property
    def tenant_id(self) -> str: ...

    def agents_due(self, now: datetime) -> list[str]: ...


class TenantQueue:
    """Calls `look` for each agent of one tenant that has jobs to run."""

    def __init__(self, home: TenantHome, rounds: WorkerRounds) -> None:
        self._home = home
        self._rounds = rounds
        self._not_before: dict[str, float] = {}

    def run(self, look: AgentLook, stop: Event) -> None:
        rounds = self._rounds
        with ThreadPoolExecutor(rounds.at_once, "wakeline-worker") as pool:
            while not stop.is_set():
                try:
                    due = self._due()
                except (Busy, Unreachable) as error:
                    if rounds.once:
                        raise
                    log.warning("%s", error)  # the server may be restarting
                    due = []
                list(pool.map(lambda name: self._visit(name, look, stop), due))
                if due:
                    continue
                if rounds.once:
                    return
                stop.wait(rounds.look_seconds)

    def _due(self) -> list[str]:
        now, wanted = monotonic(), self._rounds.names
        return [
            name
            for name in self._home.agents_due(self._rounds.now())
            if (wanted is None or name in wanted) and now >= self._not_before.get(name, 0.0)
        ]

    def _visit(self, name: str, look: AgentLook, stop: Event) -> None:
        if stop.is_set():
            return
        again_at = look(self._home.tenant_id, name)
        # Even if nothing is left to do: its waiting jobs may belong to another version.
        self._not_before[name] = monotonic() + self._seconds_until(again_at)

    def _seconds_until(self, at: datetime | None) -> float:
        if at is None:
            return self._rounds.look_seconds
        seconds = (at - self._rounds.now()).total_seconds()
        return min(max(seconds, self._rounds.look_seconds), self._rounds.sweep_seconds)
