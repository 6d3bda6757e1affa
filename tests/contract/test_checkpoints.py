"""Where a session stands comes back after a compaction and a crash, on both engines."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import Homes, a_holder, an_exchange, events
from wakeline.base.errors import Invalid, NotFound


@pytest.mark.feature("B43", "E9")
def test_every_three_exchanges_the_log_says_where_a_session_stands(open_home: Homes) -> None:
    ash = open_home.agent()
    one, other = open_home.agent(), open_home.agent(holder=a_holder())
    one.wake()
    other.wake()
    for number in range(1, 8):  # two sessions side by side, each counted by itself
        an_exchange(one, number)
        other.record(user=f"side question{number}")
        other.record(agent=f"side answer{number}")
    made = [event.after or {} for event in events(ash, "checkpoint.made")]
    assert [row["asked"] for row in made if row["session_id"] == one.session_id] == [
        "What about question3?",
        "What about question6?",
    ]
    assert [row["answered"] for row in made if row["session_id"] == other.session_id] == [
        "side answer3",
        "side answer6",
    ]


@pytest.mark.feature("B43")
def test_a_session_that_crashed_is_told_where_it_was_before_its_letter(open_home: Homes) -> None:
    ash = open_home.agent(holder=a_holder())
    ash.wake(thread="shop")
    ash.guards.claim("deploy-7", "deployment of release 7")
    made = ash.checkpoint(
        "moving the invoices",
        step="3 of 5",
        next="run the backfill, not on a Friday",
        state={"table": "invoices", "done": 120},
        guards=["deploy-7"],
    )
    assert (made.guards, made.thread_id) == (("deploy-7",), "shop")
    for number in range(4):  # what the log says does not take the place of what the agent said
        text = f"Look at src/shop/bills{number}.py, please."
        ash.record(user=text, agent="I see it.", thread="shop")
    open_home.later(hours=2)
    other = open_home.agent()
    text = other.wake(thread="shop").text
    checkpoint = text.index("[WHERE YOU WERE]")
    assert checkpoint < text.index("[WHAT YOU REMEMBER FROM LAST SESSION]")
    for part in (
        "moving the invoices", "3 of 5", "run the backfill", "done = 120", "bills2.py", "deploy-7",
    ):  # fmt: skip
        assert part in text[checkpoint:], part
    assert other.verify().ok
    # Told once: whoever comes after the one that was told is told what that one left.
    other.end(summary="The invoices are moved.")
    assert "[WHERE YOU WERE]" not in other.wake(thread="shop").text


def test_words_of_a_handoff_take_the_place_of_a_checkpoint(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.checkpoint("sorting seeds")
    ash.end(summary="All seeds are sorted.")
    assert ash.checkpoints() == []
    ash.wake()
    ash.checkpoint("sowing")
    ash.end()  # without a word: what was said before stays
    assert [row.doing for row in ash.checkpoints()] == ["sowing"]
    assert "sowing" in ash.wake().text


def test_a_turn_that_is_forgotten_goes_from_the_checkpoint_and_the_agents_words_stay(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    ash.wake()
    kept = [an_exchange(ash, number) for number in range(3)]
    ash.checkpoint("counting beans")
    ash.forget(str(kept[-1].exchange_id))
    (row,) = ash.checkpoints()
    assert (row.doing, row.asked, row.working_set) == ("counting beans", None, ())
    assert "question2" not in "\n".join(ash.export())
    assert ash.verify().ok


def test_bad_input_notes_nothing(open_home: Homes) -> None:
    ash = open_home.agent()
    with pytest.raises(Invalid, match="nothing to note"):
        ash.checkpoint()
    wrong: tuple[dict[str, Any], ...] = (
        {"state": {"a": float("nan")}}, {"state": [1]}, {"step": 3}, {"guards": "x"},
    )  # fmt: skip
    for given in wrong:
        with pytest.raises(Invalid):
            ash.checkpoint("x", **given)
    with pytest.raises(Invalid):
        ash.checkpoint("x" * 5000)
    with pytest.raises(NotFound):
        ash.checkpoint("x", guards=["nowhere"])
    with pytest.raises(NotFound):
        ash.checkpoint("x", session_id="nowhere")
    assert ash.checkpoints() == []
    secret = "sk-ant-api03-" + "a1B2" * 24
    made = ash.checkpoint(f"with {secret}", state={"key": secret})
    assert secret not in f"{made.doing} {made.state}"
