"""Texts of files and names in folders that are read again only when they have changed.

For processes that live long and look often. A change of a file is seen by time and size, one of
a folder by time; what changed a moment ago may change again within the same tick of the file
system, so it is not remembered.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from errno import EINVAL
from stat import S_ISREG

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
        """A file's text, lines ending in newlines. Raises what opening a file raises.

        A byte that is no UTF-8 stands in it as half a character, so that writing it gives it back.
        """
        found = os.stat(path)
        if not S_ISREG(found.st_mode):  # nobody may ever write into a pipe
            raise OSError(EINVAL, "it is no regular file", path)
        mark = (found.st_mtime_ns, found.st_size)
        known = self._known.get(path)
        if known is not None and known[0] == mark:
            return known[1]
        with open(path, encoding="utf-8", errors="surrogateescape", newline="") as source:
            text = source.read().replace("\r\n", "\n")
        self._known.pop(path, None)
        if _is_settled(found, self._now):
            if len(self._known) >= MOST:
                del self._known[next(iter(self._known))]
            self._known[path] = (mark, text)
        return text


class NameCache:
    """The names in folders by their path, as long as the time of a folder stays.

    It stays while files in it are written to; making, renaming and removing one changes it.
    """

    def __init__(self, now: Now | None = None) -> None:
        self._now = now or SystemClock().now
        self._known: dict[str, tuple[tuple[int, int], frozenset[str]]] = {}

    def names(self, folder: str) -> frozenset[str]:
        """What is in a folder; nothing if it is not there."""
        try:
            found = os.stat(folder)
            mark = (found.st_mtime_ns, found.st_ino)
            known = self._known.get(folder)
            if known is not None and known[0] == mark:
                return known[1]
            names = frozenset(os.listdir(folder))
        except (FileNotFoundError, NotADirectoryError):
            self._known.pop(folder, None)
            return frozenset()
        self._known.pop(folder, None)
        if _is_settled(found, self._now):
            if len(self._known) >= MOST:
                del self._known[next(iter(self._known))]
            self._known[folder] = (mark, names)
        return names

    def count(self, folder: str) -> int:
        """How much is in a folder."""
        return len(self.names(folder))


def _is_settled(found: os.stat_result, now: Now) -> bool:
    return int(now().timestamp() * 1e9) - found.st_mtime_ns > SETTLED_NS
