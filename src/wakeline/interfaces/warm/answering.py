"""Answers hooks of the same home from a process that is warm.

One process of a home does so at a time, whoever has the lock; when it goes, however it goes,
the next one takes over. A question is one line of JSON, an answer one more. Nothing is written
here: what was brought, the hook notes when it has brought it.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from typing import Any, Final, Self

from wakeline import engine
from wakeline.base.clock import new_secret
from wakeline.base.errors import WakelineError
from wakeline.interfaces.warm.asking import ADDRESS, LONGEST_PATH, SOCKET, is_own_peer
from wakeline.model.host import Relevant
from wakeline.store.files import write_whole
from wakeline.store.locks import let_go, locked_alone

LOCK: Final = "warm.lock"
SECONDS_BETWEEN_TRIES: Final = 2.0
SECONDS_TO_ASK: Final = 2.0
MOST_QUESTION: Final = 4_000_000
THREADS: Final = 2
BACKLOG: Final = 16

Using = Callable[[str, str], AbstractContextManager[engine.Agent]]

log = logging.getLogger("wakeline.warm")


class Answering:
    """Answers until it is closed. In a home that is no folder it does nothing."""

    def __init__(self, home: engine.Home, using: Using) -> None:
        self._folder = "" if engine.is_database_url(home.location) else home.location
        self._using = using
        self._token = new_secret()
        self._stop = threading.Event()
        self._pool = ThreadPoolExecutor(THREADS, "wakeline-warm")
        self._thread = threading.Thread(target=self._run, name="wakeline-warm", daemon=True)

    def __enter__(self) -> Self:
        path = os.path.join(self._folder, SOCKET)
        if self._folder and len(os.fsencode(path)) <= LONGEST_PATH:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                lock = locked_alone(os.path.join(self._folder, LOCK))
            except OSError:
                return  # there is no home to be warm for
            if lock is None:
                self._stop.wait(SECONDS_BETWEEN_TRIES)
                continue
            try:
                self._answer_all()
            except OSError as error:
                log.warning("nobody is answered: %s", error.strerror)
                self._stop.wait(SECONDS_BETWEEN_TRIES)
            finally:
                let_go(lock)

    def _answer_all(self) -> None:
        listener, path = self._listening()
        with listener:
            listener.settimeout(SECONDS_BETWEEN_TRIES / 4)
            while not self._stop.is_set():
                with suppress(TimeoutError):
                    line, _ = listener.accept()
                    self._pool.submit(self._answer, line)
            with suppress(OSError):
                os.unlink(path)

    def _listening(self) -> tuple[socket.socket, str]:
        """A socket for this user alone. What lies there is stale: we have the lock."""
        if sys.platform == "win32":  # untested
            listener = socket.create_server(("127.0.0.1", 0), backlog=BACKLOG)
            path = os.path.join(self._folder, ADDRESS)
            about = {"port": listener.getsockname()[1], "token": self._token}
            write_whole(path, json.dumps(about).encode())
            return listener, path
        path = os.path.join(self._folder, SOCKET)
        beside = f"{path}.new"
        for old in (beside, path):
            with suppress(FileNotFoundError):
                os.unlink(old)
        listener = socket.socket(socket.AF_UNIX)
        try:
            listener.bind(beside)  # the folder is its owner's, so nobody comes in between
            os.chmod(beside, 0o600)
            listener.listen(BACKLOG)
            os.rename(beside, path)
        except OSError:
            listener.close()
            raise
        return listener, path

    def _answer(self, line: socket.socket) -> None:
        with line, suppress(OSError):
            line.settimeout(SECONDS_TO_ASK)
            if not is_own_peer(line):
                return
            try:
                answer = self._found(_read(line))
            except (WakelineError, ValueError, KeyError, TypeError) as error:
                answer = {"error": type(error).__name__}
            line.sendall(json.dumps(answer).encode())

    def _found(self, raw: bytes) -> dict[str, Any]:
        asked = json.loads(raw)
        if sys.platform == "win32" and asked["token"] != self._token:
            raise ValueError("another token")
        with self._using(str(asked["tenant"]), str(asked["agent"])) as agent:
            if agent.identity.id != asked["agent_id"]:
                raise ValueError("another agent")
            found: Relevant | None = agent.run(
                "meant_for_prompt",
                str(asked["prompt"]),
                session_id=asked["session_id"],
                budget=int(asked["budget"]),
            )
        about = {"agent_id": asked["agent_id"], "is_by_meaning": found is not None}
        return about if found is None else {**about, "text": found.text, "ids": found.ids}


def _read(line: socket.socket) -> bytes:
    raw = b""
    while not raw.endswith(b"\n"):
        part = line.recv(65_536)
        if not part or len(raw) > MOST_QUESTION:
            raise ValueError("no question")
        raw += part
    return raw
