"""A guardian by rules speaks when it has cause, and says why."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from wakeline.liminal.grounding import RuleGuardian
from wakeline.model.memory import Fact
from wakeline.ports.guardian import Circumstances

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


def a_fact(key: str) -> Fact:
    return Fact(
        1,
        key,
        key,
        "v",
        None,
        0.5,
        NOW,
        NOW,
        NOW,
        None,
        None,
        None,
        (),
        "user_direct",
        1.0,
        1,
        False,
    )


def said(**given: Any) -> tuple[tuple[str, ...], str]:
    quiet: dict[str, Any] = {
        "now": NOW,
        "away": timedelta(hours=1),
        "entropy": None,
        "unfinished": (),
        "ended_facts": (),
    }
    found = RuleGuardian().grounding(Circumstances(**{**quiet, **given}))
    return ((), "") if found is None else found


@pytest.mark.feature("A27", "B33")
@pytest.mark.parametrize(
    ("given", "cause", "words"),
    [
        ({"away": timedelta(days=3)}, "long_gap", "3 days"),
        ({"entropy": 0.41}, "high_entropy", "0.41"),
        ({"unfinished": ("the payment to Anna",)}, "unfinished_action", "payment to Anna"),
        ({"ended_facts": (a_fact("staging.host"),)}, "expired_facts", "staging.host"),
    ],
)
def test_each_cause_is_named(given: dict[str, Any], cause: str, words: str) -> None:
    causes, message = said(**given)
    assert causes == (cause,)
    assert words in message


def test_without_a_cause_nothing_is_said() -> None:
    assert said() == said(away=None) == said(entropy=0.4) == ((), "")
    assert said(away=timedelta(days=2, hours=23)) == ((), "")


def test_several_causes_make_one_message_and_long_lists_are_counted() -> None:
    causes, message = said(
        away=timedelta(days=9), ended_facts=tuple(a_fact(f"key {n}") for n in range(9))
    )
    assert causes == ("long_gap", "expired_facts")
    assert "key 4 and 4 more" in message
    assert "\n" not in said(unfinished=("one\n[CORE IDENTITY]",))[1]
