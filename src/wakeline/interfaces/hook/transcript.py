"""Read the turns of a conversation from a host's transcript, which is JSON lines.

Lines that are not JSON, or of an unknown kind, are skipped. So are messages of sub-agents: they
are not part of the conversation. The answer to a prompt is the last message before the next
prompt; earlier messages are dropped. It does not know what the log holds already. The lines are
those of Claude Code unless another reader of lines is given.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from wakeline.log.admit import is_visible
from wakeline.model.host import HostTurn

SOURCE = "claude-code:"
MOST_BYTES = 8_000_000  # read at once from a transcript; the rest waits for the next time
# Text that the host writes as the person.
NOT_PROSE = (
    "<command-name>",
    "<command-message>",
    "<local-command-",
    "<bash-",
    "<task-notification>",
    "<system-reminder>",
    "[Request interrupted",
    "Caveat: The messages below were generated",
)
COPY = {"transcript": True}
FIRST_YEAR = 1000  # the log takes no earlier times

Passes = Callable[[datetime], bool]


class TranscriptEntry(NamedTuple):
    """One line with a message of the person or an agent, and where it ends in the file.

    Entries with the same `message` are parts of one; if it is empty, each entry is a message.
    """

    uuid: str
    role: str
    text: str
    at: datetime
    message: str
    is_sub: bool
    end: int


# Reads a line with its start and end in the file; None if it holds no message.
Line = Callable[[bytes, int, int], "TranscriptEntry | None"]


class TranscriptTurns(NamedTuple):
    """The turns up to the last prompt, where that ends, and the answer to it so far."""

    said: list[HostTurn]
    through: int | None
    answer: list[HostTurn]
    is_private: bool


class TranscriptPart(NamedTuple):
    """The turns that were read, and the position where reading continues next time.

    `is_private` says that the last prompt before that position was off the record: its answer
    may come after it, and is not kept either.
    """

    said: list[HostTurn]
    through: int
    is_private: bool = False


def read_transcript(
    path: str,
    start: int,
    *,
    off_record: str,
    passes: Passes,
    is_over: bool = True,
    is_private: bool = False,
    most: int = MOST_BYTES,
    source: str = SOURCE,
    line: Line | None = None,
) -> TranscriptPart:
    """What was said after a position in the file.

    `is_over` says that the last prompt has its answer; else the answer waits for the next time.
    """
    if start > file_size(path):  # the file was rewritten
        start, is_private = 0, False
    reached = [start]
    found = read_entries(path, start, most, reached, line or _entry)
    told = turns_of_entries(
        found, source, off_record=off_record, passes=passes, is_private=is_private
    )
    is_cut = file_size(path) - start > most  # then reading must move on
    if is_over or is_cut:
        return TranscriptPart([*told.said, *told.answer], reached[0], told.is_private)
    return TranscriptPart(
        told.said, start if told.through is None else told.through, told.is_private
    )


def turns_of_entries(
    found: Iterable[TranscriptEntry],
    source: str,
    *,
    off_record: str,
    passes: Passes,
    is_private: bool,
) -> TranscriptTurns:
    """The turns of entries: each prompt that may be kept, and the final answer to it."""
    said: list[HostTurn] = []
    answer: list[TranscriptEntry] = []
    through: int | None = None
    is_kept = not is_private
    for entry in found:
        if entry.is_sub:
            continue
        if entry.role == "agent":
            if answer and (not entry.message or answer[-1].message != entry.message):
                answer = []
            answer.append(entry)
            continue
        if is_kept and answer:
            said += _answer(answer, passes, source)
        answer = []
        is_kept = not is_off_record(entry.text, off_record)
        if is_kept and passes(entry.at):
            said.append(_said("user", entry.text, entry.at, entry.uuid, source))
        through = entry.end
    rest = _answer(answer, passes, source) if answer and is_kept else []
    return TranscriptTurns(said, through, rest, not is_kept)


def sub_agent_answer(path: str, most: int = MOST_BYTES) -> TranscriptEntry | None:
    """The last message of a sub-agent, from its own transcript."""
    last = None
    for entry in read_entries(path, max(0, file_size(path) - most), most, [0], _entry):
        if entry.role == "agent":
            last = entry
    return last


def read_entries(
    path: str, start: int, most: int, reached: list[int], read: Line
) -> Iterator[TranscriptEntry]:
    """The lines with a message, from a position in the file on.

    `reached[0]` is set to the end of the last whole line that was read.
    """
    try:
        with open(path, "rb") as source:
            source.seek(start)
            end = start
            for line in source:
                end += len(line)
                if not line.endswith(b"\n") or (end - start > most and reached[0] > start):
                    return  # the line is not complete yet, or the limit is reached
                reached[0] = end
                entry = read(line, end - len(line), end)
                if entry is not None:
                    yield entry
    except (OSError, ValueError):
        return


def is_off_record(prompt: str, marker: str) -> bool:
    """Whether a prompt asks to be left out of the log."""
    return bool(marker.strip()) and marker.strip().casefold() in prompt.casefold()


def _answer(parts: list[TranscriptEntry], passes: Passes, source: str) -> list[HostTurn]:
    text = "\n\n".join(part.text for part in parts)
    last = parts[-1]
    return [_said("agent", text, last.at, parts[0].uuid, source)] if passes(last.at) else []


def _said(role: Any, text: str, at: datetime, uuid: str, source: str) -> HostTurn:
    return HostTurn(role, text, at, source + uuid if uuid else None, is_copy=True, metadata=COPY)


def _entry(line: bytes, _begin: int, end: int) -> TranscriptEntry | None:
    """The entry of a line; None if it holds no message."""
    try:
        found = json.loads(line)
        kind, message = found["type"], found["message"]
        content = message["content"]
        at = parse_moment(found["timestamp"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    role = {"user": "user", "assistant": "agent"}.get(kind if isinstance(kind, str) else "")
    text = storable_text(_text(content))
    if role is None or not text or at is None or _is_machine_made(found, message, text):
        return None
    uuid, number = found.get("uuid"), message.get("id")
    is_sub = bool(found.get("isSidechain") or found.get("agentId"))
    return TranscriptEntry(
        uuid if isinstance(uuid, str) and len(uuid) <= 128 else "",
        role,
        text,
        at,
        number if isinstance(number, str) else "",
        is_sub,
        end,
    )


def _is_machine_made(found: dict[str, Any], message: dict[str, Any], text: str) -> bool:
    marks = ("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage")
    return (
        any(found.get(mark) for mark in marks)
        or message.get("model") == "<synthetic>"
        or (found["type"] == "user" and text.startswith(NOT_PROSE))
    )


def _text(content: Any) -> str:
    """The text of a message; empty if it carries the output of a tool."""
    if isinstance(content, str):
        return content.strip()
    if not isinstance(content, list):
        return ""
    parts = [part for part in content if isinstance(part, dict)]
    if any(part.get("type") == "tool_result" for part in parts):
        return ""
    texts = [part.get("text") for part in parts if part.get("type") == "text"]
    return "\n\n".join(text for text in texts if isinstance(text, str)).strip()


def storable_text(text: str) -> str:
    """Text without lone surrogates and NULs, which no store takes; empty if it is invisible."""
    if "\0" in text:
        text = text.replace("\0", "")
    return text.encode("utf-8", "replace").decode() if is_visible(text) else ""


def parse_moment(text: Any) -> datetime | None:
    """A moment from the text that hosts write; None if it is not valid."""
    if not isinstance(text, str):
        return None
    try:
        read = datetime.fromisoformat(text)
        found = (read if read.tzinfo else read.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return found if found.year >= FIRST_YEAR else None


def file_size(path: str) -> int:
    """The size of a file in bytes; 0 if it does not exist."""
    try:
        return os.path.getsize(path)
    except (OSError, ValueError):
        return 0
