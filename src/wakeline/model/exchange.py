"""One exchange with everything that belongs to it."""

from datetime import datetime
from typing import Literal, NamedTuple

# A turn, a tool call, a change of state, a file that was shown, a measurement, a row derived later.
PartKind = Literal["turn", "tool_call", "event", "receipt", "trace", "derived"]
# By its exchange id; by its place in the session's log; by the turns in its source ids.
JoinedBy = Literal["exchange_id", "place", "source"]


class ExchangePart(NamedTuple):
    """One item of an exchange, with its own id."""

    part: PartKind
    kind: str  # of turn, event or row
    id: str
    at: datetime
    seq: int | None  # its place in the log; None if it is not a log entry
    actor: str | None
    subject_kind: str | None
    subject_id: str | None  # the row that an event changed
    text: str | None  # shortened; None if forgotten, or if there is none
    joined_by: JoinedBy


class FullExchange(NamedTuple):
    """An exchange with its parts in log order; parts that are not in the log come last."""

    id: str
    asked: str  # the id by which it was found
    session_id: str | None
    thread_id: str | None
    began_at: datetime
    last_at: datetime
    parts: tuple[ExchangePart, ...]
    left_out: int  # parts beyond those that are shown
