"""Cursor: its events, its fields under the names that acts read, and its own shape of an answer.

A message of the agent and the end of its work are two events: each message is kept when it
comes. What is put before the agent at the start goes with every request of the conversation,
so it is not told again after a compaction.
"""

from wakeline.interfaces.hook.events import (
    before_compaction,
    ended,
    finished,
    prompted,
    spoke,
    started,
    sub_agent_answered,
    tool_used,
)
from wakeline.interfaces.hook.hosts import Fields, Host, without_transcript

# The host's name of a field, and ours.
NAMES = {
    "text": "last_assistant_message",
    "summary": "last_assistant_message",
    "subagent_type": "agent_type",
    "tool_output": "tool_response",
    "error_message": "error",
}


def reading(fields: Fields) -> Fields:
    """A conversation is a session, and its first workspace the folder that is worked in."""
    found = {NAMES.get(name, name): value for name, value in without_transcript(fields).items()}
    if isinstance(found.get("conversation_id"), str):
        found["session_id"] = found["conversation_id"]
    roots = found.get("workspace_roots")
    if not found.get("cwd") and isinstance(roots, list) and roots:
        found["cwd"] = roots[0]
    if found.get("hook_event_name") == "sessionStart":
        found.setdefault("source", "startup")
    return found


def answer(event: str, context: str) -> Fields:
    """A prompt goes on whatever happens; its own word for a context is the same everywhere."""
    told: Fields = {"continue": True} if event == "beforeSubmitPrompt" else {}
    return {**told, "additional_context": context} if context else told


HOST = Host(
    "cursor",
    "Cursor",
    {
        "sessionStart": started,
        "beforeSubmitPrompt": prompted,
        "afterAgentResponse": spoke,
        "stop": finished,
        "subagentStop": sub_agent_answered,
        "postToolUse": tool_used,
        "postToolUseFailure": tool_used,
        "preCompact": before_compaction,
        "sessionEnd": ended,
    },
    answer,
    reading,
)
