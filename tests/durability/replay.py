"""Whether the tables of state say what the log says: every event played again, row by row.

Reads a store and answers with what differs. It knows the order of events and which table
a subject lives in; it does not know what any of them means.
"""

from __future__ import annotations

from typing import Any

from wakeline.model.log import Episode, Event
from wakeline.model.tables import state_tables, tables_by_subject
from wakeline.ports.store import Store, View
from wakeline.store.log_lines import hash_line, line_of
from wakeline.store.rows import row_from_json, subject_id
from wakeline.store.sqlite import SqliteStore

EVERYTHING = {"after": 0, "through": 1 << 62, "limit": 1_000_000}


def differences(store: Store) -> list[str]:
    """Where rows and log contradict each other; nothing if they agree."""
    with store.reading() as view:
        turns = view.all(Episode, "log.episodes_between", **EVERYTHING)
        events = view.all(Event, "log.events_between", **EVERYTHING)
        found = [*_gaps(view, turns, events), *_bad_hashes([*turns, *events])]
        told = _played(events)
        for table in state_tables():
            kept = {subject_id(row): row for row in _rows(store, view, table.name, table.cls)}
            wanted = told.get(table.subject, {})
            found += [
                f"{table.name} {key}: {kept.get(key)} is not {wanted.get(key)}"
                for key in sorted(kept.keys() | wanted.keys())
                if kept.get(key) != wanted.get(key)
            ]
    return found


def _gaps(view: View, turns: list[Episode], events: list[Event]) -> list[str]:
    sequences = sorted([turn.seq for turn in turns] + [event.seq for event in events])
    found = [] if sequences == list(range(1, len(sequences) + 1)) else [f"gaps in {sequences}"]
    if view.head().seq != len(sequences):
        found.append(f"the head stands at {view.head().seq}, the log at {len(sequences)}")
    return found


def _bad_hashes(entries: list[Any]) -> list[str]:
    return [
        f"line {entry.seq} does not hash to {entry.line_hash}"
        for entry in entries
        if entry.forgotten_at is None and hash_line(line_of(entry)) != entry.line_hash
    ]


def _played(events: list[Event]) -> dict[str, dict[str, Any]]:
    told: dict[str, dict[str, Any]] = {}
    for event in events:
        rows = told.setdefault(event.subject_kind, {})
        if event.after is None:
            rows.pop(event.subject_id, None)
        else:
            rows[event.subject_id] = row_from_json(
                tables_by_subject()[event.subject_kind].cls, event.after
            )
    return told


def _rows(store: Store, view: View, table: str, cls: type[Any]) -> list[Any]:
    from wakeline.store.rows import read_row

    own = "" if isinstance(store, SqliteStore) else f" WHERE agent_id = '{store.scope.agent_id}'"
    connection = view._connection  # type: ignore[attr-defined]
    cursor = connection.execute(f"SELECT {', '.join(cls._fields)} FROM {table}{own}")
    return [read_row(cls, row) for row in cursor]
