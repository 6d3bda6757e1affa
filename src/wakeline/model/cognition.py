"""How unsettled an exchange was, and what made it so."""

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
UNSETTLED = 0.4  # beyond which an agent is steadied


@stored("entropies", key=("exchange_id",))
class Entropy(NamedTuple):
    """The entropy of one exchange. Derived: `signals` holds what each signal added."""

    exchange_id: str
    seq: int  # of its last turn
    at: datetime
    session_id: str | None
    score: float
    signals: dict[str, Any]

    @property
    def is_candidate(self) -> bool:
        """Whether there is something in it to be taken further."""
        return self.score >= 0.5


class EntropyNow(NamedTuple):
    """How unsettled an agent is: its last exchange, and since when it has been above warning."""

    last: Entropy | None
    level: EntropyLevel
    unsettled_since: datetime | None
    unsettled_for: timedelta | None
    is_sustained: bool
    latest: tuple[Entropy, ...]  # newest first
