"""Answers hooks of the same home from a process that is warm.

One process of a home does so at a time, whoever has the lock; when it goes, however it goes,
the next one takes over. What it hands on goes the way that it would go in a process of its own
(`hook.respond`); an event that it cannot do alike it leaves to that process.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Final, NamedTuple, Self

from wakeline import engine
from wakeline.base import VERSION
from wakeline.base.clock import new_secret
from wakeline.base.config import DEFAULT_TENANT, load_settings
from wakeline.base.errors import WakelineError
from wakeline.interfaces.hook import MOST_INPUT
from wakeline.interfaces.hook.hook_room import host_process
from wakeline.interfaces.hook.respond import ResponderSetup, respond_with
from wakeline.interfaces.open_home import default_agent
from wakeline.interfaces.warm.client import ADDRESS, END, LENGTH, LONGEST_PATH, SOCKET, is_own_peer
from wakeline.store.files import write_whole
from wakeline.store.hook_state import HookState
from wakeline.store.locks import try_lock_file, unlock_file

LOCK: Final = "warm.lock"
SECONDS_BETWEEN_TRIES: Final = 2.0
SECONDS_TO_ASK: Final = 2.0
MOST_HEADER: Final = 1_000_000
THREADS: Final = 2
BACKLOG: Final = 16

# Settings that do not have to be the same: who is meant is asked for, and nobody waits that long.
OWN: Final = frozenset({"agent", "sqlite.wait_seconds"})

Using = Callable[[str, str], AbstractContextManager[engine.Agent]]

log = logging.getLogger("wakeline.warm")


class HandedEvent(NamedTuple):
    """One event, and how the hook was called that heard it."""

    version: str
    token: str
    host: str | None
    agent: str | None
    tenant: str
    started_by: int
    environment: Mapping[str, str]
    raw: bytes


class WarmServer:
    """Answers until it is closed. In a home that is no folder it does nothing."""

    def __init__(self, home: engine.Home, using: Using) -> None:
        self._home = home
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
                lock = try_lock_file(os.path.join(self._folder, LOCK))
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
                unlock_file(lock)

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
            with suppress(WakelineError, ValueError):
                self._do(line, _read(line))

    def _do(self, line: socket.socket, handed: HandedEvent) -> None:
        """Take one event, unless it would be done otherwise where it comes from."""
        is_stranger = sys.platform == "win32" and handed.token != self._token
        if is_stranger or handed.version != VERSION:
            return
        settings = load_settings(self._folder, handed.environment)
        theirs, ours = settings.values, self._home.settings.values
        if any(theirs[name] != ours[name] for name in ours if name not in OWN):
            return
        name = handed.agent or settings.text("agent") or default_agent(self._home)
        home = self._home
        with self._using(handed.tenant, name) as agent:
            taken_as = home.ids.new(home.clock.now())
            line.sendall(taken_as.encode())
            post = ResponderSetup(
                HookState(self._folder, is_database=False),
                lambda: nullcontext(home),
                handed.tenant,
                handed.agent,
                host_process(handed.started_by),
                home.clock,
                home.ids,
                resident=agent,
            )
            told = respond_with(post, handed.raw, handed.host, id=taken_as)
            line.sendall(json.dumps(told).encode() + END)


def _read(line: socket.socket) -> HandedEvent:
    header = _part(line, MOST_HEADER)
    version, token, host, agent, tenant, started_by, *variables = map(
        os.fsdecode, header.split(b"\0")
    )
    environment = dict(variable.split("=", 1) for variable in variables)
    called = (host or None, agent or None, tenant or DEFAULT_TENANT, int(started_by))
    return HandedEvent(version, token, *called, environment, _part(line, MOST_INPUT))


def _part(line: socket.socket, most: int) -> bytes:
    """What follows its own length."""
    length = int.from_bytes(_bytes(line, LENGTH), "big")
    if length > most:
        raise ValueError("it is too long")
    return _bytes(line, length)


def _bytes(line: socket.socket, count: int) -> bytes:
    found = bytearray()
    while len(found) < count:
        part = line.recv(min(count - len(found), 65_536))
        if not part:
            raise ValueError("it ends too soon")
        found += part
    return bytes(found)
