"""State as a reading of the log: the last event about a thing says what it is.

An event carries the whole row, or nothing where the row was removed or its content
forgotten. So no order of replaying matters but that of the log itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from wakeline.base.clock import read_moment
from wakeline.model.log import Episode, Event, Head
from wakeline.ports.store import View
from wakeline.store.rows import Table


def state_images(view: View, table: Table) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows that a table must hold, by their keys, as the log has them."""
    for event in view.all(Event, "integrity.last_event_of_each", subject_kind=table.subject):
        if event.after is not None:
            yield event.subject_id, event.after


def derived_head(view: View) -> Head:
    """Where the log stands, read from its entries."""
    exchange = view.one(Episode, "integrity.last_exchange")
    return Head(
        seq=int(view.value("integrity.last_seq") or 0),
        exchange_day=exchange.recorded_at.date().isoformat() if exchange else "",
        exchange_index=int(exchange.exchange_index or 0) if exchange else 0,
        last_known_at=_last_known(view),
    )


def _last_known(view: View) -> datetime | None:
    """The last moment in which the agent itself took part in something."""
    found = [
        (int(seq), read_moment(at))
        for query in ("integrity.last_own_turn", "integrity.last_own_event")
        for seq, at in view.tuples(query)
    ]
    return max(found)[1] if found else None
