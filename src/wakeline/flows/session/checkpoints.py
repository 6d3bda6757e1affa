"""Checkpoints: the state of a session's work, kept outside of its context.

The agent's own words stay until it gives others. The part from the log is made again every three
exchanges, in the transaction that keeps the turn, and before a compaction. A session that leaves
a handoff in the agent's own words needs no checkpoint any more.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from wakeline.base.errors import Conflict, Invalid, NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.callers import caller
from wakeline.flows.common.place import Place
from wakeline.flows.common.redaction import redact_json
from wakeline.flows.session.current_session import own_session
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.checkpoint import Checkpoint
from wakeline.model.guard import Guard
from wakeline.model.log import ORIGINS, TRUST, Episode, Origin
from wakeline.model.session import Session
from wakeline.ports.store import Unit, View
from wakeline.sessions.checkpoints import session_position

MOST_TEXT, MOST_STATE = 4_000, 16_384  # bytes
MOST_STEP = 200
MOST_GUARDS = 20
LATEST, THOROUGH = 8, 60  # turns
MOST_LISTED = 1_000


def checkpoint(
    place: Place,
    doing: str | None = None,
    *,
    step: str | None = None,
    next: str | None = None,
    state: Mapping[str, Any] | None = None,
    guards: Iterable[str] = (),
    session_id: str | None = None,
    actor: str | None = None,
    origin: Origin = "agent_inferred",
) -> Checkpoint:
    """Note what the agent is doing, its step, its working state and what comes next.

    Without words of the agent, the part from the log is made again and its earlier words stay.
    """
    place.ask("checkpoint")
    said: dict[str, Any] = {
        "doing": _text(doing, field="doing"),
        "step": parse.label(step, field="step", most=MOST_STEP),
        "next": _text(next, field="next"),
        "state": _state(state),
    }
    keys = parse.labels(guards, field="guards")
    origin = parse.choice(origin, ORIGINS, field="origin")
    found = _session_of(place, session_id)
    has_words = any(said.values()) or bool(keys)
    if found is None and not has_words:
        raise Invalid("there is nothing to note.", todo="Say what you are doing, or wake first.")
    with place.writing(place.by(actor=actor, origin=origin, session_id=found)) as unit:
        before = _before(unit, found)
        row = _from_log(unit, found, before, is_thorough=True)
        if has_words:
            row = row._replace(
                **said,
                guards=_newest(row.guards, _known(unit, keys)),
                said_at=unit.by.at,
                origin=origin,
                trust=TRUST[origin],
            )
        row = _counted(place, row)
        return unit.save("checkpoint.made", row, before)


def checkpoint_from_log(place: Place, unit: Unit, session_id: str) -> Checkpoint:
    """Make the checkpoint of a session from its log, in the transaction that keeps a turn."""
    before = _before(unit, session_id)
    made = _from_log(unit, session_id, before, is_thorough=False)
    session = unit.one(Session, "sessions.by_id", id=session_id)
    if session is not None and session.title is None:
        from wakeline.flows.session.titles import name_session

        name_session(unit, session)
    return unit.save("checkpoint.made", _counted(place, made), before)


def close_checkpoint(unit: Unit, session_id: str, *, is_told: bool) -> None:
    """Remove the checkpoint of a session that ends, if its handoff says the same.

    With `is_told` the handoff is in the agent's own words; else a checkpoint in its words stays.
    """
    found = unit.one(Checkpoint, "checkpoints.of_session", session_id=session_id)
    if found is not None and (is_told or found.said_at is None):
        unit.remove("checkpoint.closed", found)


def list_checkpoints(
    place: Place, *, thread: str | None = None, limit: int = 50
) -> list[Checkpoint]:
    """The checkpoints that were not closed, or those of one thread, the newest first."""
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_LISTED)
    with place.store.reading() as view:
        rows = view.all(Checkpoint, "checkpoints.all", limit=MOST_LISTED)
    return parse.rows_of_thread(rows, thread)[:most]


# -- the part from the log


def _from_log(
    unit: Unit,
    session_id: str | None,
    before: Checkpoint | None,
    *,
    is_thorough: bool,
) -> Checkpoint:
    turns: list[Episode] = []
    session = None
    if session_id is not None:
        turns = _turns(unit, session_id, is_thorough=is_thorough)
        session = unit.one(Session, "sessions.by_id", id=session_id)
    from wakeline.flows.session.open_promises import find_open_promises

    still_open = find_open_promises(turns) if is_thorough and turns else ()
    found = session_position(turns, still_open=still_open)
    first = before or _blank(unit, session_id)
    claimed = _claimed(unit, session_id)
    is_own = first.said_at is not None
    return first._replace(
        thread_id=first.thread_id if session is None else session.thread_id,
        asked=found.asked,
        answered=found.answered,
        left_open=found.left_open,
        working_set=found.working_set,
        guards=_newest(first.guards, claimed),
        through=unit.head().seq,
        source_ids=found.source_ids,
        trust=first.trust if is_own else found.trust,
        updated_at=unit.by.at,
    )


def _blank(unit: Unit, session_id: str | None) -> Checkpoint:
    """An empty checkpoint."""
    at = unit.by.at
    origin: Origin = "agent_inferred"
    return Checkpoint(
        *(unit.new_id(), session_id, None, None, None, None, {}, None, None, None, (), (), ()),
        *(0, (), origin, TRUST[origin], 0, at, at),
    )


def _before(unit: Unit, session_id: str | None) -> Checkpoint | None:
    if session_id is None:
        return unit.one(Checkpoint, "checkpoints.without_session")
    return unit.one(Checkpoint, "checkpoints.of_session", session_id=session_id)


def _newest(before: Iterable[str], more: Iterable[str]) -> tuple[str, ...]:
    """The keys without duplicates, in their order; only the newest if there are too many."""
    return tuple(dict.fromkeys((*before, *more)))[-MOST_GUARDS:]


def _turns(view: View, session_id: str, *, is_thorough: bool) -> list[Episode]:
    """The latest turns of a session, in order."""
    if is_thorough:
        return view.all(Episode, "log.of_session", session_id=session_id, limit=THOROUGH)
    # While a turn is kept, the talk of the last exchanges is enough.
    return view.all(Episode, "log.latest_talk", session_id=session_id, limit=LATEST)[::-1]


def _claimed(view: View, session_id: str | None) -> list[str]:
    """The keys that a session has claimed, the oldest first."""
    if session_id is None:
        return []
    found = sorted(view.tuples("guards.claimed_in_session", session_id=session_id))
    return [str(key) for _, key in found]


# -- parsing of input


def _session_of(place: Place, session_id: str | None) -> str | None:
    """The id of the session: the named one, the caller's, else the only open one."""
    with place.store.reading() as view:
        session, _ = caller(place, view, session_id)
    if session is not None:
        return session.id
    try:
        return own_session(place, session_id=session_id)
    except Conflict as error:
        raise Conflict(error.message, todo="Name the session.") from None


def _known(view: View, keys: Iterable[str]) -> tuple[str, ...]:
    wanted = tuple(keys)
    for key in wanted:
        if view.one(Guard, "guards.of_key", key=key) is None:
            raise NotFound(f"there is no guard {key!r}.", todo="Claim it first.")
    return wanted


def _text(value: str | None, *, field: str) -> str | None:
    if value is None:
        return None
    return redact(clean_text(value, field=field, most_bytes=MOST_TEXT)).strip() or None


def _state(value: Mapping[str, Any] | None) -> dict[str, Any]:
    """The working state that the agent gives, as plain JSON without secrets."""
    found = parse.mapping(value, field="state")
    try:
        text = json.dumps(found, ensure_ascii=False, allow_nan=False)
        clean_text(text, field="state", most_bytes=MOST_STATE)
        if "\\u0000" in text:
            raise ValueError("it holds a NUL character")
        clean: dict[str, Any] = redact_json(found)
    except (TypeError, ValueError, RecursionError) as error:
        raise Invalid(f"state is not plain JSON ({error}).", todo="Use text and numbers.") from None
    return clean


def _counted(place: Place, row: Checkpoint) -> Checkpoint:
    said = [row.doing, row.step, row.next, json.dumps(row.state) if row.state else None]
    told = [row.asked, row.answered, *row.left_open, *row.working_set, *row.guards]
    return row._replace(tokens=place.tokens.count("\n".join(filter(None, [*said, *told]))))
