"""Cursor: its events, its fields renamed to those that acts use, and its own shape of an answer.

A message of the agent and the end of its work are two events: each message is kept when it
comes. The context of the start is part of every request of the conversation, so it is not
sent again after a compaction.
"""

from wakeline.interfaces.hook.events import (
    on_before_compaction,
    on_finish,
    on_message,
    on_prompt,
    on_session_end,
    on_session_start,
    on_sub_agent_answer,
    on_tool_use,
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


def cursor_fields(fields: Fields) -> Fields:
    """The fields renamed. A conversation is a session, its first workspace the working folder."""
    found = {NAMES.get(name, name): value for name, value in without_transcript(fields).items()}
    if isinstance(found.get("conversation_id"), str):
        found["session_id"] = found["conversation_id"]
    roots = found.get("workspace_roots")
    if not found.get("cwd") and isinstance(roots, list) and roots:
        found["cwd"] = roots[0]
    if found.get("hook_event_name") == "sessionStart":
        found.setdefault("source", "startup")
    return found


def cursor_answer(event: str, context: str) -> Fields:
    """The answer in the shape of Cursor. It always lets a prompt continue."""
    told: Fields = {"continue": True} if event == "beforeSubmitPrompt" else {}
    return {**told, "additional_context": context} if context else told


HOST = Host(
    "cursor",
    "Cursor",
    {
        "sessionStart": on_session_start,
        "beforeSubmitPrompt": on_prompt,
        "afterAgentResponse": on_message,
        "stop": on_finish,
        "subagentStop": on_sub_agent_answer,
        "postToolUse": on_tool_use,
        "postToolUseFailure": on_tool_use,
        "preCompact": on_before_compaction,
        "sessionEnd": on_session_end,
    },
    cursor_answer,
    cursor_fields,
)
