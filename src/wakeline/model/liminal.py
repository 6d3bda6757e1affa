"""The crossing between two sessions: what a wake, a gap, a drift and a threshold are.

Values only. How they are computed is the room `liminal`'s.
"""

from datetime import datetime, timedelta
from typing import Literal, NamedTuple, get_args

from wakeline.model.session import WakeType
from wakeline.model.stored import stored

Magnitude = Literal["brief", "substantial", "vast"]
Valence = Literal["growth", "loss", "change", "recovery"]
Measure = Literal["meaning", "words"]
ThresholdType = Literal[
    "session_start", "session_end", "state_transition", "conversation_pivot", "realization"
]
Quality = Literal["sharp", "marked", "gradual", "sudden", "blurred"]

MAGNITUDES: tuple[Magnitude, ...] = get_args(Magnitude)
VALENCES: tuple[Valence, ...] = get_args(Valence)
THRESHOLD_TYPES: tuple[ThresholdType, ...] = get_args(ThresholdType)


@stored("disorientations", subject="disorientation")
class WakeDisorientation(NamedTuple):
    """How one wake came about and what it did. Its id is that of the session which it opened.

    Fragments are confabulated: nothing was experienced in the gap. They are never a source.
    """

    id: str
    woke_at: datetime
    gap_duration: timedelta | None  # None at the first wake, which has no gap behind it
    felt_gap_duration: str | None
    disorientation_intensity: float
    wake_type: WakeType
    return_experience: str
    lingering_sense_of_elsewhere: bool
    fragments: tuple[str, ...]
    time_to_orient: timedelta | None  # known once the agent has found its way


@stored("gaps", subject="gap")
class GapExperience(NamedTuple):
    """A stretch in which the agent was not there, as it is told afterwards.

    `after` and `through` bound what the log holds of it. `discontinuity_sense` is what has
    gathered over all gaps up to this one.
    """

    id: str
    session_id: str
    gap_start: datetime
    gap_end: datetime
    felt_magnitude: Magnitude
    sleep_cycles_during: int
    consolidation_occurred: bool
    felt_absence: str
    continuity_preserved: bool
    subjective_experience: str
    discontinuity_sense: float
    missed_experience: bool
    after: int
    through: int

    @property
    def clock_duration(self) -> timedelta:
        return self.gap_end - self.gap_start


@stored("drifts", subject="drift")
class DriftObservation(NamedTuple):
    """Something that was one way and is another, noticed on return.

    `measure` says what the magnitude goes by: the meaning of both states, or their words alone.
    """

    id: str
    noticed_at: datetime
    domain: str
    subject: str
    before: str
    after: str
    gap_id: str | None
    magnitude: float
    measure: Measure
    discovery_experience: str
    drift_valence: Valence
    source_ids: tuple[str, ...]  # the events that changed it, and their rows
    thread_id: str | None = None  # in which it was written


@stored("thresholds", subject="threshold")
class ThresholdMoment(NamedTuple):
    """A boundary that was crossed."""

    id: str
    session_id: str | None
    crossed_at: datetime
    type: ThresholdType
    from_state: str
    to_state: str
    significance: float
    point_of_no_return: bool
    threshold_quality: Quality
    crossing_experience: str
    aware_in_moment: bool
    thread_id: str | None = None  # in which it was written


class LiminalState(NamedTuple):
    """Where an agent stands between being away and being there."""

    last_updated: datetime
    time_since_wake: timedelta | None
    orientation_level: float
    discontinuity_sense: float
    sense_of_missed_experience: bool
    in_threshold: bool
    current_threshold_type: ThresholdType | None
    recent_gap_ids: tuple[str, ...]
    recent_drift_ids: tuple[str, ...]


class GapLine(NamedTuple):
    """One thing that happened while the agent was away, and where that is written.

    Its text says what, and quotes others; who did it and when stand beside it.
    """

    kind: str
    text: str
    at: datetime
    by: str  # empty where nobody did it: a time came
    subject_kind: str
    subject_id: str
    source_id: str  # of the event, or of the row whose time came
    concern: float  # what it means to this agent, in 0..1; the greatest comes first
    source_ids: tuple[str, ...] = ()  # further ones, where a line sums several up
    subject_ids: tuple[str, ...] = ()  # other rows that it tells of


class GapReport(NamedTuple):
    """What happened while the agent was away, the most concerning first.

    `since` is when it was last told; what `left_out` counts is in the log.
    """

    since: datetime | None
    after: int
    through: int
    lines: tuple[GapLine, ...]
    left_out: int = 0
    consolidation_occurred: bool = False


class LiminalConfig(NamedTuple):
    """What can be chosen about crossings: from when on a gap is what, and how much is recent."""

    significant_gap_threshold: timedelta = timedelta(hours=4)
    vast_gap_threshold: timedelta = timedelta(days=3)
    max_recent_gaps: int = 50  # of wakes too
    max_drift_observations: int = 100
    max_threshold_moments: int = 50
    generate_wake_fragments: bool = True


@stored("state_vectors", key=("fingerprint", "text_hash"))
class StateVectors(NamedTuple):
    """The meaning of one state that can drift: vectors of its pieces, by what it hashes to."""

    fingerprint: str
    text_hash: str
    vectors: bytes


MOST_CHANGES = 500
