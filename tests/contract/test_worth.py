"""What a wake takes first when not everything fits, and what fills the rest; on both engines."""

from __future__ import annotations

import pytest

import wakeline
from tests.builders import Homes, an_exchange, there

BUDGETS = range(200, 1200, 20)


def first_at(ash: wakeline.Agent, *parts: str) -> list[int]:
    """From which budget on each part stands in the text; a beyond if it never does."""
    texts = {budget: there(ash.hydrate(budget=budget).system_prompt) for budget in BUDGETS}
    return [min((b for b, text in texts.items() if part in text), default=9999) for part in parts]


@pytest.mark.feature("E13")
def test_what_the_person_ruled_and_facts_that_matter_come_before_details(open_home: Homes) -> None:
    ash = open_home.agent()
    # Each is longer than the one before it: a short line would fill what a long one leaves.
    winter = "last winter in Graz, where the old hall has no heating at all"
    ash.memories.add("Never restart the kiln remotely, it cracks", type="instruction")
    ash.facts.set("gate.code", "9026", importance=5)
    ash.memories.add(f"Gustav is the godson who took up fencing {winter}", type="relationship")
    ash.facts.set("tea.order", f"assam, from the shop that we found {winter}", importance=4)
    ruled, fact, relation, detail = first_at(ash, "kiln", "gate.code", "Gustav", "tea.order")
    assert max(ruled, fact) < relation < detail < 9999


def test_a_project_that_stands_in_the_text_is_not_told_by_the_handoff_too(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.projects.add("harbour", title="The harbour")
    ash.wake()
    ash.record(user="Could you call Vera?", agent="I will call Vera tomorrow.")
    ash.end()
    woken = ash.wake()
    assert "I will call Vera tomorrow." in woken.text
    assert woken.text.count("The harbour") == 1
    ash.end(summary="s")
    ash.wake()
    an_exchange(ash)
    ash.end()
    without = ash.wake(exclude="ActiveProjects")
    assert without.text.count("Project harbour: The harbour") == 1, "else it is told as it was left"


def test_a_thread_waits_where_the_handoff_is_of_the_same_one(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.facts.set("gate.code", "9026")
    ash.wake(thread="garden")
    ash.record(user="Where is the rake?", agent="It is behind the shed.", thread="garden")
    ash.end(summary="s", working_on="the beds")
    ash.wake(thread="attic")
    ash.record(user="Is it dry?", agent="It is dry up there.", thread="attic")
    ash.end(summary="s", working_on="the roof")

    def worth(thread: str) -> str:
        session = there(ash.wake(thread=thread).session_id)
        (part,) = [p for p in ash.wakes.get(session).parts if p.source == "ThreadHandoff"]
        return str(part.worth)

    assert worth("garden") == "decisions"
    assert worth("attic") == "principles"


def spoken(homes: Homes) -> wakeline.Agent:
    """An agent whose last session had three exchanges, and one before it."""
    ash = homes.agent()
    ash.wake()
    an_exchange(ash, 1)
    ash.end(summary="first")
    homes.later(hours=1)
    ash.wake()
    for number in (2, 3, 4):
        homes.later(minutes=1)
        an_exchange(ash, number)
    ash.end(summary="second")
    homes.later(hours=5)
    return ash


@pytest.mark.feature("D16")
def test_what_was_said_last_fills_the_rest_of_a_wake_by_rules(open_home: Homes) -> None:
    ash = spoken(open_home)
    assert "SAID LAST" not in ash.wake(preset="all").text
    ash.session_id = None
    woken = ash.wake(preset="auto")
    block = woken.text[woken.text.index("[SAID LAST") :]
    order = [block.index(word) for word in ("answer4", "question4", "answer3", "question2")]
    assert order == sorted(order), "the newest first"
    assert "question1" not in block, "of the last session alone"
    parts = [part for part in ash.wakes.last().parts if part.source == "LastTurns"]
    worth = {part.worth: part.text for part in parts}
    assert worth.keys() == {"journal", "own words"}
    assert ("question" in worth["journal"], "answer" in worth["own words"]) == (True, True)
    assert len(parts) == 6


def test_what_was_said_last_gives_way_and_what_was_forgotten_is_not_said(open_home: Homes) -> None:
    ash = spoken(open_home)
    for number in range(40):
        ash.facts.set(f"shelf.{number}", "a box of things that somebody may need again one day")
    woken = ash.wake(preset="auto", budget=900)
    assert "SAID LAST" not in woken.text
    assert any(item.source == "LastTurns" for item in woken.omitted)
    ash.end(summary="third")
    ash.wake()
    kept = ash.record(user="The word is xylophone.", agent="Noted.")
    ash.end(summary="fourth")
    ash.forget(kept.ids[0])
    assert "xylophone" not in ash.wake(preset="auto", budget=5000).text


def test_a_hydration_does_not_bring_what_was_said_last(open_home: Homes) -> None:
    found = spoken(open_home).hydrate(preset="auto")
    assert found.preset_rule is not None
    assert "SAID LAST" not in (found.system_prompt or "")
