"""Check a tool call of a host against the guards before it runs. Keeps nothing.

The answer is empty unless a guard forbids the call. It is also empty if the home cannot be read:
a host must not hang because of its memory. So a guard protects only while the home is readable.
"""

from __future__ import annotations

from typing import Any

from wakeline.interfaces.hook.hook_room import HookRoom
from wakeline.interfaces.hook.host_event import HostEvent
from wakeline.interfaces.hook.project_folder import is_in_listed_folder

# If the outcome is unknown, the person may know it.
DECISIONS = {"done": "deny", "claimed": "deny", "unknown": "ask"}


def check_tool_call(room: HookRoom, event: HostEvent) -> dict[str, Any]:
    """The answer to the host: empty, or that the call is denied or needs a question, and why."""
    tool = event.text("tool_name")
    if not tool:
        return {}
    if is_in_listed_folder(event.text("cwd"), room.home.settings.text("hook.ignore")):
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
