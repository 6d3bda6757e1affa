"""The queue of a folder home: calls a worker for agents whose files changed.

A round asks the file system when each agent's file was last written, which takes some
microseconds an agent. It calls `look` for agents that changed since the last look, for those
whose next look is due, and now and then for all. It does not know what a look does.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from time import monotonic
from typing import NamedTuple

from wakeline.base.config import DEFAULT_TENANT
from wakeline.ports.jobs import AgentLook, WorkerRounds
from wakeline.store.file_cache import NameCache

DATABASE = "memory.db"
LOG = "memory.db-wal"
REST = 10  # pause at least so many times as long as the round took
SECONDS_ONCE = 0.05  # between rounds of a worker that runs once

Key = tuple[str, str]
Mark = tuple[int, ...]


class LastLook(NamedTuple):
    """The mark of an agent's files at its last look, and when it is due again."""

    mark: Mark
    due: float


class FolderQueue:
    """Calls `look` for each agent of a folder when it is due."""

    def __init__(self, folder: str, tenant_id: str, rounds: WorkerRounds) -> None:
        self._folder = folder
        self._tenant_id = tenant_id
        self._rounds = rounds
        self._seen: dict[Key, LastLook] = {}
        self._listed = NameCache()
        self._under_way: set[Key] = set()
        self._changing = threading.Lock()

    def run(self, look: AgentLook, stop: threading.Event) -> None:
        errors: list[BaseException] = []

        def report(done: Future[None]) -> None:
            if not done.cancelled() and (error := done.exception()) is not None:
                errors.append(error)

        with ThreadPoolExecutor(self._rounds.at_once, "wakeline-worker") as pool:
            try:
                while not stop.is_set() and not errors:
                    begun = monotonic()
                    due = self._due()
                    if not due and self._rounds.once and not self._under_way:
                        break
                    for key, mark in due:
                        self._under_way.add(key)
                        pool.submit(self._visit, key, mark, look).add_done_callback(report)
                    stop.wait(self._pause(monotonic() - begun))
            finally:
                pool.shutdown(wait=True, cancel_futures=True)
        if errors:
            raise errors[0]

    def _pause(self, taken: float) -> float:
        """Seconds until the next round, so that rounds take only a small part of the time."""
        least = SECONDS_ONCE if self._rounds.once else self._rounds.look_seconds
        return max(least, REST * taken)

    def _due(self) -> list[tuple[Key, Mark]]:
        """The agents that are due now and not under way."""
        now, due, here = monotonic(), list[tuple[Key, Mark]](), set[Key]()
        for key, mark in self._agents():
            here.add(key)
            if key in self._under_way:
                continue
            seen = self._seen.get(key)
            is_time = seen is not None and now >= seen.due and not self._rounds.once
            if seen is None or seen.mark != mark or is_time:
                due.append((key, mark))
        with self._changing:
            for gone in self._seen.keys() - here:
                del self._seen[gone]
        return due

    def _visit(self, key: Key, mark: Mark, look: AgentLook) -> None:
        try:
            again_at = look(*key)
            # The mark from before the look: what was written meanwhile causes another look.
            seen = LastLook(mark, monotonic() + self._seconds_until(again_at))
            with self._changing:
                self._seen[key] = seen
        finally:
            self._under_way.discard(key)

    def _seconds_until(self, at: datetime | None) -> float:
        """Seconds until a moment, at most those of a sweep, in case a clock is wrong."""
        if at is None:
            return self._rounds.sweep_seconds
        seconds = (at - self._rounds.now()).total_seconds()
        return min(max(seconds, 0.0), self._rounds.sweep_seconds)

    def _agents(self) -> Iterator[tuple[Key, Mark]]:
        """Every agent, with the mark of its files."""
        for tenant, folder in self._tenants():
            for name in self._names(folder):
                if self._rounds.names is not None and name not in self._rounds.names:
                    continue
                with suppress(OSError):  # it is being removed
                    yield (tenant, name), _mark(os.path.join(folder, name))

    def _tenants(self) -> Iterator[tuple[str, str]]:
        others = os.path.join(self._folder, "tenants")
        wanted = [DEFAULT_TENANT, *self._names(others)]
        for tenant in wanted if self._rounds.every_tenant else [self._tenant_id]:
            above = self._folder if tenant == DEFAULT_TENANT else os.path.join(others, tenant)
            yield tenant, os.path.join(above, "agents")

    def _names(self, folder: str) -> list[str]:
        """The names in a folder, without those that begin with a dot, which are being made."""
        return sorted(name for name in self._listed.names(folder) if name[0] != ".")


def _mark(folder: str) -> Mark:
    """A mark that changes whenever something is committed to the agent's file.

    An empty log is ignored: readers create and remove it without a change.
    """
    database = os.stat(os.path.join(folder, DATABASE))
    mark = (database.st_ino, database.st_mtime_ns, database.st_size)
    try:
        log = os.stat(os.path.join(folder, LOG))
    except FileNotFoundError:
        return mark
    return (*mark, log.st_mtime_ns, log.st_size) if log.st_size else mark
