"""Gemini CLI: its events, and its fields renamed to those that acts use.

It reports when it is about to compress its history, but not when it is done: the context is sent
again with the next prompt.
"""

from typing import Any

from wakeline.interfaces.hook.events import (
    on_answer,
    on_before_compression,
    on_prompt,
    on_session_end,
    on_session_start,
    on_tool_use,
)
from wakeline.interfaces.hook.hosts import Fields, Host, context_answer


def gemini_fields(fields: Fields) -> Fields:
    """The fields renamed. Of a tool's answer the text for the model is used, if there is one."""
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
        "SessionStart": on_session_start,
        "BeforeAgent": on_prompt,
        "AfterAgent": on_answer,
        "AfterTool": on_tool_use,
        "PreCompress": on_before_compression,
        "SessionEnd": on_session_end,
    },
    context_answer,
    gemini_fields,
)
