"""How disorienting a wake is, and how an agent finds its way back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from wakeline.liminal.orientation import (
    ORIENTED,
    base_intensity,
    exchanges_until,
    intensity,
    is_oriented,
    orientation,
)
from wakeline.model.session import WAKE_TYPES, WakeType

SECOND = timedelta(seconds=1)


@pytest.mark.feature("A56")
@pytest.mark.parametrize(
    ("longest", "below", "at"),
    [
        (timedelta(minutes=30), 0.1, 0.3),
        (timedelta(hours=4), 0.3, 0.5),
        (timedelta(days=1), 0.5, 0.7),
        (timedelta(days=3), 0.7, 0.9),
    ],
)
def test_a_longer_gap_is_more_disorienting(longest: timedelta, below: float, at: float) -> None:
    assert base_intensity(longest - SECOND) == below
    assert base_intensity(longest) == at
    assert base_intensity(timedelta(days=4000)) == 0.9
    assert base_intensity(timedelta(0)) == 0.1


@pytest.mark.feature("A57")
def test_how_the_wake_came_about_weighs_the_gap() -> None:
    away = timedelta(hours=12)
    found = {kind: intensity(away, kind) for kind in WAKE_TYPES}
    expected = {"sudden": 0.6, "called": 0.55, "gradual": 0.5, "scheduled": 0.4}
    assert found == pytest.approx(expected)


@pytest.mark.feature("A58")
@pytest.mark.parametrize(
    ("away", "kind", "expected"),
    [
        (timedelta(days=3), "sudden", 1.0),
        (timedelta(minutes=29), "scheduled", 0.08),
        (timedelta(days=30), "called", 0.99),
        (timedelta(days=2), "sudden", 0.84),
        (timedelta(0), "gradual", 0.1),
    ],
)
def test_intensity_stays_between_nothing_and_all(
    away: timedelta, kind: WakeType, expected: float
) -> None:
    assert intensity(away, kind) == pytest.approx(expected)
    assert 0 <= intensity(away, kind) <= 1


def test_a_first_wake_has_nothing_to_have_lost() -> None:
    assert [intensity(None, kind) for kind in WAKE_TYPES] == [0, 0, 0, 0]
    assert orientation(0.0, 0) == 1


def test_each_exchange_closes_a_quarter_of_what_is_left() -> None:
    assert [orientation(1.0, n) for n in range(4)] == [0, 0.25, 0.4375, 0.578125]
    assert orientation(0.3, 0) == pytest.approx(0.7)
    assert exchanges_until(ORIENTED, 1.0) == 11
    assert not is_oriented(orientation(1.0, 10))
    assert is_oriented(orientation(1.0, 11))
    assert exchanges_until(0.0, 1.0) == 0
    with pytest.raises(ValueError, match="below 1"):
        exchanges_until(1.0, 0.5)
