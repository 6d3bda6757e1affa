"""Remove from files what was forgotten: the archive, the handoff's page, backups, free space.

Each part can be repeated without harm; the job is removed when all are done. Nothing
outside the home is cleaned: exports, copies that somebody took elsewhere, and other agents
that were copied from this one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from wakeline.base.clock import read_moment
from wakeline.base.errors import Damaged, HomeUnusable, NotFound
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.home.backup import (
    LOG,
    backups_lock,
    closing_copy,
    manifest_entry,
    read_manifest,
    write_log,
    write_manifest,
)
from wakeline.flows.identity.personality_files import sync_history_files
from wakeline.flows.log.archive import archive, archive_files_folder, write_day
from wakeline.flows.writings.markdown_files import refresh_markdown_files
from wakeline.model.job import ArchiveDay, Job
from wakeline.model.recall import Segment
from wakeline.model.session import Handoff
from wakeline.sessions.rendering import render_handoff
from wakeline.store.files import BESIDE, remove_tree

JOB = "scrub"

# Forgets an id in the tables of an agent; raises NotFound if nothing has it.
ForgetRows = Callable[[Place, str], object]


class ScrubResult(NamedTuple):
    """The backups that were cleaned, and those that could not be opened."""

    backups: tuple[str, ...]
    unreached: tuple[str, ...]


def scrub_files(place: Place, forget: ForgetRows) -> ScrubResult:
    """Run the waiting scrub jobs. Raises Busy while another process reads an old snapshot."""
    jobs = _waiting(place)
    if not jobs:
        return ScrubResult((), ())
    _scrub_agent(place, jobs)
    place.home.sweep()
    scrubbed = _scrub_backups(place, [job.key.split(" ", 1)[1] for job in jobs], forget)
    _done(place, jobs)
    return scrubbed


def _waiting(place: Place) -> list[Job]:
    with place.store.reading() as view:
        return [job for job in view.all(Job, "jobs.all") if job.name == JOB]


def _done(place: Place, jobs: Sequence[Job]) -> None:
    with place.store.writing(place.by(actor=JOB)) as unit:
        for job in jobs:
            unit.run("jobs.done", name=JOB, key=job.key)


# -- one agent


def _scrub_agent(place: Place, jobs: Sequence[Job]) -> None:
    _scrub_archive(place, since=min(job.key.split(" ", 1)[0] for job in jobs))
    with place.store.reading() as view:
        handoff = view.one(Handoff, "sessions.latest_handoff")
        known = [segment.name for segment in view.all(Segment, "recall.all_segments")]
    # A part that another process is just adding may go too: it is noticed and made again.
    place.store.shelves.sweep(known)
    zone = time_zone(place.identity.person_time_zone)
    page = render_handoff(handoff, now=handoff.created_at, time_zone=zone) if handoff else ""
    place.store.write_handoff_file(page)
    refresh_markdown_files(place)
    sync_history_files(place.store)
    place.store.scrub()


def _scrub_archive(place: Place, *, since: str) -> None:
    """Write the days of the archive again that hold forgotten lines."""
    archive(place)
    folder = archive_files_folder(place)
    if folder is None:
        return
    # In one transaction, so that nobody appends to a file while it is replaced.
    with place.store.writing(place.by(actor=JOB)) as unit:
        found = unit.tuples("integrity.forgotten_since", since=read_moment(since))
        seqs = [int(seq) for (seq,) in found]
        for day in unit.all(ArchiveDay, "jobs.archive_days"):
            if any(day.first_seq <= seq <= day.last_seq for seq in seqs):
                write_day(unit, folder, day)


# -- backups


def _scrub_backups(place: Place, ids: Sequence[str], forget: ForgetRows) -> ScrubResult:
    """Forget the ids in every backup of this agent in the home."""
    folder = place.home.backups_folder()
    if folder is None or not os.path.isdir(folder):
        return ScrubResult((), ())
    cleaned, unreached = list[str](), list[str]()
    with backups_lock(folder):
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            if name.endswith(BESIDE):
                remove_tree(path)  # nobody is making a backup now
            elif os.path.isdir(path):
                try:
                    cleaned += [path] if _scrub_backup(place, path, ids, forget) else []
                except (Damaged, HomeUnusable, OSError):
                    unreached.append(path)
    return ScrubResult(tuple(cleaned), tuple(unreached))


def _scrub_backup(place: Place, path: str, ids: Sequence[str], forget: ForgetRows) -> bool:
    """Forget the ids in one backup. Whether anything changed."""
    manifest = read_manifest(path)
    if manifest is None:  # an agent that was set aside, as it was
        return _scrub_copy(place, path, ids, forget) is not None
    agents = manifest["agents"]
    for number, agent in enumerate(agents):
        if agent["id"] == place.store.scope.agent_id:
            told = _scrub_copy(place, os.path.join(path, agent["name"]), ids, forget)
            if told is None:
                return False
            agents[number] = told
            write_manifest(path, {**manifest, "agents": agents})
            return True
    return False


def _scrub_copy(
    place: Place, folder: str, ids: Sequence[str], forget: ForgetRows
) -> dict[str, Any] | None:
    """Forget the ids in one copied agent. Its new manifest entry; None if nothing changed."""
    copy = place.home.open_copy(folder)
    if copy is None:
        raise Damaged(f"{folder} holds no database.")
    copied = place._replace(store=copy)
    with closing_copy(copy, folder):
        if copy.scope != place.store.scope:
            return None
        for each in ids:
            try:
                forget(copied, each)
            except NotFound:
                continue
        jobs = _waiting(copied)
        if not jobs:
            return None
        _scrub_agent(copied, jobs)
        if os.path.exists(os.path.join(folder, LOG)):
            write_log(copied, folder)
        _done(copied, jobs)
        return manifest_entry(copied, form="files")
