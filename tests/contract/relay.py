"""A way to a database server on which connections can be lost without a word.

Bytes are handed on between a socket of its own and the server's. From the moment that it is told
to, a connection which looks whole is gone when the next statement is sent on it.
"""

from __future__ import annotations

import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

NAME = ".s.PGSQL.5432"  # as clients look for it in a folder


class Relay:
    """One such way, for as many connections as are opened."""

    def __init__(self, folder: Path, server: str) -> None:
        self._server = server
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(folder / NAME))
        self._listening.listen()
        self._open: set[socket.socket] = set()
        self._doomed: set[socket.socket] = set()
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()
        self.lost = 0

    def lose_all(self) -> None:
        """Every connection that is open now ends with the next thing said on it."""
        self._doomed |= self._open

    def close(self) -> None:
        """Once its clients have gone."""
        self._listening.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(10)
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                client, _ = self._listening.accept()
                self._open.add(client)
                thread = threading.Thread(target=self._serve, args=(client,))
                self._threads.append(thread)
                thread.start()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server, suppress(OSError):
            server.connect(self._server)
            other = {client: server, server: client}
            while True:
                ready, _, _ = select.select([client, server], [], [])
                for source in ready:
                    said = source.recv(65536)
                    self.lost += bool(said) and source in self._doomed
                    if not said or source in self._doomed:
                        return
                    other[source].sendall(said)


@contextmanager
def relayed(url: str, folder: Path) -> Iterator[tuple[str, Relay]]:
    """The same database by another way, and the way itself."""
    host = parse_qs(urlsplit(url).query)["host"][0]
    relay = Relay(folder, f"{host}/{NAME}")
    try:
        yield url.replace(host, str(folder)), relay
    finally:
        relay.close()
