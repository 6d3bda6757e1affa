"""The transcripts of each host: where they are, how to read one, and where one ends."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any, NamedTuple

from wakeline.base.digest import sha256_hex
from wakeline.interfaces.hook.codex_transcript import is_of_sub_agent, read_rollout, rollout_meta
from wakeline.interfaces.hook.gemini_transcript import chat_header, end_of_chat, read_chat
from wakeline.interfaces.hook.transcript import TranscriptPart, file_size, read_transcript

FIRST_LINES = 50


class TranscriptOrigin(NamedTuple):
    """The host's session that a transcript belongs to, and its working folder."""

    session: str = ""
    cwd: str = ""
    is_of_sub_agent: bool = False


class TranscriptFormat(NamedTuple):
    """Where a host keeps its transcripts, and how one is read.

    `read` takes a file and a position in it, whose meaning only `read` and `end` know.
    """

    folder: str  # below the host's own folder
    begins: str  # the start of a file's name
    ends: tuple[str, ...]
    read: Callable[..., TranscriptPart]
    end: Callable[[str], int]
    about: Callable[[str], TranscriptOrigin]

    def is_named(self, name: str) -> bool:
        """Whether a file has the name of a transcript."""
        is_apart = name.startswith(APART)
        return name.startswith(self.begins) and name.endswith(self.ends) and not is_apart


def _first_lines(path: str) -> list[bytes]:
    try:
        with open(path, "rb") as source:
            return [line for _, line in zip(range(FIRST_LINES), source, strict=False)]
    except OSError:
        return []


def _of_claude_code(path: str) -> TranscriptOrigin:
    session = cwd = ""
    for line in _first_lines(path):
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            session = session or _text(found.get("sessionId"))
            cwd = cwd or _text(found.get("cwd"))
    return TranscriptOrigin(session, cwd)


def _of_codex(path: str) -> TranscriptOrigin:
    metas = (rollout_meta(line) for line in _first_lines(path))
    meta = next((meta for meta in metas if meta is not None), {})
    return TranscriptOrigin(_text(meta.get("id")), _text(meta.get("cwd")), is_of_sub_agent(meta))


def _of_gemini(path: str) -> TranscriptOrigin:
    """The transcript does not name its folder; files around it do."""
    meta = chat_header(path)
    project = os.path.dirname(os.path.dirname(path))
    return TranscriptOrigin(
        _text(meta.get("sessionId")), _root(project), meta.get("kind") == "subagent"
    )


def _root(project: str) -> str:
    """The folder of a project, found by the host's name for it or by its digest."""
    try:
        with open(os.path.join(project, ".project_root"), encoding="utf-8") as source:
            return source.read().strip()
    except (OSError, UnicodeDecodeError):
        pass
    name = os.path.basename(project)
    try:
        above = os.path.dirname(os.path.dirname(project))
        with open(os.path.join(above, "projects.json"), encoding="utf-8") as source:
            known = json.load(source)["projects"]
        names = {str(short): root for root, short in known.items()}
        names |= {sha256_hex(root.encode()): root for root in known}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ""
    return _text(names.get(name))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


# Transcripts of sub-agents are recognised by their names or by their header.
APART = "agent-"
TRANSCRIPTS: dict[str, TranscriptFormat] = {
    "claude-code": TranscriptFormat(
        "projects", "", (".jsonl",), read_transcript, file_size, _of_claude_code
    ),
    "codex": TranscriptFormat(
        "sessions", "rollout-", (".jsonl",), read_rollout, file_size, _of_codex
    ),
    "gemini": TranscriptFormat(
        "tmp", "session-", (".json", ".jsonl"), read_chat, end_of_chat, _of_gemini
    ),
}
