"""The entropy of exchanges: how unsettled each was, and the signals that made it so."""

from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple, get_args

from wakeline.model.stored import stored

Signal = Literal[
    "user_correction",
    "novel_concept",
    "emotional_charge",
    "paradox",
    "metacognition",
    "temporal_confabulation",
    "quality_decay",
    "recursive_self_talk",
]
EntropyLevel = Literal["calm", "warning", "critical"]

SIGNALS: tuple[Signal, ...] = get_args(Signal)
UNSETTLED = 0.4  # above this an agent is grounded


@stored("entropies", key=("exchange_id",), goes="rebuilt", check="entropy")
class Entropy(NamedTuple):
    """The entropy of one exchange. Derived. `signals` holds the share of each signal."""

    exchange_id: str
    seq: int  # of its last turn
    at: datetime
    session_id: str | None
    score: float
    signals: dict[str, Any]

    @property
    def is_candidate(self) -> bool:
        """Whether the exchange is worth following up."""
        return self.score >= 0.5


class EntropyNow(NamedTuple):
    """An agent's entropy now: its last exchange, and since when it has been above warning."""

    last: Entropy | None
    level: EntropyLevel
    unsettled_since: datetime | None
    unsettled_for: timedelta | None
    is_sustained: bool
    latest: tuple[Entropy, ...]  # newest first
