"""Entropy is measured by a job, kept, shown, forgotten and made again, on both engines."""

from __future__ import annotations

import pytest

from tests.builders import Homes, there


@pytest.mark.feature("B33")
def test_an_exchange_is_measured_once_it_has_settled(open_home: Homes) -> None:
    ash = open_home.agent()
    assert ash.entropy().last is None
    ash.record(user="The lamp is red.", agent="It is blue.")
    kept = ash.record(user="No, that's wrong. I am furious!!", agent="I notice that I was wrong.")
    assert ash.entropy().last is None, "recording does not wait for it"
    ash.settle()
    found = ash.entropy()
    last = there(found.last)
    assert last.exchange_id == kept.exchange_id
    assert last.signals == {
        "user_correction": 0.4,
        "emotional_charge": 0.3,
        "metacognition": 0.2,
    }
    assert (last.score, found.level) == (0.9, "warning")
    assert [each.score for each in found.latest] == [0.9, 0.0]
    assert ash.status().entropy == 0.9
    assert ash.settle().done == ()
    ash.rebuild()
    ash.settle()
    assert ash.entropy().latest == found.latest
    assert ash.verify().ok
    ash.forget(kept.ids[0])
    left = ash.entropy().latest
    assert [each.score for each in left] == [0.0]
    ash.rebuild()
    ash.settle()
    assert ash.entropy().latest == left, "what is left of an exchange is not measured"


def test_what_came_after_is_measured_again_without_what_was_forgotten(open_home: Homes) -> None:
    ash = open_home.agent()
    answer = "I keep going over the same old plan for the roof, tile after tile after tile."
    first = ash.record(user="What about the roof?", agent=answer)
    ash.record(user="And now?", agent=answer)
    ash.settle()
    repeated = ash.entropy().latest[0].signals["recursive_self_talk"]
    assert repeated > 0
    ash.forget(first.ids[1])
    (left,) = ash.entropy().latest
    assert "recursive_self_talk" not in left.signals
    assert ash.verify().ok


def test_only_what_looks_back_as_far_is_measured_again_after_a_forgetting(open_home: Homes) -> None:
    ash = open_home.agent()
    ways = ("over the hill", "under the bridge", "along the weir")
    said = [
        ash.record(user=f"And day {day}?", agent=f"I keep going {ways[day % 3]}, as I always do.")
        for day in range(230)  # more entries of the log than one looks back
    ]
    ash.settle()
    for day, turn in ((0, 0), (40, 1), (41, 1), (228, 0)):
        ash.forget(said[day].ids[turn])
        assert ash.verify().ok
    assert "entropy" not in ash.settle().done
    left = ash.entropy(limit=200).latest
    ash.rebuild()
    ash.settle()
    assert ash.entropy(limit=200).latest == left
    assert ash.verify().ok
