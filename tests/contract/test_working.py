"""What is nearest to an agent: answers given lately, the turns of its session, what waits."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import wakeline
from tests.builders import Homes, an_exchange, select
from wakeline.flows.common.place import Place
from wakeline.flows.recall.rank import rank_hits as by_rank
from wakeline.model.memory import Hit

ASKED = "Where does the heron nest, by the weir?"
ELSEWHERE = """
import sys, wakeline
with wakeline.open(sys.argv[1]) as home:
    home.agent("ash").record(user="The heron nests under the old bridge now.")
"""


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions for which an agent looks for answers instead of remembering them."""
    asked: list[str] = []

    def ranked(place: Place, query: str, *args: Any, **options: Any) -> list[Hit]:
        asked.append(query)
        return by_rank(place, query, *args, **options)

    monkeypatch.setattr("wakeline.flows.recall.rank.rank_hits", ranked)
    return asked


def a_life(homes: Homes) -> wakeline.Agent:
    ash = homes.agent()
    ash.wake(thread="weir")
    ash.record(user="The heron nests by the weir.", agent="In the alder, you said.")
    an_exchange(ash, 1)
    ash.settle()
    return ash


@pytest.mark.feature("C4")
def test_the_same_question_is_looked_up_once_while_nothing_changes(
    open_home: Homes, looked: list[str]
) -> None:
    ash = a_life(open_home)
    first = ash.recall(ASKED)
    assert first
    assert (ash.recall(ASKED), len(looked)) == (first, 1)
    first[0].why.clear()  # whoever was given an answer may change it
    assert ash.recall(ASKED)[0].why
    ash.recall(ASKED, k=3)
    ash.recall(ASKED, role="user")
    assert len(looked) == 3
    open_home.later(seconds=61)  # recency counts: an answer grows old by itself
    ash.recall(ASKED)
    assert len(looked) == 4


def test_an_answer_that_is_put_before_the_agent_is_counted_each_time(open_home: Homes) -> None:
    ash = a_life(open_home)
    memory = ash.memories.add("The heron is shy.", title="heron")
    for _ in range(3):
        assert "The heron is shy." in ash.recall_text("Is the heron shy?")
    count = "SELECT access_count FROM marks WHERE subject_id = :id"
    assert select(ash, count, id=memory.id) == [(3,)]


Act = Callable[[wakeline.Agent, list[Hit]], Any]
ACTS: dict[str, Act] = {
    "a turn": lambda a, _: a.record(user="The heron has left the weir."),
    "an observation": lambda a, _: a.observe("A heron stood on the weir.", speaker="camera"),
    "a fact": lambda a, _: a.facts.set("heron.nest", "the alder by the weir"),
    "a fact that changed": lambda a, _: a.facts.set("heron.nest", "the willow by the weir"),
    "a memory": lambda a, _: a.memories.add("The heron nests late.", title="heron"),
    "something read": lambda a, _: a.knowledge.add("Herons nest in colonies.", title="herons"),
    "indexing": lambda a, _: a.settle(),
    "consolidation": lambda a, _: a.consolidate(everything=True),
    "everything made again": lambda a, _: a.rebuild(),
    "forgetting": lambda a, hits: a.forget(hits[0].id),
}


@pytest.mark.feature("C4")
@pytest.mark.parametrize("strategy", ["default", "rrf", "fulltext"])
def test_whatever_moves_elsewhere_moves_the_answer(open_home: Homes, strategy: str) -> None:
    ash = a_life(open_home)
    another = open_home.agent()
    unkept = open_home(settings={"recall.answers": "0"}).agent("ash")
    for name, act in ACTS.items():
        before = ash.recall(ASKED, strategy=strategy)
        assert ash.recall(ASKED, strategy=strategy) == before
        open_home.later(seconds=1)
        act(another, before)
        open_home.later(seconds=1)
        assert ash.recall(ASKED, strategy=strategy) == unkept.recall(ASKED, strategy=strategy), name


@pytest.mark.feature("C4")
def test_a_forgotten_text_is_not_remembered_by_another_process(open_home: Homes) -> None:
    ash = a_life(open_home)
    turn = ash.recall(ASKED)[0]
    assert "by the weir" in turn.text
    open_home.agent().forget(turn.id)
    assert turn.text not in [hit.text for hit in ash.recall(ASKED)]
    assert turn.text not in [held.text for held in ash.working.turns()]


@pytest.mark.feature("C4")
def test_what_another_process_keeps_is_found_at_once(open_home: Homes) -> None:
    ash = a_life(open_home)
    ash.recall(ASKED)
    subprocess.run([sys.executable, "-c", ELSEWHERE, open_home.location], check=True, timeout=60)
    assert "under the old bridge" in " ".join(hit.text for hit in ash.recall(ASKED))


def test_only_as_many_answers_are_kept_as_the_setting_says(
    open_home: Homes, looked: list[str]
) -> None:
    a_life(open_home)
    ash = open_home(settings={"recall.answers": "2"}).agent("ash")
    for asked in ("heron", "weir", "heron", "alder", "heron", "weir"):
        ash.recall(asked)
    # `weir` was used longest ago when `alder` came
    assert looked == ["heron", "weir", "alder", "weir"]
    looked.clear()
    none = open_home(settings={"recall.answers": "0"}).agent("ash")
    none.recall("heron")
    none.recall("heron")
    assert looked == ["heron", "heron"]


@pytest.mark.feature("C4")
def test_the_turns_of_the_session_and_what_has_not_settled_are_at_hand(open_home: Homes) -> None:
    ash = open_home.agent()
    assert ash.working.turns() == []
    ash.wake()
    an_exchange(ash, 1)
    an_exchange(ash, 2)
    open_home.agent().record(user="said in no session")
    assert [turn.text.split()[-1] for turn in ash.working.turns()] == [
        "question1?", "answer1.", "question2?", "answer2.",
    ]  # fmt: skip
    assert [turn.role for turn in ash.working.turns(limit=1)] == ["agent"]
    ash.working.hold("seeds", "two packets")
    waiting = ash.working.waiting()
    assert waiting.unwritten == {"seeds": "two packets"}
    assert waiting.unread > 0
    ash.working.flush()
    ash.settle()
    assert ash.working.waiting() == ({}, 0)
