"""Keeps workers alive: starts them on one socket, starts again what dies, stops them all.

A worker that dies at once is started again after a pause that doubles, so that a home that
cannot be served does not keep the machine busy. Only processes that were started here are
ever ended.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from socket import socket

from wakeline.interfaces.rest import worker

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
STEADY_AFTER = 60.0
SECONDS_TO_FINISH = worker.SECONDS_TO_FINISH + 5

log = logging.getLogger("wakeline.serve")


class Pauses:
    """How long to wait before the next start: longer each time, short again after a steady run."""

    def __init__(self) -> None:
        self._next = FIRST_PAUSE

    def after(self, lived_seconds: float) -> float:
        if lived_seconds >= STEADY_AFTER:
            self._next = FIRST_PAUSE
        pause, self._next = self._next, min(2 * self._next, LONGEST_PAUSE)
        return pause


class Post:
    """One worker's place, and who fills it now."""

    def __init__(
        self, start: Callable[[], SpawnProcess], bury: Callable[[int | None], None]
    ) -> None:
        self._start = start
        self._bury = bury
        self._pauses = Pauses()
        self.process: SpawnProcess | None = None
        self._begun = 0.0
        self.due = 0.0

    def fill(self, now: float) -> None:
        if self.process is None and now >= self.due:
            self.process, self._begun = self._start(), now

    def look(self, now: float) -> None:
        """Note that the worker has died, and when the next one may start."""
        if self.process is None or self.process.is_alive():
            return
        code, number = self.process.exitcode, self.process.pid
        pause = self._pauses.after(now - self._begun)
        self.process, self.due = None, now + pause
        self._bury(number)
        log.error("worker %s died (%s); the next one starts in %.1f s", number, code, pause)


class Supervisor:
    """The workers of one server."""

    def __init__(self, listener: socket, work: worker.Work, workers: int) -> None:
        self._listener = listener
        self._work = work
        self._posts = [Post(self._start, self._bury) for _ in range(workers)]
        self._stopping = threading.Event()
        self._waker, self._woken = multiprocessing.Pipe()

    def run(self) -> None:
        """Serve until told to stop."""
        self._hear_signals()
        try:
            while not self._stopping.is_set():
                self._tend()
        finally:
            self._stop_all()

    def stop(self, *_: object) -> None:
        """Let the workers finish and return. Safe to call from a signal."""
        self._stopping.set()
        with suppress(OSError):
            self._waker.send_bytes(b"stop")

    def _hear_signals(self) -> None:
        for name in ("SIGINT", "SIGTERM", "SIGBREAK"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), self.stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a terminal that closes stops nothing

    def _tend(self) -> None:
        now = time.monotonic()
        for post in self._posts:
            post.look(now)
            post.fill(now)
        alive = [post.process.sentinel for post in self._posts if post.process is not None]
        due = [post.due - now for post in self._posts if post.process is None]
        wait([*alive, self._woken], timeout=max(0.05, min(due)) if due else None)

    def _start(self) -> SpawnProcess:
        context = multiprocessing.get_context("spawn")
        started = context.Process(target=worker.run, args=(self._work, self._listener))
        started.start()
        log.info("worker %s started", started.pid)
        return started

    def _bury(self, number: int | None) -> None:
        """What a dead worker had open is not counted any more."""
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(number, path=self._work.metrics_folder)  # type: ignore[no-untyped-call]

    def _stop_all(self) -> None:
        running = [post.process for post in self._posts if post.process is not None]
        for process in running:
            process.terminate()
        until = time.monotonic() + SECONDS_TO_FINISH
        for process in running:
            process.join(max(0.0, until - time.monotonic()))
            if process.is_alive():
                log.error("worker %s did not finish and is ended", process.pid)
                process.kill()
                process.join()
        self._listener.close()
        log.info("stopped (process %s)", os.getpid())
