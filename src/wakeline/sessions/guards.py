"""The states of a guarded action: claimed, done, failed, unknown, released.

The table of moves is in the model. Takes rows, leases and moments; a function that is handed in
says whether a process runs. It does not know who asks, nor what a host calls its tools.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from wakeline.base.errors import IllegalMove
from wakeline.model.guard import GUARD_MOVES, Guard, GuardState
from wakeline.model.session import Holder, Lease
from wakeline.sessions.leases import is_alive

ANYTHING = "*"
CLAIMABLE: frozenset[GuardState] = frozenset(
    state for state, to in GUARD_MOVES.items() if "claimed" in to
)
HOLDER_GONE = "whoever claimed it was gone before saying what came of it"
SESSION_ENDED = "the session that claimed it ended without saying what came of it"
TODO: dict[GuardState, str] = {
    "claimed": "Leave it to its holder.",
    "unknown": "Look whether it happened, then `wakeline guards resolve`.",
    "failed": "Claim it again if it is still to be done.",
    "done": "It is done. Only the person can let it be done again: `wakeline guards release`.",
    "released": "Claim it if it is to be done.",
}


def move_guard(guard: Guard, to: GuardState, at: datetime, note: str | None = None) -> Guard:
    """The guard in another state, with a note. Raises if the table does not allow the move."""
    if to not in GUARD_MOVES[guard.state]:
        raise IllegalMove(f"guard {guard.key!r}", guard.state, to, todo=TODO[guard.state])
    return guard._replace(state=to, settled_at=at, note=note, updated_at=at)


def guard_lease(guard: Guard) -> Lease:
    """The claim of a guard, as a lease of its holder."""
    return Lease(
        session_id=guard.session_id or "",
        holder=guard.holder,
        host=guard.host,
        boot_id=guard.boot_id,
        process=guard.process,
        process_start=guard.process_start,
        renewed_at=guard.claimed_at,
        expires_at=guard.expires_at,
    )


def is_held(
    guard: Guard,
    lease: Lease | None,
    *,
    now: datetime,
    here: Holder | None,
    running: Callable[[int, str], bool],
) -> bool:
    """Whether the holder of a claim may still be doing the action.

    `lease` is that of its session, if it has one. If another process continues the session, the
    holder is gone: the new process knows nothing of the action.
    """
    if guard.session_id is None:
        return is_alive(guard_lease(guard), now=now, here=here, running=running)
    if lease is None or process_of(lease) != process_of(guard):
        return False
    return is_alive(lease, now=now, here=here, running=running)


def process_of(row: Guard | Lease | Holder) -> tuple[str, str, int, str]:
    """The process that a row names: host, boot, process id and start."""
    return row.host, row.boot_id, row.process, row.process_start


def is_guarded_call(guard: Guard, tool: str, text: str) -> bool:
    """Whether a tool call is the guarded action: by the tool's name and by its arguments."""
    if guard.tool is None and guard.pattern is None:
        return False
    is_tool = guard.tool is None or _is_like(tool, guard.tool, is_whole=True)
    return is_tool and (guard.pattern is None or _is_like(text, guard.pattern, is_whole=False))


def _is_like(text: str, pattern: str, *, is_whole: bool) -> bool:
    """Whether the parts of a pattern occur in a text in their order; `*` matches anything.

    Not a regular expression: some of those take for ever, and a host waits for the answer. White
    space of any kind and length is one blank.
    """
    text = " ".join(text.split())
    parts = " ".join(pattern.split()).split(ANYTHING)
    if is_whole:
        if len(parts) == 1:
            return text == parts[0]
        first, *parts, last = parts
        if not (text.startswith(first) and text[len(first) :].endswith(last)):
            return False
        text = text[len(first) : len(text) - len(last)]
    at = 0
    for part in parts:
        found = text.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return True


def argument_text(value: Any) -> str:
    """The arguments of a tool as text: every string and number in them, one a line."""
    if isinstance(value, dict):
        return "\n".join(filter(None, map(argument_text, value.values())))
    if isinstance(value, (list, tuple)):
        return "\n".join(filter(None, map(argument_text, value)))
    return "" if value is None or isinstance(value, bool) else str(value)
