"""Gemini CLI: its events, and its fields under the names that acts read.

It says when it is about to compress its history and not when it has: the context comes again
with the next prompt.
"""

from typing import Any

from wakeline.interfaces.hook.events import (
    answered,
    compressed,
    ended,
    prompted,
    started,
    tool_used,
)
from wakeline.interfaces.hook.hosts import Fields, Host, with_context


def reading(fields: Fields) -> Fields:
    """What a tool said to the model is what counts; what is shown to the person is a copy."""
    found = dict(fields)
    if "prompt_response" in found:
        found["last_assistant_message"] = found.pop("prompt_response")
    response = found.get("tool_response")
    if isinstance(response, dict):
        found["error"] = _message(response.get("error"))
        found["tool_response"] = response.get("llmContent") or response.get("returnDisplay")
    return found


def _message(error: Any) -> Any:
    return error.get("message", error) if isinstance(error, dict) else error


HOST = Host(
    "gemini",
    "Gemini CLI",
    {
        "SessionStart": started,
        "BeforeAgent": prompted,
        "AfterAgent": answered,
        "AfterTool": tool_used,
        "PreCompress": compressed,
        "SessionEnd": ended,
    },
    with_context,
    reading,
)
