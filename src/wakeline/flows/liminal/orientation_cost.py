"""Measure from the log what it cost an agent to orient itself in a session."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from wakeline.base.clock import read_moment
from wakeline.flows.common.place import Place
from wakeline.flows.session.current_session import find_session
from wakeline.liminal.orientation_cost import (
    PRODUCTIVE,
    TOOL_RESULT,
    OrientationCost,
    ProductiveAction,
    cost_of,
    first_action,
)
from wakeline.model.session import Session
from wakeline.ports.store import View


def orientation_cost(place: Place, session_id: str | None = None) -> OrientationCost:
    """The cost of the named session, or of the one that is open here."""
    with place.store.reading() as view:
        return session_cost(view, find_session(place, view, session_id))


def session_cost(view: View, session: Session) -> OrientationCost:
    """The cost of one session, by six queries whatever its length."""
    head = view.head().seq
    span = [
        (int(seq), str(actor)) for seq, actor in view.tuples("cost.span", session_id=session.id)
    ]
    through = head if session.state == "open" or not span else span[-1][0]
    found = [_told(view, session, span, through), _turn(view, session)]
    action = first_action(found)
    said = {"session_id": session.id, "before": head + 1 if action is None else action.seq}
    ((tokens, exchanges),) = view.tuples("cost.said", **said)
    return cost_of(
        session.id,
        session.started_at,
        action,
        delivered=int(view.value("cost.delivered", session_id=session.id) or 0),
        said=int(tokens),
        exchanges=int(exchanges),
    )


def _told(
    view: View, session: Session, span: list[tuple[int, str]], through: int
) -> ProductiveAction | None:
    """The first productive event of the actor that opened the session, or None."""
    if not span:  # the opening event was forgotten, or the session was imported
        return None
    opened, actor = span[0]
    rows = view.tuples(
        "cost.first_event",
        session_id=session.id,
        actor=actor,
        kinds=sorted(PRODUCTIVE),
        after=opened,
        through=through,
    )
    return next((_action(row) for row in rows), None)


def _turn(view: View, session: Session) -> ProductiveAction | None:
    rows = view.tuples("cost.first_turn", session_id=session.id, kind=TOOL_RESULT)
    return next((_action(row) for row in rows), None)


def _action(row: tuple[Any, ...]) -> ProductiveAction:
    seq, row_id, kind, at = row
    moment: datetime = read_moment(at) if isinstance(at, str) else at
    return ProductiveAction(int(seq), str(row_id), str(kind), moment)
