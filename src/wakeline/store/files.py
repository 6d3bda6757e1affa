"""Files written whole: beside, synced, then renamed into place."""

from __future__ import annotations

import os


def write_whole(path: str, content: bytes, *, mode: int = 0o600) -> None:
    """Replace a file so that a reader, or a power cut, sees the old one or the new one."""
    beside = f"{path}.{os.getpid()}.new"
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    try:
        with os.fdopen(descriptor, "wb") as target:
            target.write(content)
            target.flush()
            os.fsync(target.fileno())
        os.replace(beside, path)
    except BaseException:
        if os.path.exists(beside):
            os.unlink(beside)
        raise
    sync_folder(os.path.dirname(path) or ".")


def sync_folder(folder: str) -> None:
    """Make a rename in a folder durable, where the system has a way to."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


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
