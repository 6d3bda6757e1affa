"""Past sessions of a host, from its transcripts into the log."""

from __future__ import annotations

import json
import os

from wakeline import engine
from wakeline.base.config import Settings
from wakeline.interfaces.hook.folders import Where, is_within, where
from wakeline.interfaces.hook.room import fitted
from wakeline.interfaces.hook.transcript import SOURCE, Read, read_transcript, size_of
from wakeline.model.host import HostSession
from wakeline.model.log import KeptMany
from wakeline.store.desk import Desk

END = ".jsonl"
SUB_AGENT = "agent-"  # how the transcripts of sub-agents begin: they stand apart
BATCH = 500
FIRST_LINES = 50


def transcripts(path: str) -> list[str]:
    """The transcripts at a place, oldest first."""
    if os.path.isfile(path):
        return [path]
    found = [
        os.path.join(folder, name)
        for folder, _, names in os.walk(path)
        for name in names
        if name.endswith(END) and not name.startswith(SUB_AGENT)
    ]
    return sorted(found, key=os.path.getmtime)


def import_file(agent: engine.Agent, desk: Desk, settings: Settings, path: str) -> KeptMany:
    """Keep what one transcript says, each turn once, also beside what hooks have kept of it."""
    host_session, cwd = _about(path)
    if is_within(cwd, settings.text("hook.ignore")):
        return KeptMany((), 0, 0)
    found: HostSession | None = None
    if host_session:
        found = agent.run("host_session", SOURCE + host_session)
    since, past = desk.pauses()
    spans = past if since is None else [*past, (since, agent.place.clock.now())]
    start, new, known = 0, 0, 0
    at = where(cwd) if cwd else Where(None, None, "")
    while start < size_of(path):
        read: Read = read_transcript(
            path,
            start,
            off_record=settings.text("hook.off_record"),
            passes=lambda moment: not any(a <= moment <= b for a, b in spans),
        )
        if read.through <= start:
            break
        start = read.through
        for begin in range(0, len(read.said), BATCH):
            kept: KeptMany = agent.run(
                "keep_said",
                [
                    said._replace(
                        text=fitted(said.text, settings.number("text.most_bytes")),
                        origin="import",
                    )
                    for said in read.said[begin : begin + BATCH]
                ],
                session_id=None if found is None else found.session.id,
                thread=at.thread,
                is_live=False,
            )
            new, known = new + kept.new, known + kept.duplicates
    return KeptMany((), new, known)


def _about(path: str) -> tuple[str, str]:
    """Which session a transcript is of, and in which folder it was held."""
    session = cwd = ""
    try:
        with open(path, "rb") as source:
            for _, line in zip(range(FIRST_LINES), source, strict=False):
                try:
                    found = json.loads(line)
                except (ValueError, RecursionError):
                    continue
                if isinstance(found, dict):
                    session = session or _text(found.get("sessionId"))
                    cwd = cwd or _text(found.get("cwd"))
    except OSError:
        return "", ""
    return session, cwd


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
