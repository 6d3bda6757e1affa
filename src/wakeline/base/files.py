"""Read one file whole, with a mark that shows later whether the file has changed.

Only regular files are read, never more than a bound, and a file that changes while it is
read is refused. Paths are bytes: not every name is text. It does not know what a file is for.
"""

from __future__ import annotations

import os
import stat
from typing import NamedTuple

from wakeline.base.clock import SystemClock
from wakeline.base.errors import Conflict, Invalid, NotFound

# So that a device, a pipe or a link cannot block or mislead us, where the system has these flags.
FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
PIECE = 1 << 20
# A file that changed just before it was read may change again without a new file time.
SETTLED_SECONDS = 2.0


class FileContent(NamedTuple):
    """A file's content, and a mark that stays the same while nobody changes the file.

    The mark is empty if the file changed so recently that its times prove nothing yet.
    """

    content: bytes
    mark: str


def real_path(path: object) -> bytes:
    """The absolute path of a file, links followed."""
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise Invalid(f"a path is a {type(path).__name__}.", todo="Give text or a Path.")
    raw = os.fsencode(path)
    if not raw or b"\0" in raw:
        raise Invalid("a path is empty or has a NUL in it.", todo="Give the path of a file.")
    return os.path.realpath(raw)


def printable_path(path: bytes) -> str:
    """A path for people to read. Bytes that are not UTF-8 are written as hexadecimal escapes."""
    return path.decode("utf-8", "backslashreplace")


def read_file(path: bytes, *, most: int) -> FileContent:
    """The content of a regular file of at most so many bytes, or an error that says what it is."""
    name = printable_path(path)
    try:
        opened = os.open(path, FLAGS)
    except FileNotFoundError:
        raise NotFound(f"there is no file {name}.", todo="Check the path.") from None
    except OSError as error:
        raise Invalid(
            f"{name} cannot be opened ({error.strerror}).", todo="Check who may read it."
        ) from None
    try:
        before = os.fstat(opened)
        if not stat.S_ISREG(before.st_mode):
            raise Invalid(
                f"{name} is {_kind(before.st_mode)}, not a file.", todo="Give a regular file."
            )
        if before.st_size > most:
            raise Invalid(
                f"{name} has {before.st_size:,} bytes; the most is {most:,}.",
                todo="Give a part of it, or keep its text as knowledge.",
            )
        content = _read(opened, before.st_size)
        after = os.fstat(opened)
    except OSError as error:
        raise Invalid(
            f"{name} cannot be read ({error.strerror}).", todo="Check the disk, or who may read it."
        ) from None
    finally:
        os.close(opened)
    if _mark(before) != _mark(after) or len(content) != after.st_size:
        raise Conflict(
            f"{name} changed while it was read.", todo="Wait until it is written, then try again."
        )
    return FileContent(content, _mark(after) if _is_settled(after) else "")


def file_mark(path: bytes) -> str | None:
    """The mark of the file as it is now, without reading it; None if it cannot be looked at."""
    try:
        return _mark(os.lstat(path))
    except OSError:
        return None


def _read(opened: int, expected: int) -> bytes:
    """The content; of a file that grows meanwhile, just enough to notice it."""
    pieces: list[bytes] = []
    size = 0
    while size <= expected and (piece := os.read(opened, PIECE)):
        size += len(piece)
        pieces.append(piece)
    return b"".join(pieces)


def _mark(found: os.stat_result) -> str:
    return ":".join(
        str(part)
        for part in (
            found.st_dev,
            found.st_ino,
            found.st_size,
            found.st_mtime_ns,
            found.st_ctime_ns,
        )
    )


def _is_settled(found: os.stat_result) -> bool:
    # File times come from the machine's clock, whatever clock the caller uses.
    now = SystemClock().now().timestamp()
    return now - max(found.st_mtime, found.st_ctime) > SETTLED_SECONDS


def _kind(mode: int) -> str:
    kinds = {
        stat.S_IFDIR: "a folder",
        stat.S_IFIFO: "a pipe",
        stat.S_IFSOCK: "a socket",
        stat.S_IFCHR: "a device",
        stat.S_IFBLK: "a device",
    }
    return kinds.get(stat.S_IFMT(mode), "something else")
