"""Texts of files that are read again only when a file has changed.

For processes that live long and look often. A change is seen by time and size; what changed a
moment ago may change again within the same tick of the file system, so it is not remembered.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime

from wakeline.base.clock import SystemClock

SETTLED_NS = 2_000_000_000  # older than this, a file's time tells its states apart
MOST = 1024
Now = Callable[[], datetime]


class TextCache:
    """The texts of files by their path, as long as their time and size stay."""

    def __init__(self, now: Now | None = None) -> None:
        self._now = now or SystemClock().now
        self._known: dict[str, tuple[tuple[int, int], str]] = {}

    def read(self, path: str) -> str:
        """A file's text, lines ending in newlines. Raises what opening a file raises."""
        found = os.stat(path)
        mark = (found.st_mtime_ns, found.st_size)
        known = self._known.get(path)
        if known is not None and known[0] == mark:
            return known[1]
        with open(path, encoding="utf-8", errors="replace", newline="") as source:
            text = source.read().replace("\r\n", "\n")
        self._known.pop(path, None)
        if int(self._now().timestamp() * 1e9) - found.st_mtime_ns > SETTLED_NS:
            if len(self._known) >= MOST:
                del self._known[next(iter(self._known))]
            self._known[path] = (mark, text)
        return text
