"""Self-care: many memories become one, conversations a summary, and originals stay findable."""

from __future__ import annotations

from typing import Any

import pytest

import wakeline
from tests.builders import Homes, a_holder, events, select, there, values
from tests.contract.life import tables
from tests.contract.test_consolidate import say
from wakeline.base.errors import Conflict, Invalid, NotPermitted
from wakeline.consolidation.self_care import MEMORY_TOKENS
from wakeline.consolidation.self_care_due import TOKEN_CEILING, self_care_reasons
from wakeline.model.consolidation import ConversationSummary
from wakeline.model.log import Episode
from wakeline.model.memory import Memory
from wakeline.ports.gate import Allowed, Refused


def remember(ash: wakeline.Agent, number: int, about: str = "thing") -> list[Memory]:
    return [
        ash.memories.add(f"The {about}{each} stands in the shed by the river.")
        for each in range(number)
    ]


def conversations(ash: wakeline.Agent) -> list[ConversationSummary]:
    return values(ash, ConversationSummary, "integrity.conversation_summaries")


@pytest.mark.feature("D4", "D6", "D9", "X35")
def test_memories_and_conversations_are_taken_up_in_one_pass_and_the_focus_comes_first(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    rows = remember(ash, 40)
    garden = ash.memories.add("The garden project needs forty roses.")
    pinned = ash.memories.add("Mel is allergic to nuts.", pinned=True)
    rule = ash.memories.add("Ask before sending.", type="instruction")
    say(open_home, ash, "I decided to sell the kayak.", thread="boats")
    log = select(ash, "SELECT seq, text, line_hash FROM episodes ORDER BY seq")
    done = ash.self_care(focus="garden project", limit=35)
    assert (done.memories, done.left, done.turns) == (35, 6, 1)
    assert done.memory.source_ids[0] == garden.id
    assert done.memory.content.splitlines()[0] == "- The garden project needs forty roses."
    assert (done.memory.written, done.memory.title) == (
        "self_care",
        "What 35 memories came to: garden project",
    )
    assert done.memory.tokens <= MEMORY_TOKENS + 30
    put_away = {row.id for row in ash.memories.all(archived=True)}
    assert put_away == set(done.memory.source_ids)
    assert {pinned.id, rule.id}.isdisjoint(put_away)
    assert {row.id for row in rows} - put_away
    (made,) = done.conversations
    assert (made.content, made.thread_id) == ("Mel decided to sell the kayak.", "boats")
    assert done.tokens_after < done.tokens_before
    assert select(ash, "SELECT seq, text, line_hash FROM episodes ORDER BY seq") == log
    assert done.memory.id in {row.id for row in ash.hydrate().recent_memories}
    assert ash.settle().failed == ()
    assert ash.verify().ok


def test_what_was_put_away_is_found_on_request_only(open_home: Homes) -> None:
    ash = open_home.agent()
    rows = remember(ash, 30)
    by_hand = ash.memories.add("The heron nests by the mill.")
    ash.memories.archive(by_hand.id)
    say(open_home, ash, "I decided to sell the kayak.")
    ash.observe("The gauge at the mill shows three metres.", kind="observation")
    ash.self_care()
    say(open_home, ash, "The kayak is not sold yet.")
    for strategy in ("default", "rrf", "fulltext"):

        def found(question: str, strategy: str = strategy, **options: Any) -> set[str]:
            return {hit.text for hit in ash.recall(question, strategy=strategy, k=50, **options)}

        def ids(question: str, strategy: str = strategy, **options: Any) -> set[str]:
            return {hit.id for hit in ash.recall(question, strategy=strategy, k=50, **options)}

        assert rows[7].id not in ids("thing7 in the shed")
        assert rows[7].id in ids("thing7 in the shed", archived=True)
        assert by_hand.id in ids("heron mill"), "that was no self-care"
        assert "I decided to sell the kayak." not in found("sell the kayak")
        assert "Mel decided to sell the kayak." in found("sell the kayak")
        assert "The kayak is not sold yet." in found("sell the kayak")
        assert "I decided to sell the kayak." in found("sell the kayak", archived=True)
        assert "The gauge at the mill shows three metres." in found("gauge mill")
        now = open_home.clock.now().isoformat()
        assert "I decided to sell the kayak." in found("sell the kayak", as_of=now)


@pytest.mark.feature("D7")
def test_older_summaries_are_folded_into_newer_ones_and_no_turn_is_taken_up_twice(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    remember(ash, 30)
    say(open_home, ash, "I decided to sell the kayak.", thread="boats")
    first = ash.self_care()
    assert first.conv_summarized_until is not None
    remember(ash, 30, "jar")
    say(open_home, ash, "I decided to buy a canoe.", thread="boats")
    say(open_home, ash, "I love old maps.", thread="maps")
    second = ash.self_care()
    assert there(second.conv_summarized_until) > there(first.conv_summarized_until)
    assert second.turns == 2
    boats, maps = sorted(second.conversations, key=lambda row: row.thread_id or "")
    assert boats.content.splitlines() == [
        "Mel decided to sell the kayak.",
        "Mel decided to buy a canoe.",
    ]
    assert (boats.level, boats.turns, boats.folds) == (1, 2, first.conversations[0].id)
    assert (maps.level, maps.folds) == (0, None)
    old = next(row for row in conversations(ash) if row.id == boats.folds)
    assert old.folded_into == boats.id
    hits = ash.recall("kayak", kinds=["summary"])
    assert [hit.id for hit in hits if hit.metadata["of"] == "conversation"][:1] == [boats.id]
    assert old.id not in {hit.id for hit in hits}
    ash.forget(boats.id)
    old = next(row for row in conversations(ash) if row.id == old.id)
    assert (old.folded_into, old.content) == (None, "Mel decided to sell the kayak.")
    assert old.id in {hit.id for hit in ash.recall("kayak", kinds=["summary"])}
    remember(ash, 30, "pot")
    third = ash.self_care()
    assert (third.turns, third.conversations) == (0, ())
    assert third.conv_summarized_until == second.conv_summarized_until
    assert ash.settle().failed == ()
    assert ash.verify().ok


@pytest.mark.feature("D5")
def test_it_is_done_at_home_with_enough_memories_or_not_at_all(open_home: Homes) -> None:
    ash = open_home.agent()
    remember(ash, 29)
    before = tables(ash)
    with pytest.raises(Conflict, match="29 memories could be summarised, and it takes 30"):
        ash.self_care()
    assert tables(ash) == before
    remember(ash, 1, "last")
    elsewhere = ash.apart(a_holder())
    other = elsewhere.wake()
    before = tables(ash)
    with pytest.raises(Conflict, match=f"session {other.session_id} is open elsewhere"):
        ash.self_care()
    assert tables(ash) == before
    elsewhere.end(summary="done")
    ash.facts.set("location", "the market")
    with pytest.raises(Conflict, match="at 'the market', not at home"):
        ash.self_care()
    ash.facts.set("location", "Home")
    with pytest.raises(Invalid):
        ash.self_care(limit=501)
    ash.wake()
    ash.record(user="I decided to sell the kayak.")
    done = ash.self_care(focus="  ")
    assert (done.focus, done.memories) == (None, 30)
    assert done.turns == 0, "what goes on is not over"


def test_a_gate_may_refuse_it(open_home: Homes) -> None:
    class Strict:
        def decide(self, action: str, _: str) -> Allowed | Refused:
            return Refused("not now") if action == "self_care" else Allowed()

    ash = open_home(gate=Strict()).agent("ash", person="Mel")
    with pytest.raises(NotPermitted):
        ash.self_care()


@pytest.mark.feature("D8", "X32")
def test_ceilings_raise_a_flag_and_nothing_else(open_home: Homes) -> None:
    ash = open_home.agent()
    assert ash.status().care_due == ()
    remember(ash, 30)
    ash.observe_many(
        {"text": f"word{number} " * 900, "kind": "conversation", "speaker": "Mel", "role": "user"}
        for number in range(60)
    )
    open_home.later(days=1)
    (reason,) = ash.status().care_due
    assert reason.endswith("tokens, more than 100,000")
    ash.wake()
    ash.end(summary="done")
    ash.consolidate()
    assert ash.settle().failed == ()
    assert not events(ash, "memory.archived")
    assert conversations(ash) == []
    done = ash.self_care()
    assert done.tokens_before > TOKEN_CEILING > done.tokens_after
    assert ash.status().care_due == ()
    assert self_care_reasons(tokens=50_001, conversations=0, is_after=True)
    assert self_care_reasons(tokens=0, conversations=1_001) == (
        "more than 1,000 conversations are not summarised",
    )


def test_what_was_made_before_is_taken_up_line_by_line_and_forgotten_so(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.memories.add("Mel plays the harp.", importance=9)
    harp = ash.memories.all()[0]
    remember(ash, 30)
    first = ash.self_care().memory
    remember(ash, 30, "jar")
    second = ash.self_care().memory
    assert first.id in second.source_ids
    assert "- Mel plays the harp." in second.content.splitlines()
    found = {hit.id for hit in ash.recall("Mel plays the harp", kinds=["memory"], k=50)}
    assert found == {second.id}
    ash.forget(harp.id)
    assert "harp" not in repr(ash.memories.all(archived=None))
    assert "harp" not in repr(events(ash))
    assert ash.settle().failed == ()
    assert ash.verify().ok


def test_what_is_forgotten_is_in_nothing_that_self_care_made(open_home: Homes) -> None:
    ash = open_home.agent()
    rows = remember(ash, 30)
    say(open_home, ash, "I decided to sell the kayak.", "I love old maps.", thread="boats")
    ash.consolidate()
    done = ash.self_care()
    assert "maps" in done.memory.content
    told = [row for row in rows if row.content in done.memory.content]
    assert 10 < len(told) < 30
    (kayak,) = [t for t in values(ash, Episode, "log.latest", limit=9) if "kayak" in t.text]
    (maps,) = [t for t in values(ash, Episode, "log.latest", limit=9) if "maps" in t.text]
    ash.forget(kayak.id)
    assert "kayak" not in repr(conversations(ash))
    assert "kayak" not in repr(events(ash))
    ash.forget(maps.id)
    memory = ash.memories.get(done.memory.id)
    assert "maps" not in memory.content
    assert [row.content for row in conversations(ash)] == [""]
    ash.forget(told[0].id)
    memory = ash.memories.get(done.memory.id)
    assert told[0].content not in memory.content
    assert told[0].id not in memory.source_ids
    assert told[1].content in memory.content
    for row in rows:
        ash.forget(row.id)
    assert ash.memories.all(archived=None) == []
    assert [event for event in events(ash) if "in the shed" in repr(event)] == []
    assert ash.settle().failed == ()
    assert ash.verify().ok
