"""The crossing between two sessions: wakes, gaps, drifts and thresholds.

Values only. The room `liminal` computes them.
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


@stored("disorientations", subject="disorientation", goes="deleted")
class WakeDisorientation(NamedTuple):
    """How disorienting one wake was. Its id is that of the session which it opened.

    Fragments are made up: nothing was experienced in the gap. They are never a source.
    """

    id: str
    woke_at: datetime
    gap_duration: timedelta | None  # None at the first wake, which has no gap before it
    felt_gap_duration: str | None
    disorientation_intensity: float
    wake_type: WakeType
    return_experience: str
    lingering_sense_of_elsewhere: bool
    fragments: tuple[str, ...]
    time_to_orient: timedelta | None  # known once the agent is oriented


@stored("gaps", subject="gap", goes="deleted", made_from=("session_id",))
class GapExperience(NamedTuple):
    """A time in which the agent was away, described afterwards.

    `after` and `through` bound its part of the log. `discontinuity_sense` is accumulated over all
    gaps up to this one.
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


@stored("drifts", subject="drift", goes="deleted", made_from=("source_ids",))
class DriftObservation(NamedTuple):
    """A state that changed while the agent was away, noticed on return.

    `measure` says how the magnitude was measured: by the meaning of both states, or by words.
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


@stored("thresholds", subject="threshold", goes="deleted")
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
    """An agent's state between absence and full orientation."""

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
    """One thing that happened while the agent was away, with its source.

    The text says what happened and quotes others; who did it and when are separate fields.
    """

    kind: str
    text: str
    at: datetime
    by: str  # empty if nobody did it: a due time was reached
    subject_kind: str
    subject_id: str
    source_id: str  # the event, or the row whose time was reached
    concern: float  # how much it concerns this agent, in 0..1; the greatest comes first
    source_ids: tuple[str, ...] = ()  # further sources, if a line sums up several events
    subject_ids: tuple[str, ...] = ()  # other rows that it mentions


class GapReport(NamedTuple):
    """What happened while the agent was away, the most concerning first.

    `since` is the time of the last report; `left_out` counts further changes, which are in the log.
    """

    since: datetime | None
    after: int
    through: int
    lines: tuple[GapLine, ...]
    left_out: int = 0
    consolidation_occurred: bool = False


class LiminalConfig(NamedTuple):
    """The settings of crossings: the limits of gap sizes, and how much counts as recent."""

    significant_gap_threshold: timedelta = timedelta(hours=4)
    vast_gap_threshold: timedelta = timedelta(days=3)
    max_recent_gaps: int = 50  # and recent wakes
    max_drift_observations: int = 100
    max_threshold_moments: int = 50
    generate_wake_fragments: bool = True


@stored("state_vectors", key=("fingerprint", "text_hash"), goes="rebuilt", check="states")
class StateVectors(NamedTuple):
    """The vectors of the pieces of one state that can drift, under the hash of its text."""

    fingerprint: str
    text_hash: str
    vectors: bytes


MOST_CHANGES = 500
