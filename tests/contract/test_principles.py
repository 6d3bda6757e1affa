"""What to do when: fits a situation, is counted from the log alone, and retires when it fails."""

from __future__ import annotations

import pytest

import wakeline
from tests.builders import Homes
from wakeline.base.errors import Conflict, Invalid, NotFound
from wakeline.beliefs.principles import quality

WHEN, THEN = "writing an essay", "check the archive first for the same claim"
SITUATION = "Today I would like you to write a new essay."


def a_session(ash: wakeline.Agent, *said: tuple[str, str]) -> None:
    """A session in which somebody said something: user, agent, tool or error."""
    ash.wake()
    for who, text in said:
        if who == "user":
            ash.record(user=text)
        elif who == "agent":
            ash.record(agent=text)
        else:
            kind = "error" if who == "error" else "tool_result"
            ash.observe(text, kind=kind, speaker="grep", role="tool", session=ash.session_id)
    ash.end(summary="done")


@pytest.mark.feature("E5")
def test_quality_is_that_of_laplace() -> None:
    assert quality(2, 0) == 0.75
    assert quality(0, 0) == 0.5
    assert quality(1, 4) == pytest.approx(2 / 7)


@pytest.mark.feature("E5", "E20")
def test_a_principle_fits_its_situation_by_words_and_meaning_and_no_other(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    made = ash.principles.add(WHEN, THEN)
    ash.principles.add("deploying on a Friday", "wait until Monday")
    (found,) = ash.principles.match(SITUATION)
    assert (found.principle, found.score) == (made, 1.0)
    assert {each.said for each in found.why} == {"writing", "essay"}
    assert [each.principle for each in ash.principles.match("Write an article.")] == [made]
    assert ash.principles.match("Water the beds on Monday.") == []
    assert ash.principles.match("Deploy it on Monday.") == []
    woken = ash.wake(intent="an essay is to be written")
    assert f"> WHEN {WHEN} THEN {THEN} [" in woken.text


@pytest.mark.feature("E5")
def test_only_what_others_said_or_tools_answered_counts_and_each_session_once(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    made = ash.principles.add(WHEN, THEN, check="archive", check_kind="tool")
    free = ash.principles.add(WHEN, "drink tea")
    a_session(ash, ("user", SITUATION), ("agent", "I have looked into the archive."))
    a_session(ash, ("user", "Water the beds."), ("tool", "grep archive: nothing"))
    a_session(ash, ("tool", "grep archive: nothing"), ("user", SITUATION))
    assert ash.principles.get(made.id) == made
    a_session(ash, ("user", SITUATION), ("tool", "grep archive: 3 files"))
    a_session(ash, ("user", SITUATION), ("error", "grep: archive: no such file"))
    ash.settle()
    assert ash.principles.verify() == []
    after = ash.principles.get(made.id)
    assert (after.successes, after.failures, after.quality) == (1, 1, 0.5)
    assert [trial.outcome for trial in ash.principles.trials(made.id)] == ["success", "failure"]
    assert ash.principles.get(free.id) == free
    assert ash.verify().ok


@pytest.mark.feature("U10")
def test_below_its_threshold_after_five_trials_it_is_retired_and_stays(open_home: Homes) -> None:
    ash = open_home.agent()
    made = ash.principles.add(WHEN, THEN, check="no such claim", opposite="the same claim")
    for number in range(5):
        assert ash.principles.get(made.id).state == "active"
        a_session(ash, ("user", SITUATION), ("user", "It has the same claim as an old one."))
        assert ash.principles.get(made.id).failures == number + 1
    gone = ash.principles.get(made.id)
    assert gone.state == "retired"
    assert gone.quality == pytest.approx(1 / 7)
    assert gone.retired_because == "quality 0.14 after 5 trials"
    assert ash.principles.match(SITUATION) == []
    a_session(ash, ("user", SITUATION), ("user", "Now there is no such claim."))
    assert ash.principles.get(made.id) == gone
    assert [row.id for row in ash.principles.all(state="retired")] == [made.id]
    assert ash.principles.restore(made.id).state == "active"
    with pytest.raises(Conflict):
        ash.principles.restore(made.id)


def test_a_fact_on_somebody_elses_word_shows_it_too(open_home: Homes) -> None:
    ash = open_home.agent()
    made = ash.principles.add(
        "the staging host moves", "note where", check="staging.host", check_kind="fact"
    )
    for origin in ("agent_inferred", "user_direct"):
        ash.wake()
        ash.record(user="The staging host will move tonight.")
        ash.facts.set("staging.host", f"heron-{origin}", origin=origin)
        ash.end(summary="moved")
    assert ash.principles.get(made.id).successes == 1


def test_what_is_no_principle_is_refused(open_home: Homes) -> None:
    ash = open_home.agent()
    for when, then in (("", THEN), (WHEN, " "), ("it is", THEN)):
        with pytest.raises(Invalid):
            ash.principles.add(when, then)
    for check, opposite in (("| |", None), ("archive", "…")):
        with pytest.raises(Invalid, match="no words that could be found"):
            ash.principles.add(WHEN, THEN, check=check, opposite=opposite)
    with pytest.raises(Invalid, match="opposite, but no check"):
        ash.principles.add(WHEN, THEN, opposite="x")
    with pytest.raises(Invalid):
        ash.principles.add(WHEN, THEN, check="x", check_kind="hope")  # type: ignore[arg-type]
    with pytest.raises(NotFound):
        ash.principles.retire("nothing")
