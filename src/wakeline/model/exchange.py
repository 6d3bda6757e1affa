"""One exchange with everything that hangs on it."""

from datetime import datetime
from typing import Literal, NamedTuple

# What somebody said, what a tool said, what changed, which file was shown, what was measured, and
# what was made of it later.
PartKind = Literal["turn", "tool_call", "event", "receipt", "trace", "derived"]
# By the key that it carries; by its place in the session's log; by the turns that it names.
JoinedBy = Literal["exchange_id", "place", "source"]


class Part(NamedTuple):
    """One thing of an exchange, under its own id."""

    part: PartKind
    kind: str  # of turn, event or row
    id: str
    at: datetime
    seq: int | None  # its place in the log; None for what is no entry of it
    actor: str | None
    subject_kind: str | None
    subject_id: str | None  # the row that an event changed
    text: str | None  # in short; None where it was forgotten, or there is none
    joined_by: JoinedBy


class ExchangeWhole(NamedTuple):
    """An exchange, in the order of the log; what stands in none comes last."""

    id: str
    asked: str  # the id by which it was found
    session_id: str | None
    thread_id: str | None
    began_at: datetime
    last_at: datetime
    parts: tuple[Part, ...]
    left_out: int  # parts beyond those that are shown
