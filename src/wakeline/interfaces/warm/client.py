"""Hand an event to a process of the home that is warm, if there is one; else it is done here.

Whatever goes wrong, there is none. The socket is a file in the home for its owner alone. One that
others may open, or that somebody else made, is not spoken to. A hook pays for what this loads at
every prompt, so it loads nothing that the interpreter has not loaded already.

    asked      length, header, length, event: lengths as 8 bytes, fields of the header with NUL
               between them: version, token, host, agent, tenant, who started the hook, environment
    answered   the id under which the event is kept, 26 bytes, then the answer as a line of
               JSON; nothing at all if the process does not take the event
"""

import os
import stat
import sys
from time import monotonic

from wakeline.base import VERSION
from wakeline.base.environment import home_location, own_variables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _socket import socket

SOCKET = "warm.sock"
ADDRESS = "warm.json"  # where there are no such sockets: a port of this machine, and a token
SECONDS_TO_TAKE = 0.5  # somebody waits for a prompt; whoever is stuck does not take it
SECONDS_TO_ANSWER = 3.0
MOST_ANSWER = 200_000
LONGEST_PATH = 100  # bytes that every system takes for a socket
LENGTH, ID_LENGTH, END = 8, 26, b"\n"
Place = str | tuple[int, str]


def hand_to_warm_process(
    raw: bytes,
    host: str | None = None,
    *,
    agent: str | None = None,
    home: str | None = None,
    tenant: str | None = None,
) -> tuple[str | None, str | None]:
    """The answer of a warm process to an event, and the id under which it took it.

    Without an answer the event is the caller's to do; with an id, under that id, so that what
    the other has done of it is not done twice.
    """
    place = _place(os.path.abspath(os.path.expanduser(home_location(home))))
    if place is None:
        return None, None
    taken: bytearray = bytearray()
    try:
        line = _connected(place)
        try:
            if is_own_peer(line):
                token = place[1] if isinstance(place, tuple) else ""
                who = (VERSION, token, host or "", agent or "", tenant or "", str(os.getppid()))
                line.sendall(_message([*who, *own_variables()], raw))
                _read(line, taken)
        finally:
            line.close()
    except (OSError, ValueError):
        return None, _id(taken)
    is_whole = _id(taken) is not None and taken.endswith(END)
    return taken[ID_LENGTH : -len(END)].decode("utf-8", "replace") if is_whole else None, _id(taken)


def _message(fields: list[str], raw: bytes) -> bytes:
    header = b"\0".join(map(os.fsencode, fields))
    return b"".join(
        part for each in (header, raw) for part in (len(each).to_bytes(LENGTH, "big"), each)
    )


def _id(taken: bytearray) -> str | None:
    found = taken[:ID_LENGTH].decode("ascii", "replace")
    return found if len(found) == ID_LENGTH and found.isalnum() and found.isascii() else None


def is_own_peer(line: "socket") -> bool:
    """Whether who is at the other end is the same user, where the system tells."""
    import _socket

    if sys.platform != "linux" or line.family != _socket.AF_UNIX:
        return True
    told = line.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)
    return int.from_bytes(told[4:8], sys.byteorder) == os.geteuid()


def _place(folder: str) -> Place | None:
    """Where to ask: a socket of our own, or a port and a token."""
    if sys.platform == "win32":  # untested
        import json

        try:
            with open(os.path.join(folder, ADDRESS), encoding="utf-8") as source:
                found = json.load(source)
            return int(found["port"]), str(found["token"])
        except (OSError, ValueError, KeyError, TypeError):
            return None
    path = os.path.join(folder, SOCKET)
    try:
        status = os.lstat(path)
    except (OSError, ValueError):
        return None
    is_private = stat.S_ISSOCK(status.st_mode) and not status.st_mode & 0o077
    return path if is_private and status.st_uid == os.geteuid() else None


def _connected(place: Place) -> "socket":
    import _socket  # `socket` itself takes as long to load as all that is done here

    is_port = isinstance(place, tuple)
    line = _socket.socket(_socket.AF_INET if is_port else _socket.AF_UNIX)
    line.settimeout(SECONDS_TO_TAKE)
    try:
        line.connect(("127.0.0.1", place[0]) if is_port else place)
    except OSError:
        line.close()
        raise
    return line


def _read(line: "socket", taken: bytearray) -> None:
    """Read until the end. Until the event is taken, there is little time."""
    begun = monotonic()
    while len(taken) <= MOST_ANSWER:
        seconds = SECONDS_TO_TAKE if len(taken) < ID_LENGTH else SECONDS_TO_ANSWER
        line.settimeout(max(0.001, begun + seconds - monotonic()))
        part = line.recv(65_536)
        if not part:
            return
        taken += part
    raise ValueError("the answer is too long")
