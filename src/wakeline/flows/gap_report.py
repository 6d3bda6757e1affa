"""What happened while the agent was away, read from the log.

From where the last wake that told had read up to: what the person changed while a session was
open, and which that session was never told, counts too. Four statements, each bounded; two
bounds of a past gap give the same report again, apart from what time brought: that is told by
the rows as they stand.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

from wakeline.base.clock import read_moment
from wakeline.base.errors import Invalid
from wakeline.flows import parse
from wakeline.flows.hydrating import ATTACHMENTS, Gathered
from wakeline.flows.place import Place
from wakeline.flows.zones import time_zone
from wakeline.hydration.gather import attempted
from wakeline.hydration.sources import Ask
from wakeline.liminal.archaeology import (
    Around,
    Due,
    Taken,
    file_lines,
    in_order,
    lines_of,
    report_of,
    with_lines,
)
from wakeline.liminal.changes import Happened
from wakeline.model.context import Missing
from wakeline.model.identity import Identity
from wakeline.model.liminal import GapLine, GapReport
from wakeline.model.log import Event
from wakeline.model.session import Handoff
from wakeline.ports.store import View

SOURCE = "GapReport"
MOST_EVENTS = 2000
MOST_TURNS = 5000
MOST_THREADS = 20
MOST_DUE = 100
LOOKED_AT = 1000  # of open tasks, hints and facts, so many of the most pressing or important
EVENT_FIELDS = len(Event._fields)


def gap_report(
    place: Place, view: View, found: Gathered, last: Handoff | None, now: datetime
) -> GapReport | Missing:
    """What happened since the last wake that told; or why that cannot be said."""
    seconds = place.settings.number("wake.source_milliseconds") / 1000
    ask = Ask(now, found.identity, found.project_id, found.asked.limits)
    through = found.head.seq
    return attempted(view, SOURCE, partial(_since_last, place, through, last), ask, seconds=seconds)


def with_files(found: Gathered, report: GapReport, now: datetime) -> GapReport:
    """With the files that were found to be something else than what was shown."""
    piece = found.pieces.get(ATTACHMENTS)
    return report if piece is None else with_lines(report, file_lines(piece.rows, now))


def gap_report_of(
    place: Place,
    after: int,
    through: int,
    *,
    since: datetime | str | None = None,
    until: datetime | str | None = None,
) -> GapReport:
    """What happened between two entries of the log, told as at the wake behind the second."""
    place.ask("hydrate")
    first = parse.whole_number(after, field="after", least=0, most=1 << 62)
    last = parse.whole_number(through, field="through", least=0, most=1 << 62)
    if last < first:
        raise Invalid("through lies before after.", todo="Give the bounds of a gap in order.")
    now = place.clock.now()
    begin = None if since is None else parse.moment(since, field="since", now=now)
    end = None if until is None else parse.moment(until, field="until", now=now)
    with place.store.reading() as view:
        begin = begin or _moment_of(view, first)
        end = end or _moment_of(view, last)
        around = _around(place.identity, end or now, frozenset(), None)
        return _report(view, around, since=begin, after=first, through=last)


def _since_last(
    place: Place, through: int, last: Handoff | None, view: View, ask: Ask
) -> GapReport:
    told = next(iter(view.tuples("gap.last_told")), None)
    if told is None:  # a first wake has nothing behind it
        return GapReport(None, through, through, ())
    at, after, project_id = told
    since = _moment(at)
    projects = frozenset(filter(None, (project_id, ask.project_id)))
    around = _around(ask.identity, ask.now, projects, last)
    promised = _promised(place, around, last, since)
    return _report(view, around, promised, since=since, after=int(after), through=through)


def _report(
    view: View,
    around: Around,
    more: list[GapLine] | None = None,
    *,
    since: datetime | None,
    after: int,
    through: int,
) -> GapReport:
    bounds: dict[str, Any] = {"after": after, "through": through}
    rows = list(view.tuples("gap.events", **bounds, limit=MOST_EVENTS))
    happened = [_happened(view, row) for row in rows]
    unread = int(rows[0][-1]) - len(rows) if rows else 0
    taken = view.tuples("gap.turns", **bounds, limit=MOST_TURNS, groups=MOST_THREADS)
    due: list[Due] = []
    if since is not None and since < around.now:  # the clock may have gone back
        span = {"since": since, "now": around.now, "limit": MOST_DUE, "looked_at": LOOKED_AT}
        due = [_due(row) for row in view.tuples("gap.due", **span)]
    lines = lines_of(happened, due, [_taken(row) for row in taken], around=around)
    lines = in_order([*lines, *(more or ())])
    return report_of(lines, since=since, after=after, through=through, unread=unread)


def _promised(place: Place, around: Around, last: Handoff | None, since: datetime) -> list[GapLine]:
    """Promises whose day passed. Loads what reads days, which most wakes do without."""
    if last is None or not last.open_threads:
        return []
    bounds = {"since": since, "now": around.now, "zone": around.zone}
    lines: list[GapLine] = place.flow("overdue_promises")(last, **bounds)
    return lines


def _around(
    identity: Identity, now: datetime, project_ids: frozenset[str], last: Handoff | None
) -> Around:
    words = ""
    if last is not None:
        parts = (last.working_on, last.open_threads, last.summary, last.key_decisions)
        words = "\n".join(filter(None, parts)).casefold()
    zone = time_zone(identity.person_time_zone)
    return Around(now, zone, identity.person_name or "person", project_ids, words)


def _happened(view: View, row: tuple[Any, ...]) -> Happened:
    is_person, is_overtaken = row[EVENT_FIELDS : EVENT_FIELDS + 2]
    return Happened(view.row(Event, row), bool(is_person), bool(is_overtaken))


def _due(row: tuple[Any, ...]) -> Due:
    what, row_id, at, number, name, value, was, weight, project_id = row
    return Due(what, row_id, _moment(at), number, name, value, was, float(weight), project_id)


def _taken(row: tuple[Any, ...]) -> Taken:
    origin, kind, thread_id, count, first_id, last_id, at, speakers = row
    return Taken(origin, kind, thread_id, int(count), first_id, last_id, _moment(at), int(speakers))


def _moment(value: Any) -> datetime:
    """A moment of a bare row, as either engine gives it."""
    return value if isinstance(value, datetime) else read_moment(value)


def _moment_of(view: View, seq: int) -> datetime | None:
    """When the wake took place that had read up to an entry."""
    found = view.value("gap.next_wake", after=seq)
    return None if found is None else _moment(found)
