"""Import past sessions of a host from its transcripts into the log."""

from __future__ import annotations

import os

from wakeline import engine
from wakeline.base.config import Settings
from wakeline.flows.session.host_sessions import host_session as host_session_flow
from wakeline.flows.session.host_turns import keep_host_turns
from wakeline.interfaces.hook.hook_room import cut_to_bytes
from wakeline.interfaces.hook.project_folder import (
    ProjectFolder,
    is_in_listed_folder,
    project_folder,
)
from wakeline.interfaces.hook.transcript import TranscriptPart
from wakeline.interfaces.hook.transcripts import TRANSCRIPTS
from wakeline.model.host import HostSession
from wakeline.model.log import KeptMany
from wakeline.store.hook_state import HookState

BATCH = 500


def find_transcripts(host: str, path: str) -> list[str]:
    """A host's transcripts in a folder, or the given file, oldest first."""
    if os.path.isfile(path):
        return [path]
    found = [
        os.path.join(folder, name)
        for folder, _, files in os.walk(path)
        for name in files
        if TRANSCRIPTS[host].is_named(name) and os.path.isfile(os.path.join(folder, name))
    ]
    return sorted(found, key=_written_at)


def _written_at(path: str) -> float:
    """When a file was written; 0 if it is gone: hosts delete old ones."""
    try:
        return os.path.getmtime(path)
    except OSError:
        return 0.0


def import_file(
    agent: engine.Agent, desk: HookState, settings: Settings, host: str, path: str
) -> KeptMany:
    """Keep the turns of one transcript, each once, even if hooks have kept some already."""
    kind = TRANSCRIPTS[host]
    host_session, cwd, is_of_sub_agent = kind.about(path)
    if is_of_sub_agent or is_in_listed_folder(cwd, settings.text("hook.ignore")):
        return KeptMany((), 0, 0)
    found: HostSession | None = None
    if host_session:
        found = host_session_flow(agent.place, f"{host}:{host_session}")
    since, past = desk.pauses()
    spans = past if since is None else [*past, (since, agent.place.clock.now())]
    start, end, new, known = 0, kind.end(path), 0, 0
    is_private = False
    at = project_folder(cwd) if cwd else ProjectFolder(None, None, "")
    while start < end:
        read: TranscriptPart = kind.read(
            path,
            start,
            off_record=settings.text("hook.off_record"),
            passes=lambda moment: not any(a <= moment <= b for a, b in spans),
            is_private=is_private,
        )
        if read.through <= start:
            break
        start, is_private = read.through, read.is_private
        for begin in range(0, len(read.said), BATCH):
            kept: KeptMany = keep_host_turns(
                agent.place,
                [
                    said._replace(
                        text=cut_to_bytes(said.text, settings.number("text.most_bytes")),
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
