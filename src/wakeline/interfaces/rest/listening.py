"""A port to listen on, taken only if nobody has it.

Whoever listens there already is left alone: asked once, politely, whether it is a Wakeline
that serves this home, and else named in the error. Nothing is ever ended to get a port.
"""

from __future__ import annotations

import http.client
import ipaddress
import json
import os
import socket
import sys
from contextlib import closing, suppress

from wakeline.base.errors import Busy, Invalid, WakelineError
from wakeline.base.process import process_name

SECONDS_TO_ANSWER = 2.0
BACKLOG = 2048
MOST_PORT = 65_535
MOST_ANSWER = 4096
TCP_LISTEN = "0A"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def listen(host: str, port: int, *, mark: str) -> socket.socket:
    """A listening socket; Busy if somebody listens there, and who if that can be known."""
    if not 0 <= port <= MOST_PORT:
        raise Invalid(f"port is {port}.", todo=f"Use one from 1 to {MOST_PORT}, or 0 for any.")
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as error:
        raise Invalid(
            f"{host!r} is no address to listen on.", todo="Use one such as 127.0.0.1."
        ) from error
    # Some systems let a second program listen beside the first one; so look before asking.
    if port and _answers(host, port):
        raise _taken(host, port, mark)
    # By its full name: asyncio sends small answers at once (TCP_NODELAY) only on such a socket,
    # and without that each answer waits 40 ms for the acknowledgement of its own header.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform == "win32":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(BACKLOG)
    except OSError as error:
        found.close()
        if port and _answers(host, port):
            raise _taken(host, port, mark) from error
        raise Busy(
            f"nothing can listen on {host} port {port} ({error.strerror}).",
            todo="Choose another with --port.",
        ) from error
    return found


def _answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), SECONDS_TO_ANSWER).close()
    except OSError:
        return False
    return True


def _taken(host: str, port: int, mark: str) -> WakelineError:
    health = asked_health(host, port)
    place = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    if health is not None and health.get("home") == mark:
        return Busy(f"this home is served already, at {place}.", todo="There is nothing to start.")
    if health is not None:
        return Busy(
            f"another home is served by a Wakeline at {place}.", todo="Choose another with --port."
        )
    return Busy(
        f"port {port} belongs to {_who(port)}; it was left alone.",
        todo="Choose another with --port.",
    )


def asked_health(host: str, port: int) -> dict[str, object] | None:
    """What a Wakeline at an address says of itself; None if it is something else."""
    with closing(http.client.HTTPConnection(host, port, timeout=SECONDS_TO_ANSWER)) as connection:
        try:
            connection.request("GET", "/health")
            answer = json.loads(connection.getresponse().read(MOST_ANSWER))
        except (OSError, http.client.HTTPException, ValueError):
            return None
    is_ours = isinstance(answer, dict) and answer.get("service") == "wakeline"
    return answer if is_ours else None


def _who(port: int) -> str:
    """The program that listens on a port, as far as this system and user may see."""
    inodes = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        with suppress(OSError), open(table, encoding="ascii") as source:
            rows = [line.split() for line in source][1:]
            inodes |= {
                row[9]
                for row in rows
                if row[3] == TCP_LISTEN and int(row[1].rpartition(":")[2], 16) == port
            }
    for process in _processes() if inodes else []:
        with suppress(OSError):
            for name in os.listdir(f"/proc/{process}/fd"):
                with suppress(OSError):
                    target = os.readlink(f"/proc/{process}/fd/{name}")
                    if target.removeprefix("socket:[").removesuffix("]") in inodes:
                        return f"{process_name(process) or 'a program'} (process {process})"
    return "another program"


def _processes() -> list[int]:
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdecimal()]
    except OSError:
        return []
