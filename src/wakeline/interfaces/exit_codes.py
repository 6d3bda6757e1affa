"""How the program ends: one table of exit codes, and an error as people and programs read it."""

from __future__ import annotations

import errno

from wakeline.base.errors import (
    Busy,
    Conflict,
    Damaged,
    DiskFull,
    HomeUnusable,
    Invalid,
    NotFound,
    WakelineError,
)
from wakeline.interfaces.json_values import encode_json

OK = 0
ERROR = 1
USAGE = 2
INTEGRITY = 5
INTERRUPTED = 130

# The nearest class above an error decides.
EXITS: dict[type[BaseException], int] = {
    WakelineError: ERROR,
    Invalid: USAGE,
    NotFound: 3,
    Conflict: 4,
    Busy: 4,
    Damaged: INTEGRITY,
}
PROGRAM = "wakeline: "
# What the system refuses for reasons that are the user's to mend.
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
REFUSED = (
    errno.EACCES, errno.EPERM, errno.EROFS, errno.EISDIR, errno.ENOTDIR, errno.ELOOP, errno.EIO,
    errno.EMFILE, errno.ENFILE, errno.ENAMETOOLONG,
)  # fmt: skip


def exit_code(error: WakelineError) -> int:
    """The code with which the program ends after an error."""
    return next(EXITS[cls] for cls in type(error).__mro__ if cls in EXITS)


def for_people(error: WakelineError) -> str:
    """What happened, and below it what to do."""
    lines = [PROGRAM + error.message]
    if error.todo:
        lines += [" " * len(PROGRAM) + line for line in error.todo.splitlines()]
    return "\n".join(lines)


def for_programs(error: WakelineError) -> str:
    """The same as a JSON document."""
    found = {"kind": type(error).__name__, "message": error.message, "todo": error.todo}
    return encode_json({"error": found})


def of_the_system(error: OSError) -> WakelineError | None:
    """What the system refused, in our own words; None if that is not the user's to mend."""
    if error.errno in NO_ROOM:
        where = f" at {error.filename}" if error.filename else ""
        return DiskFull(
            f"the disk is full; this was not written whole{where}.",
            todo="Make room and try again. What was acknowledged before is safe.",
        )
    if error.errno in REFUSED and error.filename:
        return HomeUnusable(
            f"{error.filename} cannot be used ({error.strerror}).",
            todo="Check what it is, and who may read and write it.",
        )
    return None
