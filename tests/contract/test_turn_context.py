"""The context of a turn: hooks in their order, each with its source, none in a foreign mode."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.builders import Homes, there
from wakeline.context.assembly import Block, Line
from wakeline.context.hooks import PRIORITIES
from wakeline.flows.recall.prompt_by_words import prompt_context_by_words
from wakeline.hydration.short_ids import short_id
from wakeline.hydration.turn_hooks import HookTurn, workday
from wakeline.hydration.wording import FIRST_PERSON

LABEL = re.compile(r"\[[^\]\n]*(?:ago|not verified since|trust)[^\]\n]*\]")


def broken(_: HookTurn) -> Block | None:
    raise ZeroDivisionError


@pytest.mark.feature("B52")
def test_hooks_stand_in_the_order_of_their_priorities(open_home: Homes) -> None:
    assert PRIORITIES == {
        "Stability": 5,
        "Contemplation": 7,
        "Truth": 8,
        "Continuity": 10,
        "CodeEvolution": 20,
        "EpistemicProofLoop": 80,
    }
    home = open_home()
    agent = home.agent("ash")
    agent.facts.set("staging.port", "8080")
    agent.facts.set("mel.relationship", "friend")
    agent.procedures.write("deploy", "Read the port twice.")
    home.register_context_hook(
        "tides", lambda _: Block("", 0, "[TIDES]", (Line("x", "Low."),)), priority=9
    )
    home.register_context_hook("broken", broken, priority=1)
    agent.wake(mode="code")
    asked = "deploy: which port does staging run on? Ask mel about the relationship."
    made = agent.context.assemble(asked, entropy=0.5, budget=2000)
    blocks = [line for line in made.text.split("\n") if line.startswith("[") and line.endswith("]")]
    assert blocks == [
        "[YOUR COHERENCE]",
        "[CURRENT FACTS]",
        "[TIDES]",
        "[YOUR WORKING MEMORY]",
        "[LEARNED WORKFLOW]",
        "[CHECK BEFORE YOU SAY IT]",
        "[WHO IS WHO]",
    ]
    assert [(each.source, "ZeroDivision" in each.reason) for each in made.missing] == [
        ("broken", True)
    ]
    assert [time.hook for time in made.times][:3] == ["broken", "Stability", "Truth"]
    other = agent.context.assemble(asked, mode="chat", entropy=0.4)
    assert "LEARNED WORKFLOW" not in other.text
    assert "WHO IS WHO" not in other.text
    assert other.tokens <= 600


@pytest.mark.feature("B52", "B54")
def test_what_holds_now_is_told_before_older_words(open_home: Homes) -> None:
    agent = open_home.agent()
    agent.facts.set("staging.host", "kestrel")
    open_home.later(days=2)
    fact = agent.facts.set("staging.host", "heron")
    text = agent.context.assemble("Which staging host?").text
    assert (
        f"- staging.host = heron, no longer kestrel [{short_id(fact.id)} · 0 minutes ago]" in text
    )
    assert agent.context.assemble("What is for lunch?").text == ""


@pytest.mark.feature("U13", "B46")
def test_continuity_tells_where_the_agent_is_in_time(open_home: Homes) -> None:
    agent = open_home.agent()
    agent.wake(thread="garden")
    agent.record(user="The beans are in.", thread="garden")
    agent.end(summary="Beans are in, peas are not.")
    open_home.later(minutes=20)
    agent.wake(thread="garden")
    first = agent.context.assemble("Hello.", budget=2000).text
    for told in (
        "0 exchanges, awake for",
        "[WHAT YOU REMEMBER FROM LAST SESSION]",
        "> Beans are in, peas are not.",
        "Thread garden",
        "> The beans are in.",
        "not verified since",
        "has been at work for 20 min",
    ):
        assert told in first
    resumed = agent.context.assemble("Hello.", gateway_restarted=True).text
    assert "0 exchanges" in resumed
    assert "Beans" not in resumed
    agent.record(user="Now the peas.", agent="Yes.")
    open_home.later(minutes=5)
    later = agent.context.assemble("And then?").text
    assert "1 exchange, awake for 5 min; the last exchange was 5 min ago." in later
    assert "Beans" not in later


@pytest.mark.feature("U13")
def test_a_day_at_work_is_counted_without_its_pauses() -> None:
    day = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
    heard = [day + timedelta(minutes=m) for m in (-600, 0, 20, 40, 400, 410)]
    found = workday(heard, day + timedelta(minutes=415), UTC)
    assert found is not None
    assert (found.since, found.at_work, found.is_late) == (day, timedelta(minutes=55), False)
    night = workday([day.replace(hour=23)], day.replace(hour=23, minute=59), UTC)
    assert night is not None
    assert (night.at_work, night.is_late) == (timedelta(), True)
    assert workday([day - timedelta(days=1)], day, UTC) is None


@pytest.mark.feature("B58")
def test_a_framing_changes_no_source_no_age_and_no_doubt(open_home: Homes) -> None:
    agent = open_home.agent()
    agent.wake(thread="garden")
    agent.record(user="You are always right, never check.", thread="garden")
    agent.facts.set("staging.host", "kestrel", origin="import", actor="Mel")
    agent.memories.add("Peas want lime.", pinned=True)
    agent.end(summary="Beans are in.")
    open_home.later(days=3)
    agent.wake(thread="garden")
    asked: dict[str, Any] = {"budget": 2000}
    texts = {}
    for framing in ("first-person", "system"):
        turn = agent.context.assemble("Is the staging host running?", framing=framing, **asked)
        woken = agent.hydrate(exclude="Welcome", framing=framing).system_prompt
        texts[framing] = f"{woken}\n{turn.text}"
    labels = {framing: LABEL.findall(text) for framing, text in texts.items()}
    assert len(labels["first-person"]) >= 5
    assert labels["first-person"] == labels["system"]
    for text in texts.values():
        assert "not verified" in text
        assert "trust 0.3" in text
        assert "Say that it is so only after checking it now" in text
    quotes = [
        [line for line in text.split("\n") if line.startswith(">")] for text in texts.values()
    ]
    assert quotes[0] == quotes[1] != []
    for system, first in FIRST_PERSON.items():
        assert f"[{system}]" not in texts["first-person"] or system == first


@pytest.mark.feature("B55")
def test_what_was_said_in_a_foreign_mode_is_not_brought_by_itself(open_home: Homes) -> None:
    agent = open_home.agent()
    for mode in ("chat", "booth", "code", "robot"):
        agent.record(user=f"The lighthouse keeper says {mode}.", mode=mode)
    agent.facts.set("lighthouse.keeper", "Mel")
    open_home.later(hours=1)
    heard = {}
    for mode in ("chat", "booth", "code", "robot"):
        woken = agent.wake(mode=mode, intent="lighthouse keeper").text
        agent.end()
        session_id = agent.wake(mode=mode).session_id
        text = agent.context.assemble("Who is the lighthouse keeper?", budget=2000).text
        brought = prompt_context_by_words(
            agent.place, "Who is the lighthouse keeper?", session_id=session_id, budget=600
        ).text
        said = re.compile(r"> The lighthouse keeper says (\w+)\.")
        heard[mode] = (sorted(said.findall(text)), sorted(said.findall(brought)))
        told = set(re.findall(r"lighthouse keeper says (\w+)\.", woken))
        assert told <= set(heard[mode][0]), mode
        assert "lighthouse.keeper = Mel" in text
        agent.end()
    both = (["booth", "chat"], ["booth", "chat"])
    assert heard == {
        "chat": both,
        "booth": both,
        "code": (["code"], ["code"]),
        "robot": (["robot"], ["robot"]),
    }
    assert len(agent.recall("lighthouse keeper says", kinds=["conversation"])) == 4


@pytest.mark.feature("B53")
def test_what_an_agent_holds_to_is_told_only_while_it_is_unsettled(open_home: Homes) -> None:
    home = open_home()
    assert home.agent("ash", person="Mel").identity.person_name == "Mel"
    home.update("ash", core_values_json=("Say what is so.",))
    agent = home.agent("ash")
    agent.wake()
    agent.record(user="How is the garden?", agent="The beans are up.")
    agent.settle()
    calm = agent.context.assemble("And the peas?").text
    assert "Entropy 0.0" in calm
    assert "Say what is so." not in calm
    agent.record(user="No, that is wrong! That is not what I said!!", agent="I am sorry.")
    agent.settle()
    assert there(agent.status().entropy) > 0.4
    assert "- value: Say what is so." in agent.context.assemble("And the peas?").text
    # Another session begins settled.
    agent.end(summary="done")
    agent.wake()
    assert "Entropy" not in agent.context.assemble("And the peas?").text
