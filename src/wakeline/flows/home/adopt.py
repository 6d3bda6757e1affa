"""Adopt an agent from its database file.

The file holds the whole agent: its log, its state, its documents. The other files of its folder
are made again from it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from wakeline.base.errors import Conflict, Damaged, NotFound
from wakeline.flows.common.log_entries import entries
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.home.restore import (
    HomeAccess,
    complete_restore,
    deliver_kept_mail,
    has_other_name_here,
    identity_of_copy,
    prepare_taken_in,
)
from wakeline.flows.home.transfer import IncomingAgent, write_own_files
from wakeline.log.archive import Entry
from wakeline.model.identity import Identity
from wakeline.model.job import ArchiveDay
from wakeline.ports.store import Store
from wakeline.store.adopted_file import open_copied_file
from wakeline.store.folder import DATABASE, agent_key


def adopt_agent(household: HomeAccess, path: str, *, name: str | None = None) -> Identity:
    """Copy the agent of a file, or of a folder with one, into this home. The file stays.

    Under another name, or if it lives here already, it becomes another agent with a new id.
    """
    file = os.path.abspath(os.path.expanduser(path))
    if os.path.isdir(file):
        file = os.path.join(file, DATABASE)
    if not os.path.isfile(file):
        raise NotFound(f"there is no file {file}.", todo="Name an agent's memory.db.")
    with open_copied_file(file, household.ids) as store:
        with store.reading() as view:
            was = view.one(Identity, "identities.own")
        if was is None:
            raise Damaged(f"{file} does not say whose it is.", todo="Use another copy.")
        incoming = IncomingAgent(was, _identity_here(household, was, name), lambda: _log(store))
        if incoming.identity.name in household.home.agents():
            raise Conflict(
                f"there is an agent {incoming.identity.name!r} already.",
                todo="Give another name with --name, or remove that one first.",
            )
        if not incoming.is_copy and store.scope.tenant_id == household.home.tenant_id:
            store.close()  # so that the file alone is whole
            taken = household.home.adopt_copy(
                store.folder, was, lambda built: _furnish(household, built, was), lambda: None
            )
            if taken is not None:
                taken.close()
                deliver_kept_mail(household.open_agent(was.name))
                return was
        return complete_restore(household, incoming, lambda: None)


def _furnish(household: HomeAccess, store: Store, identity: Identity) -> None:
    """Write the other files of the agent's folder, and prepare its store for this home."""
    write_own_files(store, time_zone(identity.person_time_zone))
    prepare_taken_in(household, store, identity)


def _identity_here(household: HomeAccess, was: Identity, name: str | None) -> Identity:
    """The identity that it will have: its own, unless it gets another name or is here already."""
    wanted = name or was.name
    if agent_key(wanted) == was.name and not has_other_name_here(household.home, was):
        return was
    return identity_of_copy(household, was, wanted)


def _log(store: Store) -> Iterator[Entry | ArchiveDay]:
    with store.reading() as view:
        days = view.all(ArchiveDay, "jobs.archive_days")
        yield from (day for day in days if day.sealed_at is not None)
        yield from entries(view, through=view.head().seq)
