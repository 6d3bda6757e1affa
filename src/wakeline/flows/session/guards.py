"""Guards for actions that are done at most once: claimed before, then marked as done or failed.

A claim and its outcome are one transaction each, so two processes never hold the same claim. A
claim whose holder is gone has an unknown outcome. It cannot be claimed again until somebody
resolves it, or the person releases it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from wakeline.base.clock import stored_moment
from wakeline.base.errors import Conflict, Invalid, NotAgain, NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.callers import caller, is_own_guard
from wakeline.flows.common.place import Place
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.guard import GUARD_STATES, Guard, GuardState
from wakeline.model.log import ORIGINS, TRUST, Origin
from wakeline.model.session import Lease, Session
from wakeline.ports.store import Unit, View
from wakeline.sessions.guards import (
    CLAIMABLE,
    HOLDER_GONE,
    SESSION_ENDED,
    TODO,
    is_held,
    move_guard,
)

MOST_WHAT, MOST_NOTE = 2_000, 2_000  # bytes
MOST_PATTERN = 500
MOST_LISTED = 1_000
MOST_MINUTES = 10_080
OUTCOMES: tuple[GuardState, ...] = ("done", "failed")


def claim_guard(
    place: Place,
    key: str,
    what: str,
    *,
    tool: str | None = None,
    pattern: str | None = None,
    session_id: str | None = None,
    minutes: int | None = None,
    actor: str | None = None,
    origin: Origin = "agent_inferred",
) -> Guard:
    """Claim an action before it is done. Raises NotAgain if the caller must not do it now.

    `minutes` is how long a claim without a session lasts.
    """
    place.ask("claim_guard")
    name = _key(key)
    said = _text(what, field="what", most=MOST_WHAT)
    matcher = (parse.label(tool, field="tool"), _pattern(pattern))
    lasts = minutes if minutes is not None else place.settings.number("session.lease_minutes")
    parse.whole_number(lasts, field="minutes", least=1, most=MOST_MINUTES)
    origin = parse.choice(origin, ORIGINS, field="origin")
    now = place.clock.now()
    with place.writing(place.by(actor=actor, origin=origin, session_id=session_id, at=now)) as unit:
        session, holder = caller(place, unit, session_id)
        before = unit.one(Guard, "guards.of_key", key=name)
        stands = None if before is None else _noted(place, unit, before)
        if stands is None or stands.state in CLAIMABLE:
            first = _blank(unit, name) if stands is None else stands
            guard = first._replace(
                what=said,
                state="claimed",
                attempts=first.attempts + 1,
                session_id=None if session is None else session.id,
                holder=holder.name,
                host=holder.host,
                boot_id=holder.boot_id,
                process=holder.process,
                process_start=holder.process_start,
                claimed_at=now,
                expires_at=now + timedelta(minutes=lasts),
                settled_at=None,
                note=None,
                tool=matcher[0],
                pattern=matcher[1],
                origin=origin,
                trust=TRUST[origin],
                tokens=place.tokens.count(said),
                updated_at=now,
                thread_id=None if session is None else session.thread_id,
            )
            if session is not None:
                unit.by = unit.by._replace(session_id=session.id)
                place.renew(unit, session.id)
            return unit.save("guard.claimed", guard, stands)
    # After the transaction, so that a guard found to be unknown is saved.
    raise NotAgain(refusal(stands), state=stands.state, todo=TODO[stands.state])


def _blank(unit: Unit, key: str) -> Guard:
    """A guard that nobody has claimed yet."""
    at, origin = unit.by.at, unit.by.origin
    holder = ("", "", "", 0, "")
    return Guard(
        *(unit.new_id(), key, "", "claimed", 0, None, *holder),
        *(at, at, None, None, None, None, origin, TRUST[origin], 0, at, at),
    )


def finish_guard(
    place: Place,
    key: str,
    *,
    note: str | None = None,
    session_id: str | None = None,
    actor: str | None = None,
    origin: Origin = "agent_inferred",
) -> Guard:
    """Mark a claimed action as done. A second call changes nothing."""
    place.ask("finish_guard")
    return _settle(place, key, "done", note, session_id, actor, origin)


def fail_guard(
    place: Place,
    key: str,
    *,
    note: str | None = None,
    session_id: str | None = None,
    actor: str | None = None,
    origin: Origin = "agent_inferred",
) -> Guard:
    """Mark a claimed action as failed, so that it may be claimed again. Only its holder may do so.

    Others use `resolve_guard` for a guard of unknown outcome.
    """
    place.ask("fail_guard")
    return _settle(place, key, "failed", note, session_id, actor, origin)


def resolve_guard(
    place: Place,
    key: str,
    outcome: str,
    *,
    reason: str,
    actor: str | None = None,
    origin: Origin = "agent_inferred",
) -> Guard:
    """Set the outcome of an action whose outcome is unknown, and how that is known."""
    place.ask("resolve_guard")
    to = parse.choice(outcome, OUTCOMES, field="outcome")
    why = _text(reason, field="reason", most=MOST_NOTE)
    return _changed(
        place,
        key,
        actor,
        origin,
        lambda guard, now: move_guard(guard, _from_unknown(guard, to), now, why),
    )


def release_guard(place: Place, key: str, *, reason: str, actor: str | None = None) -> Guard:
    """Allow an action again that is done or of unknown outcome. Only the person may do so."""
    place.ask("release_guard")
    why = _text(reason, field="reason", most=MOST_NOTE)
    return _changed(
        place, key, actor, "user_direct", lambda guard, now: move_guard(guard, "released", now, why)
    )


def get_guard(place: Place, key: str) -> Guard:
    """One guard in its current state: a claim whose holder is gone is unknown."""
    name = _key(key)
    with place.store.reading() as view:
        found = view.one(Guard, "guards.of_key", key=name)
        if found is None:
            raise _unknown(name)
        return current_guards(place, view, [found], place.clock.now())[0]


def guard_state(place: Place, key: str) -> GuardState | None:
    """The state of a guard, or None if it was never claimed."""
    try:
        return get_guard(place, key).state
    except NotFound:
        return None


def list_guards(
    place: Place, *, state: str | None = None, thread: str | None = None, limit: int = 200
) -> list[Guard]:
    """All guards, or those of one state or thread, in their current state, last changed first."""
    wanted = None if state is None else parse.choice(state, GUARD_STATES, field="state")
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_LISTED)
    with place.store.reading() as view:
        rows = parse.rows_of_thread(view.all(Guard, "guards.all", limit=MOST_LISTED), thread)
        found = current_guards(place, view, rows, place.clock.now())
    return [row for row in found if wanted in (None, row.state)][:most]


def current_guards(
    place: Place,
    view: View,
    guards: Sequence[Guard],
    now: datetime,
    *,
    over: frozenset[str] = frozenset(),
) -> list[Guard]:
    """The guards, with claims set to unknown if the holder is gone or the session is in `over`."""
    found = []
    for guard in guards:
        note = _why_gone(place, view, guard, now, over) if guard.state == "claimed" else None
        found.append(guard if note is None else move_guard(guard, "unknown", now, note))
    return found


def record_unknown_guards(place: Place, unit: Unit) -> list[Guard]:
    """Save as unknown the claims whose holders are gone."""
    claimed = unit.all(Guard, "guards.claimed")
    found = current_guards(place, unit, claimed, unit.by.at)
    gone = [(now, was) for now, was in zip(found, claimed, strict=True) if now.state == "unknown"]
    return [unit.save("guard.unknown", now, was) for now, was in gone]


def refusal(guard: Guard) -> str:
    """Why an action may not be done, in a sentence."""
    at = stored_moment(guard.settled_at or guard.claimed_at)[:16].replace("T", " ") + " UTC"
    if guard.state == "done":
        return f"{guard.key!r} ({guard.what}) was done {at}."
    if guard.state == "claimed":
        return f"{guard.key!r} ({guard.what}) was claimed {at} and may be under way."
    return f"nobody knows whether {guard.key!r} ({guard.what}) happened: {guard.note}."


# -- changes of state


def _settle(
    place: Place,
    key: str,
    to: GuardState,
    note: str | None,
    session_id: str | None,
    actor: str | None,
    origin: Origin,
) -> Guard:
    said = None if note is None else _text(note, field="note", most=MOST_NOTE)
    name = _key(key)
    by = place.by(actor=actor, origin=origin, session_id=session_id)
    with place.writing(by) as unit:
        before = unit.one(Guard, "guards.of_key", key=name)
        if before is None:
            raise _unknown(name)
        if before.state == to:
            return before
        stands = _noted(place, unit, before)
        # Marking an unknown one as done is safe for everybody, so anybody may.
        is_safe = stands.state == "unknown" and to == "done"
        if stands.state in ("claimed", "unknown") and not is_safe:
            _refuse_others(place, stands, session_id)
        return unit.save(f"guard.{to}", move_guard(stands, to, unit.by.at, said), stands)


def _refuse_others(place: Place, guard: Guard, session_id: str | None) -> None:
    if is_own_guard(place, guard, session_id):
        return
    raise Conflict(f"somebody else claimed {guard.key!r}.", todo=TODO[guard.state])


def _changed(
    place: Place,
    key: str,
    actor: str | None,
    origin: Origin,
    change: Callable[[Guard, datetime], Guard],
) -> Guard:
    name = _key(key)
    with place.writing(place.by(actor=actor, origin=origin)) as unit:
        before = unit.one(Guard, "guards.of_key", key=name)
        if before is None:
            raise _unknown(name)
        stands = _noted(place, unit, before)
        after = change(stands, unit.by.at)
        return unit.save(f"guard.{after.state}", after, stands)


def _noted(place: Place, unit: Unit, guard: Guard) -> Guard:
    """A guard in its current state; a claim whose holder is gone is saved as unknown."""
    stands = current_guards(place, unit, [guard], unit.by.at)[0]
    return guard if stands is guard else unit.save("guard.unknown", stands, guard)


def _why_gone(
    place: Place, view: View, guard: Guard, now: datetime, over: frozenset[str]
) -> str | None:
    """The reason why nobody holds a claim any more; None if somebody may hold it."""
    lease = None
    if guard.session_id is not None:
        session = view.one(Session, "sessions.by_id", id=guard.session_id)
        if session is not None and session.state == "ended":
            return SESSION_ENDED
        if session is None or session.state != "open" or session.id in over:
            return HOLDER_GONE
        lease = view.one(Lease, "sessions.lease", session_id=guard.session_id)
    alive = is_held(guard, lease, now=now, here=place.holder, running=place.running)
    return None if alive else HOLDER_GONE


def _from_unknown(guard: Guard, to: GuardState) -> GuardState:
    if guard.state == "unknown":
        return to
    raise Conflict(
        f"{guard.key!r} is {guard.state}: there is nothing to resolve.", todo=TODO[guard.state]
    )


# -- parsing of input


def _key(key: str) -> str:
    name = parse.label(key, field="key")
    if name is None:
        raise Invalid("the guard has no key.", todo="Name the action, as in mail-outage-customer.")
    return name


def _text(value: str, *, field: str, most: int) -> str:
    text = " ".join(redact(clean_text(value, field=field, most_bytes=most)).split())
    if not text:
        raise Invalid(f"{field} says nothing.", todo="Say it in a few words.")
    return text


def _pattern(value: str | None) -> str | None:
    found = parse.label(value, field="pattern", most=MOST_PATTERN)
    if found is not None and (found != str(value).strip() or not found.strip("* ")):
        raise Invalid(
            "the pattern holds a secret, or nothing to look for.",
            todo="Give words of the call, with * for what may stand between them.",
        )
    return found


def _unknown(key: str) -> NotFound:
    return NotFound(f"there is no guard {key!r}.", todo="`wakeline guards list` shows them.")
