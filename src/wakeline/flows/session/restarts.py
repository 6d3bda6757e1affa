"""Restarts of a task, kept so that a loop of restarts is counted as one.

Every call is counted before it is made. A restart that was handed to the operator, or stopped, is
not begun again until the operator allows it. If the host answers with another session, the
restart stops and nothing else is written.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from wakeline.base.errors import Conflict, Invalid, NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.log import Origin
from wakeline.model.restart import Restart
from wakeline.sessions import restarts
from wakeline.sessions.restarts import UNDER_WAY

MOST_BUDGET = 1_000
MOST_BYTES = 2_000
MOST_LISTED = 1_000


def begin_restart(
    place: Place, task: str, *, session_key: str, message: str, budget: int
) -> Restart:
    """Begin a restart: of which session, with which message, in at most how many calls.

    A restart that is running continues, with the calls that it has spent.
    """
    place.ask("begin_restart")
    name, key = _name(task, "task"), _name(session_key, "session_key")
    said = _text(message, "message")
    most = parse.whole_number(budget, field="budget", least=1, most=MOST_BUDGET)
    with place.writing(place.by()) as unit:
        before = unit.one(Restart, "restarts.of_task", task=name)
        if before is not None and before.phase in UNDER_WAY:
            return before
        if before is not None and before.phase in ("handed_back", "stopped"):
            raise Conflict(
                f"the last restart of {name!r} ended with the operator: {before.reason}.",
                todo="The operator allows another with `wakeline restart allow`.",
            )
        made = restarts.new_restart(unit.new_id(), name, key, said, most, unit.by.at)
        made = made._replace(thread_id=place.thread(unit))
        return unit.save("restart.declared", made)


def call_in_restart(place: Place, task: str) -> Restart:
    """Count a call before it is made. Raises Conflict if no more calls are allowed."""
    made = _changed(place, task, restarts.count_call)
    if made.phase in UNDER_WAY:
        return made
    raise Conflict(
        f"no call may be made to restart {made.task!r}: {made.reason}.",
        todo="Hand back to the operator.",
    )


def reach_host_in_restart(place: Place, task: str, key: str) -> Restart:
    """Note that the host was reached; `key` is its name for the session."""
    found = _name(key, "key")
    return _changed(place, task, lambda row, at: restarts.record_reached(row, found, at))


def identify_session_in_restart(place: Place, task: str, key: str) -> Restart:
    """Note which session continues. If it is not the one from before, the restart stops."""
    found = _name(key, "key")
    return _changed(place, task, lambda row, at: restarts.record_identity(row, found, at))


def continue_restart(place: Place, task: str, *, finished: bool = False) -> Restart:
    """Note that a call of the continued session worked."""
    return _changed(
        place, task, lambda row, at: restarts.record_progress(row, at, is_finished=finished)
    )


def fail_call_in_restart(place: Place, task: str, failure: str) -> Restart:
    """Note that a call failed. Check the phase of the result: the restart may be over."""
    said = _text(failure, "failure")
    return _changed(place, task, lambda row, at: restarts.record_failure(row, said, at))


def report_in_restart(place: Place, task: str, issue: str) -> Restart:
    """Report an issue to the operator that the restart does not repair."""
    said = _text(issue, "issue")
    return _changed(place, task, lambda row, at: restarts.add_side_issue(row, said, at))


def hand_back_restart(place: Place, task: str, *, reason: str) -> Restart:
    """Hand the restart over to the operator."""
    why = _text(reason, "reason")
    return _changed(place, task, lambda row, at: restarts.hand_back(row, why, at))


def allow_restart(place: Place, task: str, *, reason: str, actor: str | None = None) -> Restart:
    """Allow another restart of a task that ended with the operator. Only the person may do so."""
    why = _text(reason, "reason")
    return _changed(place, task, lambda row, at: restarts.allow_again(row, why, at), actor=actor)


def get_restart(place: Place, task: str) -> Restart:
    """The last restart of a task."""
    name = _name(task, "task")
    with place.store.reading() as view:
        found = view.one(Restart, "restarts.of_task", task=name)
    if found is None:
        raise _unknown(name)
    return found


def list_restarts(place: Place, *, limit: int = 50) -> list[Restart]:
    """Every restart, the newest first."""
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_LISTED)
    with place.store.reading() as view:
        return view.all(Restart, "restarts.all", limit=most)


def _changed(
    place: Place,
    task: str,
    change: Callable[[Restart, datetime], Restart],
    *,
    actor: str | None = None,
) -> Restart:
    place.ask("change_restart")
    name = _name(task, "task")
    origin: Origin = "agent_inferred" if actor is None else "user_direct"
    with place.writing(place.by(actor=actor, origin=origin)) as unit:
        before = unit.one(Restart, "restarts.of_task", task=name)
        if before is None:
            raise _unknown(name)
        after = change(before, unit.by.at)
        return unit.save(f"restart.{after.phase}", after, before)


def _name(value: str, field: str) -> str:
    found = parse.label(value, field=field)
    if found is None:
        raise Invalid(f"{field} is empty.", todo="Name it.")
    return found


def _text(value: str, field: str) -> str:
    return " ".join(redact(clean_text(value, field=field, most_bytes=MOST_BYTES)).split())


def _unknown(task: str) -> NotFound:
    return NotFound(f"nothing was restarted for {task!r}.", todo="Begin it first.")
