"""Derive state from the log: the last event about a row says what the row is.

An event carries the whole row, or nothing where the row was removed or its content
forgotten. So the order of the log is the only order that matters.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from wakeline.base.clock import read_moment
from wakeline.base.errors import Damaged
from wakeline.model.log import Episode, Event, Head
from wakeline.model.stored import Table
from wakeline.model.tables import tables_by_subject
from wakeline.ports.store import View
from wakeline.store.rows import row_from_json


def last_events(view: View, table: Table) -> list[Event]:
    """For each row that a table must hold, the last event about it."""
    found = view.all(Event, "integrity.last_event_of_each", subject_kind=table.subject)
    return [event for event in found if event.after is not None]


def row_from_event(event: Event) -> Any:
    """The row of state that an event carries."""
    try:
        return row_from_json(tables_by_subject()[event.subject_kind].cls, event.after or {})
    except (KeyError, TypeError, ValueError) as error:
        raise Damaged(
            f"event {event.seq} does not hold a whole {event.subject_kind} ({error}).",
            todo="Use another copy.",
        ) from error


def head_from_log(view: View, through: int | None = None) -> Head:
    """The head of the log, now or at an entry, derived from its entries."""
    last = int(view.value("integrity.last_seq") or 0) if through is None else through
    exchange = view.one(Episode, "integrity.last_exchange", through=last)
    return Head(
        seq=last,
        exchange_day=exchange.recorded_at.date().isoformat() if exchange else "",
        exchange_index=int(exchange.exchange_index or 0) if exchange else 0,
        last_known_at=_last_known(view, last),
    )


def _last_known(view: View, through: int) -> datetime | None:
    """The last moment in which the agent itself took part in something."""
    found = [
        (int(seq), read_moment(at))
        for query in ("integrity.last_own_turn", "integrity.last_own_event")
        for seq, at in view.tuples(query, through=through)
    ]
    return max(found)[1] if found else None
