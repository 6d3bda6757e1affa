"""A host's transcript as what was said: JSON lines, read tolerantly.

Lines that are no JSON, or of a kind that is not known, are passed over. Sub-agents stand apart:
what they say is not the conversation. The answer to a prompt is the last message before the
next prompt; what was said on the way to it is not. It does not know what the log holds already.
The lines are those of Claude Code unless a reader of others is given.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from wakeline.log.admit import is_visible
from wakeline.model.host import Said

SOURCE = "claude-code:"
MOST_BYTES = 8_000_000  # of a transcript at one look; the rest waits for the next
# What the host itself writes in the person's place.
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
FIRST_YEAR = 1000  # before it, no log takes anything

Passes = Callable[[datetime], bool]


class Entry(NamedTuple):
    """One line in which somebody says something, and where it ends in the file.

    Entries of one message are its parts; where it has no name, each entry is one of its own.
    """

    uuid: str
    role: str
    text: str
    at: datetime
    message: str
    is_sub: bool
    end: int


# What a line says, which begins and ends at these places; None if it says nothing.
Line = Callable[[bytes, int, int], "Entry | None"]


class Told(NamedTuple):
    """What was said up to the last prompt, where that ends, and what was answered to it so far."""

    said: list[Said]
    through: int | None
    answer: list[Said]
    is_private: bool


class Read(NamedTuple):
    """What was said, and up to where the transcript need not be read again.

    `is_private` says that the last prompt before that place was off the record: what answers it
    may stand behind it, and is not kept either.
    """

    said: list[Said]
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
) -> Read:
    """What was said behind a place in the file.

    `is_over` says that the last prompt has its answer; else that is left for the next time.
    """
    if start > size_of(path):  # it was written anew
        start, is_private = 0, False
    reached = [start]
    found = entries(path, start, most, reached, line or _entry)
    told = told_by(found, source, off_record=off_record, passes=passes, is_private=is_private)
    is_cut = size_of(path) - start > most  # then the rest must be reached some time
    if is_over or is_cut:
        return Read([*told.said, *told.answer], reached[0], told.is_private)
    return Read(told.said, start if told.through is None else told.through, told.is_private)


def told_by(
    found: Iterable[Entry], source: str, *, off_record: str, passes: Passes, is_private: bool
) -> Told:
    """What entries tell: each prompt that may be kept, and what was answered to it in the end."""
    said: list[Said] = []
    answer: list[Entry] = []
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
    return Told(said, through, rest, not is_kept)


def sub_agent_answer(path: str, most: int = MOST_BYTES) -> Entry | None:
    """What a sub-agent said last, from a transcript of its own."""
    last = None
    for entry in entries(path, max(0, size_of(path) - most), most, [0], _entry):
        if entry.role == "agent":
            last = entry
    return last


def entries(path: str, start: int, most: int, reached: list[int], read: Line) -> Iterator[Entry]:
    """The lines in which something is said, from a place in the file on.

    `reached` holds where the last whole line ends that was looked at.
    """
    try:
        with open(path, "rb") as source:
            source.seek(start)
            end = start
            for line in source:
                end += len(line)
                if not line.endswith(b"\n") or (end - start > most and reached[0] > start):
                    return  # not written to its end yet, or for another time
                reached[0] = end
                entry = read(line, end - len(line), end)
                if entry is not None:
                    yield entry
    except (OSError, ValueError):
        return


def is_off_record(prompt: str, marker: str) -> bool:
    """Whether a prompt asks to be left out of the log."""
    return bool(marker.strip()) and marker.strip().casefold() in prompt.casefold()


def _answer(parts: list[Entry], passes: Passes, source: str) -> list[Said]:
    text = "\n\n".join(part.text for part in parts)
    last = parts[-1]
    return [_said("agent", text, last.at, parts[0].uuid, source)] if passes(last.at) else []


def _said(role: Any, text: str, at: datetime, uuid: str, source: str) -> Said:
    return Said(role, text, at, source + uuid if uuid else None, is_copy=True, metadata=COPY)


def _entry(line: bytes, _begin: int, end: int) -> Entry | None:
    """What a line says; None if it says nothing."""
    try:
        found = json.loads(line)
        kind, message = found["type"], found["message"]
        content = message["content"]
        at = moment(found["timestamp"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    role = {"user": "user", "assistant": "agent"}.get(kind if isinstance(kind, str) else "")
    text = storable(_text(content))
    if role is None or not text or at is None or _is_machine_made(found, message, text):
        return None
    uuid, number = found.get("uuid"), message.get("id")
    is_sub = bool(found.get("isSidechain") or found.get("agentId"))
    return Entry(
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
    """The words of a message; none if it brings what a tool said."""
    if isinstance(content, str):
        return content.strip()
    if not isinstance(content, list):
        return ""
    parts = [part for part in content if isinstance(part, dict)]
    if any(part.get("type") == "tool_result" for part in parts):
        return ""
    texts = [part.get("text") for part in parts if part.get("type") == "text"]
    return "\n\n".join(text for text in texts if isinstance(text, str)).strip()


def storable(text: str) -> str:
    """Text without halves of characters and NULs, which no store takes; empty if nobody sees it."""
    if "\0" in text:
        text = text.replace("\0", "")
    return text.encode("utf-8", "replace").decode() if is_visible(text) else ""


def moment(text: Any) -> datetime | None:
    """A moment as hosts write it; None if it is none."""
    if not isinstance(text, str):
        return None
    try:
        read = datetime.fromisoformat(text)
        found = (read if read.tzinfo else read.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return found if found.year >= FIRST_YEAR else None


def size_of(path: str) -> int:
    """A file's bytes; 0 if it is not there."""
    try:
        return os.path.getsize(path)
    except (OSError, ValueError):
        return 0
