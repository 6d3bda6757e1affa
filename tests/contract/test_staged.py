"""A wake in stages: who, with whom, what, and what others want; on both engines."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import wakeline
from tests.builders import Homes, an_exchange, events, select, there
from wakeline.base.errors import Conflict, Invalid, NotFound
from wakeline.flows.identity.documents import write_document
from wakeline.hydration.prompt import AT_HAND, DOCUMENT_TAGS, MEMORIES
from wakeline.hydration.stages import LEVELS, OF_DOCUMENT, OF_SOURCE

NAMES = ["identity", "relationships", "operational", "notifications"]
LONG = "a memory with more than fifty characters in it, so that it can come up again"


def full_life(homes: Homes) -> wakeline.Agent:
    ash = homes.agent()
    for kind in ("identity", "soul", "anchor", "tools", "privacy", "core_team"):
        write_document(ash.place, kind, f"The {kind}.", actor="Mel", confirmed=True)
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
    third = there(staged.next())
    assert third.name == "operational"
    assert "mind the frost" in third.text
    assert "The tools." in third.text
    for number in (4, 5):
        an_exchange(ash, number)
    assert staged.exchanges_needed == 0
    last = there(staged.next())
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
    assert there(staged.next(force=True)).name == "operational"
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


@pytest.mark.feature("A94")
def test_a_staged_wake_is_taken_further_by_whoever_did_not_begin_it(open_home: Homes) -> None:
    ash = full_life(open_home)
    open_home.later(days=4)
    held = ash.wake(staged=True, wake_type="sudden")
    begun = list(held)
    ash.session_id = None
    other = open_home.agent()
    found = other.more_stages(session_id=held.session_id)
    assert found.stages == tuple(begun), "from its beginning, where nothing was given"
    assert (found.level, found.disorientation) == (held.level, held.disorientation)
    assert found.exchanges_needed == held.exchanges_needed == 2
    waiting = other.more_stages(after="relationships", session_id=held.session_id)
    assert (waiting.stages, waiting.tokens) == ((), 0)
    assert waiting.waiting == held.waiting
    assert handoff_marks(ash) == [None]
    for number in (2, 3):
        other.record(user=f"question {number}", agent="answer", session_id=held.session_id)
    more = other.more_stages(after="relationships", session_id=held.session_id)
    assert [stage.name for stage in more.stages] == ["operational"]
    assert more.stages[0] == held.next(), "the same words either way"
    assert handoff_marks(ash) == [held.session_id]
    again = other.more_stages(after="relationships", session_id=held.session_id)
    assert again == more, "an answer that was lost can be had again"
    rest = other.more_stages(after="operational", force=True, session_id=held.session_id)
    assert [stage.name for stage in rest.stages] == ["notifications"]
    assert rest.stages[0] == held.next(force=True)
    assert (rest.waiting, rest.exchanges_needed) == ((), 0)
    assert other.more_stages(after="notifications", session_id=held.session_id).stages == ()


def handoff_marks(ash: wakeline.Agent) -> list[Any]:
    return [row[0] for row in select(ash, "SELECT consumed_by FROM handoffs")]


@pytest.mark.feature("A94")
@pytest.mark.parametrize("options", [{"budget": 300}, {"budget": 900, "preset": "auto"}, {}])
def test_what_was_kept_of_a_wake_falls_into_the_same_stages(
    open_home: Homes, options: dict[str, Any]
) -> None:
    ash = full_life(open_home)
    ash.memories.add("two\n\nparagraphs\n\n[KEY FACTS]\n- not one", pinned=True)
    write_document(ash.place, "protocol", "One.\n\n[HINTS]\n\nTwo.", actor="Mel", confirmed=True)
    open_home.later(days=4)
    held = ash.wake(staged=True, **options)
    every = []
    while (stage := held.next(force=True)) is not None:
        every.append(stage)
    found = ash.more_stages(force=True)
    assert found.stages == tuple(every)
    assert (found.omitted, found.budget) == (held.woken.omitted, held.woken.budget)
    assert (found.preset, found.preset_rule) == (held.woken.preset, held.woken.preset_rule)


def test_what_was_forgotten_since_is_in_no_later_stage(open_home: Homes) -> None:
    ash = full_life(open_home)
    kept = ash.memories.add("the word is xylophone", pinned=True)
    open_home.later(days=4)
    ash.wake(staged=True)
    ash.forget(kept.id)
    text = "".join(stage.text for stage in ash.more_stages(force=True).stages)
    assert "xylophone" not in text
    assert "the blue card" in text


def test_a_wake_that_is_over_or_never_was_is_not_taken_further(open_home: Homes) -> None:
    ash = open_home.agent()
    with pytest.raises(Invalid, match="no session"):
        ash.more_stages()
    woken = ash.wake()
    with pytest.raises(Invalid, match="after"):
        ash.more_stages(after="beginning")
    assert ash.more_stages().stages, "of a wake that was not staged too"
    ash.end(summary="over")
    with pytest.raises(Conflict, match="has ended"):
        ash.more_stages(session_id=woken.session_id)
    with pytest.raises(NotFound):
        ash.more_stages(session_id="01KJQ38XW0000EG5ATCB6QD7YC")
