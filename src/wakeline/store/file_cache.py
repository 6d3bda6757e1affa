"""Caches of file texts and folder listings that are read again only after a change.

For processes that live long and look often. A change of a file shows in its time and size, a
change of a folder in its time. What changed a moment ago may change again without a new time, so
it is not cached.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from errno import EINVAL
from stat import S_ISREG

from wakeline.base.clock import SystemClock

SETTLED_NS = 2_000_000_000  # a file older than this cannot change without a new time
MOST = 1024
Now = Callable[[], datetime]


class TextCache:
    """The texts of files by path, valid while the file's time and size stay the same."""

    def __init__(self, now: Now | None = None) -> None:
        self._now = now or SystemClock().now
        self._known: dict[str, tuple[tuple[int, int], str]] = {}

    def read(self, path: str) -> str:
        """A file's text, lines ending in newlines. Raises what opening a file raises.

        A byte that is not UTF-8 is kept as a surrogate, so that it can be written back.
        """
        found = os.stat(path)
        if not S_ISREG(found.st_mode):  # reading a pipe might block for ever
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
    """The names in folders by path, valid while the folder's time stays the same.

    Writing to a file does not change it; making, renaming and removing a file does.
    """

    def __init__(self, now: Now | None = None) -> None:
        self._now = now or SystemClock().now
        self._known: dict[str, tuple[tuple[int, int], frozenset[str]]] = {}

    def names(self, folder: str) -> frozenset[str]:
        """The names in a folder; empty if it does not exist."""
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
        """The number of names in a folder."""
        return len(self.names(folder))


def _is_settled(found: os.stat_result, now: Now) -> bool:
    return int(now().timestamp() * 1e9) - found.st_mtime_ns > SETTLED_NS
