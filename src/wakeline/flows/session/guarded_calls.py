"""Whether a call of a host's tool is an action that must not be done. Reads only.

What is not claimed under a guard that knows the tool, or a pattern of what it is given, is not
seen here: a guard holds what was named, and what goes another way it does not hold.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from wakeline.flows.common.callers import is_own
from wakeline.flows.common.place import Place
from wakeline.flows.session.guards import as_they_stand, refusal
from wakeline.model.guard import Guard
from wakeline.model.session import Session
from wakeline.sessions.guards import TODO, matches, told

MOST_GUARDS = 1_000
MOST_CHARACTERS = 100_000


class GuardedCall(NamedTuple):
    """A guard that a call would break, and why."""

    guard: Guard
    reason: str
    todo: str


def guarded_call(
    place: Place, tool: str, given: Any, *, source: str | None = None
) -> GuardedCall | None:
    """The guard that stands against a call; None if none does.

    Whoever has claimed an action may do it: its own calls are let through. `source` is what a
    session of ours is called that stands for the host's.
    """
    with place.store.reading() as view:
        known = view.all(Guard, "guards.matching", limit=MOST_GUARDS)
        if not known:
            return None
        text = told(given)[:MOST_CHARACTERS]
        found = [guard for guard in known if matches(guard, tool, text)]
        stand = as_they_stand(place, view, found, place.clock.now())
        own = view.one(Session, "sessions.all_by_source", source=source, limit=1) if found else None
    for guard in sorted(stand, key=lambda each: each.state != "done"):
        if guard.state == "claimed" and is_own(place, guard, own and own.id):
            continue
        return GuardedCall(guard, refusal(guard), TODO[guard.state])
    return None
