"""Before a host's tool runs: whether a guard stands against it. Keeps nothing.

Silent unless it has something to say. Where the home cannot be read it is silent too: a host must
not stand still because of its memory. So what it holds is what the home says at that moment.
"""

from __future__ import annotations

from typing import Any

from wakeline.interfaces.hook.hook_room import Room
from wakeline.interfaces.hook.host_event import HostEvent
from wakeline.interfaces.hook.project_folder import is_within

# Of what nobody knows, the person may know more.
DECISIONS = {"done": "deny", "claimed": "deny", "unknown": "ask"}


def checked(room: Room, event: HostEvent) -> dict[str, Any]:
    """What the host is told of a call: nothing, or that it must not be, and why."""
    tool = event.text("tool_name")
    if not tool:
        return {}
    if is_within(event.text("cwd"), room.home.settings.text("hook.ignore")):
        return {}
    given = event.fields.get("tool_input")
    from wakeline.flows.session.guarded_calls import guarded_call

    found = guarded_call(room.agent(event).place, tool, given, source=event.source)
    if found is None:
        return {}
    told = {
        "hookEventName": event.name,
        "permissionDecision": DECISIONS[found.guard.state],
        "permissionDecisionReason": f"Wakeline: {found.reason} {found.todo}",
    }
    return {"hookSpecificOutput": told}
