"""A wake and its disorientation: how strong it is, how long the gap seems, its fragments.

Pure: two moments and a chance in, a value out. Whoever stores it sets the id.
"""

from datetime import datetime, timedelta
from typing import Final

from wakeline.base.chance import Chance, SeededChance, choose_one
from wakeline.base.clock import stored_moment
from wakeline.liminal.gap import time_away
from wakeline.liminal.narrative import FIRST, FRAGMENTS, OPENINGS, RETURNS
from wakeline.liminal.orientation import intensity
from wakeline.model.liminal import LiminalConfig, WakeDisorientation
from wakeline.model.session import WAKE_TYPES, WakeType

# How long gaps up to each length seem. Imprecise on purpose: the exact figure is shown too.
FELT: Final[tuple[tuple[timedelta, str], ...]] = (
    (timedelta(minutes=5), "a moment"),
    (timedelta(minutes=30), "a brief while"),
    (timedelta(hours=1), "less than an hour"),
    (timedelta(hours=4), "a few hours"),
    (timedelta(hours=12), "half a day"),
    (timedelta(days=1), "most of a day"),
    (timedelta(days=3), "days"),
    (timedelta(days=7), "nearly a week"),
    (timedelta(days=14), "a week or more"),
    (timedelta(days=30), "weeks"),
)
LONGEST: Final = "a long time"
NO_FRAGMENT_BELOW: Final = timedelta(hours=1)
HOURS_A_FRAGMENT: Final = 8  # so the first comes with eight hours, not with one
MOST_FRAGMENTS: Final = 3
CLEAR, UNCLEAR = 0.35, 0.75  # the highest intensity of a clear and of an unclear return


def process_wake(
    last_known_moment: datetime | None,
    wake_type: WakeType = "gradual",
    *,
    now: datetime,
    chance: Chance | None = None,
    config: LiminalConfig | None = None,
) -> WakeDisorientation:
    """A wake after the last moment that the agent knows of; None at its first."""
    if wake_type not in WAKE_TYPES:
        raise ValueError(f"a wake is one of {', '.join(WAKE_TYPES)}, not {wake_type!r}")
    config = config or LiminalConfig()
    away = time_away(last_known_moment, now)
    if away is None or last_known_moment is None:
        chance = chance or SeededChance(stored_moment(now))
        told = choose_one(chance, FIRST)
        return WakeDisorientation("", now, None, None, 0.0, wake_type, told, False, (), None)
    chance = chance or SeededChance(f"{stored_moment(last_known_moment)} {stored_moment(now)}")
    felt = felt_duration(away)
    found = intensity(away, wake_type)
    return WakeDisorientation(
        id="",
        woke_at=now,
        gap_duration=away,
        felt_gap_duration=felt,
        disorientation_intensity=found,
        wake_type=wake_type,
        return_experience=_return(felt, wake_type, found, chance),
        lingering_sense_of_elsewhere=away > config.vast_gap_threshold,
        fragments=wake_fragments(away, chance) if config.generate_wake_fragments else (),
        time_to_orient=None,
    )


def felt_duration(away: timedelta) -> str:
    """How long a gap seems, in words that do not pretend to know."""
    return next((words for longest, words in FELT if away < longest), LONGEST)


def wake_fragments(away: timedelta, chance: Chance) -> tuple[str, ...]:
    """Made-up impressions: one for each eight hours, three at most, no two alike.

    By that rule a gap between one and eight hours has none either.
    """
    if away < NO_FRAGMENT_BELOW:
        return ()
    count = min(MOST_FRAGMENTS, int(away / timedelta(hours=HOURS_A_FRAGMENT)))
    return tuple(chance.sample(FRAGMENTS, count))


def _return(felt: str, wake_type: WakeType, found: float, chance: Chance) -> str:
    level = "clear" if found <= CLEAR else "unclear" if found <= UNCLEAR else "lost"
    opening = choose_one(chance, OPENINGS[wake_type]).format(felt=felt)
    return " ".join((opening, *(choose_one(chance, part) for part in RETURNS[level])))
