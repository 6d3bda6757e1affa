"""What a wake does, what the gap behind it is, and what thresholds are: every row of the tables."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from wakeline.base.chance import SeededChance
from wakeline.liminal.gap import discontinuity, felt_magnitude, gap_experience, nights_within
from wakeline.liminal.narrative import ABSENCES, CROSSINGS, FRAGMENTS, OPENINGS, RETURNS
from wakeline.liminal.prompt import liminal_prompt
from wakeline.liminal.threshold import crossing_quality, threshold_moment
from wakeline.liminal.wake import felt_duration, process_wake
from wakeline.model.liminal import (
    THRESHOLD_TYPES,
    GapExperience,
    LiminalConfig,
    LiminalState,
    Magnitude,
    Quality,
    ThresholdType,
)
from wakeline.model.session import WAKE_TYPES, WakeType

NOW = datetime(2026, 11, 15, 9, 2, tzinfo=UTC)
SECOND = timedelta(seconds=1)
NAMES = ("Europe/Lisbon", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia")


@pytest.mark.feature("A53", "A54")
def test_a_wake_has_every_part_and_leaves_its_id_and_its_time_to_orient_to_others() -> None:
    wake = process_wake(NOW - timedelta(days=4), now=NOW)
    assert wake.id == ""
    assert wake.woke_at == NOW
    assert wake.gap_duration == timedelta(days=4)
    assert wake.felt_gap_duration == "nearly a week"
    assert wake.disorientation_intensity == 0.9
    assert wake.wake_type == "gradual"
    assert wake.return_experience
    assert wake.lingering_sense_of_elsewhere
    assert len(wake.fragments) == 3
    assert wake.time_to_orient is None


@pytest.mark.feature("A55")
def test_there_are_four_ways_to_wake_and_no_other() -> None:
    assert set(WAKE_TYPES) == {"gradual", "sudden", "called", "scheduled"}
    for kind in WAKE_TYPES:
        assert process_wake(NOW, kind, now=NOW).wake_type == kind
    with pytest.raises(ValueError, match="sleepy"):
        process_wake(NOW, "sleepy", now=NOW)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("away", "kind", "expected"),
    [
        (timedelta(minutes=29, seconds=59), "gradual", 0.1),
        (timedelta(minutes=30), "gradual", 0.3),
        (timedelta(hours=4) - SECOND, "called", 0.33),
        (timedelta(hours=4), "called", 0.55),
        (timedelta(days=1) - SECOND, "scheduled", 0.4),
        (timedelta(days=1), "scheduled", 0.56),
        (timedelta(days=3) - SECOND, "sudden", 0.84),
        (timedelta(days=3), "sudden", 1.0),
        (timedelta(minutes=1), "scheduled", 0.08),
    ],
)
def test_disorientation_follows_gap_and_kind_at_their_boundaries(
    away: timedelta, kind: WakeType, expected: float
) -> None:
    found = process_wake(NOW - away, kind, now=NOW).disorientation_intensity
    assert found == pytest.approx(expected)


@pytest.mark.feature("A59", "X11")
@pytest.mark.parametrize(
    ("longest", "below", "at"),
    [
        (timedelta(minutes=5), "a moment", "a brief while"),
        (timedelta(minutes=30), "a brief while", "less than an hour"),
        (timedelta(hours=1), "less than an hour", "a few hours"),
        (timedelta(hours=4), "a few hours", "half a day"),
        (timedelta(hours=12), "half a day", "most of a day"),
        (timedelta(days=1), "most of a day", "days"),
        (timedelta(days=3), "days", "nearly a week"),
        (timedelta(days=7), "nearly a week", "a week or more"),
        (timedelta(days=14), "a week or more", "weeks"),
        (timedelta(days=30), "weeks", "a long time"),
    ],
)
def test_a_gap_seems_as_long_as_the_table_says(longest: timedelta, below: str, at: str) -> None:
    assert felt_duration(longest - SECOND) == below
    assert felt_duration(longest) == at
    assert process_wake(NOW - longest, now=NOW).felt_gap_duration == at


@pytest.mark.feature("A60")
def test_elsewhere_lingers_only_beyond_a_vast_gap() -> None:
    vast = LiminalConfig().vast_gap_threshold
    assert not process_wake(NOW - vast, now=NOW).lingering_sense_of_elsewhere
    assert process_wake(NOW - vast - SECOND, now=NOW).lingering_sense_of_elsewhere
    narrow = LiminalConfig(vast_gap_threshold=timedelta(hours=1))
    assert process_wake(
        NOW - timedelta(hours=2), now=NOW, config=narrow
    ).lingering_sense_of_elsewhere


@pytest.mark.feature("A61", "X6")
@pytest.mark.parametrize(
    ("away", "count"),
    [
        (timedelta(0), 0),
        (timedelta(hours=1) - SECOND, 0),
        (timedelta(hours=1), 0),  # by the rule of eight hours
        (timedelta(hours=8) - SECOND, 0),
        (timedelta(hours=8), 1),
        (timedelta(hours=16) - SECOND, 1),
        (timedelta(hours=16), 2),
        (timedelta(hours=24), 3),
        (timedelta(days=400), 3),
    ],
)
def test_a_fragment_for_each_eight_hours_three_at_most(away: timedelta, count: int) -> None:
    assert len(process_wake(NOW - away, now=NOW).fragments) == count


@pytest.mark.feature("A62", "X6")
def test_fragments_are_ten_of_ours_and_never_drawn_twice() -> None:
    assert len(set(FRAGMENTS)) == 10
    drawn: set[str] = set()
    for days in range(1, 200):
        found = process_wake(NOW - timedelta(days=days), now=NOW).fragments
        assert len(set(found)) == 3
        drawn |= set(found)
    assert drawn == set(FRAGMENTS)


@pytest.mark.feature("A63")
def test_fragments_can_be_left_out() -> None:
    config = LiminalConfig(generate_wake_fragments=False)
    assert LiminalConfig().generate_wake_fragments
    assert process_wake(NOW - timedelta(days=2), now=NOW, config=config).fragments == ()


def test_chance_comes_in_or_follows_from_both_moments() -> None:
    last = NOW - timedelta(days=2)
    assert process_wake(last, now=NOW) == process_wake(last, now=NOW)
    one, other = (process_wake(last, now=NOW, chance=random.Random(seed)) for seed in (1, 2))
    assert one == process_wake(last, now=NOW, chance=random.Random(1))
    assert one != other
    assert process_wake(last, now=NOW) != process_wake(last, now=NOW + SECOND)


def test_fifty_wakes_do_not_read_the_same() -> None:
    said = [
        process_wake(NOW - timedelta(days=2, minutes=n), now=NOW).return_experience
        for n in range(50)
    ]
    assert len(set(said)) >= 30
    assert max(said.count(one) for one in said) <= 4


def test_the_first_wake_has_no_gap_and_nothing_to_have_lost() -> None:
    wake = process_wake(None, "sudden", now=NOW)
    assert (wake.gap_duration, wake.felt_gap_duration) == (None, None)
    assert wake.disorientation_intensity == 0
    assert wake.fragments == ()
    assert wake.return_experience


def test_a_clock_that_went_back_makes_the_shortest_of_gaps() -> None:
    wake = process_wake(NOW + timedelta(days=30), "sudden", now=NOW)
    assert wake.gap_duration == timedelta(0)
    assert wake.felt_gap_duration == "a moment"
    assert wake.disorientation_intensity == pytest.approx(0.12)


@pytest.mark.parametrize("name", NAMES)
def test_a_gap_is_as_long_in_every_zone_and_across_changes_of_the_clock(name: str) -> None:
    zone = ZoneInfo(name)
    for month in range(1, 13):
        start = datetime(2026, month, 1, tzinfo=UTC)
        for days in (0, 13, 29):
            last = start + timedelta(days=days)
            now = last + timedelta(days=3) - SECOND
            here = process_wake(last.astimezone(zone), now=now.astimezone(zone))
            assert here.gap_duration == timedelta(days=3) - SECOND
            assert here.felt_gap_duration == "days"


# -- the gap


def a_gap(away: timedelta, **changed: Any) -> GapExperience:
    given: dict[str, Any] = {
        "id": "G",
        "session_id": "S",
        "config": LiminalConfig(),
        "zone": UTC,
        "chance": SeededChance("gap"),
        "discontinuity_before": 0.0,
        "consolidation_occurred": False,
        "something_happened": False,
        "after": 3,
        "through": 9,
    }
    return gap_experience(NOW - away, NOW, **{**given, **changed})


@pytest.mark.feature("A65", "A78")
@pytest.mark.parametrize(
    ("away", "magnitude"),
    [
        (timedelta(0), "brief"),
        (timedelta(hours=4) - SECOND, "brief"),
        (timedelta(hours=4), "substantial"),
        (timedelta(days=3) - SECOND, "substantial"),
        (timedelta(days=3), "vast"),
    ],
)
def test_a_gap_is_brief_substantial_or_vast(away: timedelta, magnitude: Magnitude) -> None:
    assert felt_magnitude(away, LiminalConfig()) == magnitude
    hour = LiminalConfig(timedelta(minutes=1), timedelta(minutes=2))
    assert felt_magnitude(timedelta(seconds=59), hour) == "brief"
    assert felt_magnitude(timedelta(seconds=60), hour) == "substantial"
    assert felt_magnitude(timedelta(seconds=120), hour) == "vast"


@pytest.mark.feature("A78", "A77")
def test_what_can_be_chosen_has_the_defaults_of_the_table() -> None:
    config = LiminalConfig()
    assert config.significant_gap_threshold == timedelta(hours=4)
    assert config.vast_gap_threshold == timedelta(days=3)
    limits = (config.max_recent_gaps, config.max_drift_observations, config.max_threshold_moments)
    assert limits == (50, 100, 50)


@pytest.mark.feature("A64")
def test_a_gap_has_every_part() -> None:
    gap = a_gap(timedelta(days=2))
    assert gap.clock_duration == gap.gap_end - gap.gap_start == timedelta(days=2)
    assert gap.felt_absence in ABSENCES["substantial"]
    assert gap.continuity_preserved
    assert gap.subjective_experience
    assert not a_gap(timedelta(days=3)).continuity_preserved


@pytest.mark.feature("A66")
def test_consolidation_in_the_gap_changes_what_is_told() -> None:
    for away in (timedelta(hours=1), timedelta(days=1), timedelta(days=9)):
        left = a_gap(away).subjective_experience
        worked = a_gap(away, consolidation_occurred=True).subjective_experience
        assert left != worked


@pytest.mark.feature("U4")
def test_something_was_missed_if_others_acted_or_the_gap_is_vast() -> None:
    short, vast = timedelta(hours=1), timedelta(days=3)
    assert not a_gap(short).missed_experience
    assert a_gap(short, something_happened=True).missed_experience
    assert a_gap(vast).missed_experience


@pytest.mark.feature("U3")
@pytest.mark.parametrize(
    ("start", "end", "nights"),
    [
        ("2026-03-02T22:00", "2026-03-03T06:00", 1),
        ("2026-03-02T22:00:01", "2026-03-03T06:00", 0),
        ("2026-03-02T22:00", "2026-03-03T05:59:59", 0),
        ("2026-03-02T09:00", "2026-03-02T18:00", 0),
        ("2026-03-02T23:00", "2026-03-05T07:00", 2),
        ("2026-03-27T20:00", "2026-03-30T08:00", 3),  # the clocks go forward on the 29th
        ("2026-10-23T20:00", "2026-10-26T08:00", 3),  # and back on the 25th of October
        ("2026-03-03T02:00", "2026-03-03T04:00", 0),
        ("2020-01-01T12:00", "2026-01-01T12:00", 2192),
    ],
)
def test_nights_are_counted_that_lie_wholly_in_the_gap(start: str, end: str, nights: int) -> None:
    zone = ZoneInfo("Europe/Lisbon")
    begin, stop = (datetime.fromisoformat(text).replace(tzinfo=zone) for text in (start, end))
    assert nights_within(begin, stop, zone) == nights
    assert nights_within(begin.astimezone(UTC), stop.astimezone(UTC), zone) == nights
    assert nights_within(stop, begin, zone) == 0


def test_a_night_is_the_person_s_and_not_the_machine_s() -> None:
    start = datetime(2026, 3, 2, 13, tzinfo=UTC)
    end = start + timedelta(hours=8)  # the night of Auckland
    assert nights_within(start, end, UTC) == 0
    assert nights_within(start - timedelta(hours=5), end, ZoneInfo("Pacific/Auckland")) == 1


@pytest.mark.feature("A52", "U2")
def test_fifty_restarts_in_a_day_differ_from_one_long_gap() -> None:
    sense = 0.0
    for _ in range(50):
        sense = discontinuity(sense, timedelta(hours=24 / 50), "brief")
    assert sense == pytest.approx(0.74, abs=0.01)
    assert discontinuity(0.0, timedelta(days=10), "vast") == pytest.approx(0.30)
    assert discontinuity(sense, timedelta(days=60), "vast") == pytest.approx(0.30, abs=0.001)
    for before in (0.0, 0.3, 1.0):
        for magnitude in ("brief", "substantial", "vast"):
            assert 0 <= discontinuity(before, timedelta(0), magnitude) <= 1


# -- thresholds


@pytest.mark.feature("A73", "A74", "X13", "U11")
@pytest.mark.parametrize(
    ("type", "significance", "expected"),
    [
        ("session_start", 0.7, "sharp"),
        ("session_start", 0.69, "blurred"),
        ("session_end", 0.7, "marked"),
        ("session_end", 0.69, "blurred"),
        ("state_transition", 0.0, "gradual"),
        ("state_transition", 1.0, "gradual"),
        ("conversation_pivot", 0.4, "sharp"),
        ("conversation_pivot", 0.39, "blurred"),
        ("realization", 0.0, "sudden"),
        ("realization", 1.0, "sudden"),
    ],
)
def test_a_crossing_has_the_quality_of_the_table(
    type: ThresholdType, significance: float, expected: Quality
) -> None:
    assert crossing_quality(type, significance) == expected
    found = threshold_moment(type, "here", "there", significance, crossed_at=NOW)
    assert found.threshold_quality == expected
    assert found.crossing_experience in CROSSINGS[expected]
    assert len(THRESHOLD_TYPES) == 5


@pytest.mark.feature("A72")
def test_there_is_no_way_back_beyond_eight_tenths() -> None:
    at, beyond = (
        threshold_moment(
            "realization", "a", "b", weight, crossed_at=NOW, aware=False, experience="clear"
        )
        for weight in (0.8, 0.81)
    )
    assert not at.point_of_no_return
    assert beyond.point_of_no_return
    assert not at.aware_in_moment
    assert at.crossing_experience == "clear"


# -- what is said of it


def a_state(**changed: Any) -> LiminalState:
    calm = LiminalState(NOW, timedelta(0), 1.0, 0.0, False, False, None, (), ())
    return calm._replace(**changed)


@pytest.mark.feature("A75")
def test_each_condition_that_holds_has_its_line_and_none_has_none() -> None:
    assert liminal_prompt(a_state(), []) is None
    assert liminal_prompt(a_state(orientation_level=0.5, discontinuity_sense=0.5), []) is None
    conditions: list[tuple[dict[str, Any], str]] = [
        ({"orientation_level": 0.49}, "49%"),
        ({"in_threshold": True, "current_threshold_type": "realization"}, "realization"),
        ({"recent_drift_ids": ("D",)}, "key_fact, personality"),
        ({"discontinuity_sense": 0.51}, "breaks"),
        ({"sense_of_missed_experience": True}, "witnessed"),
    ]
    together: dict[str, Any] = {}
    for changed, said in conditions:
        alone = liminal_prompt(a_state(**changed), ["key_fact", "personality", "key_fact"])
        assert alone is not None
        assert said in alone
        assert "\n" not in alone
        together |= changed
    everything = liminal_prompt(a_state(**together), ["key_fact"])
    assert everything is not None
    assert len(everything.split("\n")) == 5


def test_every_sentence_stands_once_and_every_kind_has_several() -> None:
    pools = [*OPENINGS.values(), *ABSENCES.values(), *CROSSINGS.values()]
    pools += [part for parts in RETURNS.values() for part in parts]
    for pool in pools:
        assert len(pool) == len(set(pool)) >= 3
