"""Check whether a tool call of a host is an action that a guard forbids. Reads only.

Only guards with a tool name or a pattern of its input can match a call. An action that is done
by another tool, or in other words, is not recognised.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from wakeline.flows.common.callers import is_own_guard
from wakeline.flows.common.place import Place
from wakeline.flows.session.guards import current_guards, refusal
from wakeline.model.guard import Guard
from wakeline.model.session import Session
from wakeline.sessions.guards import TODO, argument_text, is_guarded_call

MOST_GUARDS = 1_000
MOST_CHARACTERS = 100_000


class GuardedCall(NamedTuple):
    """A guard that a call would break, the reason, and what to do."""

    guard: Guard
    reason: str
    todo: str


def guarded_call(
    place: Place, tool: str, given: Any, *, source: str | None = None
) -> GuardedCall | None:
    """The guard that forbids a call, or None.

    The process that claimed an action may do it, so its own calls pass. `source` is the source
    name of our session for the host's session.
    """
    with place.store.reading() as view:
        known = view.all(Guard, "guards.matching", limit=MOST_GUARDS)
        if not known:
            return None
        text = argument_text(given)[:MOST_CHARACTERS]
        found = [guard for guard in known if is_guarded_call(guard, tool, text)]
        stand = current_guards(place, view, found, place.clock.now())
        own = view.one(Session, "sessions.all_by_source", source=source, limit=1) if found else None
    for guard in sorted(stand, key=lambda each: each.state != "done"):
        if guard.state == "claimed" and is_own_guard(place, guard, own and own.id):
            continue
        return GuardedCall(guard, refusal(guard), TODO[guard.state])
    return None
