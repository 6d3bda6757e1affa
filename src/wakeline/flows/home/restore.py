"""Restore agents from a backup, an archive or an export. And copy them.

The source is checked first: every file of a backup against its manifest, every line of
a log against its chain. An existing agent is replaced only with `replace`, and only
after a backup of it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from wakeline.base.clock import Clock, Ids
from wakeline.base.errors import Conflict, Damaged, NotFound
from wakeline.flows.common.log_entries import entries
from wakeline.flows.common.place import Place
from wakeline.flows.common.replay import row_from_event
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.home.backup import (
    ARCHIVE,
    LOG,
    back_up_and_remove,
    manifest_files,
    read_manifest,
)
from wakeline.flows.home.transfer import IncomingAgent, create_from_log, other_stores, renumber
from wakeline.flows.identity.first_documents import rename_in_first_documents
from wakeline.flows.identity.personality_files import sync_history_files
from wakeline.flows.log.archive import ENDING, archive
from wakeline.flows.social.mail import deliver_waiting_mail
from wakeline.flows.writings.markdown_files import write_markdown_files
from wakeline.log.archive import Entry, read_archive
from wakeline.model.identity import Identity
from wakeline.model.job import ArchiveDay
from wakeline.model.log import By, Event
from wakeline.model.stored import table_of_class
from wakeline.ports.store import HomeBackend, Store
from wakeline.store.folder import agent_key


class HomeAccess(NamedTuple):
    """A home from outside its agents: how to open one of them, the time, and new ids."""

    home: HomeBackend
    open_agent: Callable[[str], Place]
    clock: Clock
    ids: Ids


def restore(
    household: HomeAccess,
    path: str,
    *,
    name: str | None = None,
    replace: bool = False,
    backup_to: str | None = None,
) -> list[Identity]:
    """Restore the agents of a backup folder, an archive folder or an export file.

    Under another name an agent becomes another agent, with a new id.
    """
    path = os.path.abspath(os.path.expanduser(path))
    if not os.path.exists(path):
        raise NotFound(f"there is nothing at {path}.", todo="Name a backup, archive or export.")
    way = RestoreOptions(household, name, replace, backup_to)
    manifest = read_manifest(path) if os.path.isdir(path) else None
    if manifest is None:
        return [_from_log(way, path)]
    _check(path, manifest)
    agents = manifest["agents"]
    wanted = [agent for agent in agents if name in (None, agent["name"])] or agents
    if name is not None and len(wanted) > 1:
        names = ", ".join(agent["name"] for agent in agents)
        raise NotFound(f"there is no agent {name!r} in this backup.", todo=f"It holds {names}.")
    return [_from_backup(way, path, agent) for agent in wanted]


def copy_agent(household: HomeAccess, place: Place, new_name: str) -> Identity:
    """Make another agent with the same past."""
    place.ask("copy_agent")
    with place.store.reading() as view:
        was = view.one(Identity, "identities.own") or place.identity
        through = view.head().seq
        days = view.all(ArchiveDay, "jobs.archive_days")

    def log() -> Iterator[Entry | ArchiveDay]:
        yield from (day for day in days if day.sealed_at is not None)
        with place.store.reading() as view:
            yield from entries(view, through=through)

    incoming = IncomingAgent(was, identity_of_copy(household, was, new_name), log)
    return complete_restore(household, incoming, lambda: None)


class RestoreOptions(NamedTuple):
    """How an agent is to be restored."""

    household: HomeAccess
    name: str | None
    replace: bool
    backup_to: str | None


# -- from a backup


def _check(path: str, manifest: dict[str, Any]) -> None:
    """Raise unless the files of a backup are exactly those of its manifest."""
    wanted, found = manifest["files"], dict(manifest_files(path))
    wrong = sorted(
        name
        for name in {*wanted, *found}
        if wanted.get(name, {}).get("sha256") != found.get(name, {}).get("sha256")
    )
    if wrong:
        raise Damaged(
            f"{path} is not as it was made: {', '.join(wrong[:3])}.", todo="Use another backup."
        )


def _from_backup(way: RestoreOptions, path: str, agent: dict[str, Any]) -> Identity:
    folder = os.path.join(path, agent_key(agent["name"]))
    log = os.path.join(folder, LOG)
    source = log if os.path.exists(log) else os.path.join(folder, ARCHIVE)
    incoming = _incoming(way, source, called=agent["name"])
    if agent["form"] == "files" and not incoming.is_copy:
        refuse_existing(way, incoming.identity.name)
        store = way.household.home.adopt_copy(
            folder,
            incoming.identity,
            lambda store: prepare_taken_in(way.household, store, incoming.identity),
            lambda: _make_room(way, incoming.identity.name),
        )
        if store is not None:
            store.close()
            deliver_kept_mail(way.household.open_agent(incoming.identity.name))
            return incoming.identity
    return _in_place_of(way, incoming)


def prepare_taken_in(household: HomeAccess, store: Store, identity: Identity) -> None:
    """Prepare a database that was copied as it is: clear its leases, give it free numbers."""
    with store.writing(By(household.clock.now(), "restore", "user_direct")) as unit:
        unit.run("integrity.clear_leases")
        unit.run("jobs.clear_claim")
        renumber(unit, household.home, identity)
        unit.add_job("archive")
    write_markdown_files(store, time_zone(identity.person_time_zone))
    sync_history_files(store)


# -- from a log


def _from_log(way: RestoreOptions, path: str) -> Identity:
    return _in_place_of(way, _incoming(way, path))


def _incoming(way: RestoreOptions, path: str, *, called: str | None = None) -> IncomingAgent:
    """Read a log once, to check it and to find whose it is."""
    told: Event | None = None
    subject = table_of_class(Identity).subject
    for item in read_archive(_lines(path)):
        if isinstance(item, Event) and item.subject_kind == subject and item.after is not None:
            told = item
    if told is None:
        raise Damaged(f"{path} does not say whose log it is.", todo="Use another copy.")
    was: Identity = row_from_event(told)
    household = way.household
    identity = was
    name = way.name or called or was.name
    if agent_key(name) != was.name or has_other_name_here(household.home, was):
        identity = identity_of_copy(household, was, name)
    return IncomingAgent(was, identity, lambda: read_archive(_lines(path)))


def _lines(path: str) -> Iterator[str]:
    """The lines of an export file, or of the files of an archive in order."""
    paths = [path]
    if os.path.isdir(path):
        names = sorted(name for name in os.listdir(path) if name.endswith(ENDING))
        paths = [os.path.join(path, name) for name in names]
    if not paths:
        raise NotFound(f"there is no archive in {path}.", todo="Name a folder of .jsonl files.")
    for each in paths:
        # Bytes that are not UTF-8 become escapes that JSON refuses: their line counts as damaged.
        with open(each, encoding="utf-8", errors="backslashreplace", newline="\n") as source:
            for line in source:
                # A line cut by a kill was never counted; in an export it is found missing later.
                if line.endswith("\n"):
                    yield line[:-1]


# -- both


def _in_place_of(way: RestoreOptions, incoming: IncomingAgent) -> Identity:
    name = incoming.identity.name
    refuse_existing(way, name)
    return complete_restore(way.household, incoming, lambda: _make_room(way, name))


def complete_restore(
    household: HomeAccess, incoming: IncomingAgent, make_room: Callable[[], None]
) -> Identity:
    by = By(household.clock.now(), "restore", "user_direct")
    create_from_log(household.home, incoming, by, make_room).close()
    place = household.open_agent(incoming.identity.name)
    if incoming.is_copy:
        _call_itself(place, incoming, by)
    archive(place)
    deliver_kept_mail(place)
    return incoming.identity


def _call_itself(place: Place, incoming: IncomingAgent, by: By) -> None:
    """Put the copy's own name into its first documents."""
    with place.store.writing(by) as unit:
        documents = rename_in_first_documents(place, unit, incoming.was, incoming.identity)
    for document in documents:
        place.store.write_document_file(document.kind, document.content)


def deliver_kept_mail(place: Place) -> None:
    """Deliver the mail that arrived while the agent was not here."""
    deliver_waiting_mail(place.home, place.store, place.clock.now(), place.tokens)


def identity_of_copy(household: HomeAccess, was: Identity, name: str) -> Identity:
    now = household.clock.now()
    return was._replace(
        id=household.ids.new(now),
        name=agent_key(name),
        display_name=name.strip(),
        updated_at=now,
    )


def has_other_name_here(home: HomeBackend, identity: Identity) -> bool:
    """Whether the agent lives here under another name: two agents cannot have the same id."""
    return any(
        store.scope.agent_id == identity.id for _, store in other_stores(home, identity.name)
    )


def refuse_existing(way: RestoreOptions, name: str) -> None:
    if name in way.household.home.agents() and not way.replace:
        raise Conflict(
            f"there is an agent {name!r} already.",
            todo="Give another name with --name, or replace it with --replace.",
        )


def _make_room(way: RestoreOptions, name: str) -> None:
    """Remove the agent of that name, after a backup of it."""
    household = way.household
    if name not in household.home.agents():
        return
    try:
        back_up_and_remove(household.open_agent(name), to=way.backup_to)
    except Damaged:
        if household.home.set_aside(name) is None:
            raise
