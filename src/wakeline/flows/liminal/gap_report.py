"""Report what happened while the agent was away, read from the log.

It starts at the entry up to which the last wake with a report had read. So changes that the
person made while a session was open, and that the session never saw, are reported too. Four
queries, each bounded. If they find nothing, the code that makes lines is not loaded.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

from wakeline.base.errors import Invalid
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.liminal.gap_lines import GapRows, GapSpan, row_moment
from wakeline.flows.wake.gather import GatheredContext
from wakeline.flows.wake.render import ATTACHMENTS
from wakeline.hydration.gather import read_source
from wakeline.model.context import Missing
from wakeline.model.liminal import GapReport
from wakeline.model.session import Handoff
from wakeline.ports.store import View

SOURCE = "GapReport"
MOST_SEQUENCE = 1 << 62
MOST_EVENTS = 2000
MOST_TURNS = 5000
MOST_THREADS = 20
MOST_DUE = 100
LOOKED_AT = 1000  # of open tasks, hints and facts, only the most pressing or important are read


def gap_report(
    place: Place, view: View, found: GatheredContext, last: Handoff | None, now: datetime
) -> GapReport | Missing:
    """The report since the last wake that had one; Missing with the reason if it failed."""
    seconds = place.settings.number("wake.source_milliseconds") / 1000
    read = partial(_since_last, found, last)
    return read_source(view, SOURCE, read, now, seconds=seconds)


def _since_last(
    found: GatheredContext, last: Handoff | None, view: View, now: datetime
) -> GapReport:
    through = found.head.seq
    told = next(iter(view.tuples("gap.last_told")), None)
    if told is None:  # a first wake has no gap
        return GapReport(None, through, through, ())
    at, after, project_id = told
    return _report(
        view,
        GapSpan(
            identity=found.identity,
            since=row_moment(at),
            now=now,
            after=int(after),
            through=through,
            project_ids=frozenset(filter(None, (project_id, found.project_id))),
            last=last,
        ),
    )


def gap_report_between(
    place: Place,
    after: int,
    through: int,
    *,
    since: datetime | str | None = None,
    until: datetime | str | None = None,
) -> GapReport:
    """The report between two entries of the log, as of the wake after the second.

    Changes by others are read from the log, as they were then. What fell due is read from the
    rows as they are today, and promises of the last session are not checked.
    """
    place.ask("hydrate")
    first = parse.whole_number(after, field="after", least=0, most=MOST_SEQUENCE)
    last = parse.whole_number(through, field="through", least=0, most=MOST_SEQUENCE)
    if last < first:
        raise Invalid("through is before after.", todo="Give the bounds of a gap in order.")
    now = place.clock.now()
    begin = None if since is None else parse.moment(since, field="since", now=now)
    end = None if until is None else parse.moment(until, field="until", now=now)
    with place.store.reading() as view:
        begin = begin or _moment_of(view, first)
        end = end or _moment_of(view, last) or now
        bounds = GapSpan(place.identity, begin, end, first, last, frozenset(), None)
        return _report(view, bounds)


def _report(view: View, of: GapSpan) -> GapReport:
    dug = _dug(view, of)
    if not any(dug) and not (of.last and of.last.open_threads):
        return GapReport(of.since, of.after, of.through, ())
    from wakeline.flows.liminal.gap_lines import build_gap_report

    return build_gap_report(view, of, dug)


def _dug(view: View, of: GapSpan) -> GapRows:
    bounds: dict[str, Any] = {"after": of.after, "through": of.through}
    events = list(view.tuples("gap.events", **bounds, limit=MOST_EVENTS))
    turns = list(view.tuples("gap.turns", **bounds, limit=MOST_TURNS, groups=MOST_THREADS))
    if of.since is None or of.since >= of.now:  # the clock may have gone back
        return GapRows(events, turns, [])
    span = {"since": of.since, "now": of.now, "limit": MOST_DUE, "looked_at": LOOKED_AT}
    return GapRows(events, turns, list(view.tuples("gap.due", **span)))


def with_changed_files(found: GatheredContext, report: GapReport, now: datetime) -> GapReport:
    """The report with lines about files that changed since they were shown."""
    piece = found.pieces.get(ATTACHMENTS)
    if piece is None or not any(row.gap for row in piece.rows):
        return report
    from wakeline.flows.liminal.gap_lines import with_file_lines

    return with_file_lines(report, piece.rows, now)


def _moment_of(view: View, seq: int) -> datetime | None:
    """The time of the wake that had read up to an entry, or None."""
    found = view.value("gap.next_wake", after=seq)
    return None if found is None else row_moment(found)
