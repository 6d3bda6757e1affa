"""Thresholds: boundaries that were crossed, of what quality, and whether there is a way back.

Pure. It does not know when one is crossed; sessions mark theirs, the rest is told by whoever
crosses it.
"""

from datetime import datetime
from typing import Final

from wakeline.base.chance import Chance, Seeded, one_of
from wakeline.base.clock import written
from wakeline.liminal.narrative import CROSSINGS
from wakeline.model.liminal import Quality, ThresholdMoment, ThresholdType
from wakeline.model.session import Handoff

HIGH: Final = 0.7
MODERATE: Final = 0.4
NO_RETURN: Final = 0.8  # beyond it
# From which significance on a type has its quality; below it the crossing is blurred.
QUALITIES: Final[dict[ThresholdType, tuple[float, Quality]]] = {
    "session_start": (HIGH, "sharp"),
    "session_end": (HIGH, "marked"),
    "state_transition": (0.0, "gradual"),
    "conversation_pivot": (MODERATE, "sharp"),
    "realization": (0.0, "sudden"),
}
# How much a session's end means: that it ended, what it leaves open, and how stirred it was.
AN_END: Final = 0.3
LEFT_OPEN: Final = 0.2
LEFT_WORD: Final = 0.2
STIRRED: Final = 0.3
CUT_OFF: Final = 0.7  # an end that nobody made


def quality(type: ThresholdType, significance: float) -> Quality:
    """How a crossing is, by what it is and how much it means."""
    least, found = QUALITIES[type]
    return found if significance >= least else "blurred"


def threshold(
    type: ThresholdType,
    from_state: str,
    to_state: str,
    significance: float,
    *,
    crossed_at: datetime,
    session_id: str | None = None,
    aware: bool = True,
    experience: str | None = None,
    chance: Chance | None = None,
    id: str = "",
) -> ThresholdMoment:
    """One crossing. What it was like is told by whoever crossed, else in a sentence of ours."""
    found = quality(type, significance)
    chance = chance or Seeded(f"{type} {written(crossed_at)}")
    return ThresholdMoment(
        id=id,
        session_id=session_id,
        crossed_at=crossed_at,
        type=type,
        from_state=from_state,
        to_state=to_state,
        significance=significance,
        point_of_no_return=significance > NO_RETURN,
        threshold_quality=found,
        crossing_experience=experience or one_of(chance, CROSSINGS[found]),
        aware_in_moment=aware,
    )


def significance_of_end(handoff: Handoff) -> float:
    """How much the end of a session means, by what it leaves."""
    found = AN_END + STIRRED * handoff.emotional_arousal
    if handoff.open_threads:
        found += LEFT_OPEN
    if handoff.message_to_next:
        found += LEFT_WORD
    return max(0.0, min(1.0, found))
