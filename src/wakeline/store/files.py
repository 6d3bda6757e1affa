"""Write files whole: under another name, synced, then renamed into place."""

from __future__ import annotations

import os
from _thread import get_ident
from collections.abc import Iterable

BLOCK = 65_536
BESIDE = ".new"
# Without it Windows would end each line in two bytes.
BINARY = getattr(os, "O_BINARY", 0)


def write_whole(path: str, content: bytes, *, mode: int = 0o600) -> None:
    """Replace a file so that a reader, or a power cut, sees the old one or the new one."""
    write_stream(path, (content,), mode=mode)


def write_stream(path: str, pieces: Iterable[bytes], *, mode: int = 0o600) -> None:
    """The same for content that comes in pieces."""
    # Threads of one process may write the same file: each uses its own temporary name.
    beside = f"{path}.{get_ident()}.{os.getpid()}{BESIDE}"
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, mode)
    try:
        with os.fdopen(descriptor, "wb") as target:
            for piece in pieces:
                target.write(piece)
            target.flush()
            os.fsync(target.fileno())
        os.replace(beside, path)
    except BaseException:
        if os.path.exists(beside):
            os.unlink(beside)
        raise
    sync_folder(os.path.dirname(path) or ".")


def append_synced(path: str, content: bytes) -> None:
    """Append to an existing file, and wait until it is on disk."""
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | BINARY)
    with os.fdopen(descriptor, "wb") as target:
        target.write(content)
        target.flush()
        os.fsync(target.fileno())


def last_line(path: str) -> bytes | None:
    """The last line of a file without its newline; None without a file or a final newline."""
    try:
        with open(path, "rb") as source:
            size = position = source.seek(0, os.SEEK_END)
            tail = b""
            while position > 0 and tail.count(b"\n", 0, -1) == 0:
                # Each look reaches twice as far back: a line may be a megabyte long.
                position = max(0, size - max(BLOCK, 2 * len(tail)))
                source.seek(position)
                tail = source.read(size - position)
    except FileNotFoundError:
        return None
    if not tail.endswith(b"\n"):
        return None
    return tail[:-1].rpartition(b"\n")[2]


def sync_folder(folder: str) -> None:
    """Make a rename in a folder durable, where the system supports it."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_tree(folder: str) -> None:
    """Wait until every file below a folder is on disk."""
    for place, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(place, name), "r+b") as file:
                os.fsync(file.fileno())
        sync_folder(place)


def tree_size(folder: str) -> int:
    """The bytes of all files below a folder."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(place, name)).st_size
            except FileNotFoundError:
                continue  # a file that another process has just removed
    return total


def remove_tree(folder: str) -> None:
    """Remove a folder and everything in it; nothing happens if it is not there.

    `shutil` would do, at the price of loading every archive format at each start.
    """
    for place, folders, names in os.walk(folder, topdown=False):
        for name in names:
            os.unlink(os.path.join(place, name))
        for name in folders:
            path = os.path.join(place, name)
            os.unlink(path) if os.path.islink(path) else os.rmdir(path)
    if os.path.isdir(folder):
        os.rmdir(folder)
