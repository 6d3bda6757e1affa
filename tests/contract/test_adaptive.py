"""The preset `auto` in a wake and in a hydration, on both engines."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.builders import Homes, a_holder, an_exchange, select, values
from tests.contract.test_hydration_plans import statements_counted
from wakeline.base.errors import Invalid
from wakeline.hydration.presets import HydrationSource, sources_of
from wakeline.hydration.short_ids import short_id
from wakeline.model.session import Session

MINIMAL = sources_of("agent-minimal")


@pytest.mark.feature("A91")
def test_auto_goes_by_the_gap_and_says_which_rule_chose(open_home: Homes) -> None:
    ash = open_home.agent()
    woken = ash.wake(preset="auto")
    assert (woken.preset, woken.preset_rule, woken.budget) == ("all", "first-wake", 3600)
    ash.end()
    open_home.later(minutes=5)
    again = ash.wake(preset="auto")
    assert (again.preset_rule, again.budget) == ("moment", 1800)
    assert "PinnedMemories" not in again.context
    assert "SessionHandoff" in again.context
    wanted = MINIMAL | HydrationSource.SessionHandoff | HydrationSource.GroundingMessage
    assert again.preset == str(int(wanted))
    (stored,) = select(ash, "SELECT preset FROM sessions WHERE id = :id", id=again.session_id)
    assert stored == (again.preset,)
    ash.end()
    open_home.later(days=4)
    assert ash.hydrate(preset="auto").preset_rule == "long-gap"
    late = ash.wake(preset="auto")
    assert (late.preset, late.preset_rule, late.budget) == ("all", "long-gap", 5400)
    assert late.warnings == ()


@pytest.mark.feature("A91")
def test_auto_goes_by_what_waits(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.end()
    open_home.later(minutes=5)
    sent = ash.messages.send("Which host?", wants_reply=True)
    assert ash.hydrate(preset="auto").preset_rule == "pending"
    ash.messages.read(sent.id)
    assert ash.hydrate(preset="auto").preset_rule == "pending", "nobody answered yet"
    ash.messages.reply(sent.id, "heron")
    assert ash.hydrate(preset="auto").preset_rule == "moment"
    ash.tasks.add("water", due=open_home.clock.now() + timedelta(hours=30))
    assert ash.hydrate(preset="auto").preset_rule == "moment", "not within a day"
    ash.tasks.add("prune", due=open_home.clock.now() + timedelta(hours=3))
    woken = ash.wake(preset="auto", wake_type="scheduled")
    assert woken.preset_rule == "pending"
    assert "prune" in woken.text


@pytest.mark.feature("A91")
def test_auto_brings_everything_after_a_session_that_was_cut_off(open_home: Homes) -> None:
    first = open_home.agent(holder=a_holder())
    first.wake()
    an_exchange(first)
    open_home.later(hours=2)
    ash = open_home.agent()
    assert ash.explain_preset().rule == "cut-off"
    woken = ash.wake(preset="auto")
    assert (woken.preset, woken.preset_rule) == ("all", "cut-off")
    assert woken.liminal.cut_off
    ash.end()
    open_home.later(minutes=1)
    assert ash.wake(preset="auto").preset_rule == "moment"


@pytest.mark.feature("A91")
def test_a_small_budget_is_not_spent_on_headings(open_home: Homes) -> None:
    ash = open_home.agent()
    kept = ash.memories.add("Mara is afraid of heights", type="relationship")
    ash.wake()
    ash.end(summary="talked")
    brief = ash.wake(preset="auto", budget=1000)
    assert "[SESSION HANDOFF]" in brief.text
    assert f"> Mara is afraid of heights [{short_id(kept.id)} ·" in brief.text
    assert "You are ash." in brief.text, "it is still spoken to"
    ash.end(summary="talked")
    large = ash.wake(preset="auto", budget=5000)
    assert (large.preset, large.preset_rule) == ("all", "named")
    assert "[WHAT YOU REMEMBER FROM LAST SESSION]" in large.text
    assert f"> Mara is afraid of heights (relationship) [{short_id(kept.id)} ·" in large.text


@pytest.mark.feature("A91")
def test_what_the_caller_names_stays(open_home: Homes) -> None:
    ash = open_home.agent()
    assert ash.wake(preset="auto", budget=700).budget == 700
    found = ash.hydrate(preset="auto", exclude="Welcome,KeyFacts")
    assert not {"Welcome", "KeyFacts"} & set(found.sources)
    named = ash.hydrate(preset="auto", sources="Hints")
    assert (named.sources, named.preset_rule) == (("Hints",), None)
    assert ash.hydrate(preset="all").preset_rule is None
    assert ash.wake().preset_rule is None, "the default is what it was"


@pytest.mark.feature("A91")
def test_a_home_can_wake_by_rules_and_change_them(open_home: Homes) -> None:
    home = open_home(settings={"wake.preset": "auto", "wake.rules": "first-wake=lean/50"})
    ash = home.agent("ash", person="Mel")
    woken = ash.wake()
    assert (woken.preset, woken.preset_rule, woken.budget) == ("lean", "first-wake", 1800)
    assert home.agent("birch").wake(mode="robot").preset_rule == "robot"
    rules = {rule.name: rule for rule in ash.explain_preset().rules}
    assert (rules["first-wake"].sources, rules["first-wake"].percent) == ("lean", 50)
    broken = open_home(settings={"wake.rules": "tea=lean"}).agent("cedar")
    assert broken.wake().preset == "all", "nobody asked the rules"
    with pytest.raises(Invalid, match=r"wake\.rules"):
        broken.wake(preset="auto")
    assert len(values(broken, Session, "sessions.open")) == 1


@pytest.mark.feature("A91")
def test_explaining_wakes_nobody(open_home: Homes) -> None:
    ash = open_home.agent()
    found = ash.explain_preset("called", mode="robot", exclude="Hints", budget=900)
    assert (found.rule, found.budget) == ("robot", 900)
    assert set(found.sources) == {s.name for s in MINIMAL} - {"Hints"} | {"GroundingMessage"}
    assert found.situation["wake_type"] == "called"
    assert select(ash, "SELECT count(*) FROM sessions") == [(0,)]
    with pytest.raises(Invalid):
        ash.explain_preset("softly")


@pytest.mark.feature("A91")
def test_auto_takes_one_statement_more_than_what_it_chooses(
    open_home: Homes, tmp_path: Path
) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.end()
    for number in range(150):
        ash.tasks.add(f"task {number}")
    ash.messages.send("hello")

    def counted(**asked: Any) -> int:
        with statements_counted(ash, tmp_path) as found:
            ash.hydrate(generate_system_prompt=False, **asked)
        return len([text for text in found if "SAVEPOINT" not in text])

    chosen = ash.hydrate(preset="auto")
    assert chosen.preset_rule == "pending"
    mask = int(sources_of("interactive") | HydrationSource.GroundingMessage)
    assert counted(preset="auto") == counted(sources=mask) + 1
