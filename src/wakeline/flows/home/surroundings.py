"""Check the surroundings of a folder home: disk, permissions, synced folders, locks.

Looks at the file system only. If the system gives no answer (no `/proc`, Windows), it
finds nothing rather than guess.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

from wakeline.base.process import process_name
from wakeline.store.files import tree_size

MOUNTS = "/proc/mounts"
LOCKS = "/proc/locks"
ESCAPED = re.compile(r"\\([0-7]{3})")  # a blank in the table of mounts is written as \040
LOCK_FILES = ("home.lock", "write.lock")
LITTLE_SPACE = 1_000_000_000
NO_SPACE = 50_000_000
OTHERS = stat.S_IRWXG | stat.S_IRWXO
ULID_LENGTH = 26
UNITS = ("B", "kB", "MB", "GB", "TB")

# File systems on which several machines, or a machine and its guest, see the same files.
NETWORK = frozenset(
    "nfs nfs4 cifs smb3 smbfs smb2 9p afs ceph lustre davfs ncpfs vboxsf prl_fs drvfs "
    "glusterfs beegfs gpfs ocfs2 fuse.sshfs fuse.s3fs fuse.rclone fuse.gcsfuse fuse.glusterfs "
    "fuse.davfs2 fuse.vmhgfs-fuse fuse.grpcfuse".split()
)
# How the names of folders begin that programs sync with other machines.
SYNCED = {
    "dropbox": "Dropbox",
    "onedrive": "OneDrive",
    "icloud": "iCloud",
    "mobile documents": "iCloud",
    "google drive": "Google Drive",
    "googledrive": "Google Drive",
    "my drive": "Google Drive",
    "nextcloud": "Nextcloud",
    "owncloud": "ownCloud",
    "syncthing": "Syncthing",
    "pcloud": "pCloud",
    "megasync": "MEGA",
}
# Files that such programs leave at the top of a synced folder.
MARKERS = {
    ".stfolder": "Syncthing",
    ".dropbox": "Dropbox",
    ".dropbox.cache": "Dropbox",
    ".sync": "Resilio Sync",
    ".owncloudsync.log": "ownCloud",
}
MOVE_AWAY = "Move the home to a folder on a local disk, or use PostgreSQL for several machines."


class HomeProblem(NamedTuple):
    """A result of one check: a problem, or something worth knowing."""

    level: Literal["ok", "warn", "fail"]
    topic: str
    text: str
    todo: str = ""


def folder_exists(folder: str) -> bool:
    return os.path.isdir(folder)


def folder_size(folder: str) -> int:
    """The bytes of everything below a folder."""
    return tree_size(folder)


def bytes_text(number: float, *, signed: bool = False) -> str:
    """A number of bytes as text: `212 MB`, `+3 MB`."""
    unit = UNITS[0]
    for unit in UNITS:  # noqa: B007 - the unit at which the loop stops is the answer
        if abs(number) < 1000:
            break
        number /= 1000
    sign = "+" if signed else ""
    return f"{number:{sign}.0f} {unit}"


def find_problems(home: str, agents: Iterable[str]) -> Iterator[HomeProblem]:
    """Check disk, shared folders, permissions and locks."""
    folders = list(agents)
    yield from check_disk(home)
    yield from check_shared_folder(home, _read(MOUNTS))
    yield from check_permissions(home, folders)
    yield from check_locks(home, folders)


def check_disk(home: str) -> Iterator[HomeProblem]:
    """Check whether there is room to write."""
    free = shutil.disk_usage(home).free
    text = f"{bytes_text(free)} free"
    if free < NO_SPACE:
        yield HomeProblem("fail", "disk", text, "Make room: the next write may not fit.")
    elif free < LITTLE_SPACE:
        yield HomeProblem("warn", "disk", text, "Make room soon.")
    else:
        yield HomeProblem("ok", "disk", text)


def check_shared_folder(home: str, mounts: str) -> Iterator[HomeProblem]:
    """Check whether others may write to the same files: a network folder, or a synced one."""
    kind = file_system_type(os.path.realpath(home), mounts)
    if kind in NETWORK:
        yield HomeProblem(
            "warn",
            "folder",
            f"the home lies on {kind}, where two machines can damage a SQLite file",
            MOVE_AWAY,
        )
    program = sync_program(os.path.realpath(home))
    if program is not None:
        yield HomeProblem(
            "warn",
            "folder",
            f"the home lies in a folder of {program}, which copies files while they are written",
            MOVE_AWAY,
        )


def file_system_type(path: str, mounts: str) -> str | None:
    """The type of the file system that holds a path, from the text of `/proc/mounts`."""
    best, found = "", None
    for line in mounts.splitlines():
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        point = ESCAPED.sub(lambda found: chr(int(found[1], 8)), fields[1])
        inside = path == point or path.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):
            best, found = point, fields[2]
    return found


def sync_program(path: str) -> str | None:
    """The program that seems to sync a folder with other machines, or None."""
    while True:
        name = os.path.basename(path).casefold()
        for start, program in SYNCED.items():
            if name.startswith(start):
                return program
        for marker, program in MARKERS.items():
            if os.path.exists(os.path.join(path, marker)):
                return program
        parent = os.path.dirname(path)
        if parent == path:
            return None
        path = parent


def check_permissions(home: str, agents: Iterable[str]) -> Iterator[HomeProblem]:
    """Check whether other users of the machine can read an agent."""
    if os.name == "nt" or not _is_open(home):
        return
    exposed = [folder for folder in agents if _is_reachable(home, folder)]
    backups = os.path.join(home, "backups")
    if os.path.isdir(backups) and _is_open(backups):
        exposed.append(backups)
    for folder in exposed:
        yield HomeProblem(
            "fail",
            "permissions",
            f"{os.path.relpath(folder, home)} is readable by others",
            f"chmod 700 '{folder}'",
        )


def _is_reachable(home: str, folder: str) -> bool:
    """Whether every folder on the way from the home down is open to others."""
    while folder != home and len(folder) > len(home):
        if not _is_open(folder):
            return False
        folder = os.path.dirname(folder)
    return True


def _is_open(path: str) -> bool:
    return bool(os.stat(path).st_mode & OTHERS)


def leftovers(agent_folder: str, running: Callable[[int, str], bool]) -> list[str]:
    """Unfinished folders of processes that have ended: `.NAME.ULID.PROCESS` beside agents."""
    agents = os.path.dirname(agent_folder)
    if not os.path.isdir(agents):
        return []
    return [
        os.path.join(agents, entry)
        for entry in sorted(os.listdir(agents))
        if (process := _maker(entry)) is not None and not running(process, "")
    ]


def _maker(entry: str) -> int | None:
    """The process that made a folder beside the agents; None if it is no such folder."""
    match entry.split("."):
        case ["", _, unique, process] if len(unique) == ULID_LENGTH and process.isdecimal():
            return int(process)
    return None


def check_locks(home: str, agents: Iterable[str]) -> Iterator[HomeProblem]:
    """Check who holds a lock now. A lock ends with its process, so none is ever stale."""
    table = _read(LOCKS)
    for folder in (home, *agents):
        for name in LOCK_FILES:
            path = os.path.join(folder, name)
            if not os.path.exists(path):
                continue
            for process in lock_holders(os.stat(path).st_ino, table):
                if process != os.getpid():
                    yield HomeProblem(
                        "warn",
                        "lock",
                        f"process {process} ({process_name(process)}) is writing to "
                        f"{os.path.relpath(folder, home)}",
                        f"If it hangs, end it: kill {process}",
                    )


def lock_holders(inode: int, table: str) -> list[int]:
    """The processes that hold a file's lock, from the text of `/proc/locks`."""
    found = []
    for line in table.splitlines():
        fields = line.split()
        is_held = len(fields) >= 6 and fields[1] != "->"
        if is_held and fields[5].rpartition(":")[2] == str(inode):
            found.append(int(fields[4]))
    return found


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as source:
            return source.read()
    except OSError:
        return ""
