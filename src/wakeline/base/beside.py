"""A second process of our own that helps with long work.

The work is a function of ours that makes of each of many plain values another one. Either process
can do any of them: whatever becomes of the second one (it cannot be started, is slow, is killed),
the first does what is left. It does not know what the work is.
"""

from __future__ import annotations

import gc
import marshal
import os
import subprocess
import sys
from _thread import allocate_lock
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO, Any, Generic, Self, TypeVar

Given = TypeVar("Given")
Made = TypeVar("Made")

FIRST_SHARE = 0.75  # of the work, until it is known how fast each is
LEAST_SHARE, MOST_SHARE = 0.05, 0.95
NO_TIME = 1e-9  # seconds: some clocks tick seldom
SECONDS_FOR_AN_ANSWER = 60.0
LENGTH_BYTES = 8
# It finds modules where this process does, whichever folder and environment that came from.
BEGIN = (
    "import marshal, sys; sys.path[:] = marshal.load(sys.stdin.buffer); "
    "from wakeline.base.beside import serve; serve()"
)
_turn = allocate_lock()  # a server with many callers has one second process all the same


class Beside(Generic[Given, Made]):
    """A second process, from `begin` to the end of the block, if there can be one."""

    def __init__(self, work: Callable[[Sequence[Given]], list[Made]]) -> None:
        self._work = work
        self._process: subprocess.Popen[bytes] | None = None
        self._reader = Thread(target=self._read, name="wakeline-beside", daemon=True)
        self._answers: SimpleQueue[bytes | None] = SimpleQueue()
        self._is_ready = False
        self._share = FIRST_SHARE

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is None:
            return
        # What it would still say, nobody waits for.
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):  # something is left in it
                    pipe.close()
        self._process = None
        _turn.release()

    def begin(self) -> None:
        """Start it, once. It helps from when it is ready; nobody waits for that."""
        if self._process is not None or not _is_possible() or not _turn.acquire(blocking=False):
            return
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-P", "-c", BEGIN],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError:
            _turn.release()
            return
        self._reader.start()
        self._say(marshal.dumps(sys.path))
        self._say(_framed([self._work.__module__, self._work.__qualname__]))

    def given(self, given: Sequence[Given]) -> Callable[[], list[Made]]:
        """Let it begin with the first of these; what is returned does the rest and gives all."""
        count = int(len(given) * self._share) if self._is_ready else 0
        if count:
            self._say(_framed(given[:count]))
        at = monotonic()
        return lambda: self._all_made(given, count, at)

    def _all_made(self, given: Sequence[Given], count: int, given_at: float) -> list[Made]:
        begun = monotonic()
        own = self._work(given[count:])
        ended = monotonic()
        answer = self._answer() if count else None
        if answer is None:  # none was asked for, or it is gone
            return self._work(given[:count]) + own
        its_seconds, made = _plain(answer)
        self._share_out(
            its_seconds / count, (ended - begun) / max(len(own), 1), (begun - given_at) / len(given)
        )
        return list(made) + own

    def _share_out(self, its: float, own: float, before: float) -> None:
        """So much for it that both end together.

        By the seconds that each takes for one, and those for each that we had other things to do.
        """
        fair = (before + own) / max(its + own, NO_TIME)
        self._share = min(max((self._share + fair) / 2, LEAST_SHARE), MOST_SHARE)

    def _say(self, content: bytes) -> None:
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):  # it is gone: its reader says so
                self._process.stdin.write(content)
                self._process.stdin.flush()

    def _answer(self) -> bytes | None:
        """What it answers to what was said last; None if it is gone."""
        try:
            answer = self._answers.get(timeout=SECONDS_FOR_AN_ANSWER)
        except Empty:  # somebody has stopped it
            if self._process is not None:
                self._process.kill()
            answer = self._answers.get()
        if answer is None:
            self._answers.put(None)
        return answer

    def _read(self) -> None:
        """In a thread of its own, so that nobody waits for it to be ready, nor for ever."""
        source = self._process.stdout if self._process is not None else None
        if source is not None and _received(source) is not None:
            self._is_ready = True
            while (answer := _received(source)) is not None:
                self._answers.put(answer)
        self._is_ready = False
        self._answers.put(None)


def serve() -> None:
    """What the second process does, until the first says no more or is gone."""
    source, target = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever prints, this way is for answers
    module, name = _plain(_received(source) or b"")
    work = getattr(import_module(module), name)
    gc.disable()  # values alone are made here, none in a cycle
    target.write(_framed("ready"))
    target.flush()
    while (said := _received(source)) is not None:
        given, begun = _plain(said), monotonic()
        made = work(given)
        target.write(_framed((monotonic() - begun, made)))
        target.flush()


def _is_possible() -> bool:
    """Whether there is a second core, and a Python to start: a program may have it built in."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    program = os.path.basename(sys.executable or "").lower()
    return (cores or 1) > 1 and program.startswith(("python", "pypy"))


def _framed(value: Any) -> bytes:
    content = marshal.dumps(value)
    return len(content).to_bytes(LENGTH_BYTES, "big") + content


def _received(source: IO[bytes]) -> bytes | None:
    """What was said next; None if the other is gone."""
    length = source.read(LENGTH_BYTES)
    if len(length) < LENGTH_BYTES:
        return None
    size = int.from_bytes(length, "big")
    content = source.read(size)
    return content if len(content) == size else None


def _plain(content: bytes) -> Any:
    return marshal.loads(content)  # noqa: S302 - our own processes wrote it
