"""The crossing of a wake: its disorientation, the gap, drifts in it, and the liminal state.

Computed from the snapshot of the wake before anything is written; the rows are saved with the
session that the wake opens. Loads no embedder; drift is loaded only if something changed.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from wakeline.base.chance import SeededChance
from wakeline.base.clock import stored_moment
from wakeline.base.config import Settings
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.hydration.gather import read_source
from wakeline.liminal.gap import gap_experience
from wakeline.liminal.orientation import ORIENTED, READING, exchanges_until, orientation
from wakeline.liminal.threshold import CUT_OFF, significance_of_end, threshold_moment
from wakeline.liminal.wake import process_wake
from wakeline.model.context import Missing
from wakeline.model.liminal import (
    MOST_CHANGES,
    DriftObservation,
    GapExperience,
    GapReport,
    LiminalConfig,
    LiminalState,
    ThresholdMoment,
    WakeDisorientation,
)
from wakeline.model.log import Event, Head
from wakeline.model.session import Handoff, Session, WakeType
from wakeline.ports.store import Change, Unit, View

# Beyond so many turns a session is oriented, whatever its wake was like.
MOST_TURNS = 200
AWAY, AWAKE = "away", "awake"
DRIFT = "Drift"
DRIFTING = frozenset(("document", "memory", "fact", "project"))


class CrossingRecord(NamedTuple):
    """A crossing as it is kept: the wake, the gap before it if there is one, and the drifts."""

    disorientation: WakeDisorientation
    gap: GapExperience | None
    drifts: tuple[DriftObservation, ...]
    state: LiminalState
    missing: tuple[Missing, ...] = ()  # parts that could not be read


def liminal_config(settings: Settings) -> LiminalConfig:
    """The liminal settings."""
    return LiminalConfig(
        significant_gap_threshold=timedelta(hours=settings.number("liminal.significant_gap_hours")),
        vast_gap_threshold=timedelta(hours=settings.number("liminal.vast_gap_hours")),
        max_recent_gaps=settings.number("liminal.recent_gaps"),
        max_drift_observations=settings.number("liminal.recent_drifts"),
        max_threshold_moments=settings.number("liminal.recent_thresholds"),
        generate_wake_fragments=settings.flag("liminal.fragments"),
    )


def crossing_at_wake(
    place: Place,
    view: View,
    *,
    session_id: str,
    head: Head,
    now: datetime,
    wake_type: WakeType,
    is_for_agents: bool,
    report: GapReport | None,
) -> CrossingRecord:
    """The crossing that ends with this wake. Wakes for working agents have no fragments."""
    config = liminal_config(place.settings)
    if is_for_agents:
        config = config._replace(generate_wake_fragments=False)
    last = head.last_known_at
    wake = process_wake(last, wake_type, now=now, config=config)._replace(id=session_id)
    if last is None:
        return CrossingRecord(wake, None, (), state_at_wake(wake, None, ()))
    before = next(iter(view.tuples("liminal.before")), (0, None))
    after = int(before[0]) if report is None else report.after
    gap = gap_experience(
        last,
        now,
        id=place.ids.new(now),
        session_id=session_id,
        config=config,
        zone=time_zone(place.identity.person_time_zone),
        chance=SeededChance(f"gap {stored_moment(last)} {stored_moment(now)}"),
        discontinuity_before=float(before[1] or 0),
        consolidation_occurred=report is not None and report.consolidation_occurred,
        something_happened=report is not None and bool(report.lines),
        after=after,
        through=head.seq,
    )
    # An agent that works without a person gets neither a report nor drifts.
    is_untold = is_for_agents and report is None
    if is_untold or not _may_have_drifted(report):
        return CrossingRecord(wake, gap, (), state_at_wake(wake, gap, ()))
    seconds = place.settings.number("wake.source_milliseconds") / 1000
    drifts = read_source(view, DRIFT, partial(_drifts, place), gap, seconds=seconds)
    if isinstance(drifts, Missing):
        return CrossingRecord(wake, gap, (), state_at_wake(wake, gap, ()), (drifts,))
    return CrossingRecord(wake, gap, drifts, state_at_wake(wake, gap, drifts))


def _may_have_drifted(report: GapReport | None) -> bool:
    """Whether a state that can drift has changed. True if the report is cut or missing."""
    if report is None or report.left_out:
        return True
    return any(line.subject_kind in DRIFTING for line in report.lines)


def with_report(found: CrossingRecord, report: GapReport) -> CrossingRecord:
    """The crossing, updated by a report to which lines about files were added."""
    if found.gap is None or found.gap.missed_experience or not report.lines:
        return found
    return found._replace(
        gap=found.gap._replace(missed_experience=True),
        state=found.state._replace(sense_of_missed_experience=True),
    )


def _drifts(place: Place, view: View, gap: GapExperience) -> tuple[DriftObservation, ...]:
    events = view.all(
        Event,
        "liminal.changed_states",
        after=gap.after,
        through=gap.through,
        own_name=place.identity.name,
        limit=MOST_CHANGES,
    )
    if not events:
        return ()
    from wakeline.flows.liminal.drift import drifts_in_gap

    return drifts_in_gap(place, view, events, gap)


def state_at_wake(
    wake: WakeDisorientation,
    gap: GapExperience | None,
    drifts: Sequence[DriftObservation],
) -> LiminalState:
    """The liminal state right after a wake, before the agent has read anything."""
    return LiminalState(
        last_updated=wake.woke_at,
        time_since_wake=timedelta(0),
        orientation_level=orientation(wake.disorientation_intensity, 0),
        discontinuity_sense=0.0 if gap is None else gap.discontinuity_sense,
        sense_of_missed_experience=gap is not None and gap.missed_experience,
        in_threshold=True,
        current_threshold_type="session_start",
        recent_gap_ids=() if gap is None else (gap.id,),
        recent_drift_ids=tuple(drift.id for drift in drifts),
    )


def crossing_changes(
    place: Place, found: CrossingRecord, ends: Sequence[Session], thread_id: str | None
) -> list[Change]:
    """The rows to save for a crossing. `ends` are the sessions that were cut off."""
    now, session_id = found.disorientation.woke_at, found.disorientation.id
    kept = [Change("disorientation.processed", found.disorientation)]
    if found.gap is not None:
        kept.append(Change("gap.crossed", found.gap))
    drifts = (drift._replace(thread_id=thread_id) for drift in found.drifts)
    kept += [Change("drift.noticed", drift) for drift in drifts]
    crossings = [_cut_off(session, now) for session in ends]
    start = threshold_moment(
        "session_start",
        AWAY,
        AWAKE,
        found.disorientation.disorientation_intensity,
        crossed_at=now,
        session_id=session_id,
    )._replace(thread_id=thread_id)
    for crossing in (*crossings, start):
        kept.append(Change("threshold.crossed", crossing._replace(id=place.ids.new(now))))
    return kept


def _cut_off(session: Session, now: datetime) -> ThresholdMoment:
    at = session.ended_at or now
    crossing = threshold_moment(
        "session_end", AWAKE, AWAY, CUT_OFF, crossed_at=at, session_id=session.id, aware=False
    )
    return crossing._replace(thread_id=session.thread_id)


def note_orientation(unit: Unit, session_id: str) -> None:
    """Save, for a session that is over, how long the agent took to orient itself, if it did."""
    before = unit.one(WakeDisorientation, "liminal.wake", id=session_id)
    if before is None or before.time_to_orient is not None:
        return
    found = time_to_orient(unit, before)
    if found is not None:
        unit.save("disorientation.measured", before._replace(time_to_orient=found), before)


def count_exchanges(view: View, session_id: str) -> int:
    """How many exchanges a session has had, up to the number that orientation needs."""
    return int(view.value("log.exchanges_of_session", session_id=session_id, turns=MOST_TURNS))


def time_to_orient(view: View, wake: WakeDisorientation) -> timedelta | None:
    """The time from the wake to the exchange that completed orientation; None if not yet.

    Reading the context counts as an exchange, so if that is enough the time is zero.
    """
    needed = exchanges_until(ORIENTED, wake.disorientation_intensity) - READING
    if needed <= 0:
        return timedelta(0)
    moments = [
        datetime.fromisoformat(at)
        for (at,) in view.tuples("liminal.exchange_moments", session_id=wake.id, limit=needed)
    ]
    if len(moments) < needed:
        return None
    return max(timedelta(0), moments[-1] - wake.woke_at)


def note_session_end(unit: Unit, session: Session, handoff: Handoff) -> None:
    """Save the threshold of a session's end, and its time to orient."""
    note_orientation(unit, session.id)
    crossing = threshold_moment(
        "session_end",
        AWAKE,
        AWAY,
        significance_of_end(handoff),
        crossed_at=unit.by.at,
        session_id=session.id,
    )
    crossing = crossing._replace(id=unit.new_id(), thread_id=session.thread_id)
    unit.save("threshold.crossed", crossing)
