"""Thresholds: boundaries that were crossed, their quality, and whether there is a way back.

Pure. It does not know when one is crossed: sessions mark their own, agents report the others.
"""

from datetime import datetime
from typing import Final

from wakeline.base.chance import Chance, SeededChance, choose_one
from wakeline.base.clock import stored_moment
from wakeline.liminal.narrative import CROSSINGS
from wakeline.model.liminal import Quality, ThresholdMoment, ThresholdType
from wakeline.model.session import Handoff

HIGH: Final = 0.7
MODERATE: Final = 0.4
NO_RETURN: Final = 0.8  # beyond it
# The significance from which each type has its quality; below it the crossing is blurred.
QUALITIES: Final[dict[ThresholdType, tuple[float, Quality]]] = {
    "session_start": (HIGH, "sharp"),
    "session_end": (HIGH, "marked"),
    "state_transition": (0.0, "gradual"),
    "conversation_pivot": (MODERATE, "sharp"),
    "realization": (0.0, "sudden"),
}
# The significance of a session's end: the end itself, open threads, a message, and arousal.
AN_END: Final = 0.3
LEFT_OPEN: Final = 0.2
LEFT_WORD: Final = 0.2
STIRRED: Final = 0.3
CUT_OFF: Final = 0.7  # an end that nobody made


def crossing_quality(type: ThresholdType, significance: float) -> Quality:
    """The quality of a crossing, by its type and significance."""
    least, found = QUALITIES[type]
    return found if significance >= least else "blurred"


def threshold_moment(
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
    """One crossing. Without an `experience` of the agent's own, a sentence is chosen for it."""
    found = crossing_quality(type, significance)
    chance = chance or SeededChance(f"{type} {stored_moment(crossed_at)}")
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
        crossing_experience=experience or choose_one(chance, CROSSINGS[found]),
        aware_in_moment=aware,
    )


def significance_of_end(handoff: Handoff) -> float:
    """The significance of a session's end, by what its handoff says."""
    found = AN_END + STIRRED * handoff.emotional_arousal
    if handoff.open_threads:
        found += LEFT_OPEN
    if handoff.message_to_next:
        found += LEFT_WORD
    return max(0.0, min(1.0, found))
