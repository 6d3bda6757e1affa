"""Recall on both engines: quality on a written life, filters, the unindexed tail, forgetting."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.builders import Homes, an_agent
from wakeline.model.memory import Hit

LIFE: list[tuple[str, str, str, str]] = [
    ("one", "Ana", "2023-05-08", "I went to a pottery class yesterday and made two bowls."),
    ("one", "Ben", "2023-05-08", "Nice! Who taught it?"),
    ("one", "Ana", "2023-05-08", "An old neighbour of my mother, Teresa."),
    ("one", "Ben", "2023-05-08", "You should sell them at the market."),
    ("two", "Ben", "2023-06-20", "Our puppy Rex ate my running shoes last week."),
    ("two", "Ana", "2023-06-20", "Oh no! Did you buy new ones?"),
    ("two", "Ben", "2023-06-20", "Yes, blue ones, for the marathon in October."),
    ("two", "Ana", "2023-06-20", "I am learning the cello, my teacher is strict."),
    ("three", "Ana", "2023-09-02", "We moved into the flat by the river."),
    ("three", "Ben", "2023-09-02", "How is the view?"),
    ("three", "Ana", "2023-09-02", "Wonderful, boats all day long."),
    ("three", "Ben", "2023-09-02", "I finally fixed the leaking roof of the garage."),
]
ASKED = [
    ("Who taught the pottery class?", "An old neighbour of my mother, Teresa."),
    ("When did Ana go to pottery?", LIFE[0][3]),
    ("What colour are Ben's new shoes?", LIFE[6][3]),
    ("What instrument does Ana play?", LIFE[7][3]),
    ("Which pet does Ben have?", LIFE[4][3]),
    ("Where does Ana live now?", LIFE[8][3]),
    ("What happened in June 2023 to the shoes?", LIFE[4][3]),
    ("What did Ben repair?", LIFE[11][3]),
]


def events() -> list[dict[str, Any]]:
    return [
        {"text": text, "speaker": who, "session": session, "at": f"{day}T10:00:00Z"}
        for session, who, day, text in LIFE
    ]


def places(found: dict[str, list[Hit]]) -> list[int]:
    """Where the answer of each question stands, 99 if it was not found."""
    texts = {question: [hit.text for hit in hits] for question, hits in found.items()}
    return [texts[q].index(a) + 1 if a in texts[q] else 99 for q, a in ASKED]


def ask(agent: Any, **options: Any) -> dict[str, list[Hit]]:
    return {question: agent.recall(question, k=5, **options) for question, _ in ASKED}


def test_answers_stand_among_the_first_and_better_than_by_full_text(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.observe_many(events())
    ash.settle()
    ranked, by_words = places(ask(ash)), places(ask(ash, strategy="fulltext"))
    assert sum(place <= 3 for place in ranked) >= 7
    assert sum(1 / p for p in ranked) > sum(1 / p for p in by_words)


def test_what_is_not_indexed_yet_is_found_as_if_it_were(open_home: Homes) -> None:
    # What was consolidated meanwhile would be found too.
    alone = {"consolidate.every_minutes": "0", "consolidate.enough_turns": "0"}
    ash, other = (an_agent(open_home(settings=alone)) for _ in range(2))
    ash.observe_many(events())
    before = ask(ash)
    ash.settle()
    assert ask(other) == ask(ash) == before


def test_a_turn_that_comes_later_is_found_with_what_stands_around_it(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.observe_many(events()[:9])
    ash.recall("the flat")
    for event in events()[9:]:
        ash.observe(**event)
    ash.settle()
    assert ask(ash) == ask(open_home.agent())


@pytest.mark.feature("C27")
def test_without_an_embedder_the_same_call_answers_by_words(open_home: Homes) -> None:
    home = open_home(settings={"embedder": "none"})
    ash = home.agent("ash")
    ash.observe_many(events())
    assert ash.settle().failed == ()
    hit = ash.recall("leaking roof")[0]
    assert hit.text == LIFE[11][3]
    assert set(hit.why) == {"words", "recency"}
    assert ash.recall("leaking roof", strategy="default")[0].text == LIFE[11][3]


@pytest.mark.parametrize("strategy", ["default", "rrf", "fulltext"])
def test_a_filter_leaves_out_everything_else_and_nothing_more(
    open_home: Homes, strategy: str
) -> None:
    ash = open_home.agent()
    ash.projects.add("boats", title="Boats")
    ash.observe_many(events())
    for number in range(30):
        ash.observe(f"boat number {number}", thread="noise")
    ash.observe("a boat of ours", thread="harbour", project="boats", speaker="Eva")
    ash.memories.add("The boat is called Heron.")
    ash.facts.set("boat.name", "Heron")

    def texts(**wanted: Any) -> list[str]:
        return [hit.text for hit in ash.recall("boat", strategy=strategy, **wanted)]

    ours = ["a boat of ours"]
    assert texts(thread="harbour") == texts(speaker="Eva") == ours
    assert texts(project="boats", kinds=["conversation"]) == ours
    assert texts(project="boats", kinds=["project"]) == ["boats: Boats"]
    assert texts(kinds=["fact"]) == ["boat.name = Heron"]
    assert len(texts(kinds=["memory"])) == 1
    assert len(texts(thread="noise", k=30)) == 30
    until = datetime(2024, 1, 1, tzinfo=UTC)
    assert set(texts(until=until)) <= {text for _, _, _, text in LIFE}


def test_a_fact_that_was_replaced_often_does_not_crowd_out_what_is_true(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.observe_many(events())
    for number in range(130):
        ash.facts.set("boat.name", f"Heron {number}")
        ash.recall("the name of the boat", k=1)
    found = ash.recall("the name of the boat", k=3)
    assert [hit.text for hit in found if hit.kind == "fact"] == ["boat.name = Heron 129"]
    assert len(found) == 3


def test_what_was_forgotten_is_found_by_nobody_and_counted_no_more(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.observe_many(events())
    ash.settle()
    other = open_home.agent()
    gone = other.recall("marathon")[0]
    ash.forget(gone.id)
    for agent in (ash, other, open_home.agent()):
        assert gone.id not in [hit.id for hit in agent.recall("marathon October")]
    ash.settle()
    assert ash.verify().ok


@pytest.mark.parametrize(
    "query", ["", "   ", '"', "a OR (b", "*", "\0", "🛶", "the of and", "x " * 9000]
)
def test_a_question_is_only_text(open_home: Homes, query: str) -> None:
    ash = open_home.agent()
    ash.observe_many(events())
    for strategy in ("default", "rrf", "fulltext"):
        assert isinstance(ash.recall(query, strategy=strategy), list)
