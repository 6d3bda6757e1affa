"""How the hosts whose transcripts are read keep them: where, of what form, how far one reaches."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any, NamedTuple

from wakeline.base.digest import sha256_hex
from wakeline.interfaces.hook.codex_transcript import is_of_sub_agent, meta_of, read_rollout
from wakeline.interfaces.hook.gemini_transcript import about_chat, end_of_chat, read_chat
from wakeline.interfaces.hook.transcript import Read, read_transcript, size_of

FIRST_LINES = 50


class About(NamedTuple):
    """Which session of the host a transcript is of, and where it was held."""

    session: str = ""
    cwd: str = ""
    is_of_sub_agent: bool = False


class Transcripts(NamedTuple):
    """How a host keeps its transcripts, and how one is read.

    `read` takes a file and a place in it, which only it and `end` understand.
    """

    folder: str  # below the one of the host
    begins: str  # how a file's name does
    ends: tuple[str, ...]
    read: Callable[..., Read]
    end: Callable[[str], int]
    about: Callable[[str], About]

    def is_named(self, name: str) -> bool:
        """Whether a file is called as one."""
        is_apart = name.startswith(APART)
        return name.startswith(self.begins) and name.endswith(self.ends) and not is_apart


def _first_lines(path: str) -> list[bytes]:
    try:
        with open(path, "rb") as source:
            return [line for _, line in zip(range(FIRST_LINES), source, strict=False)]
    except OSError:
        return []


def _of_claude_code(path: str) -> About:
    session = cwd = ""
    for line in _first_lines(path):
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            session = session or _text(found.get("sessionId"))
            cwd = cwd or _text(found.get("cwd"))
    return About(session, cwd)


def _of_codex(path: str) -> About:
    metas = (meta_of(line) for line in _first_lines(path))
    meta = next((meta for meta in metas if meta is not None), {})
    return About(_text(meta.get("id")), _text(meta.get("cwd")), is_of_sub_agent(meta))


def _of_gemini(path: str) -> About:
    """The transcript names no folder; what stands around it does."""
    meta = about_chat(path)
    project = os.path.dirname(os.path.dirname(path))
    return About(_text(meta.get("sessionId")), _root(project), meta.get("kind") == "subagent")


def _root(project: str) -> str:
    """The folder of a project, by the name that the host gave it or by its digest."""
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


# Those of sub-agents stand apart, by their names or by what they say of themselves.
APART = "agent-"
TRANSCRIPTS: dict[str, Transcripts] = {
    "claude-code": Transcripts(
        "projects", "", (".jsonl",), read_transcript, size_of, _of_claude_code
    ),
    "codex": Transcripts("sessions", "rollout-", (".jsonl",), read_rollout, size_of, _of_codex),
    "gemini": Transcripts(
        "tmp", "session-", (".json", ".jsonl"), read_chat, end_of_chat, _of_gemini
    ),
}
