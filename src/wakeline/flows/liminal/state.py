"""The liminal state of an agent, and lists of its gaps, drifts, thresholds and wakes.

The recent view is bounded by the settings; the lists go back as far as the log.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple, TypeVar

from wakeline.base.errors import NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.pages import HIGHEST_ID
from wakeline.flows.common.place import Place
from wakeline.flows.liminal.crossing import count_exchanges, liminal_config, time_to_orient
from wakeline.flows.liminal.gap_report import gap_report_between
from wakeline.liminal.orientation import READING, is_oriented, orientation
from wakeline.liminal.prompt import liminal_prompt
from wakeline.liminal.threshold import threshold_moment
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.liminal import (
    THRESHOLD_TYPES,
    DriftObservation,
    GapExperience,
    GapReport,
    LiminalConfig,
    LiminalState,
    ThresholdMoment,
    ThresholdType,
    WakeDisorientation,
)
from wakeline.model.log import Origin
from wakeline.model.session import Session
from wakeline.ports.store import View

MOST_LISTED = 1000
MOST_STATE_BYTES = 4096
UNTOUCHED = 1.0  # the orientation of an agent that has never woken: nothing was lost

Row = TypeVar("Row", bound=NamedTuple)


class LiminalStanding(NamedTuple):
    """The liminal state, and the rows from which it was made."""

    state: LiminalState
    wake: WakeDisorientation | None
    gap: GapExperience | None
    drifts: tuple[DriftObservation, ...]
    prompt: str | None


def liminal_state(place: Place) -> LiminalState:
    """The liminal state of the agent now."""
    return liminal_standing(place).state


def liminal_prompt_now(place: Place) -> str | None:
    """The sentences about its crossing that the agent reads now, or None."""
    return liminal_standing(place).prompt


def liminal_standing(place: Place) -> LiminalStanding:
    """The liminal state of the agent now, with the rows from which it was made."""
    now = place.clock.now()
    config = liminal_config(place.settings)
    with place.store.reading() as view:
        wake = _latest(view, WakeDisorientation, "disorientations")
        recent = {"after": HIGHEST_ID, "limit": config.max_recent_gaps}
        gaps = view.all(GapExperience, "pages.gaps", **recent)
        crossing = _latest(view, ThresholdMoment, "thresholds")
        drifts = () if wake is None else _recent_drifts(view, wake, config)
        level = UNTOUCHED if wake is None else _level(view, wake)
        threshold_type = _threshold_now(view, wake, crossing, level)
    gap = gaps[0] if gaps else None
    is_of_wake = gap is not None and wake is not None and gap.session_id == wake.id
    state = LiminalState(
        last_updated=now,
        time_since_wake=None if wake is None else max(timedelta(0), now - wake.woke_at),
        orientation_level=level,
        discontinuity_sense=0.0 if gap is None else gap.discontinuity_sense,
        sense_of_missed_experience=is_of_wake and gap is not None and gap.missed_experience,
        in_threshold=threshold_type is not None,
        current_threshold_type=threshold_type,
        recent_gap_ids=tuple(gap.id for gap in gaps),
        recent_drift_ids=tuple(drift.id for drift in drifts),
    )
    told = liminal_prompt(state, [drift.domain for drift in drifts])
    return LiminalStanding(state, wake, gap, drifts, told)


def _level(view: View, wake: WakeDisorientation) -> float:
    return orientation(wake.disorientation_intensity, count_exchanges(view, wake.id) + READING)


def _recent_drifts(
    view: View, wake: WakeDisorientation, config: LiminalConfig
) -> tuple[DriftObservation, ...]:
    """The drifts that were found since the agent woke."""
    since = {"since": wake.woke_at, "limit": config.max_drift_observations}
    return tuple(view.all(DriftObservation, "liminal.drifts_since", **since))


def _threshold_now(
    view: View,
    wake: WakeDisorientation | None,
    crossing: ThresholdMoment | None,
    level: float,
) -> ThresholdType | None:
    """The threshold that the agent is crossing now, or None.

    A session start lasts until the agent is oriented, a session end until it wakes again, and
    any other until the next turn.
    """
    if wake is None or crossing is None:
        return None
    if crossing.type == "session_end":
        session = view.one(Session, "sessions.by_id", id=wake.id)
        return None if session is not None and session.state == "open" else "session_end"
    if crossing.type == "session_start":
        return None if is_oriented(level) else "session_start"
    spoken = view.value("liminal.last_spoken", session_id=wake.id)
    is_past = spoken is not None and datetime.fromisoformat(spoken) > crossing.crossed_at
    return None if is_past else crossing.type


def mark_threshold(
    place: Place,
    type: str,
    from_state: str,
    to_state: str,
    significance: float = 0.5,
    *,
    aware: bool = True,
    experience: str | None = None,
    actor: str | None = None,
    origin: Origin = "agent_inferred",
) -> ThresholdMoment:
    """Note that a boundary was crossed. Session starts and ends are noted automatically."""
    place.ask("mark_threshold")
    now = place.clock.now()
    kind = parse.choice(type, THRESHOLD_TYPES, field="type")
    weight = parse.fraction(significance, field="significance")
    before, after = _said(from_state, "from_state"), _said(to_state, "to_state")
    told = None if experience is None else _said(experience, "experience")
    with place.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        return unit.save(
            "threshold.crossed",
            threshold_moment(
                kind,
                before,
                after,
                weight,
                crossed_at=now,
                session_id=unit.by.session_id,
                aware=bool(aware),
                experience=told,
                id=unit.new_id(),
            )._replace(thread_id=place.thread(unit)),
        )


def _said(value: str, field: str) -> str:
    return redact(clean_text(value, field=field, most_bytes=MOST_STATE_BYTES))


def list_gaps(
    place: Place, *, limit: int | None = None, before: str | None = None
) -> list[GapExperience]:
    """Gaps, newest first; `before` is the last id of the page before."""
    most = liminal_config(place.settings).max_recent_gaps
    return _page(place, GapExperience, "gaps", most, limit, before)


def list_drifts(
    place: Place, *, limit: int | None = None, before: str | None = None
) -> list[DriftObservation]:
    """Drifts, newest first."""
    most = liminal_config(place.settings).max_drift_observations
    return _page(place, DriftObservation, "drifts", most, limit, before)


def list_thresholds(
    place: Place, *, limit: int | None = None, before: str | None = None
) -> list[ThresholdMoment]:
    """Thresholds, newest first."""
    most = liminal_config(place.settings).max_threshold_moments
    return _page(place, ThresholdMoment, "thresholds", most, limit, before)


def list_disorientations(
    place: Place, *, limit: int | None = None, before: str | None = None
) -> list[WakeDisorientation]:
    """The disorientation of wakes, newest first; for an open session as far as it is known."""
    most = liminal_config(place.settings).max_recent_gaps
    found = _page(place, WakeDisorientation, "disorientations", most, limit, before)
    with place.store.reading() as view:
        return [with_time_to_orient(view, wake) for wake in found]


def with_time_to_orient(view: View, wake: WakeDisorientation) -> WakeDisorientation:
    """A wake with its time to orient, also while its session is open."""
    if wake.time_to_orient is not None:
        return wake
    return wake._replace(time_to_orient=time_to_orient(view, wake))


def gap_report_by_id(place: Place, gap_id: str | None = None) -> GapReport:
    """The report of a gap, read again from the log; the last gap unless one is named."""
    with place.store.reading() as view:
        if gap_id is None:
            gap = _latest(view, GapExperience, "gaps")
        else:
            gap = view.one(GapExperience, "liminal.gap", id=gap_id)
    if gap is None:
        which = "no gap yet" if gap_id is None else f"no gap {gap_id}"
        raise NotFound(f"there is {which}.", todo="`wakeline liminal AGENT gaps` lists them.")
    bounds = {"since": gap.gap_start, "until": gap.gap_end}
    return gap_report_between(place, gap.after, gap.through, **bounds)


def _page(
    place: Place, cls: type[Row], name: str, recent: int, limit: int | None, before: str | None
) -> list[Row]:
    before, most = parse.label(before, field="before"), recent
    if limit is not None:
        most = parse.whole_number(limit, field="limit", least=1, most=MOST_LISTED)
    with place.store.reading() as view:
        return view.all(
            cls, f"pages.{name}", after=before or HIGHEST_ID, limit=most, thread_id=None
        )


def _latest(view: View, cls: type[Row], name: str) -> Row | None:
    return view.one(cls, f"pages.{name}", after=HIGHEST_ID, limit=1, thread_id=None)
