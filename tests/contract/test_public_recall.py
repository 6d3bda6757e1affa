"""Finding what was said or is known: words, recency, filters. On both engines."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.builders import START, Homes, an_event, an_exchange


def test_a_hit_says_what_it_is_where_it_came_from_and_why_it_ranked(open_home: Homes) -> None:
    ash = open_home.agent()
    for number in range(10):
        ash.observe(**an_event(number))
    at = START - timedelta(days=14)
    kept = ash.observe(
        "The ferry to Cacilhas leaves at nine.",
        speaker="Ana",
        at=at,
        thread="travel",
        source_id="D1:3",
        metadata={"page": 4},
    )
    hit = ash.recall("When does the ferry leave?")[0]
    assert (hit.id, hit.source_id, hit.kind) == (kept.id, "D1:3", "conversation")
    assert (hit.text, hit.at) == ("The ferry to Cacilhas leaves at nine.", at)
    assert (hit.speaker, hit.thread_id, hit.metadata) == ("Ana", "travel", {"page": 4})
    assert (hit.origin, hit.trust) == ("import", 0.3)
    assert hit.score == pytest.approx(sum(hit.why.values()))
    assert "unique_words" in hit.why
    (hit,) = ash.recall("When does the ferry leave?", strategy="fulltext")
    assert hit.score == pytest.approx(hit.why["words"] + hit.why["recency"])
    assert hit.why["recency"] == pytest.approx(hit.why["words"] * 0.15 * 0.36787944117144233)


def test_of_two_equal_texts_the_newer_comes_first(open_home: Homes) -> None:
    ash = open_home.agent()
    for number in range(10):
        ash.observe(**an_event(number))
    for days in (3, 30, 0, 300):
        ash.observe("The ferry is late.", at=START - timedelta(days=days), source_id=f"d{days}")
    for question in ("ferry", "is the ferry late?"):
        found = [hit.source_id for hit in ash.recall(question)]
        assert found[:4] == ["d0", "d3", "d30", "d300"], question


def test_words_are_found_in_their_other_forms(open_home: Homes) -> None:
    ash = open_home.agent()
    kept = ash.observe("We were running along the rivers.")
    for question in ("run river", "RUNS", "Rivers?", "the river's"):
        assert [hit.id for hit in ash.recall(question)] == [kept.id], question
    assert ash.recall("we were the") == []


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("東京は日本の首都です", "首都"),
        ("Grüße aus München", "münchen"),
        ("Ольга живёт в Самаре", "самаре"),
        ("see src/wakeline/engine.py for it", "engine.py"),
        ("order number 4711-B", "4711"),
    ],
)
def test_words_of_any_script_are_found(open_home: Homes, text: str, question: str) -> None:
    ash = open_home.agent()
    kept = ash.observe(text)
    assert [hit.id for hit in ash.recall(question)] == [kept.id]


@pytest.mark.parametrize("question", ["kestrel", "What did I say about kestrel?"])
def test_a_word_that_one_turn_says_is_found_first_indexed_or_not(
    open_home: Homes, question: str
) -> None:
    ash = open_home.agent()
    ash.observe_many([an_event(n, session=f"s{n // 10}") for n in range(60)])
    kept = ash.observe("Staging is called kestrel.", session="s2")
    ash.observe_many([an_event(n, session="s2") for n in range(60, 65)])
    assert ash.recall(question)[0].id == kept.id
    ash.settle()
    assert open_home.agent().recall(question)[0].id == kept.id


def test_k_bounds_the_hits_and_the_best_are_kept(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.observe_many([an_event(n) for n in range(50)])
    best = ash.observe("The gauge was replaced.")
    assert len(ash.recall("gauge", k=7)) == 7
    assert ash.recall("gauge replaced", k=1)[0].id == best.id
    assert len(ash.recall("gauge", k=1000)) == 51
    assert len(ash.recall("gauge")) == 10


def test_filters_bound_what_is_found_even_far_down_the_list(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.observe_many([an_event(n, text=f"gauge gauge {n}") for n in range(400)])
    ash.observe(
        "the gauge of the other river, which stands far from here",
        speaker="Ana",
        thread="river",
        at=START - timedelta(days=400),
        kind="observation",
    )
    for filters in (
        {"speaker": "Ana"},
        {"thread": "river"},
        {"kinds": ["observation"]},
        {"until": START - timedelta(days=1)},
        {"since": "2025-01-01T00:00:00Z", "until": "2025-06-01T00:00:00+01:00"},
    ):
        assert [hit.speaker for hit in ash.recall("gauge", **filters)] == ["Ana"], filters
    assert ash.recall("gauge", speaker="Nobody") == []


def test_since_belongs_to_the_stretch_and_until_does_not(open_home: Homes) -> None:
    ash = open_home.agent()
    for hour in range(4):
        ash.observe("the gauge", at=START + timedelta(hours=hour), source_id=str(hour))
    hits = ash.recall("gauge", since=START + timedelta(hours=1), until=START + timedelta(hours=3))
    assert sorted(hit.source_id or "" for hit in hits) == ["1", "2"]


def test_asking_changes_nothing(open_home: Homes) -> None:
    ash = open_home.agent()
    an_exchange(ash)
    before = ash.status()
    for _ in range(3):
        assert len(ash.recall("question1 answer1")) == 2
    assert ash.status() == before


def test_nothing_is_found_where_nothing_was_said(open_home: Homes) -> None:
    assert open_home.agent().recall("anything") == []


@pytest.mark.feature("C41")
def test_a_fact_is_found_and_read_at_once_without_any_consolidation(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.record(user="My new number is 4711.")
    fact = ash.facts.set("phone", "4711")
    assert ash.status().waiting_jobs > 0, "nothing has been derived yet"
    assert {hit.kind for hit in ash.recall("4711")} == {"conversation", "fact"}
    assert ash.facts.get("phone") == fact
    assert "phone = 4711" in ash.wake().text


def test_settling_leaves_nothing_to_do_and_is_safe_to_repeat(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    an_exchange(ash)
    ash.end(summary="done")
    settled = ash.settle()
    assert settled.failed == ()
    assert (ash.status().waiting_jobs, ash.status().parked_jobs) == (0, 0)
    assert ash.settle().done == ()
