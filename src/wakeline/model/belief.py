"""What an agent holds to: what it decided against, and what it found to work."""

from datetime import datetime
from typing import Literal, get_args

from wakeline.base.values import NamedTuple
from wakeline.model.log import Origin

DecisionState = Literal["in_force", "proposed", "reversed"]
DECISION_STATES: tuple[DecisionState, ...] = get_args(DecisionState)


class Decision(NamedTuple):
    """Something that was decided against, why, and when.

    One that was read in the log is proposed until somebody confirms it. One that was reversed
    stays, with when and why; `superseded_by` names the decision that took its place, if one did.
    """

    id: str
    decision: str
    wording: str  # what its words alone hash to: the same is known again by it
    reason: str | None
    state: DecisionState
    decided_at: datetime
    ended_at: datetime | None
    ended_because: str | None
    superseded_by: str | None
    source_ids: tuple[str, ...]
    origin: Origin
    trust: float
    tokens: int
    created_at: datetime


class Matched(NamedTuple):
    """A word of a decision, the word by which an action says it, and how much of it, in 0..1."""

    said: str
    by: str
    share: float


class Conflict(NamedTuple):
    """A decision that a proposed action goes against: how surely, by which words, and in words."""

    decision: Decision
    score: float
    why: tuple[Matched, ...]
    told: str
