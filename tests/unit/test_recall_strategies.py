"""The seeds' formula is kept to the letter; why adds up to the score."""

import math

import numpy as np
import pytest

from tests.unit.recall_corpus import Said, a_corpus, a_question, an_embedder
from wakeline.recall.index import Index
from wakeline.recall.ranking import MOST_SHOWN, RankingRequest
from wakeline.recall.reciprocal_rank import by_reciprocal_rank
from wakeline.recall.strategies import STRATEGIES, by_features

SAID: list[Said] = [
    ("Ana", "the kayak is red", "one", "2023-05-08"),
    ("Ben", "a boat on the lake", "two", "2023-05-22"),
    ("Ana", "taxes are due", "three", "2023-05-22"),
]
NOW = 1_685_577_600.0  # 2023-06-01
DAY = 86_400


def asked(question: str, **given: object) -> RankingRequest:
    embedder = an_embedder([each[1] for each in SAID])
    corpus = a_corpus(*SAID, embedder=embedder)
    return RankingRequest(a_question(question, corpus, embedder), Index(corpus), NOW, **given)  # type: ignore[arg-type]


@pytest.mark.feature("B23", "X15", "X16")
def test_reciprocal_ranks_are_summed_and_then_recency_multiplies() -> None:
    found = by_reciprocal_rank(asked("red kayak"))
    assert found.rows[0] == 0
    age = (NOW - a_corpus(*SAID).floats("at")[0]) / DAY
    base = 1 / 61 + 1 / 61
    assert found.scores[0] == pytest.approx(base * (1 + 0.15 * math.exp(-age / 14)))


@pytest.mark.feature("B26")
def test_a_row_that_mentions_a_named_entity_is_found_at_any_distance() -> None:
    rows = by_reciprocal_rank(asked("zzz", named=(np.array([2]),))).rows.tolist()
    assert rows[0] == 2


def test_a_thread_multiplies_by_one_point_eight() -> None:
    plain = asked("red kayak")
    corpus = plain.index.growing
    corpus.ints("thread")[0] = corpus.labels["thread"].number("boats")
    index = Index(corpus)
    in_thread = by_reciprocal_rank(RankingRequest(plain.question, index, plain.now, thread="boats"))
    without = by_reciprocal_rank(RankingRequest(plain.question, index, plain.now))
    assert in_thread.scores[0] == pytest.approx(1.8 * without.scores[0])


@pytest.mark.parametrize("name", STRATEGIES)
def test_why_adds_up_to_the_score(name: str) -> None:
    found = STRATEGIES[name].rank(asked("the red kayak of Ana"))
    assert len(found.rows)
    for place, score in enumerate(found.scores.tolist()):
        assert sum(found.why(place).values()) == pytest.approx(score)


def test_what_is_not_passing_is_never_found() -> None:
    passing = np.array([False, True, True])
    for strategy in STRATEGIES.values():
        assert 0 not in strategy.rank(asked("red kayak", passing=passing)).rows.tolist()


def test_why_is_short_and_begins_with_the_strongest() -> None:
    why = by_features(asked("the red kayak of Ana")).why(0)
    *parts, rest = why
    assert len(why) == MOST_SHOWN
    assert rest == "rest"
    assert [abs(why[name]) for name in parts] == sorted((abs(why[n]) for n in parts), reverse=True)


def test_of_equal_turns_the_newer_takes_the_better_place_wherever_it_stands() -> None:
    said: list[Said] = [
        ("Ana", "the kayak is red", "one", "2023-05-08"),
        ("Ben", "which kayak is red?", "two", "2023-05-22"),
        ("Ana", "the kayak is red", "two", "2023-05-22"),
        ("Ana", "taxes are due", "three", "2023-05-22"),
        ("Ana", "the kayak is red", "three", "2023-05-22"),
    ]
    corpus = a_corpus(*said, embedder=an_embedder([each[1] for each in said]))
    found = by_features(RankingRequest(a_question("red kayak", corpus), Index(corpus), NOW))
    assert [row for row in found.rows.tolist() if row in (0, 2, 4)] == [4, 2, 0]


def test_weights_are_given_as_values() -> None:
    one = asked("red kayak", weights={"words_own": 1.0})
    assert list(by_features(one).why(0)) == ["words_own"]
