"""Create an agent in a home from its log: replay the entries, derive state and indexes.

A copy is another agent with the same past: it has a new id and name, and its projects
and tasks have numbers of their own. Events at the end of its log record both, so that the
earlier entries keep their hashes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import tzinfo
from itertools import islice
from typing import Any, NamedTuple

from wakeline.base.errors import Damaged
from wakeline.flows.common.replay import head_from_log, last_events, row_from_event
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.home.rebuild import rebuild_full_text, rebuild_graph, rebuild_idle
from wakeline.flows.identity.personality_files import sync_history_files
from wakeline.flows.memory.procedures import write_procedure_files
from wakeline.flows.recall.uses import rebuild_marks
from wakeline.flows.writings.markdown_files import write_markdown_files
from wakeline.log.archive import Entry
from wakeline.model.agenda import Project, Task
from wakeline.model.identity import Document, Identity
from wakeline.model.job import ArchiveDay
from wakeline.model.log import By, Head
from wakeline.model.session import Handoff
from wakeline.model.stored import Table
from wakeline.model.tables import state_tables
from wakeline.ports.store import HomeBackend, Store, Unit
from wakeline.sessions.rendering import render_handoff

BATCH = 500
NUMBERED: dict[type[Any], str] = {Project: "project", Task: "task"}


class IncomingAgent(NamedTuple):
    """An agent to create: its identity before, its identity here, and its log."""

    was: Identity
    identity: Identity
    log: Callable[[], Iterable[Entry | ArchiveDay]]

    @property
    def is_copy(self) -> bool:
        return self.was.id != self.identity.id


def create_from_log(
    home: HomeBackend, incoming: IncomingAgent, by: By, make_room: Callable[[], None]
) -> Store:
    """Create the agent, completely or not at all."""

    def fill(unit: Unit) -> None:
        _put_log(unit, incoming.log())
        _put_state(unit, home, incoming)
        rebuild_full_text(unit)
        rebuild_graph(unit)
        rebuild_marks(unit)
        rebuild_idle(unit)
        unit.add_job("readings")
        unit.add_job("archive")

    def furnish(store: Store) -> None:
        zone = time_zone(incoming.identity.person_time_zone)
        write_own_files(store, zone)
        write_markdown_files(store, zone)
        sync_history_files(store)

    return home.create_with(incoming.identity, by, fill, furnish, make_room)


def write_own_files(store: Store, zone: tzinfo) -> None:
    """Write the files of documents, procedures and the latest handoff, which people read."""
    with store.reading() as view:
        documents = view.all(Document, "identities.documents_in_force")
        handoff = view.one(Handoff, "sessions.latest_handoff")
    for document in documents:
        store.write_document_file(document.kind, document.content)
    write_procedure_files(store)
    if handoff is not None:
        store.write_handoff_file(render_handoff(handoff, now=handoff.created_at, time_zone=zone))


def _put_log(unit: Unit, log: Iterable[Entry | ArchiveDay]) -> None:
    stream = iter(log)
    while batch := list(islice(stream, BATCH)):
        found = [item for item in batch if not isinstance(item, ArchiveDay)]
        if found:
            unit.replay(found, Head(found[-1].seq, "", 0, None))
        for item in batch:
            if isinstance(item, ArchiveDay):
                unit.put(item)
        # A read collects the answers to the statements sent, so that they do not pile up.
        unit.value("integrity.last_seq")
    unit.replay([], head_from_log(unit))


def _put_state(unit: Unit, home: HomeBackend, incoming: IncomingAgent) -> None:
    if incoming.is_copy:
        unit.remove("identity.copied_from", incoming.was)
        unit.save("identity.copied", incoming.identity)
    for table in state_tables():
        rows = [row_from_event(event) for event in last_events(unit, table)]
        if table.cls in NUMBERED:
            rows = renumber_taken(unit, home, table, rows, incoming.identity, anew=incoming.is_copy)
        for row in rows:
            unit.put(row)


def renumber(unit: Unit, home: HomeBackend, identity: Identity) -> None:
    """Give new numbers to projects and tasks whose numbers other agents here have."""
    for table in state_tables():
        if table.cls in NUMBERED:
            rows: list[Any] = unit.all(table.cls, f"integrity.{table.name}")
            renumber_taken(unit, home, table, rows, identity, anew=False)


def renumber_taken(
    unit: Unit, home: HomeBackend, table: Table, rows: list[Any], identity: Identity, *, anew: bool
) -> list[Any]:
    """The rows whose numbers are free here; the others are saved with new numbers."""
    kind = NUMBERED[table.cls]
    home.note_numbers(kind, max((row.number for row in rows), default=0))
    taken = {row.number for row in rows} if anew else _taken(home, table, identity)
    for row in rows:
        if row.number in taken:
            unit.save(f"{kind}.renumbered", row._replace(number=home.next_number(kind)), row)
    return [row for row in rows if row.number not in taken]


def _taken(home: HomeBackend, table: Table, identity: Identity) -> set[int]:
    """The numbers of other agents; an agent that is being replaced does not count."""
    found: set[int] = set()
    for _, store in other_stores(home, identity.name):
        if store.scope.agent_id != identity.id:
            with store.reading() as view:
                rows: list[Any] = view.all(table.cls, f"integrity.{table.name}")
            found.update(row.number for row in rows)
    return found


def other_stores(home: HomeBackend, name: str) -> Iterator[tuple[str, Store]]:
    """Every other agent's name and store, open until the next step; damaged ones are skipped."""
    for other in home.agents():
        if other == name:
            continue
        try:
            store = home.store(other)
        except Damaged:
            continue
        if store is not None:
            yield other, store
            store.close()
