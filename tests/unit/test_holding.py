"""Whether what recall found is true at a moment."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.builders import START
from wakeline.base.clock import stored_moment
from wakeline.flows.recall.recall import is_valid_at
from wakeline.model.memory import Hit


def a_hit(kind: str = "fact", **about: Any) -> Hit:
    return Hit("1", None, kind, "", START, 1.0, {}, None, None, "user_direct", 1.0, about)


@pytest.mark.parametrize(
    ("about", "days", "is_true"),
    [
        ({"current": True, "valid_to": None}, 1, True),
        ({"current": True, "valid_to": None}, -1, False),
        ({"current": True, "valid_to": stored_moment(START + timedelta(days=2))}, 1, True),
        ({"current": True, "valid_to": stored_moment(START + timedelta(days=2))}, 2, False),
        ({"current": False, "valid_to": None}, 1, False),
        # As facts were filed before their end was.
        ({"current": True}, 1, True),
        ({"current": False}, 1, False),
    ],
)
def test_a_fact_is_true_from_its_beginning_to_its_end(
    about: dict[str, Any], days: int, is_true: bool
) -> None:
    assert is_valid_at(a_hit(**about), START + timedelta(days=days)) is is_true


def test_only_facts_can_be_untrue() -> None:
    assert is_valid_at(a_hit("memory"), START - timedelta(days=1))
