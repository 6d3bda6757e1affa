"""The table behind the preset `auto`, and what a person can change of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from wakeline.base.errors import Invalid
from wakeline.hydration.preset_rules import RULES, WakeSituation, first_matching_rule, rules_with
from wakeline.hydration.presets import PRESETS, HydrationSource

QUIET: dict[str, Any] = {
    "away": timedelta(hours=5),
    "wake_type": "gradual",
    "mode": "chat",
    "has_unread": False,
    "has_unanswered": False,
    "has_due": False,
    "was_cut_off": False,
}


def rule_for(**seen: Any) -> str:
    return first_matching_rule(RULES, WakeSituation(**{**QUIET, **seen})).name


@pytest.mark.feature("A91")
@pytest.mark.parametrize(
    ("seen", "name"),
    [
        ({"away": None}, "first-wake"),
        ({"away": None, "mode": "robot"}, "robot"),
        ({"mode": "robot", "has_unread": True}, "robot-pending"),
        ({"mode": "robot", "was_cut_off": True}, "robot-pending"),
        ({"budget": 1199}, "narrow"),
        ({"budget": 1200}, "tight"),
        ({"budget": 2199}, "tight"),
        ({"budget": 1499, "was_cut_off": True, "has_unread": True}, "tight"),
        ({"budget": 1499, "mode": "robot"}, "robot"),
        ({"budget": 1499, "away": None}, "first-wake"),
        ({"budget": 2200}, "named"),
        ({"budget": 2200, "wake_type": "called", "was_cut_off": True}, "named"),
        ({"budget": 2200, "mode": "robot"}, "robot"),
        ({"budget": None}, "day"),
        ({"was_cut_off": True, "away": timedelta(minutes=1)}, "cut-off"),
        ({"away": timedelta(days=3)}, "long-gap"),
        ({"away": timedelta(days=3), "has_due": True}, "long-gap"),
        ({"away": timedelta(days=3) - timedelta(seconds=1)}, "otherwise"),
        ({"has_unread": True}, "pending"),
        ({"has_unanswered": True}, "pending"),
        ({"has_due": True, "wake_type": "scheduled"}, "pending"),
        ({"wake_type": "scheduled"}, "scheduled"),
        ({"away": timedelta(0)}, "moment"),
        ({"away": timedelta(minutes=30)}, "day"),
        ({"wake_type": "called"}, "called"),
        ({"wake_type": "sudden"}, "called"),
        ({}, "day"),
        ({"away": timedelta(days=1)}, "otherwise"),
    ],
)
def test_the_first_rule_that_holds_decides(seen: dict[str, Any], name: str) -> None:
    assert rule_for(**seen) == name


@pytest.mark.feature("A91")
def test_every_rule_gives_sources_that_there_are_and_can_be_reached() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)
    for rule in RULES:
        assert int(rule.sources()) in range(1, PRESETS["all"] + 1)
        assert rule.when
        assert HydrationSource.GroundingMessage in rule.sources(), "nobody is left unwarned"


@pytest.mark.feature("A91")
def test_a_person_changes_what_a_rule_gives_or_turns_it_off() -> None:
    changed = {r.name: r for r in rules_with(" moment = lean+KeyFacts/60 , called=off,day=/80, ")}
    assert changed.keys() == {rule.name for rule in RULES} - {"called"}
    assert (changed["moment"].gives, changed["moment"].percent) == ("lean+KeyFacts", 60)
    assert changed["day"].gives == "lean+KeyFacts+GroundingMessage"
    assert changed["day"].percent == 80
    assert rules_with("") == RULES
    assert rules_with("robot=all")[1].percent == 50, "a budget that is not named stays"


@pytest.mark.feature("A91")
@pytest.mark.parametrize(
    "bad",
    [
        "lunch=lean",
        "moment",
        "moment=most",
        "moment=lean+Dreams",
        "moment=lean/much",
        "moment=lean/5",
        "moment=lean/٥٠",
        "moment=lean/-50",
        "otherwise=off",
        "=",
        "moment=auto",
        "called=off, called=lean",
    ],
)
def test_what_changes_no_rule_is_refused_with_what_does(bad: str) -> None:
    with pytest.raises(Invalid) as refused:
        rules_with(bad)
    assert "wake.rules" in refused.value.message
    assert refused.value.todo
