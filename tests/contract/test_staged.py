"""A wake in stages: who, with whom, what, and what others want; on both engines."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import wakeline
from tests.builders import Homes, an_exchange, events, select
from wakeline.base.errors import Invalid
from wakeline.hydration.prompt import AT_HAND, DOCUMENT_TAGS, MEMORIES
from wakeline.hydration.stages import LEVELS, OF_DOCUMENT, OF_SOURCE

NAMES = ["identity", "relationships", "operational", "notifications"]
LONG = "a memory with more than fifty characters in it, so that it can come up again"


def full_life(homes: Homes) -> wakeline.Agent:
    ash = homes.agent()
    for kind in ("identity", "soul", "anchor", "tools", "privacy", "core_team"):
        ash.run("write_document", kind, f"The {kind}.", actor="Mel", confirmed=True)
    ash.memories.add(f"{LONG}, once")
    homes.later(days=9)
    ash.memories.add("afraid of heights", type="relationship")
    ash.memories.add("the blue card", pinned=True)
    ash.facts.set("staging.host", "heron")
    ash.tasks.add("water the beds")
    ash.hints.add("ask about the concert")
    ash.messages.send("Which host?", wants_reply=True)
    ash.wake()
    an_exchange(ash)
    ash.end(summary="left in the garden", message_to_next="mind the frost")
    return ash


def lines(text: str) -> list[str]:
    return sorted(line for line in text.split("\n") if line.strip())


@pytest.mark.feature("A94")
def test_stages_come_in_order_and_open_as_the_agent_finds_its_way(open_home: Homes) -> None:
    ash = full_life(open_home)
    open_home.later(days=4)
    staged = ash.wake(staged=True, wake_type="sudden")
    assert (staged.disorientation, staged.level) == (1.0, 0.0)
    assert [stage.name for stage in staged.waiting] == NAMES
    assert {stage.text for stage in staged.waiting} == {""}
    first = list(staged)
    assert [stage.name for stage in first] == NAMES[:2], "reading counts as one exchange"
    assert staged.level == 0.25
    assert "The soul." in first[0].text
    assert "The privacy." in first[0].text
    assert "The anchor." in first[1].text
    assert "afraid of heights" in first[1].text
    assert list(staged) == []
    assert staged.exchanges_needed == 2
    an_exchange(ash, 2)
    assert staged.next() is None
    an_exchange(ash, 3)
    third = staged.next()
    assert third.name == "operational"
    assert "mind the frost" in third.text
    assert "The tools." in third.text
    for number in (4, 5):
        an_exchange(ash, number)
    assert staged.exchanges_needed == 0
    last = staged.next()
    assert "Which host?" in last.text
    assert "ask about the concert" in last.text
    assert (staged.next(), staged.next(force=True), staged.waiting) == (None, None, ())
    assert staged.exchanges_needed == 0
    assert [stage.level_needed for stage in staged.given] == list(LEVELS.values())


@pytest.mark.feature("A94")
@pytest.mark.parametrize("budget", [300, 700, 2400, 20_000])
def test_all_stages_together_say_what_an_unstaged_wake_says(open_home: Homes, budget: int) -> None:
    ash = full_life(open_home)
    open_home.later(days=4)
    staged = ash.wake(staged=True, budget=budget)
    expected = ash.wakes.last()
    taken = []
    while (stage := staged.next(force=True)) is not None:
        taken.append(stage)
    assert len({stage.name for stage in taken}) == len(taken)
    together = "\n".join(stage.text for stage in taken)
    assert lines(together) == lines(expected.wake.text)
    assert sum(stage.tokens for stage in taken) <= budget
    assert staged.woken.omitted == expected.omitted
    costs = Counter[str]()
    for part in expected.parts:
        costs[part.source] += part.tokens
    assert {share.source: share.tokens for share in staged.woken.shares} == costs


@pytest.mark.feature("A94")
def test_a_short_gap_and_a_first_wake_hold_nothing_back(open_home: Homes) -> None:
    new = open_home.agent("birch").wake(staged=True)
    assert new.level == 1
    assert [stage.name for stage in new] == [stage.name for stage in new.given]
    assert new.waiting == ()
    ash = full_life(open_home)
    open_home.later(minutes=10)
    assert [stage.name for stage in ash.wake(staged=True)] == NAMES


@pytest.mark.feature("A94")
def test_one_session_and_one_snapshot(open_home: Homes) -> None:
    ash = full_life(open_home)
    open_home.later(days=2)
    staged = ash.wake(staged=True)
    assert ash.session_id == staged.session_id
    ash.messages.send("sent after the wake")
    text = "".join(stage.text for stage in (staged.next(force=True) for _ in NAMES) if stage)
    assert "Which host?" in text
    assert "sent after the wake" not in text
    assert select(ash, "SELECT count(*) FROM sessions") == [(2,)]


@pytest.mark.feature("A94")
def test_a_handoff_counts_as_read_when_its_stage_was_given(open_home: Homes) -> None:
    ash = full_life(open_home)
    open_home.later(days=4)
    staged = ash.wake(staged=True)
    list(staged)
    assert "SessionHandoff" not in staged.woken.context
    assert "mind the frost" not in staged.woken.text
    assert events(ash, "handoff.consumed") == []
    assert staged.next(force=True).name == "operational"
    (event,) = events(ash, "handoff.consumed")
    assert event.session_id == staged.session_id
    assert "mind the frost" in staged.woken.text
    assert staged.woken.context["SessionHandoff"][0].message_to_next == "mind the frost"


def test_only_exchanges_of_the_own_session_count(open_home: Homes) -> None:
    ash = full_life(open_home)
    open_home.later(days=4)
    staged = ash.wake(staged=True)
    before = staged.level
    ash.observe("the door opened", kind="observation", session=None, exchange=None)
    ash.record(user="said elsewhere", session_id=None)
    assert staged.level == before
    ash.record(user="a question")
    ash.record(agent="its answer")
    assert staged.level == pytest.approx(1 - 0.9 * 0.75), "question and answer are one exchange"


def test_every_block_of_a_wake_has_its_stage() -> None:
    assert list(LEVELS) == NAMES
    known = {*MEMORIES, *AT_HAND, "Welcome", "Identity", "Documents", "Personality", "Gap"}
    assert set(OF_SOURCE) - known == {"GroundingMessage"}
    assert {tag.strip("<>") for tag in OF_DOCUMENT} <= {tag for tag, _ in DOCUMENT_TAGS.values()}


@pytest.mark.parametrize("bad", [{"preset": "most"}, {"budget": 3}, {"letters": 3}])
def test_a_staged_wake_refuses_what_a_wake_refuses(open_home: Homes, bad: dict[str, Any]) -> None:
    ash = open_home.agent()
    with pytest.raises(Invalid):
        ash.wake(staged=True, **bad)
    assert select(ash, "SELECT count(*) FROM sessions") == [(0,)]
