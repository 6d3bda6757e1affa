"""Ask a process of the home that is warm, if there is one; whatever goes wrong, there is none.

The socket is a file in the home for its owner alone. One that others may open, or that somebody
else made, is not spoken to; what nobody hears, or nobody answers in time, is given up.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from socket import socket

SOCKET: Final = "warm.sock"
ADDRESS: Final = "warm.json"  # where there are no such sockets: a port of this machine, and a token
SECONDS: Final = 0.5  # for everything: somebody waits for a prompt
MOST_ANSWER: Final = 200_000
LONGEST_PATH: Final = 100  # bytes that every system takes for a socket


def ask(folder: str, request: dict[str, Any], *, seconds: float = SECONDS) -> dict[str, Any] | None:
    """The answer of a warm process to one question; None if there is none."""
    place = _place(folder)
    if place is None:
        return None
    import socket

    until = monotonic() + seconds
    with suppress(OSError, ValueError):
        with _connected(socket, place, seconds) as line:
            if not is_own_peer(line):
                return None
            token = place[1] if isinstance(place, tuple) else ""
            line.sendall(json.dumps({**request, "token": token}).encode() + b"\n")
            raw = _read(line, until)
        answer = json.loads(raw)
        if isinstance(answer, dict) and answer.get("agent_id") == request.get("agent_id"):
            return answer
    return None


def is_own_peer(line: socket) -> bool:
    """Whether who is at the other end is the same user, where the system tells."""
    import socket

    if sys.platform != "linux" or line.family != socket.AF_UNIX:
        return True
    told = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
    return int.from_bytes(told[4:8], sys.byteorder) == os.geteuid()


def _place(folder: str) -> str | tuple[int, str] | None:
    """Where to ask: a socket of our own, or a port and a token."""
    if sys.platform == "win32":  # untested
        with suppress(OSError, ValueError, KeyError, TypeError):
            with open(os.path.join(folder, ADDRESS), encoding="utf-8") as source:
                found = json.load(source)
            return int(found["port"]), str(found["token"])
        return None
    path = os.path.join(folder, SOCKET)
    try:
        found = os.lstat(path)
    except OSError:
        return None
    is_private = stat.S_ISSOCK(found.st_mode) and not found.st_mode & 0o077
    return path if is_private and found.st_uid == os.geteuid() else None


def _connected(socket: Any, place: str | tuple[int, str], seconds: float) -> Any:
    if isinstance(place, tuple):
        return socket.create_connection(("127.0.0.1", place[0]), seconds)
    line = socket.socket(socket.AF_UNIX)
    line.settimeout(seconds)
    try:
        line.connect(place)
    except OSError:
        line.close()
        raise
    return line


def _read(line: Any, until: float) -> bytes:
    parts: list[bytes] = []
    size = 0
    while size <= MOST_ANSWER:
        line.settimeout(max(0.001, until - monotonic()))
        part = line.recv(65_536)
        if not part:
            return b"".join(parts)
        parts.append(part)
        size += len(part)
    raise ValueError("the answer is too long")
