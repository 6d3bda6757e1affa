"""What happened while the agent was away, read from the log.

From where the last wake that told had read up to: what the person changed while a session was
open, and which that session was never told, counts too. Four statements, each bounded. Where
they bring nothing, nothing that tells it is loaded.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

from wakeline.base.clock import read_moment
from wakeline.base.errors import Invalid
from wakeline.base.values import NamedTuple
from wakeline.flows import parse
from wakeline.flows.hydrating import ATTACHMENTS, Gathered
from wakeline.flows.place import Place
from wakeline.hydration.gather import attempted
from wakeline.hydration.sources import Ask
from wakeline.model.context import Missing
from wakeline.model.identity import Identity
from wakeline.model.liminal import GapReport
from wakeline.model.session import Handoff
from wakeline.ports.store import View

SOURCE = "GapReport"
MOST_SEQUENCE = 1 << 62
MOST_EVENTS = 2000
MOST_TURNS = 5000
MOST_THREADS = 20
MOST_DUE = 100
LOOKED_AT = 1000  # of open tasks, hints and facts, so many of the most pressing or important

Rows = list[tuple[Any, ...]]


class Stretch(NamedTuple):
    """What lies between two entries of the log, and for whom it is told when."""

    identity: Identity
    since: datetime | None  # when the agent was told last
    now: datetime
    after: int
    through: int
    project_ids: frozenset[str]  # of the last session and of this wake
    last: Handoff | None


class Dug(NamedTuple):
    """What was found of a stretch, as bare rows."""

    events: Rows
    turns: Rows
    due: Rows


def gap_report(
    place: Place, view: View, found: Gathered, last: Handoff | None, now: datetime
) -> GapReport | Missing:
    """What happened since the last wake that told; or why that cannot be said."""
    seconds = place.settings.number("wake.source_milliseconds") / 1000
    ask = Ask(now, found.identity, found.project_id, found.asked.limits)
    read = partial(_since_last, place, found.head.seq, last)
    return attempted(view, SOURCE, read, ask, seconds=seconds)


def _since_last(
    place: Place, through: int, last: Handoff | None, view: View, ask: Ask
) -> GapReport:
    told = next(iter(view.tuples("gap.last_told")), None)
    if told is None:  # a first wake has nothing behind it
        return GapReport(None, through, through, ())
    at, after, project_id = told
    return _report(
        place,
        view,
        Stretch(
            identity=ask.identity,
            since=moment_in(at),
            now=ask.now,
            after=int(after),
            through=through,
            project_ids=frozenset(filter(None, (project_id, ask.project_id))),
            last=last,
        ),
    )


def gap_report_of(
    place: Place,
    after: int,
    through: int,
    *,
    since: datetime | str | None = None,
    until: datetime | str | None = None,
) -> GapReport:
    """What happened between two entries of the log, told as at the wake behind the second.

    The log says what others did as it did then; what time brought is told by the rows as they
    stand today, and what the last session had left open is not looked at.
    """
    place.ask("hydrate")
    first = parse.whole_number(after, field="after", least=0, most=MOST_SEQUENCE)
    last = parse.whole_number(through, field="through", least=0, most=MOST_SEQUENCE)
    if last < first:
        raise Invalid("through lies before after.", todo="Give the bounds of a gap in order.")
    now = place.clock.now()
    begin = None if since is None else parse.moment(since, field="since", now=now)
    end = None if until is None else parse.moment(until, field="until", now=now)
    with place.store.reading() as view:
        begin = begin or _moment_of(view, first)
        end = end or _moment_of(view, last) or now
        bounds = Stretch(place.identity, begin, end, first, last, frozenset(), None)
        return _report(place, view, bounds)


def _report(place: Place, view: View, of: Stretch) -> GapReport:
    dug = _dug(view, of)
    if not any(dug) and not (of.last and of.last.open_threads):
        return GapReport(of.since, of.after, of.through, ())
    report: GapReport = place.flow("told_gap")(place, view, of, dug)
    return report


def _dug(view: View, of: Stretch) -> Dug:
    bounds: dict[str, Any] = {"after": of.after, "through": of.through}
    events = list(view.tuples("gap.events", **bounds, limit=MOST_EVENTS))
    turns = list(view.tuples("gap.turns", **bounds, limit=MOST_TURNS, groups=MOST_THREADS))
    if of.since is None or of.since >= of.now:  # the clock may have gone back
        return Dug(events, turns, [])
    span = {"since": of.since, "now": of.now, "limit": MOST_DUE, "looked_at": LOOKED_AT}
    return Dug(events, turns, list(view.tuples("gap.due", **span)))


def with_files(place: Place, found: Gathered, report: GapReport, now: datetime) -> GapReport:
    """With the files that were found to be something else than what was shown."""
    piece = found.pieces.get(ATTACHMENTS)
    if piece is None or not any(row.gap for row in piece.rows):
        return report
    more: GapReport = place.flow("with_file_lines")(report, piece.rows, now)
    return more


def moment_in(value: Any) -> datetime:
    """A moment of a bare row, as either engine gives it."""
    return value if isinstance(value, datetime) else read_moment(value)


def _moment_of(view: View, seq: int) -> datetime | None:
    """When the wake took place that had read up to an entry."""
    found = view.value("gap.next_wake", after=seq)
    return None if found is None else moment_in(found)
