"""Codex's transcript, a rollout: JSON lines, each with a time, a type and a payload.

It holds the conversation twice, as events and as the input of the model. The events are read,
because the input holds much that nobody said. A forked rollout begins with a copy of the other
conversation, written all at once. Lines have no ids: each is identified by its position in the
file, which only grows.
"""

from __future__ import annotations

import json
import os
from datetime import datetime, timedelta
from typing import Any

from wakeline.interfaces.hook.transcript import (
    Line,
    TranscriptEntry,
    TranscriptPart,
    parse_moment,
    read_transcript,
    storable_text,
)

SOURCE = "codex:"
ROLES = {"user_message": "user", "agent_message": "agent"}
COPIED_WITHIN = timedelta(seconds=2)  # no person prompts so soon after a fork
# Text that the host writes as the person.
NOT_PROSE = ("<environment_context>", "<user_instructions>", "<turn_aborted>")
LONGEST_FIRST = 1_000_000  # bytes; it may hold the instructions of the host
LENGTH_OF_ID = 36  # of the session's, which ends the file's name


def read_rollout(path: str, start: int, **options: Any) -> TranscriptPart:
    """What was said after a position in the file."""
    return read_transcript(path, start, source=SOURCE, line=_lines(path), **options)


def rollout_meta(line: bytes) -> dict[str, Any] | None:
    """The metadata of a rollout from its first line; None if the line is another one."""
    found = _payload(line, "session_meta")
    return None if found is None else found[1]


def is_of_sub_agent(meta: dict[str, Any]) -> bool:
    """Whether the rollout is of a sub-agent, not started by the person."""
    return isinstance(meta.get("source"), dict) or meta.get("thread_source") == "subagent"


def _lines(path: str) -> Line:
    name = os.path.splitext(os.path.basename(path))[0][-LENGTH_OF_ID:]
    copied_until = _copied_until(_first_line(path))

    def read(line: bytes, begin: int, end: int) -> TranscriptEntry | None:
        found = _payload(line, "event_msg")
        if found is None:
            return None
        at, payload = found
        role = ROLES.get(str(payload.get("type")))
        message = payload.get("message")
        if role is None or not isinstance(message, str):
            return None
        text = storable_text(message).strip()
        is_prose = payload.get("kind", "plain") == "plain" and not text.startswith(NOT_PROSE)
        is_copied = copied_until is not None and at <= copied_until
        if not text or is_copied or (role == "user" and not is_prose):
            return None
        return TranscriptEntry(f"{name}:{begin}", role, text, at, "", False, end)

    return read


def _first_line(path: str) -> bytes:
    try:
        with open(path, "rb") as source:
            return source.readline(LONGEST_FIRST)
    except (OSError, ValueError):
        return b""


def _copied_until(line: bytes) -> datetime | None:
    """The time up to which a forked rollout is a copy; None if it is no fork."""
    found = _payload(line, "session_meta")
    if found is None or not found[1].get("forked_from_id"):
        return None
    return found[0] + COPIED_WITHIN


def _payload(line: bytes, kind: str) -> tuple[datetime, dict[str, Any]] | None:
    """The time and payload of a line; None if it is of another kind or not valid."""
    if kind.encode() not in line:
        return None  # most of a rollout is what tools said
    try:
        found = json.loads(line)
        payload, at = found["payload"], parse_moment(found["timestamp"])
        is_meant = found["type"] == kind
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return (at, payload) if is_meant and at is not None and isinstance(payload, dict) else None
