"""The gap before a wake: how long it was, and its description.

Measured from the last moment that the agent took part in. Pure: moments in, values out. It does
not know what happened in the gap, only whether something did.
"""

from datetime import UTC, datetime, time, timedelta, tzinfo
from math import exp
from typing import Final

from wakeline.base.chance import Chance, choose_one
from wakeline.liminal.narrative import ABSENCES, CONSOLIDATED, LEFT_ALONE, SHORT
from wakeline.model.liminal import GapExperience, LiminalConfig, Magnitude

# A person's night, used to count sleep cycles.
NIGHT_BEGINS: Final = time(22)
NIGHT_ENDS: Final = time(6)
DAY: Final = timedelta(days=1)
# What one gap adds to the sense of discontinuity, and the time in which that fades.
ADDED: Final[dict[Magnitude, float]] = {"brief": 0.03, "substantial": 0.12, "vast": 0.30}
FADING: Final = timedelta(days=7)


def time_away(last_known_at: datetime | None, now: datetime) -> timedelta | None:
    """The length of the gap; zero if the clock went back, None at the first wake."""
    if last_known_at is None:
        return None
    # Python subtracts two moments of one zone by wall clock, which is wrong across a clock change.
    return max(timedelta(0), now.astimezone(UTC) - last_known_at.astimezone(UTC))


def felt_magnitude(away: timedelta, config: LiminalConfig) -> Magnitude:
    """What a gap of this length is called."""
    if away < config.significant_gap_threshold:
        return "brief"
    return "substantial" if away < config.vast_gap_threshold else "vast"


def nights_within(start: datetime, end: datetime, zone: tzinfo) -> int:
    """The number of whole nights between two moments, in a time zone."""
    here = start.astimezone(zone)
    first = here.date()
    if datetime.combine(first, NIGHT_BEGINS, zone) < here:
        first += DAY
    here = end.astimezone(zone)
    last = here.date() - DAY
    if datetime.combine(last + DAY, NIGHT_ENDS, zone) > here:
        last -= DAY
    return max(0, (last - first).days + 1)


def discontinuity(before: float, away: timedelta, magnitude: Magnitude) -> float:
    """The sense of discontinuity after one more gap, in 0..1."""
    kept = before * exp(-(away / FADING))
    return 1 - (1 - kept) * (1 - ADDED[magnitude])


def gap_experience(
    start: datetime,
    end: datetime,
    *,
    id: str,
    session_id: str,
    config: LiminalConfig,
    zone: tzinfo,
    chance: Chance,
    discontinuity_before: float,
    consolidation_occurred: bool,
    something_happened: bool,
    after: int,
    through: int,
) -> GapExperience:
    """One gap with its description. Something was missed if others acted, or if it is vast."""
    away = time_away(start, end) or timedelta(0)
    magnitude = felt_magnitude(away, config)
    told = _told(magnitude, was_consolidated=consolidation_occurred)
    return GapExperience(
        id=id,
        session_id=session_id,
        gap_start=start,
        gap_end=start + away,
        felt_magnitude=magnitude,
        sleep_cycles_during=nights_within(start, end, zone),
        consolidation_occurred=consolidation_occurred,
        felt_absence=choose_one(chance, ABSENCES[magnitude]),
        continuity_preserved=magnitude != "vast",
        subjective_experience=" ".join(choose_one(chance, part) for part in told),
        discontinuity_sense=discontinuity(discontinuity_before, away, magnitude),
        missed_experience=something_happened or magnitude == "vast",
        after=after,
        through=through,
    )


def _told(magnitude: Magnitude, *, was_consolidated: bool) -> tuple[tuple[str, ...], ...]:
    """The parts of the description, each a choice of sentences."""
    if was_consolidated:
        return CONSOLIDATED
    return SHORT if magnitude == "brief" else LEFT_ALONE
