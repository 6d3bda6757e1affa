"""A lock between processes, on a file of its own.

SQLite's own waiting is a poll with growing pauses: of sixteen writers one waits
seconds. Here the kernel queues them. But between the kernel waking the first of its queue
and that one running, a newcomer can take the lock; so there is a second lock, the door, in
front of it. One process waits for the lock and holds the door; all others wait for the
door. The lock belongs to an open file and ends with its process, however that ends.
"""

from __future__ import annotations

import os
import sys
import time
from _thread import allocate_lock, start_new_thread
from typing import Self

from wakeline.base.errors import Busy

DOOR = ".next"
WAIT_SECONDS = 30.0

if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _wait_lock(descriptor: int) -> None:
        while not _try_lock(descriptor):
            time.sleep(0.002)

    def _unlock(descriptor: int) -> None:
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _wait_lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)

    def _unlock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


def _opened(path: str) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _close(files: tuple[int, int]) -> None:
    for descriptor in files:
        os.close(descriptor)


def try_lock_file(path: str) -> int | None:
    """Lock a file for this process. Returns its descriptor; None if another process holds it."""
    descriptor = _opened(path)
    if _try_lock(descriptor):
        return descriptor
    os.close(descriptor)
    return None


def unlock_file(descriptor: int) -> None:
    """Unlock and close such a file."""
    os.close(descriptor)


class FileLock:
    """A lock that one thread of one process holds at a time."""

    def __init__(self, path: str, *, seconds: float = WAIT_SECONDS) -> None:
        self._path = path
        self._seconds = seconds
        self._threads = allocate_lock()
        self._files: tuple[int, int] | None = None

    def acquire(self) -> None:
        """Wait for the lock, at most `seconds`."""
        if not self._threads.acquire(True, self._seconds):
            raise self._busy()
        try:
            self._acquire_file()
        except BaseException:
            self._threads.release()
            raise

    def release(self) -> None:
        if self._files is not None:
            _unlock(self._files[1])
        self._threads.release()

    def close(self) -> None:
        if self._files is not None:
            _close(self._files)
            self._files = None

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def _acquire_file(self) -> None:
        if self._files is None:
            self._files = _opened(self._path + DOOR), _opened(self._path)
        door, lock = self._files
        is_first = _try_lock(door)
        if is_first and _try_lock(lock):
            _unlock(door)
            return
        self._queue(door, lock, is_first=is_first)

    def _queue(self, door: int, lock: int, *, is_first: bool) -> None:
        # The kernel's queue has no time limit, so a thread waits in it and the caller waits
        # for the thread. If the caller gives up, the thread releases the lock when it gets it.
        got, deciding = allocate_lock(), allocate_lock()
        got.acquire()
        outcome: list[str] = []

        def stand() -> None:
            try:
                if not is_first:
                    _wait_lock(door)
                _wait_lock(lock)
                _unlock(door)
            except OSError:
                return
            with deciding:
                if outcome:
                    _close((door, lock))  # the caller has given up; closing unlocks
                else:
                    outcome.append("got")
                    got.release()

        start_new_thread(stand, ())
        if got.acquire(True, self._seconds):
            return
        with deciding:
            if outcome:
                return  # it came in the last moment
            outcome.append("given up")
        self._files = None  # they belong to the waiting thread now
        raise self._busy()

    def _busy(self) -> Busy:
        return Busy(
            f"another process has been writing for {self._seconds:.0f} s ({self._path}).",
            todo="Try again; `wakeline doctor` shows who holds it.",
        )
