"""What the asker may say along with a question: role, moment, budget. On both engines."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.builders import START, Homes, values
from wakeline.base.errors import Invalid
from wakeline.flows.recall.prompt_by_words import prompt_context_by_words
from wakeline.flows.recall.recall import recall
from wakeline.model.host import RelevantContext
from wakeline.model.memory import Marks


@pytest.mark.feature("B45")
def test_only_what_one_side_said(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.record(user="Where is the red kayak?", agent="The red kayak is in the shed.")
    for settled in (False, True):
        if settled:
            ash.settle()
        users = ash.recall("red kayak", role="user")
        assert [hit.text for hit in users] == ["Where is the red kayak?"]
        assert [hit.text for hit in ash.recall("red kayak", role="agent")] == [
            "The red kayak is in the shed."
        ]
    with pytest.raises(Invalid, match="role"):
        ash.recall("red kayak", role="pirate")


@pytest.mark.feature("B54")
def test_a_fact_answers_as_it_was_believed_at_the_moment_that_is_asked_for(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    ash.facts.set("staging.host", "kestrel")
    ash.observe("Staging is slow today.", at=START, source_id="then")
    between = open_home.later(days=2)
    open_home.later(days=2)
    ash.facts.set("staging.host", "heron")
    ash.observe("Staging is fast today.", at=open_home.clock.now(), source_id="now")
    for strategy in ("default", "rrf"):
        for _ in range(2):
            now = ash.recall("staging host", strategy=strategy)
            current = [h.text for h in now if h.kind == "fact" and h.metadata["current"]]
            assert current == ["staging.host = heron"]
            then = ash.recall("staging host", as_of=between, strategy=strategy)
            assert [h.text for h in then if h.kind == "fact"] == ["staging.host = kestrel"]
            assert [h.source_id for h in then if h.kind != "fact"] == ["then"]
            (fact,) = [h for h in then if h.kind == "fact"]
            assert (fact.metadata["current"], fact.metadata["superseded_by"]) == (True, None)
            ash.settle()
    assert ash.recall("staging host", as_of=START - timedelta(days=1)) == []


def test_a_fact_is_current_while_it_holds_and_not_before_or_after(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.facts.set("gate.code", "4471", valid_to=START + timedelta(days=2))
    ash.facts.set("door.code", "9981", valid_from=START + timedelta(days=2))
    for days, current in (
        (0, {"gate.code": True, "door.code": False}),
        (3, {"gate.code": False, "door.code": True}),
    ):
        open_home.later(days=days)
        hits = [*ash.recall("gate code", kinds=["fact"]), *ash.recall("door code", kinds=["fact"])]
        assert {hit.metadata["key"]: hit.metadata["current"] for hit in hits} == current
        assert ash.recall_text("gate code", k=2).count("not true now") == 1
        told: RelevantContext = prompt_context_by_words(
            ash.place, "the gate code and the door code", session_id=None, budget=500
        )
        assert [value in told.text for value in ("4471", "9981")] == list(current.values())


@pytest.mark.parametrize("strategy", ["default", "rrf", "fulltext"])
def test_a_value_of_a_later_day_comes_behind_that_of_today_until_its_day_has_come(
    open_home: Homes, strategy: str
) -> None:
    ash = open_home.agent()
    ash.facts.set("door.code", "1122")
    open_home.later(days=1)
    ash.facts.set("door.code", "4471")
    ash.facts.set("door.code", "9981", valid_from=START + timedelta(days=3))
    ash.facts.set("barn.code", "5566", valid_from=START + timedelta(days=3))
    ash.observe("The barn code is 3344 for now.", source_id="barn")
    for _ in range(2):  # from memory, and from what was sealed before that day
        hits = ash.recall("door code", strategy=strategy)
        told = [h.metadata["current"] for h in hits if h.metadata.get("key") == "door.code"]
        assert hits[0].text == "door.code = 4471"
        assert told == [True, False, False]
        assert [h.text for h in ash.recall("door code", k=1, strategy=strategy)] == [hits[0].text]
        ash.settle()
    if strategy == "default":
        assert ash.recall("barn code")[0].source_id == "barn"
    open_home.later(days=4)
    hits = ash.recall("door code", strategy=strategy)
    assert (hits[0].text, hits[0].metadata["current"]) == ("door.code = 9981", True)
    if strategy == "default":
        assert ash.recall("barn code")[0].text == "barn.code = 5566"


def test_a_memory_does_not_say_in_the_past_that_another_took_its_place_later(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    old = ash.memories.add("The kayak is red.")
    between = open_home.later(days=2)
    open_home.later(days=2)
    new = ash.memories.edit(old.id, "The kayak is blue.")
    for moment, takes in ((between, None), (open_home.clock.now(), new.id)):
        hits = ash.recall("kayak", as_of=moment, kinds=["memory"])
        assert [h.metadata["superseded_by"] for h in hits if h.id == old.id] == [takes]


def test_a_budget_keeps_the_best_that_fit(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.observe("kayak " + "and so on " * 300, source_id="long")
    for number in range(20):
        ash.observe(f"the kayak number {number} is red", source_id=f"s{number}")
    hits = ash.recall("kayak", k=50, budget=60)
    assert 2 <= len(hits) < 20
    assert "long" not in [hit.source_id for hit in hits]
    assert sum(ash.place.tokens.count(hit.text) for hit in hits) <= 60
    assert hits[0].id == ash.recall("kayak", k=50, budget=10_000)[0].id
    for wrong in (0, -1, "many"):
        with pytest.raises(Invalid, match="budget"):
            ash.recall("kayak", budget=wrong)  # type: ignore[arg-type]


@pytest.mark.feature("C17")
def test_what_is_put_before_the_agent_is_counted_and_what_is_only_looked_up_is_not(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    memory = ash.memories.add("The kayak is in the shed.", importance=7)
    ash.recall("kayak")
    assert marks(ash, memory.id) == []
    for times in (1, 2):
        assert recall(ash.place, "kayak", injected=True)[0].id == memory.id
        now = open_home.clock.now()
        assert [(m.access_count, m.last_accessed) for m in marks(ash, memory.id)] == [(times, now)]
        open_home.later(hours=1)


def marks(agent: Any, id: str) -> list[Marks]:
    return values(agent, Marks, "memory.marks", subject_id=id)


@pytest.mark.feature("B22")
def test_a_question_about_somebody_reaches_their_company(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.observe("Teresa met Bernardo at the fair.", source_id="both")
    ash.observe("It was there that Bernardo bought the old harp.", source_id="company")
    for number in range(30):
        ash.observe(f"The weather was grey on day {number}.", source_id=f"w{number}")
    ash.settle()
    hits = {hit.source_id: hit for hit in ash.recall("What about Teresa?", strategy="rrf", k=50)}
    assert hits["both"].why["entities"] == pytest.approx(1 / 61)
    assert hits["company"].why["entities"] == pytest.approx(1 / 62)


@pytest.mark.feature("B24")
def test_what_was_said_in_the_thread_of_the_question_counts_more(open_home: Homes) -> None:
    ash = open_home.agent()
    for thread in ("boats", "garden"):
        ash.observe("The rope is green.", thread=thread, session=thread)
    for thread in ("boats", "garden"):
        hits = ash.recall("green rope", strategy="rrf", asked_in=thread)
        assert hits[0].thread_id == thread
        assert hits[0].why["thread"] == pytest.approx(0.8 / 1.8 * hits[0].score)
        assert {hit.thread_id for hit in hits} == {"boats", "garden"}, "it is no filter"


@pytest.mark.feature("B54")
def test_a_fact_of_now_stands_before_what_was_said_of_it_and_one_of_then_does_not(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    for number in range(60):
        ash.observe(
            f"The staging database was on kestrel, said note {number}.",
            session=f"s{number // 6}",
            at=START - timedelta(days=number),
        )
    ash.facts.set("staging.host", "kestrel")
    open_home.later(days=1)
    fact = ash.facts.set("staging.host", "heron.internal")
    for number in range(30):
        ash.facts.set(f"garden.bed{number}", f"tomatoes in row {number}")
    for _ in range(2):
        for question in ("which host is staging?", "What is the host of staging now?"):
            hits = ash.recall(question)
            assert hits[0].id == fact.id, question
            assert hits[0].why["stated"] > 0
            assert next(h for h in hits if h.kind == "fact").metadata["current"]
        ash.settle()
