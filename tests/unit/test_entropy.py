"""Each signal of an exchange counts once, with its weight, and says so."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from wakeline.assessment.entropy import (
    EarlierExchanges,
    MeasuredExchange,
    current_entropy,
    entropy_level,
    entropy_of,
)
from wakeline.model.cognition import Entropy

NOON = datetime(2026, 3, 20, 12, tzinfo=UTC)
LONG = " ".join(f"word{number}" for number in range(60))


def said(
    asked: str = "", answered: str = "Fine.", *, names: tuple[str, ...] = (), days_ago: int = 0
) -> MeasuredExchange:
    at = NOON - timedelta(days=days_ago)
    return MeasuredExchange("x", 1, 2, at, at.date(), "s", asked, answered, frozenset(names))


def before(*exchanges: MeasuredExchange) -> EarlierExchanges:
    days = frozenset(each.day for each in exchanges)
    return EarlierExchanges(exchanges, days, min(days, default=None))


CASES = [
    (said("No, that's wrong. As I said, it is blue."), before(), {"user_correction": 0.4}),
    (said(names=("ada", "bo", "cy")), before(said(names=("ada",))), {"novel_concept": 0.3}),
    (said(names=("ada",)), before(), {}),
    (said("I am furious and scared!!!"), before(), {"emotional_charge": 0.3}),
    (said("这是错的！！"), before(), {"emotional_charge": 0.3}),
    (said(answered="That is a paradox."), before(), {"paradox": 0.2}),
    (said(answered="I notice that I avoid it."), before(), {"metacognition": 0.2}),
    (
        said(answered="Yesterday we agreed on it."),
        before(said(days_ago=3)),
        {"temporal_confabulation": 0.3},
    ),
    (said(answered="Yesterday we agreed on it."), before(said(days_ago=1)), {}),
    (said(answered="Yesterday we agreed on it."), before(), {}),
    (said(answered="again and again " * 20), before(), {"quality_decay": 0.2}),
    (said(answered=LONG), before(said(answered=LONG)), {"recursive_self_talk": 0.15}),
    (said(answered=LONG), before(*6 * [said(answered=LONG)]), {"recursive_self_talk": 0.45}),
    (said("Nein, das ist falsch.", "Ich verstehe."), before(), {}),
    (said("", ""), before(), {}),
]


@pytest.mark.feature("B33", "U7")
@pytest.mark.parametrize(("exchange", "came_before", "signals"), CASES)
def test_a_signal_adds_its_weight_once(
    exchange: MeasuredExchange, came_before: EarlierExchanges, signals: dict[str, float]
) -> None:
    found = entropy_of(exchange, came_before)
    assert found.signals == signals
    assert found.score == pytest.approx(sum(signals.values()))


@pytest.mark.feature("U7")
def test_it_warns_is_critical_and_lasts() -> None:
    assert [entropy_level(score) for score in (0.79, 0.8, 0.99, 1.0)] == [
        "calm",
        "warning",
        "warning",
        "critical",
    ]

    def row(minutes_ago: int, score: float, session: str = "s") -> Entropy:
        return Entropy("x", 0, NOON - timedelta(minutes=minutes_ago), session, score, {})

    assert row(0, 0.5).is_candidate
    assert not row(0, 0.49).is_candidate
    assert not current_entropy([row(1, 0.9), row(44, 0.9)], NOON).is_sustained
    assert current_entropy([row(1, 0.9), row(45, 0.9)], NOON).is_sustained
    assert not current_entropy([row(1, 0.9), row(20, 0.1), row(45, 0.9)], NOON).is_sustained
    assert not current_entropy([row(1, 0.9), row(45, 0.9, "other")], NOON).is_sustained
    assert current_entropy([], NOON).level == "calm"
