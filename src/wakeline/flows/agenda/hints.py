"""Hints are reminders that a wake shows: add, complete, dismiss and list them.

A hint that recurs has no end. When it is completed, it comes back at its next time in the
future: its own time moved by whole hours, days, weeks, months or years of the person's
calendar, so that nine in the morning stays nine. Times that were missed are skipped. A hint
that is dismissed does not come back.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import datetime, timedelta, tzinfo

from wakeline.base.errors import Conflict, NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.recall.searchable import save_searchable
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.agenda import EVERY, Every, Hint
from wakeline.model.log import TRUST, Origin
from wakeline.ports.store import View

MOST_TEXT_BYTES = 65_536
STEPS: dict[Every, timedelta] = {
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
}
MONTHS: dict[Every, int] = {"month": 1, "year": 12}


def add_hint(
    place: Place,
    content: str,
    *,
    category: str | None = None,
    priority: int = 5,
    recurring: bool = False,
    every: str | None = None,
    trigger_at: datetime | str | None = None,
    source_memory_id: str | None = None,
    thread: str | None = None,
    actor: str | None = None,
    origin: Origin = "user_direct",
) -> Hint:
    """Add a reminder that wakes show. One that recurs does so daily unless `every` is given."""
    place.ask("add_hint")
    now = place.clock.now()
    trigger = None if trigger_at is None else parse.moment(trigger_at, field="trigger_at", now=now)
    if every is None and recurring:
        every = "day"
    with place.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        return save_searchable(
            unit,
            "hint.added",
            Hint(
                id=unit.new_id(),
                content=redact(clean_text(content, field="content", most_bytes=MOST_TEXT_BYTES)),
                category=parse.label(category, field="category"),
                priority=parse.whole_number(priority, field="priority", least=1, most=10),
                is_recurring=every is not None,
                trigger_at=trigger,
                completed_at=None,
                dismissed_at=None,
                source_memory_id=parse.label(source_memory_id, field="source_memory_id"),
                origin=origin,
                trust=TRUST[origin],
                created_at=now,
                is_deleted=False,
                every=None if every is None else parse.choice(every, EVERY, field="every"),
                thread_id=place.thread(unit, thread),
            ),
        )


def complete_hint(
    place: Place, hint_id: str, *, actor: str | None = None, origin: Origin = "user_direct"
) -> Hint:
    """Mark a hint as done. One that recurs comes back at its next time."""
    place.ask("complete_hint")
    now = place.clock.now()
    with place.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        before = _open_hint(unit, hint_id)
        if not before.is_recurring:
            return unit.save("hint.completed", before._replace(completed_at=now), before)
        zone = time_zone(place.identity.person_time_zone)
        next_at = next_time(before.trigger_at or now, before.every or "day", now, zone)
        return unit.save("hint.completed", before._replace(trigger_at=next_at), before)


def dismiss_hint(
    place: Place, hint_id: str, *, actor: str | None = None, origin: Origin = "user_direct"
) -> Hint:
    """Dismiss a hint, done or not; it does not come back."""
    place.ask("dismiss_hint")
    now = place.clock.now()
    with place.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        before = _open_hint(unit, hint_id)
        return unit.save("hint.dismissed", before._replace(dismissed_at=now), before)


def list_hints(place: Place, *, thread: str | None = None) -> list[Hint]:
    """All hints, or those of one thread."""
    with place.store.reading() as view:
        return parse.rows_of_thread(view.all(Hint, "agenda.hints"), thread)


def next_time(first: datetime, every: Every, now: datetime, zone: tzinfo) -> datetime:
    """The first time after now in the series that starts at `first`.

    If a month is too short for the day, its last day is taken.
    """
    start = first.astimezone(zone).replace(tzinfo=None)
    here = now.astimezone(zone).replace(tzinfo=None)
    if every == "hour":  # an hour lasts an hour, also when the clocks change
        passed = max(0, (now - first) // STEPS["hour"])
        return first + (passed + 1) * STEPS["hour"]
    count = 1
    if every in STEPS:
        count = max(1, (here - start) // STEPS[every])
    elif here > start:
        months = (here.year - start.year) * 12 + here.month - start.month
        count = max(1, months // MONTHS[every])
    while True:
        moved = (
            start + count * STEPS[every]
            if every in STEPS
            else _months_on(start, count * MONTHS[every])
        )
        found = moved.replace(tzinfo=zone)
        if found > now:
            return found.astimezone(first.tzinfo)
        count += 1


def _months_on(start: datetime, months: int) -> datetime:
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    return start.replace(
        year=year, month=month + 1, day=min(start.day, monthrange(year, month + 1)[1])
    )


def _open_hint(view: View, hint_id: str) -> Hint:
    found = view.one(Hint, "agenda.hint", id=hint_id)
    if found is None:
        raise NotFound(f"there is no hint {hint_id}.", todo="`wakeline hint list` shows them.")
    if found.completed_at is not None or found.dismissed_at is not None:
        raise Conflict(f"the hint {hint_id} is done or dismissed already.")
    return found
