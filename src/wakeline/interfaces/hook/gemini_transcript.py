"""Gemini CLI's transcript: one JSON object, or, of newer versions, a log of changes to one.

In the log a message is repeated each time that it changes, a list of messages replaces all before
it, and a rewind removes what came after. A list may be shorter than what was said, because the
host compresses what it sends to the model: earlier messages still count as said, and only a
rewind removes them. A position is the time of a message, because the file may be rewritten.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from wakeline.interfaces.hook.transcript import (
    Passes,
    TranscriptEntry,
    TranscriptPart,
    file_size,
    parse_moment,
    storable_text,
    turns_of_entries,
)

SOURCE: Final = "gemini:"
MOST_BYTES: Final = 32_000_000  # a longer log is read from its end; a longer JSON file is not read
ROLES: Final = {"user": "user", "gemini": "agent"}
# Text that the host writes as the person, or adds to what the person wrote.
# Strings, so that hooks of other hosts do not compile them.
_NOT_PROSE: Final = (
    r"<session_context>|This is the Gemini CLI\. We are setting up the context"
    r"|[/?][a-z-]*(?:\s|$)"
)
_ADDED: Final = r"(?s)<hook_context>.*?(?:</hook_context>|\Z)"
LONGEST_ID: Final = 128

Message = dict[str, Any]


def read_chat(
    path: str,
    start: int,
    *,
    off_record: str,
    passes: Passes,
    is_over: bool = True,
    is_private: bool = False,
) -> TranscriptPart:
    """What was said after a moment, given in milliseconds."""
    found = [entry for entry in _entries(path) if entry.end > start]
    told = turns_of_entries(
        found, SOURCE, off_record=off_record, passes=passes, is_private=is_private
    )
    if is_over:
        through = found[-1].end if found else start
        return TranscriptPart([*told.said, *told.answer], through, told.is_private)
    return TranscriptPart(
        told.said, start if told.through is None else told.through, told.is_private
    )


def end_of_chat(path: str) -> int:
    """The time of the last message in milliseconds; 0 if there is none."""
    return max((entry.end for entry in _entries(path)), default=0)


def chat_header(path: str) -> Message:
    """The header of a transcript: its session and kind."""
    return _folded(path)[0]


def _entries(path: str) -> Iterator[TranscriptEntry]:
    """The messages that have text, in their order."""
    about, messages = _folded(path)
    is_sub = about.get("kind") == "subagent"
    for name, message in messages.items():
        role, at = ROLES.get(str(message.get("type"))), parse_moment(message.get("timestamp"))
        if role is None or at is None:
            continue
        shown = message.get("displayContent")
        text = _text(message.get("content") if shown is None else shown)
        if role == "user":
            text = re.sub(_ADDED, "", text).strip()
        if not text or (role == "user" and re.match(_NOT_PROSE, text)):
            continue
        yield TranscriptEntry(name, role, text, at, "", is_sub, int(at.timestamp() * 1000))


def _folded(path: str) -> tuple[Message, dict[str, Message]]:
    """The header of a transcript, and the final state of its messages by id."""
    about: Message = {}
    messages: dict[str, Message] = {}
    for record in _records(path):
        if isinstance(record.get("$rewindTo"), str):
            names = list(messages)
            back = record["$rewindTo"]
            for name in names[names.index(back) if back in messages else 0 :]:
                del messages[name]
        elif "type" in record:
            _add(messages, record)
        else:
            patch = record.get("$set", record)
            if not isinstance(patch, dict):
                continue
            about |= {name: value for name, value in patch.items() if name != "messages"}
            listed = patch.get("messages")
            for message in listed if isinstance(listed, list) else ():
                _add(messages, message)
    return about, messages


def _add(messages: dict[str, Message], message: Any) -> None:
    name = message.get("id") if isinstance(message, dict) else None
    if isinstance(name, str) and 0 < len(name) <= LONGEST_ID:
        messages[name] = message  # keeps its position if it was there


def _records(path: str) -> Iterator[Message]:
    """The lines of a log, or the single object of a JSON file."""
    size = file_size(path)
    try:
        with open(path, "rb") as source:
            if path.endswith(".json"):
                whole = json.loads(source.read()) if size <= MOST_BYTES else None
                if isinstance(whole, dict):
                    yield whole
                return
            if size > MOST_BYTES:
                source.seek(size - MOST_BYTES)
                source.readline()
            for line in source:
                found = _parsed(line)
                if found is not None:
                    yield found
    except (OSError, ValueError, RecursionError):
        return


def _parsed(line: bytes) -> Message | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _text(content: Any) -> str:
    """The text of a message; empty for the output of a tool or for thoughts."""
    parts = content if isinstance(content, list) else [content]
    if any(isinstance(part, dict) and "functionResponse" in part for part in parts):
        return ""
    texts = [_words(part) for part in parts]
    return storable_text("\n\n".join(text for text in texts if text)).strip()


def _words(part: Any) -> str:
    if isinstance(part, dict):
        part = None if part.get("thought") else part.get("text")
    return part.strip() if isinstance(part, str) else ""
