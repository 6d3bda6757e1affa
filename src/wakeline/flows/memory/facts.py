"""What is true now, what was true then, and what was believed when.

A new value closes the old row on both axes and adds its own: the old row stays
as it was believed, and a third says how long it had held.
"""

from __future__ import annotations

from datetime import datetime

from wakeline.base.errors import Conflict, Invalid, NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.recall.searchable import keep
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.log import ORIGINS, TRUST, Origin
from wakeline.model.memory import Fact
from wakeline.ports.store import Unit

MOST_KEY = 200
MOST_VALUE_BYTES = 65_536
MOST_LISTED = 1_000


def set_fact(
    place: Place,
    key: str,
    value: str,
    *,
    category: str | None = None,
    importance: float = 5,
    valid_from: datetime | str | None = None,
    valid_to: datetime | str | None = None,
    project: str | int | None = None,
    source_ids: tuple[str, ...] = (),
    thread: str | None = None,
    actor: str | None = None,
    origin: Origin = "user_direct",
    session_id: str | None = None,
) -> Fact:
    """Say what a key means from a moment on, or until another. The same again changes nothing."""
    place.ask("set_fact")
    now = place.clock.now()
    key = fact_key(key)
    value = redact(clean_text(value, field="value", most_bytes=MOST_VALUE_BYTES))
    start = parse.moment(valid_from, field="valid_from", now=now)
    end = None if valid_to is None else parse.moment(valid_to, field="valid_to", now=now)
    if end is not None and end <= start:
        raise Invalid("valid_to lies before valid_from.", todo="Give an end after the beginning.")
    origin = parse.choice(origin, ORIGINS, field="origin")
    by = place.by(actor=actor, origin=origin, session_id=session_id, at=now)
    with place.writing(by) as unit:
        before = unit.one(Fact, "memory.fact", key=key, now=max(start, now))
        if before is not None and before.value == value and end in (None, before.valid_to):
            return before
        end, next_id = _end_before_next(unit, key, end, moment=max(start, now))
        new = Fact(
            seq=0,
            id=unit.new_id(),
            key=key,
            value=value,
            category=parse.label(category, field="category")
            or (before.category if before else None),
            importance=parse.scale(importance),
            valid_from=start,
            valid_to=end,
            created_at=now,
            recorded_to=None,
            superseded_by=next_id,
            project_id=parse.project_id(project, unit),
            source_ids=parse.labels(source_ids, field="source_ids"),
            origin=origin,
            trust=TRUST[origin],
            tokens=place.tokens.count(f"{key}: {value}"),
            is_deleted=False,
            thread_id=place.thread(unit, thread),
        )
        if before is not None:
            _supersede(unit, before, new)
        return keep(unit, "fact.set", new)


def fact_key(key: object) -> str:
    """A key as it is kept, whoever asks for it: without room around it and without secrets."""
    return redact(clean_text(key, field="key", most_bytes=MOST_KEY)).strip()


def _end_before_next(
    unit: Unit, key: str, end: datetime | None, *, moment: datetime
) -> tuple[datetime | None, str | None]:
    """An end that leaves room to what is set for a later day: a key means one thing at a time.

    And the id of what is set then, if that is what makes it end.
    """
    after = unit.one(Fact, "memory.fact_after", key=key, moment=moment)
    if after is None or (end is not None and end <= after.valid_from):
        return end, None
    return after.valid_from, after.id


def _supersede(unit: Unit, before: Fact, new: Fact) -> None:
    if new.valid_from < before.valid_from:
        raise Conflict(
            f"{new.key} has a value since {before.valid_from.isoformat()}, which is later.",
            todo="Give a valid_from after it.",
        )
    closed = before._replace(recorded_to=new.created_at, superseded_by=new.id)
    keep(unit, "fact.superseded", closed, before)
    # What is believed from now on about the old value: that it held until the new one began.
    until = before._replace(
        id=unit.new_id(),
        valid_to=new.valid_from,
        created_at=new.created_at,
        superseded_by=new.id,
    )
    if until.valid_from < until.valid_to:  # type: ignore[operator]
        keep(unit, "fact.closed", until)


def end_fact(
    place: Place,
    key: str,
    *,
    at: datetime | str | None = None,
    planned: bool = False,
    actor: str | None = None,
    origin: Origin = "user_direct",
) -> Fact:
    """Say until when a key meant what it means; nothing takes its place.

    What was set for a later day is ended, or taken back, where the key means nothing now, and
    where that is what is `planned`.
    """
    place.ask("end_fact")
    now = place.clock.now()
    key = fact_key(key)
    end = parse.moment(at, field="at", now=now)
    with place.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        before = None if planned else unit.one(Fact, "memory.fact", key=key, now=now)
        if before is None:
            before = unit.one(Fact, "memory.fact_after", key=key, moment=now)
            if before is None:
                about = "no value of a later day for" if planned else "no fact"
                todo = "`wakeline fact list` shows them."
                raise NotFound(f"there is {about} {key!r}.", todo=todo)
            if end <= before.valid_from:
                return _take_back(unit, before)
        if end <= before.valid_from:
            raise Conflict(
                f"{key} has held only since {before.valid_from.isoformat()}.",
                todo="Give a moment after that.",
            )
        until, next_id = _end_before_next(unit, key, end, moment=max(now, before.valid_from))
        return _held_until(unit, before, until, next_id, kind="fact.ended")


def _take_back(unit: Unit, plan: Fact) -> Fact:
    """Believe no longer that a value will hold; the one that was to give way to it goes on."""
    key, begin = plan.key, plan.valid_from
    giving_way = unit.one(Fact, "memory.fact_giving_way", key=key, moment=begin)
    if giving_way is not None:
        end = _end_as_set(unit, giving_way)
        _held_until(unit, giving_way, *_end_before_next(unit, key, end, moment=begin))
    return keep(unit, "fact.ended", plan._replace(recorded_to=unit.by.at), plan)


def _end_as_set(unit: Unit, cut: Fact) -> datetime | None:
    """The end that a value had before it was cut for what was to take its place."""
    for row in unit.all(Fact, "memory.fact_history", key=cut.key):
        was_cut = row.recorded_to == cut.created_at and row.valid_to != cut.valid_to
        if was_cut and (row.value, row.valid_from) == (cut.value, cut.valid_from):
            return row.valid_to
    return None


def _held_until(
    unit: Unit,
    before: Fact,
    end: datetime | None,
    next_id: str | None,
    *,
    kind: str = "fact.set",
) -> Fact:
    """Believe of a value from now on that it has another end."""
    until = before._replace(
        id=unit.new_id(), valid_to=end, superseded_by=next_id, created_at=unit.by.at
    )
    closed = before._replace(recorded_to=unit.by.at, superseded_by=until.id)
    keep(unit, "fact.superseded", closed, before)
    return keep(unit, kind, until)


def get_fact(
    place: Place,
    key: str,
    *,
    at: datetime | str | None = None,
    known_at: datetime | str | None = None,
) -> Fact | None:
    """What a key means: now, or at a moment, as it was known then or at another."""
    now = place.clock.now()
    key = fact_key(key)
    valid = parse.moment(at, field="at", now=now)
    known = parse.moment(known_at, field="known_at", now=now)
    with place.store.reading() as view:
        return view.one(Fact, "memory.fact_as_of", key=key, valid_at=valid, known_at=known)


def fact_history(place: Place, key: str) -> list[Fact]:
    """Every row of a key that was ever believed, oldest first."""
    key = fact_key(key)
    with place.store.reading() as view:
        return view.all(Fact, "memory.fact_history", key=key)


def current_facts(
    place: Place, *, limit: int = MOST_LISTED, thread: str | None = None
) -> list[Fact]:
    """Everything that is believed to hold now, or of one thread, most important first."""
    with place.store.reading() as view:
        now = place.clock.now()
        found = view.all(Fact, "memory.current_facts", now=now, least=0.0, limit=limit)
    return parse.of_thread(found, thread)
