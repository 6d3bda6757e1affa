"""Summarise consolidated turns: days, weeks and months of each thread. Derived from the log.

Works through the log from where it last stopped, as far as turns are consolidated. A day that has
new turns is made again from all of its turns, then its week and its month. The mark moves in the
transaction of the rows, so a killed run continues and a second run at once changes nothing.
Other names or another time zone give other sentences and other days: then all are made again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any, Final, NamedTuple

from wakeline.base.digest import sha256_hex
from wakeline.base.errors import NotFound, Unreachable
from wakeline.consolidation.summaries import (
    DAY,
    MOST_READ,
    WEEK,
    SummaryPeriod,
    day_of,
    summary_of_day,
    summary_of_parts,
)
from wakeline.flows.common import parse
from wakeline.flows.common.pages import HIGHEST_ID, summary_filters
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.recall.index_rows import INDEX as READINGS
from wakeline.flows.recall.index_rows import counts_in_force, vectors_of
from wakeline.flows.recall.searchable import FiledRow
from wakeline.model.consolidation import Summary
from wakeline.model.job import IndexMark
from wakeline.model.log import Episode
from wakeline.model.recall import Vector
from wakeline.ports.store import Unit, View

CONSOLIDATED: Final = "consolidation"  # the mark up to which every turn is done
TAKEN_BACK: Final = "taken back"  # counts how often turns were forgotten
RULES: Final = 1  # raised when the rules change, so that all are made again
STRETCH: Final = 10_000  # entries of the log in one step
EMBEDDED_AT_ONCE: Final = 200
MOST_LISTED: Final = 10_000
WEEKS_OF_A_MONTH: Final = 6

# The new summaries by id; None where no turns are left.
MadeSummaries = dict[str, Summary | None]


class SummaryStep(NamedTuple):
    """A stretch of the log and its new summaries. Valid while both marks are unchanged."""

    mark: int
    taken_back: int
    through: int
    made: MadeSummaries


def summarise(place: Place) -> int:
    """Catch up with consolidation. Returns how many summaries changed."""
    changed = 0
    _begin(place)
    while True:
        with place.store.reading() as view:
            step = _next_step(place, view)
        if step is None:
            break
        changed += _keep(place, step)
    with suppress(Unreachable):  # the job that waits then tries again
        embed_summaries(place)
    return changed


def summary_mark(place: Place) -> str:
    """The name of the mark: a digest of the rules and names that summaries depend on."""
    identity = place.identity
    by = (
        RULES,
        place.store.scope.agent_id,
        identity.person_time_zone,
        identity.person_name,
        identity.display_name,
    )
    return f"summaries {sha256_hex(repr(by).encode())[:16]}"


def _begin(place: Place) -> None:
    """Clear all summaries if there is no mark for the present rules and names."""
    index = summary_mark(place)
    with place.store.reading() as view:
        if view.value("jobs.mark", name=index) is not None:
            return
    with place.store.writing(place.by(actor="worker")) as unit:
        if unit.value("jobs.mark", name=index) is None:
            _clear(unit)
            unit.put(IndexMark(index, 0))


def _clear(unit: Unit) -> None:
    for what in ("clear", "clear_vectors", "clear_marks"):
        unit.run(f"summaries.{what}")


def _next_step(place: Place, view: View) -> SummaryStep | None:
    mark = int(view.value("jobs.mark", name=summary_mark(place)) or 0)
    goal = int(view.value("jobs.mark", name=CONSOLIDATED) or 0)
    through = min(mark + STRETCH, goal)
    days = dict(_days(place, view, mark, through)) if mark < goal else {}
    if not days and through >= goal:  # no turns: not worth a transaction
        return None
    return SummaryStep(mark, times_forgotten(view), through, _made(place, view, days, through))


def _days(
    place: Place, view: View, after: int, through: int
) -> Iterator[tuple[SummaryPeriod, int]]:
    """The days of a stretch of the log, each with the sequence of its first turn."""
    zone = time_zone(place.identity.person_time_zone)
    seen: set[SummaryPeriod] = set()
    for seq, thread_id, at in view.tuples("summaries.turns_between", after=after, through=through):
        moment = datetime.fromisoformat(at) if isinstance(at, str) else at
        day = day_of(view.scope.agent_id, thread_id, moment, zone)
        if day is not None and day not in seen:
            seen.add(day)
            yield day, int(seq)


def _keep(place: Place, step: SummaryStep) -> int:
    index = summary_mark(place)
    with place.store.writing(place.by(actor="worker")) as unit:
        # Another run was faster, or a turn that was read is forgotten.
        if (
            int(unit.value("jobs.mark", name=index) or 0) != step.mark
            or times_forgotten(unit) != step.taken_back
        ):
            return 0
        changed = _put(unit, step.made)
        unit.put(IndexMark(index, step.through))
    return changed


def _put(unit: Unit, made: MadeSummaries) -> int:
    known = {row.id: row for row in unit.all(Summary, "summaries.with_ids", ids=sorted(made))}
    lowest = int(unit.value("summaries.lowest") or 0)
    changed = 0
    for summary_id, row in made.items():
        before = known.get(summary_id)
        if before is None:
            if row is not None:
                lowest -= 1
                unit.put(row._replace(seq=lowest))
                changed += 1
        elif row is None or row._replace(seq=before.seq) != before:
            unit.run("recall.drop_vectors", seq=before.seq)
            unit.run("summaries.remove", seq=before.seq)
            if row is not None:
                unit.put(row._replace(seq=before.seq))
            changed += 1
    if changed:
        unit.add_job(READINGS)  # which gives them their vectors
    return changed


# -- making


def _made(
    place: Place, view: View, days: Mapping[SummaryPeriod, int], through: int
) -> MadeSummaries:
    """The summaries of these days, their weeks and months, from turns up to a sequence."""
    made: MadeSummaries = {
        day.id: _day(place, view, day, first, through) for day, first in days.items()
    }
    for spans in (_parents(days), _parents(_parents(days))):
        made |= {span.id: _whole(place, view, span, made) for span in spans}
    return made


def _parents(spans: Iterable[SummaryPeriod]) -> list[SummaryPeriod]:
    return list(dict.fromkeys(span.parent for span in spans))


def _day(place: Place, view: View, day: SummaryPeriod, first: int, through: int) -> Summary | None:
    zone = time_zone(place.identity.person_time_zone)
    starts_at, ends_at = day.bounds(zone)
    before = view.one(Summary, "summaries.by_id", id=day.id)
    asked: dict[str, Any] = {
        "first": first if before is None else min(first, before.first_seq),
        "through": through,
        "thread_id": day.thread_id,
        "starts_at": starts_at,
        "ends_at": ends_at,
    }
    number, first_seq, last_seq, last_at = next(iter(view.tuples("summaries.covers", **asked)))
    if not number:
        return None
    turns = view.all(Episode, "summaries.turns", **asked, limit=MOST_READ)
    moment = datetime.fromisoformat(last_at) if isinstance(last_at, str) else last_at
    return summary_of_day(
        day,
        sorted(turns, key=attrgetter("seq")),
        covers=(int(number), int(first_seq), int(last_seq), moment),
        identity=place.identity,
        zone=zone,
        count=place.tokens.count,
    )


def _whole(place: Place, view: View, span: SummaryPeriod, made: MadeSummaries) -> Summary | None:
    ids = [part.id for part in _parts(span)]
    known = {row.id: row for row in view.all(Summary, "summaries.with_ids", ids=ids)}
    found = [made[each] if each in made else known.get(each) for each in ids]
    parts = [part for part in found if part is not None]
    if not parts:
        return None
    zone = time_zone(place.identity.person_time_zone)
    return summary_of_parts(span, parts, zone=zone, count=place.tokens.count)


def _parts(span: SummaryPeriod) -> list[SummaryPeriod]:
    """The days of a week, or the weeks of a month."""
    if span.level == WEEK:
        days = (span.starts_on + timedelta(days=number) for number in range(7))
        return [span._replace(level=DAY, starts_on=day) for day in days]
    first = span._replace(level=DAY).parent
    weeks = (
        first._replace(starts_on=first.starts_on + timedelta(weeks=number))
        for number in range(WEEKS_OF_A_MONTH)
    )
    return [week for week in weeks if week.parent == span]


# -- making again


def times_forgotten(view: View) -> int:
    """How often turns were forgotten: if it changes, turns that were read may be gone."""
    return int(view.value("jobs.mark", name=TAKEN_BACK) or 0)


def resummarise(place: Place, unit: Unit, turns: Iterable[Episode]) -> None:
    """After a forgetting: make the days of these turns again, with their weeks and months."""
    unit.put(IndexMark(TAKEN_BACK, times_forgotten(unit) + 1))
    mark = unit.value("jobs.mark", name=summary_mark(place))
    if mark is None:
        _clear(unit)  # made by other names or days: the next run makes all again
        return
    zone = time_zone(place.identity.person_time_zone)
    days: dict[SummaryPeriod, int] = {}
    for turn in turns:
        day = day_of(unit.scope.agent_id, turn.thread_id, turn.at, zone)
        if day is not None and turn.seq <= int(mark):
            days[day] = min(turn.seq, days.get(day, turn.seq))
    if days:
        _put(unit, _made(place, unit, days, int(mark)))


def expected_summaries(place: Place, view: View) -> dict[str, Summary] | None:
    """Every summary computed from the log, without its sequence; None if there is no mark."""
    mark = view.value("jobs.mark", name=summary_mark(place))
    if mark is None:
        return None
    days = dict(_days(place, view, 0, int(mark)))
    made = {day.id: _day(place, view, day, first, int(mark)) for day, first in days.items()}
    for spans in (_parents(days), _parents(_parents(days))):
        # Stored summaries are not used: they may be what is wrong.
        known: MadeSummaries = {part.id: None for span in spans for part in _parts(span)}
        made |= {span.id: _whole(place, view, span, {**known, **made}) for span in spans}
    return {key: row for key, row in made.items() if row is not None}


def rebuild_summaries(place: Place, unit: Unit) -> int:
    """Rebuild every summary. Returns how many there are."""
    wanted = expected_summaries(place, unit)
    if wanted is None:
        return 0
    mark = int(unit.value("jobs.mark", name=summary_mark(place)) or 0)
    _clear(unit)
    _put(unit, dict(wanted))
    unit.put(IndexMark(summary_mark(place), mark))
    return len(wanted)


# -- vectors


def embed_summaries(place: Place) -> None:
    """Make missing vectors of summaries if an embedder is in force; else recall makes them."""
    with place.store.reading() as view:
        # An embedder takes a second to load: not for nothing.
        if not view.value("summaries.unread") or not any(view.tuples("recall.versions_in_force")):
            return
    embedding = place.embedding()
    if embedding is None:
        return
    with place.store.reading() as view:
        counts = counts_in_force(view, embedding)
        if counts is None:
            return
        embedder = embedding.fit(counts.counts, counts.version)
        have = {
            vector.seq
            for vector in view.all(Vector, "summaries.vectors", fingerprint=embedder.fingerprint)
        }
        rows = [row for row in view.all(Summary, "summaries.all") if row.seq not in have]
    rows = [row for row in rows if row.content]
    for start in range(0, len(rows), EMBEDDED_AT_ONCE):
        batch = rows[start : start + EMBEDDED_AT_ONCE]
        vectors = vectors_of([FiledRow(row.seq, row) for row in batch], embedder)
        with place.store.writing(place.by(actor="worker")) as unit:
            for row, vector in zip(batch, vectors, strict=True):
                if unit.one(Summary, "summaries.by_id", id=row.id) == row:
                    unit.put(vector)


# -- reading


def list_summaries(
    place: Place,
    *,
    level: str | None = None,
    thread: str | None = None,
    limit: int = MOST_LISTED,
    after: str | None = None,
) -> list[Summary]:
    """Summaries, the latest first; `after` is the last id of the page before."""
    place.ask("recall")
    with place.store.reading() as view:
        return view.all(
            Summary,
            "pages.summaries",
            **summary_filters(level=level, thread=thread),
            limit=parse.whole_number(limit, field="limit", least=1, most=MOST_LISTED),
            after=parse.label(after, field="after") or HIGHEST_ID,
        )


class SummaryDetail(NamedTuple):
    """One summary and its sources: turns, or the summaries below it."""

    summary: Summary
    turns: tuple[Episode, ...]
    parts: tuple[Summary, ...]


def get_summary(place: Place, summary_id: str) -> SummaryDetail:
    """One summary with its sources."""
    place.ask("recall")
    with place.store.reading() as view:
        found = view.one(Summary, "summaries.by_id", id=summary_id)
        if found is None:
            raise NotFound(f"there is no summary {summary_id}.")
        if found.level > DAY:
            parts = view.all(Summary, "summaries.with_ids", ids=list(found.source_ids))
            return SummaryDetail(found, (), tuple(parts))
        turns = (view.one(Episode, "log.episode", id=each) for each in found.source_ids)
        return SummaryDetail(found, tuple(turn for turn in turns if turn is not None), ())
