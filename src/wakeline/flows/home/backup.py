"""Copy agents out of a home, with a manifest by which the copy can be trusted later.

    NAME/memory.db, NAME/*.md    where agents are files
    NAME/archive/                the log, a file a day
    NAME/log.jsonl               the log in one file, where there is no archive
    manifest.json                what is in it, and the SHA-256 of every file

Written under another name and renamed, so a backup is complete or does not exist.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from importlib.metadata import version
from typing import Any, NamedTuple

from wakeline.base.clock import stored_moment
from wakeline.base.errors import Conflict, Damaged, Invalid
from wakeline.flows.common.place import Place
from wakeline.flows.home.agents import refuse_while_awake, replace_default_agent
from wakeline.flows.home.database_check import check_database
from wakeline.flows.log.archive import archive, archive_files_folder, day_path
from wakeline.flows.log.export import export_log
from wakeline.model.job import ArchiveDay
from wakeline.ports.store import Store
from wakeline.store.files import (
    BESIDE,
    remove_tree,
    sync_folder,
    sync_tree,
    write_stream,
    write_whole,
)
from wakeline.store.locks import DOOR, FileLock
from wakeline.store.sqlite import WRITE_LOCK

FORMAT = "wakeline-backup"
VERSION = 1
MANIFEST = "manifest.json"
LOG = "log.jsonl"
LOCK = "backups.lock"
ARCHIVE = "archive"
BLOCK = 1 << 20
# Not part of an agent: they belong to the process that has it open.
LOCKS_OF_A_STORE = (WRITE_LOCK, WRITE_LOCK + DOOR)


class Backup(NamedTuple):
    """The path of a backup, and what it holds."""

    path: str
    agents: tuple[str, ...]
    files: int
    bytes: int


def backup(places: Sequence[Place], *, to: str | None = None) -> Backup:
    """Copy agents into a new folder, each as of one moment."""
    if not places:
        raise Invalid("there is no agent to back up.", todo="`wakeline agents` lists them.")
    for place in places:
        place.ask("backup")
    path = _target(places, to)
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    with backups_lock(os.path.dirname(path)) if to is None else nullcontext():
        return _make(places, path)


@contextmanager
def backups_lock(folder: str) -> Iterator[None]:
    """The lock that is held while backups in a folder are made or changed."""
    lock = FileLock(os.path.join(folder, LOCK))
    try:
        with lock:
            yield
    finally:
        lock.close()


def _make(places: Sequence[Place], path: str) -> Backup:
    beside = path + BESIDE
    remove_tree(beside)
    try:
        os.makedirs(beside, mode=0o700)
        schemas = [
            check_database(place).schema for place in places
        ]  # a damaged copy would look complete
        agents = [_copy(place, os.path.join(beside, place.identity.name)) for place in places]
        files = write_manifest(beside, _head(places[0], agents, schemas[0]))
        sync_tree(beside)
        os.rename(beside, path)
    except BaseException:
        remove_tree(beside)
        raise
    sync_folder(os.path.dirname(path))
    sizes = [int(file["bytes"]) for file in files.values()]
    return Backup(path, tuple(agent["name"] for agent in agents), len(sizes), sum(sizes))


def remove_agent(place: Place, *, to: str | None = None) -> str:
    """Delete an agent that is not awake, after a backup of it. Returns the backup's path.

    A damaged agent gets no backup: its folder is moved to the backups as it is.
    """
    place.ask("remove_agent")
    try:
        path = back_up_and_remove(place, to=to).path
    except Damaged:
        place.store.close()
        aside = place.home.set_aside(place.identity.name)
        if aside is None:
            raise
        path = aside
    replace_default_agent(place, None)
    return path


def back_up_and_remove(place: Place, *, to: str | None) -> Backup:
    """Delete an agent that is not awake, after a backup of everything written to it."""
    refuse_while_awake(place)
    through = _last_seq(place)
    made = backup([place], to=to)

    def last_look() -> None:
        nonlocal made
        refuse_while_awake(place)
        # Others may write without being awake: then a second backup replaces the first.
        if _last_seq(place) != through:
            remove_tree(made.path)
            made = backup([place], to=to)
        place.store.close()

    place.home.remove(place.identity.name, last_look)
    return made


def _last_seq(place: Place) -> int:
    with place.store.reading() as view:
        return view.head().seq


def _target(places: Sequence[Place], to: str | None) -> str:
    """The folder of a new backup, which must not exist yet."""
    if to is not None:
        path = os.path.abspath(os.path.expanduser(to))
        if os.path.exists(path):
            raise Conflict(f"{path} exists already.", todo="Name a new folder.")
        return path
    folder = places[0].home.backups_folder()
    if folder is None:
        raise Invalid(
            "a home in a database has no folder for backups.",
            todo="Name one with --to, or with --backup-to where an agent is replaced.",
        )
    name = places[0].identity.name if len(places) == 1 else "home"
    stamp = stored_moment(places[0].clock.now())[:19].replace("-", "").replace(":", "") + "Z"
    path = os.path.join(folder, f"{name}-{stamp}")
    number = 1
    while os.path.exists(path):
        number += 1
        path = os.path.join(folder, f"{name}-{stamp}-{number}")
    return path


def _copy(place: Place, folder: str) -> dict[str, Any]:
    """Copy one agent. Returns its entry in the manifest."""
    copy = place.store.copy_files(folder)
    if copy is None:
        os.makedirs(folder, mode=0o700)
        write_log(place, folder)
        return manifest_entry(place, form="log")
    copied = place._replace(store=copy)
    with closing_copy(copy, folder):
        if archive_files_folder(copied) is None:
            write_log(copied, folder)
        else:
            _copy_archive(place, copied)
        return manifest_entry(copied, form="files")


@contextmanager
def closing_copy(copy: Store, folder: str) -> Iterator[None]:
    """Close a copied agent at the end, and remove the lock files of its store."""
    try:
        yield
    finally:
        copy.close()
        for name in LOCKS_OF_A_STORE:
            if os.path.exists(os.path.join(folder, name)):
                os.unlink(os.path.join(folder, name))


def write_log(place: Place, folder: str) -> None:
    """Write the whole log into one file."""
    lines = (f"{line}\n".encode() for line in export_log(place))
    write_stream(os.path.join(folder, LOG), lines)


def _copy_archive(place: Place, copied: Place) -> None:
    """Copy sealed days as they are; write the rest from the copied rows."""
    source, target = archive_files_folder(place), archive_files_folder(copied)
    if source is None or target is None:
        return
    os.makedirs(target, mode=0o700, exist_ok=True)
    with copied.store.reading() as view:
        days = view.all(ArchiveDay, "jobs.archive_days")
    for day in days:
        if day.sealed_at is not None and os.path.exists(day_path(source, day.day)):
            shutil.copyfile(day_path(source, day.day), day_path(target, day.day))
    archive(copied)


def manifest_entry(place: Place, *, form: str) -> dict[str, Any]:
    """The manifest's entry for one agent."""
    with place.store.reading() as view:
        turns, events = next(iter(view.tuples("log.counts")))
        return {
            "name": place.store.name or place.identity.name,
            "id": place.identity.id,
            "form": form,
            "through": view.head().seq,
            "turns": int(turns),
            "events": int(events),
        }


# -- the manifest


def _head(place: Place, agents: list[dict[str, Any]], schema: int) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "wakeline": version("wakeline"),
        "engine": place.home.engine,
        "schema": schema,
        "tenant": place.home.tenant_id,
        "made_at": stored_moment(place.clock.now()),
        "agents": agents,
    }


def write_manifest(folder: str, manifest: dict[str, Any]) -> dict[str, Any]:
    """Write the manifest, with the present hash of every file. Returns the files."""
    files = dict(manifest_files(folder))
    text = json.dumps({**manifest, "files": files}, ensure_ascii=False, indent=2, sort_keys=True)
    write_whole(os.path.join(folder, MANIFEST), f"{text}\n".encode())
    return files


def read_manifest(folder: str) -> dict[str, Any] | None:
    """The manifest of a backup; None if there is none."""
    try:
        with open(os.path.join(folder, MANIFEST), encoding="utf-8") as source:
            manifest: dict[str, Any] = json.load(source)
        is_known = (manifest["format"], manifest["version"]) == (FORMAT, VERSION)
        is_whole = bool(manifest["agents"]) and isinstance(manifest["files"], dict)
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as error:
        raise Damaged(f"the manifest of {folder} cannot be read ({error}).") from error
    if not is_known or not is_whole:
        raise Damaged(f"{folder} is not a backup that this version knows.", todo="Update wakeline.")
    return manifest


def manifest_files(folder: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every file of a backup but its manifest: size and SHA-256, by its path with slashes."""
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(place, name)
            relative = os.path.relpath(path, folder).replace(os.sep, "/")
            if relative != MANIFEST:
                yield relative, {"bytes": os.path.getsize(path), "sha256": file_hash(path)}


def file_hash(path: str) -> str:
    """The SHA-256 of a file."""
    digest = hashlib.sha256()
    with open(path, "rb") as source:
        while block := source.read(BLOCK):
            digest.update(block)
    return digest.hexdigest()
