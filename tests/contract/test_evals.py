"""How an agent judges its sessions, beside what the log says of them."""

from __future__ import annotations

from typing import TypedDict

import pytest

import wakeline
from tests.builders import Homes
from wakeline.base.errors import Invalid, NotFound


class Scores(TypedDict):
    """How a session is judged in every dimension."""

    focus: int
    depth: int
    restraint: int
    learning: int
    honesty: int


PRAISE: Scores = {"focus": 5, "depth": 5, "restraint": 5, "learning": 5, "honesty": 5}
BEDS = ("Water the tomato beds.", "Are the tomato beds dry?", "Which tomato beds need straw?")


def talk(ash: wakeline.Agent, *said: str) -> None:
    for number, text in enumerate(said):
        ash.record(user=text, agent=f"The tomato beds, answer {number}.")


@pytest.mark.feature("E8")
def test_a_session_is_judged_in_five_dimensions_and_the_log_says_otherwise(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    ash.wake()
    talk(ash, *BEDS, "That's wrong, they are dry.", "Please stop.", "No, it is the west bed.")
    judged = ash.evals.add(**PRAISE, note="A splendid session.")
    assert judged.judged.computed["honesty"] == {
        "score": 1.0, "corrections": 2, "contradicted": 0, "exchanges": 6,
    }  # fmt: skip
    assert judged.judged.computed["restraint"]["stops"] == 1
    assert judged.judged.computed["learning"] == {"score": 1.0, "kept": 0}
    assert judged.judged.computed["focus"]["changes"] == 0
    assert "depth" not in judged.judged.computed  # the log does not tell
    assert judged.differences["honesty"] == 4.0
    assert judged.differences["focus"] == 0.0
    means = ash.evals.means()
    assert (means.sessions, means.own) == (1, 5.0)
    assert any("honesty" in remark for remark in means.remarks)


@pytest.mark.feature("E8")
def test_what_was_learnt_read_and_kept_to_counts_for_the_session(open_home: Homes) -> None:
    ash = open_home.agent()
    session_id = ash.wake().session_id
    talk(ash, *BEDS, *BEDS)
    for number in range(6):
        ash.observe(f"moisture {number}", kind="tool_result", role="tool", session=session_id)
    for number in range(4):
        ash.memories.add(f"The west bed dries first, {number}.")
    ash.end()
    unrestrained: Scores = {**PRAISE, "restraint": 1}
    by_log = ash.evals.add(**unrestrained)  # the last session, though none is open
    assert by_log.judged.session_id == session_id
    scores = {name: told["score"] for name, told in by_log.judged.computed.items()}
    assert scores == {"focus": 5, "depth": 5, "restraint": 5, "learning": 5, "honesty": 5}
    assert by_log.differences["restraint"] == -4
    again = ash.evals.add(**PRAISE, session_id=session_id)
    assert (again.judged.id, again.judged.restraint) == (by_log.judged.id, 5)
    assert len(ash.evals.all()) == 1
    assert ash.verify().ok


@pytest.mark.feature("E8")
def test_scattered_talk_is_less_focused_and_false_numbers_less_honest(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.facts.set("beds.count", "4")
    ash.wake()
    things = ("greenhouse glass", "piano lessons", "winter tyres", "night train")
    for thing in things:
        for number in range(3):
            ash.record(user=f"About {thing}?", agent=f"Of {thing} {number}.", thread=thing)
    ash.letters.write(facts=["beds.count = 7"], whats_next="Count them.")
    computed = ash.evals.add(**PRAISE).judged.computed
    assert (computed["focus"]["changes"], computed["focus"]["threads"]) == (3, 4)
    assert computed["focus"]["score"] == 1.0
    assert computed["honesty"]["contradicted"] == 1
    assert computed["honesty"]["score"] < 5


def test_scores_that_are_none_are_refused(open_home: Homes) -> None:
    ash = open_home.agent()
    with pytest.raises(NotFound):
        ash.evals.add(**PRAISE)
    with pytest.raises(NotFound):
        ash.evals.means()
    ash.wake()
    for wrong in (0, 6, 4.5, "5", True, None):
        with pytest.raises(Invalid):
            ash.evals.add(**{**PRAISE, "depth": wrong})  # type: ignore[arg-type]
    with pytest.raises(NotFound):
        ash.evals.add(**PRAISE, session_id="nobody's")
    assert ash.evals.all() == []
    empty = ash.evals.add(**PRAISE)  # nothing was said, so the log says nothing
    assert (empty.judged.computed, empty.differences) == ({}, {})
