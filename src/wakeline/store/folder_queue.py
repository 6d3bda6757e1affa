"""Which agents of a folder want to be looked at: those whose files changed.

A round asks the file system when each agent's file was last written, which takes some
microseconds an agent, and opens only what changed since it was last looked at, what asked
to be looked at again, and now and then everything. It does not know what a look does.
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
from wakeline.ports.jobs import Look, Rounds
from wakeline.store.file_cache import NameCache

DATABASE = "memory.db"
LOG = "memory.db-wal"
REST = 10  # times as long as a round took
SECONDS_ONCE = 0.05  # between rounds of a worker that only wants to be done

Key = tuple[str, str]
Mark = tuple[int, ...]


class Seen(NamedTuple):
    """How an agent's files were when it was looked at, and when it is due again."""

    mark: Mark
    due: float


class FolderQueue:
    """The agents of a folder, each brought forward when it is due."""

    def __init__(self, folder: str, tenant_id: str, rounds: Rounds) -> None:
        self._folder = folder
        self._tenant_id = tenant_id
        self._rounds = rounds
        self._seen: dict[Key, Seen] = {}
        self._listed = NameCache()
        self._under_way: set[Key] = set()
        self._changing = threading.Lock()

    def run(self, look: Look, stop: threading.Event) -> None:
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
        """Until the next round: a worker is not to spend its time on looking around."""
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

    def _visit(self, key: Key, mark: Mark, look: Look) -> None:
        try:
            again_at = look(*key)
            # As the files were before the look: what was written meanwhile is looked at next.
            seen = Seen(mark, monotonic() + self._seconds_until(again_at))
            with self._changing:
                self._seen[key] = seen
        finally:
            self._under_way.discard(key)

    def _seconds_until(self, at: datetime | None) -> float:
        """Bounded by the sweep, so that no clock can put an agent off for long."""
        if at is None:
            return self._rounds.sweep_seconds
        seconds = (at - self._rounds.now()).total_seconds()
        return min(max(seconds, 0.0), self._rounds.sweep_seconds)

    def _agents(self) -> Iterator[tuple[Key, Mark]]:
        """Every agent, with what its files look like from outside."""
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
        """The folders in a folder that are in use; one with a dot in front is being made."""
        return sorted(name for name in self._listed.names(folder) if name[0] != ".")


def _mark(folder: str) -> Mark:
    """Changes whenever something was committed to the agent's file.

    A reader that comes and goes leaves an empty log behind or takes it away.
    """
    database = os.stat(os.path.join(folder, DATABASE))
    mark = (database.st_ino, database.st_mtime_ns, database.st_size)
    try:
        log = os.stat(os.path.join(folder, LOG))
    except FileNotFoundError:
        return mark
    return (*mark, log.st_mtime_ns, log.st_size) if log.st_size else mark
