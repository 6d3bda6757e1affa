"""How the program ends: one table of exit codes, and an error as people and programs read it."""

from __future__ import annotations

from wakeline.base.errors import Busy, Conflict, Damaged, Invalid, NotFound, WakelineError
from wakeline.interfaces.encode import encoded

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
    return encoded({"error": found})
