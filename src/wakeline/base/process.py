"""Identify processes, and find out whether one still runs.

A process is identified by its machine, that machine's boot, its number and the moment
it started, because numbers are used again.
"""

from __future__ import annotations

import os
import sys

BOOT_ID = "/proc/sys/kernel/random/boot_id"
MOST_ANCESTORS = 64


def own_command(*words: str) -> list[str]:
    """The command that runs this program. `-P`: Python imports nothing from the current folder."""
    return [sys.executable, "-P", "-m", "wakeline", *words]


def program_arguments(words: list[str]) -> list[str]:
    """The arguments for this program in a Python command line; empty if it runs another program."""
    words = words[1:] if words[:1] == ["-P"] else words
    return words[2:] if words[:2] == ["-m", "wakeline"] else []


def host_name() -> str:
    """The name of this machine."""
    return os.uname().nodename if hasattr(os, "uname") else os.path.expandvars("%COMPUTERNAME%")


def boot_id() -> str:
    """The id of this start of the machine; empty if the system has none."""
    try:
        with open(BOOT_ID, encoding="ascii") as source:
            return source.read().strip()
    except OSError:
        return ""


def process_start(process: int) -> str:
    """When a process started, in the system's own unit; empty if unknown."""
    try:
        with open(f"/proc/{process}/stat", "rb") as source:
            # The name in parentheses may hold blanks; the 20th field after it is the start.
            return source.read().rpartition(b")")[2].split()[19].decode()
    except (OSError, IndexError):
        return ""


def process_parent(process: int) -> int:
    """The parent of a process; 0 if unknown."""
    try:
        with open(f"/proc/{process}/stat", "rb") as source:
            return int(source.read().rpartition(b")")[2].split()[1])
    except (OSError, IndexError, ValueError):
        return 0


def process_ancestry(process: int) -> list[int]:
    """A process and its ancestors, the nearest first, as far as they are known."""
    found: list[int] = []
    while process > 0 and process not in found and len(found) < MOST_ANCESTORS:
        found.append(process)
        process = process_parent(process)
    return found


if sys.platform == "win32":
    import ctypes

    STILL_ACTIVE = 259
    QUERY_LIMITED = 0x1000

    def _exists(process: int) -> bool:
        handle = ctypes.windll.kernel32.OpenProcess(QUERY_LIMITED, False, process)
        if not handle:
            return False
        code = ctypes.c_ulong()
        ctypes.windll.kernel32.GetExitCodeProcess(handle, ctypes.byref(code))
        ctypes.windll.kernel32.CloseHandle(handle)
        return code.value == STILL_ACTIVE

else:

    def _exists(process: int) -> bool:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        return True


def is_running(process: int, start: str) -> bool:
    """Whether this process, and not a later one with the same number, runs on this machine."""
    if not _exists(process):
        return False
    now = process_start(process)
    return not start or not now or start == now


def process_name(process: int) -> str:
    """The name of a process; empty if unknown."""
    try:
        with open(f"/proc/{process}/comm", encoding="utf-8", errors="replace") as source:
            return source.read().strip()
    except OSError:
        return ""
