"""Compare the log with its own hashes, and the state with the log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wakeline.flows.common.log_entries import entries
from wakeline.flows.common.replay import head_from_log, last_events
from wakeline.flows.verify.tally import Check, ComparisonTally
from wakeline.log.archive import Entry, without_content
from wakeline.model.log import Episode, Event
from wakeline.model.stored import Table
from wakeline.model.tables import state_tables
from wakeline.ports.store import View
from wakeline.store.log_lines import hash_line, line_of
from wakeline.store.rows import row_to_json, subject_id, with_defaults


def check_log(view: View) -> list[Check]:
    """Check every line's hash, and that the sequence has no gaps."""
    turns, events, sequence = (
        ComparisonTally("turns"),
        ComparisonTally("events"),
        ComparisonTally("sequence"),
    )
    last = int(view.value("integrity.last_seq") or 0)
    found = _hashed(entries(view, through=last), turns, events)
    # The sequence must reach the head of the log, even if the last entries are missing.
    wanted = ((seq, None) for seq in range(1, max(last, view.head().seq) + 1))
    sequence.compare_streams("entry", wanted, found)
    return [turns.result(), events.result(), sequence.result()]


def _hashed(
    found: Iterator[Entry], turns: ComparisonTally, events: ComparisonTally
) -> Iterator[tuple[int, None]]:
    for entry in found:
        tally = turns if isinstance(entry, Episode) else events
        what = f"{'turn' if tally is turns else 'event'} {entry.seq}"
        if entry.forgotten_at is None:
            tally.compare(what, hash_line(line_of(entry)), entry.line_hash)
        else:
            tally.compare(what, without_content(entry, entry.forgotten_at), entry)
        yield entry.seq, None


def check_state(view: View) -> list[Check]:
    """Compare every table of state, row by row, with the last event about each row."""
    return [_check_table(view, table) for table in state_tables()]


def _check_table(view: View, table: Table) -> Check:
    tally = ComparisonTally(table.name)
    rows: list[Any] = view.all(table.cls, f"integrity.{table.name}")
    tally.compare_tables(
        table.subject,
        {e.subject_id: _after(e, table) for e in last_events(view, table)},
        {subject_id(row): row_to_json(row) for row in rows},
    )
    return tally.result()


def _after(event: Event, table: Table) -> dict[str, Any] | None:
    return None if event.after is None else with_defaults(table.cls, event.after)


def check_head(view: View) -> Check:
    """Compare the head of the log with one counted again."""
    tally = ComparisonTally("head")
    tally.compare("the head of the log", head_from_log(view), view.head())
    return tally.result()
