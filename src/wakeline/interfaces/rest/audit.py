"""Who was turned away: one line each, on standard error and in the home.

Lines are JSON, so that no caller can write one of their own, and never hold a token. The
file is for its owner alone and is set aside once when it is long: a flood of bad tokens
must not fill the disk.
"""

from __future__ import annotations

import json
import logging
import os
from _thread import allocate_lock
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from wakeline.base.clock import stored_moment

FILE = "audit.jsonl"
OLDER = "audit.1.jsonl"
MOST_BYTES = 8 * 1024 * 1024
MOST_TEXT = 200

log = logging.getLogger("wakeline.audit")


class Audit:
    """Where refusals are written down. A home in a database has no file: its server has a log."""

    def __init__(self, folder: str | None, now: Callable[[], datetime]) -> None:
        self._folder = folder
        self._now = now
        self._turn = allocate_lock()

    def refused(self, *, reason: str, method: str, path: str, client: str, subject: str) -> None:
        """Note that somebody was turned away."""
        found = {
            "at": stored_moment(self._now()),
            "event": "refused",
            "reason": reason,
            "method": method,
            "path": path[:MOST_TEXT],
            "client": client,
            "subject": subject[:MOST_TEXT],
        }
        line = json.dumps(found)
        log.warning(line)
        if self._folder is not None:
            with self._turn, suppress(OSError):  # a full disk must not open the door
                self._write(self._folder, line)

    def _write(self, folder: str, line: str) -> None:
        path = os.path.join(folder, FILE)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        descriptor = os.open(path, flags, 0o600)
        try:
            # Several workers append; one short write is not torn by another.
            os.write(descriptor, line.encode() + b"\n")
            is_long = os.fstat(descriptor).st_size > MOST_BYTES
        finally:
            os.close(descriptor)
        if is_long:
            os.replace(path, os.path.join(folder, OLDER))
