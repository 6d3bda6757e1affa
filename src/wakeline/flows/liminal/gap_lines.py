"""Turn the rows of a gap into the lines of a report. Loaded only if there are rows."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from wakeline.base.clock import read_moment
from wakeline.flows.common.time_zones import time_zone
from wakeline.liminal.gap_changes import OutsideEvent
from wakeline.liminal.gap_report import (
    DueRow,
    ImportedTurns,
    ReportContext,
    build_report,
    file_lines,
    report_lines,
    sort_by_concern,
    with_lines,
)
from wakeline.model.attachment import VerifiedReceipt
from wakeline.model.identity import Identity
from wakeline.model.liminal import GapLine, GapReport
from wakeline.model.log import Event
from wakeline.model.session import Handoff
from wakeline.ports.store import View

EVENT_FIELDS = len(Event._fields)


def build_gap_report(view: View, of: GapSpan, dug: GapRows) -> GapReport:
    """The report made from the rows of a gap."""
    around = _around(of)
    found = report_lines(
        [_happened(view, row) for row in dug.events],
        [_due(row) for row in dug.due],
        [_taken(row) for row in dug.turns],
        around=around,
    )
    lines = sort_by_concern([*found, *_promised(around, of)])
    unread = int(dug.events[0][-1]) - len(dug.events) if dug.events else 0
    return build_report(lines, since=of.since, after=of.after, through=of.through, unread=unread)


def with_file_lines(report: GapReport, rows: Iterable[VerifiedReceipt], now: datetime) -> GapReport:
    """The report with lines about changed files."""
    return with_lines(report, file_lines(rows, now))


def _promised(around: ReportContext, of: GapSpan) -> list[GapLine]:
    """Promises whose day has passed. The parser of days is loaded only here."""
    if of.since is None or of.last is None or not of.last.open_threads:
        return []
    from wakeline.liminal.promises import overdue_promises

    return overdue_promises(of.last, since=of.since, now=around.now, zone=around.zone)


def _around(of: GapSpan) -> ReportContext:
    return ReportContext(
        now=of.now,
        zone=time_zone(of.identity.person_time_zone),
        person=of.identity.person_name or "person",
        project_ids=of.project_ids,
        words=_words(of.last),
    )


def _words(last: Handoff | None) -> str:
    """What the last session was about, in small letters."""
    if last is None:
        return ""
    parts = (last.working_on, last.open_threads, last.summary, last.key_decisions)
    return "\n".join(filter(None, parts)).casefold()


def _happened(view: View, row: tuple[Any, ...]) -> OutsideEvent:
    is_person, is_overtaken = row[EVENT_FIELDS : EVENT_FIELDS + 2]
    return OutsideEvent(view.row(Event, row), bool(is_person), bool(is_overtaken))


def _due(row: tuple[Any, ...]) -> DueRow:
    what, row_id, at, number, name, value, was, weight, project_id = row
    return DueRow(what, row_id, row_moment(at), number, name, value, was, float(weight), project_id)


def _taken(row: tuple[Any, ...]) -> ImportedTurns:
    origin, kind, thread_id, number, first_id, last_id, at, speakers = row
    ends = (int(number), first_id, last_id, row_moment(at), int(speakers))
    return ImportedTurns(origin, kind, thread_id, *ends)


Rows = list[tuple[Any, ...]]


class GapSpan(NamedTuple):
    """A gap: its bounds in the log and in time, and the agent for whom it is reported."""

    identity: Identity
    since: datetime | None  # the time of the last report
    now: datetime
    after: int
    through: int
    project_ids: frozenset[str]  # of the last session and of this wake
    last: Handoff | None


class GapRows(NamedTuple):
    """The rows of a gap as plain tuples."""

    events: Rows
    turns: Rows
    due: Rows


def row_moment(value: Any) -> datetime:
    """A time from a plain row: text on one engine, a datetime on the other."""
    return value if isinstance(value, datetime) else read_moment(value)
