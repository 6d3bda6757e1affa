"""How disoriented a wake leaves an agent, and how it finds its way back.

Pure formulas. It does not know who counts the exchanges or which stages of a wake wait meanwhile.
"""

from datetime import timedelta
from typing import Final

from wakeline.model.session import WakeType

# The disorientation of gaps up to each length, before the factor of the wake type.
BASES: Final[tuple[tuple[timedelta, float], ...]] = (
    (timedelta(minutes=30), 0.1),
    (timedelta(hours=4), 0.3),
    (timedelta(days=1), 0.5),
    (timedelta(days=3), 0.7),
)
LONGEST: Final = 0.9
MULTIPLIERS: Final[dict[WakeType, float]] = {
    "sudden": 1.2,
    "called": 1.1,
    "gradual": 1.0,
    "scheduled": 0.8,
}
# Each exchange removes this share of the disorientation; reading the context counts as one.
CLOSED_BY_EXCHANGE: Final = 0.25
READING: Final = 1
ORIENTED: Final = 0.95


def base_intensity(away: timedelta) -> float:
    """The disorientation of a gap of this length, before the factor of the wake type."""
    return next((base for longest, base in BASES if away < longest), LONGEST)


def intensity(away: timedelta | None, wake_type: WakeType) -> float:
    """Disorientation after a wake, in 0..1. It is 0 at a first wake, which has no gap."""
    if away is None:
        return 0.0
    return max(0.0, min(1.0, base_intensity(away) * MULTIPLIERS[wake_type]))


def orientation(disorientation: float, exchanges: int) -> float:
    """The orientation of the agent after so many exchanges, in 0..1."""
    left: float = disorientation * (1 - CLOSED_BY_EXCHANGE) ** exchanges
    return 1 - left


def is_oriented(level: float) -> bool:
    """Whether this level counts as fully oriented."""
    return level >= ORIENTED


def exchanges_until(level: float, disorientation: float) -> int:
    """The number of exchanges after which a level below 1 is reached."""
    if not 0 <= level < 1:
        raise ValueError(f"a level has to be at least 0 and below 1, not {level}")
    count = 0
    while orientation(disorientation, count) < level:
        count += 1
    return count
