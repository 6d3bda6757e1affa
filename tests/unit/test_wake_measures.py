"""The metrics of a wake on texts whose answers are known by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bench.quality.wake_measures import (
    Fidelity,
    Mutable,
    Need,
    Passage,
    fidelity,
    honesty,
    transition,
)
from bench.quality.wake_text import normalised, statements
from wakeline.model.context import Crossing
from wakeline.model.liminal import WakeDisorientation

NOW = datetime(2026, 3, 20, 9, 0, tzinfo=UTC)
CODE = Need("fact", ("gate code",), ("9026",), old=(("4471",),))
TRAYS = Need("decision", ("seedling stall",), ("plastic trays",), any_of=("not", "against"))
DAY = timedelta(days=1)


def of(text: str, *needs: Need) -> Fidelity:
    return fidelity(statements(text, NOW), needs or (CODE,))


# -- identity reconstruction fidelity


@pytest.mark.feature("A96")
def test_fidelity_is_the_share_of_needs_in_the_text_minus_stale_values_shown_as_current() -> None:
    text = "- gate.code = 9026\n> We will not use plastic trays for the seedling stall."
    assert of(text, CODE, TRAYS).score == 1.0
    assert of("- gate.code = 9026", CODE, TRAYS).score == 0.5
    both = of("- gate.code = 9026\n> The gate code is 4471.", CODE, TRAYS)
    assert (both.present, both.stale, both.score) == (1, 1, 0.0)
    only_old = of("The gate code is 4471.")
    assert (only_old.present, only_old.stale, only_old.score) == (0, 1, -1.0)
    assert of("").score == 0.0


@pytest.mark.parametrize(
    "line",
    [
        "The gate code is 9026, no longer 4471.",
        "The gate code was 4471.",
        "The gate code changed from 4471 to 9026.",
        "Use the new gate code instead of 4471.",
        "The gate code used to be 4471.",
        "- gate.code = 4471 (since 2 Mar 2026 10:00, until 5 Mar 2026 10:00)",
        "Superseded: gate code 4471",
    ],
)
@pytest.mark.feature("A96")
def test_an_old_value_that_is_told_as_past_is_no_fault(line: str) -> None:
    assert of(line).stale == 0


@pytest.mark.parametrize(
    "line",
    [
        "The gate code is 4471.",
        "I was told that the gate code is 4471.",
        "- gate.code = 4471 (since 2 Mar 2026 10:00)",
        "- gate.code = 4471 (since 2 Mar 2026 10:00, until 5 Apr 2026 10:00)",
        "GATE CODE: 4471!",
        "[2026-03-02 09:00] Mel: the gate code is 4471",  # a date alone does not say it is over
        "> The gate code is 4471. [01AB · KeyFacts · 3 weeks ago · trust 1]",
    ],
)
@pytest.mark.feature("A96")
def test_an_old_value_that_nothing_marks_is_a_fault(line: str) -> None:
    assert of(line).stale == 1


def test_a_dated_old_value_is_outdated_by_a_later_line_and_by_no_earlier_one() -> None:
    old = "[2026-03-02 09:00] Mel: the gate code is 4471"
    new = "[2026-03-09 09:00] Mel: the gate code is 9026"
    assert of(f"{old}\n{new}").score == 1.0
    assert of(f"{new}\n{old}").score == 1.0, "the order of lines does not matter, their dates do"
    undated = of(f"{old}\nMel: the gate code is 9026")
    assert (undated.present, undated.stale) == (1, 1)
    earlier = of(f"{old}\n[2026-03-01 09:00] Mel: the gate code is 9026")
    assert (earlier.present, earlier.stale) == (1, 1)


def test_ages_and_the_date_of_a_block_date_its_lines() -> None:
    aged = "> the gate code is 4471 [01A · RecentMemories · 3 weeks ago · trust 1]"
    assert of(f"{aged}\n- gate.code = 9026 (since 9 Mar 2026 10:00)").stale == 0
    assert of(f"{aged}\n> the gate code is 9026 [01B · KeyFacts · 3 weeks ago]").stale == 1
    block = "[LAST SESSION] ended 19 Mar 2026 10:00, 1 day ago\n> the gate code is 9026"
    assert of(f"{aged}\n\n{block}").stale == 0
    assert of(f"{block}\n\n- gate.code = 4471").stale == 1, "another block has another date"


@pytest.mark.parametrize(
    "text",
    [
        "The gate is open.\nThe code of the booking is 9026.",  # not on one line
        "gate code 90261",  # not the word
        "the gate code is unknown",
    ],
)
def test_words_that_do_not_stand_together_meet_no_need(text: str) -> None:
    assert of(text).present == 0


def test_a_decision_against_something_needs_its_negation() -> None:
    assert of("plastic trays for the seedling stall", TRAYS).present == 0
    assert of("Decided against plastic trays for the seedling stall", TRAYS).present == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Größe: ４４７１ — 'e\u0301te\u0301'", " grösse 4471 été "),
        ("gate_code", " gate code "),
        ("", "  "),
    ],
)
def test_words_are_compared_in_one_spelling(text: str, words: str) -> None:
    assert normalised(text) == words


def test_a_day_that_does_not_exist_is_no_date() -> None:
    (line,) = statements("[2026-02-30 09:00] Mel: hello", NOW)
    assert line.at is None


# -- gap honesty


@pytest.mark.feature("A96")
def test_honesty_is_the_share_of_what_can_change_that_is_fresh_or_marked() -> None:
    old = Mutable("fact", ("gate code",), ("4471",), False, NOW - 9 * DAY, (("9026",),))
    new = Mutable("fact", ("gate code",), ("9026",), True, NOW - DAY)
    closed = Mutable("task", ("sort the cables",), (), False, NOW - DAY, (("done",),))
    known = (old, new, closed)

    def share(text: str) -> float | None:
        return honesty(statements(text, NOW), known, NOW)

    assert share("The weather was fine.") is None
    assert share("gate code 9026") == 1.0
    assert share("gate code 9026\nsort the cables (todo)") == 0.5
    assert share("gate code 9026\nsort the cables (done)") == 1.0
    assert share("gate code 9026\ngate code 4471\nsort the cables (todo)") == pytest.approx(1 / 3)
    assert share("[2026-03-01] sort the cables\n[2026-03-19] sort the cables: done") == 1.0


@pytest.mark.feature("A96")
def test_what_may_have_changed_meanwhile_has_to_bear_a_date() -> None:
    work = Mutable("work", ("loading ramp",), (), True, NOW - 2 * DAY, fresh_for=DAY)
    lines = statements("Measuring the loading ramp", NOW)
    assert honesty(lines, [work], NOW) == 0.0
    assert honesty(lines, [work._replace(at=NOW - DAY)], NOW) == 1.0
    assert honesty(statements("Measuring the loading ramp, 2 days ago", NOW), [work], NOW) == 1.0


# -- transition quality

GAP = Passage(
    now=NOW,
    last_known_at=NOW - timedelta(days=3, hours=14),
    left=("measure", "loading ramp"),
    open_work=(("sort the cables",), ("count the chairs",)),
    happened=(("gate code", "9026"),),
)
GOOD = (
    "The last moment you took part in was 3 days 14 h ago.\n"
    "working on: measure the loading ramp, half done\n"
    "- sort the cables (todo)\n- count the chairs (todo)\n"
    "- gate code = 9026, set by Mel"
)


@pytest.mark.feature("A96")
def test_a_transition_is_whole_when_every_part_of_it_is() -> None:
    found = transition(statements(GOOD, NOW), GAP)
    assert found.quality == 1.0
    assert tuple(found) == (1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    nothing = transition([], GAP)
    assert nothing.quality == 0.0
    assert tuple(nothing) == (0.0, 0.0, 0.0, None, None, None)


@pytest.mark.parametrize(
    ("before", "after", "part"),
    [
        ("3 days 14 h ago", "an hour ago or so", "gap"),
        ("3 days 14 h ago", "2 days ago", "gap"),
        ("3 days 14 h ago", "2 days ago", "orientation"),
        ("The last moment", "This is your first wake. The last moment", "orientation"),
        ("loading ramp", "ramp", "handoff"),
        ("set by Mel", "as you changed it", "own"),
    ],
)
@pytest.mark.feature("A96")
def test_each_part_falls_when_the_text_breaks_it(before: str, after: str, part: str) -> None:
    assert before in GOOD
    found = transition(statements(GOOD.replace(before, after), NOW), GAP)
    assert getattr(found, part) == 0.0
    assert found.quality < 1.0


def test_open_work_and_repetition_are_shares() -> None:
    found = transition(statements(GOOD.replace("count the chairs", "count"), NOW), GAP)
    assert found.open_work == 0.5
    again = f"{GOOD}\nworking on: measure the loading ramp, half done"
    assert transition(statements(again, NOW), GAP).unique == pytest.approx(5 / 6, abs=0.1)


def test_both_ends_of_a_gap_tell_it_too() -> None:
    turns = "It is 2026-03-20 09:00.\n[2026-03-10 08:00] Mel: hi\n[2026-03-16 19:00] Mel: bye"
    assert transition(statements(turns, NOW), GAP).gap == 1.0
    assert transition(statements(turns.replace("16 19", "12 19"), NOW), GAP).gap == 0.0
    tokyo = ZoneInfo("Asia/Tokyo")
    there = turns.replace("20 09:00", "20 18:00").replace("16 19:00", "17 04:00")
    passage = GAP._replace(zone=tokyo)
    assert transition(statements(there, NOW, tokyo), passage).gap == 1.0


@pytest.mark.feature("A96")
def test_the_values_beside_the_text_have_to_agree_with_the_gap() -> None:
    lines = statements(GOOD, NOW)
    crossing = Crossing(NOW, "sudden", GAP.last_known_at, GAP.away, (), ())
    assert transition(lines, GAP, crossing).orientation == 1.0
    assert transition(lines, GAP, crossing._replace(away=DAY)).orientation == 0.0
    felt = WakeDisorientation("s", NOW, GAP.away, None, 1.0, "sudden", "", False, (), None)
    assert transition(lines, GAP, crossing._replace(disorientation=felt)).orientation == 1.0
    wrong = felt._replace(disorientation_intensity=0.3)
    assert transition(lines, GAP, crossing._replace(disorientation=wrong)).orientation == 0.0
