"""Facts on two time axes: when a value is valid, and when it was believed.

A new value ends the belief in the old row and adds its own row. The old row stays in
the history, and a third row records until when the old value was valid.
"""

from __future__ import annotations

from datetime import datetime

from wakeline.base.errors import Conflict, Invalid, NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.recall.searchable import save_searchable
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
    """Set the value of a key from a moment on, or until another. The same value changes nothing."""
    place.ask("set_fact")
    now = place.clock.now()
    key = clean_fact_key(key)
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
            importance=parse.scaled_importance(importance),
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
        return save_searchable(unit, "fact.set", new)


def clean_fact_key(key: object) -> str:
    """A key in its stored form: stripped, and without secrets."""
    return redact(clean_text(key, field="key", most_bytes=MOST_KEY)).strip()


def _end_before_next(
    unit: Unit, key: str, end: datetime | None, *, moment: datetime
) -> tuple[datetime | None, str | None]:
    """The end of a value, cut where a later value begins: a key has one value at a time.

    Also the id of that later value, if it causes the end.
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
    save_searchable(unit, "fact.superseded", closed, before)
    # The new belief about the old value: it was valid until the new one began.
    until = before._replace(
        id=unit.new_id(),
        valid_to=new.valid_from,
        created_at=new.created_at,
        superseded_by=new.id,
    )
    if until.valid_from < until.valid_to:  # type: ignore[operator]
        save_searchable(unit, "fact.closed", until)


def end_fact(
    place: Place,
    key: str,
    *,
    at: datetime | str | None = None,
    planned: bool = False,
    actor: str | None = None,
    origin: Origin = "user_direct",
) -> Fact:
    """End the value of a key without a new one.

    If the key has no value now, or with `planned`, the value of a later day is ended, or
    withdrawn if it would end before it begins.
    """
    place.ask("end_fact")
    now = place.clock.now()
    key = clean_fact_key(key)
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
    """Withdraw a planned value; the value that it would have ended continues."""
    key, begin = plan.key, plan.valid_from
    giving_way = unit.one(Fact, "memory.fact_giving_way", key=key, moment=begin)
    if giving_way is not None:
        end = _end_as_set(unit, giving_way)
        _held_until(unit, giving_way, *_end_before_next(unit, key, end, moment=begin))
    return save_searchable(unit, "fact.ended", plan._replace(recorded_to=unit.by.at), plan)


def _end_as_set(unit: Unit, cut: Fact) -> datetime | None:
    """The end that a value had before it was cut for a later value."""
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
    """Replace a fact by the same value with another end."""
    until = before._replace(
        id=unit.new_id(), valid_to=end, superseded_by=next_id, created_at=unit.by.at
    )
    closed = before._replace(recorded_to=unit.by.at, superseded_by=until.id)
    save_searchable(unit, "fact.superseded", closed, before)
    return save_searchable(unit, kind, until)


def get_fact(
    place: Place,
    key: str,
    *,
    at: datetime | str | None = None,
    known_at: datetime | str | None = None,
) -> Fact | None:
    """The value of a key: now or at a moment, as known now or at another moment."""
    now = place.clock.now()
    key = clean_fact_key(key)
    valid = parse.moment(at, field="at", now=now)
    known = parse.moment(known_at, field="known_at", now=now)
    with place.store.reading() as view:
        return view.one(Fact, "memory.fact_as_of", key=key, valid_at=valid, known_at=known)


def fact_history(place: Place, key: str) -> list[Fact]:
    """Every row of a key, believed now or in the past, oldest first."""
    key = clean_fact_key(key)
    with place.store.reading() as view:
        return view.all(Fact, "memory.fact_history", key=key)


def current_facts(
    place: Place, *, limit: int = MOST_LISTED, thread: str | None = None
) -> list[Fact]:
    """All facts that are valid now, or those of one thread, most important first."""
    with place.store.reading() as view:
        now = place.clock.now()
        found = view.all(Fact, "memory.current_facts", now=now, least=0.0, limit=limit)
    return parse.rows_of_thread(found, thread)
