"""How disoriented a wake leaves an agent, and how it finds its way back.

Pure formulas. It does not know who counts the exchanges or what is held back meanwhile.
"""

from datetime import timedelta
from typing import Final

from wakeline.model.session import WakeType

# Up to which gap a wake is how disorienting, before it is weighed by how it came about.
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
# Each exchange closes this share of what is left; reading the context counts as one.
CLOSED_BY_EXCHANGE: Final = 0.25
READING: Final = 1
ORIENTED: Final = 0.95


def base_intensity(away: timedelta) -> float:
    """What a gap of this length does."""
    return next((base for longest, base in BASES if away < longest), LONGEST)


def intensity(away: timedelta | None, wake_type: WakeType) -> float:
    """Disorientation after a wake, in 0..1. A first wake has no gap, and nothing to have lost."""
    if away is None:
        return 0.0
    return max(0.0, min(1.0, base_intensity(away) * MULTIPLIERS[wake_type]))


def orientation(disorientation: float, exchanges: int) -> float:
    """How far the agent has found its way after so many exchanges, in 0..1."""
    left: float = disorientation * (1 - CLOSED_BY_EXCHANGE) ** exchanges
    return 1 - left


def is_oriented(level: float) -> bool:
    """Whether nothing is left to be found."""
    return level >= ORIENTED


def exchanges_until(level: float, disorientation: float) -> int:
    """After how many exchanges a level below 1 is reached."""
    if not 0 <= level < 1:
        raise ValueError(f"a level of {level} is never reached or no level")
    count = 0
    while orientation(disorientation, count) < level:
        count += 1
    return count
