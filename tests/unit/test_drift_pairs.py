"""Change is told from rewording on labelled pairs, a part of which nothing was tuned on."""

from __future__ import annotations

from collections import Counter

import pytest

from bench.drift import (
    CHANGED,
    CLASSES,
    Pair,
    auc,
    by_cosine,
    by_meaning,
    changed_auc,
    distance,
    embedders,
    magnitudes,
    missed,
    pairs,
)
from wakeline.liminal.drift import drift_magnitude, drift_valence, lexical_magnitude
from wakeline.liminal.reversal import reverses
from wakeline.minds.calibration import HEALTHY_GROWTH, SMALL_EDIT
from wakeline.ports.minds import TextEmbedder

PAIRS = pairs()
HELD_OUT = [pair for pair in PAIRS if pair.held_out]
EMBEDDERS = embedders()


@pytest.fixture(params=EMBEDDERS)
def embedder(request: pytest.FixtureRequest) -> TextEmbedder:
    return EMBEDDERS[request.param]


def test_the_set_is_large_enough_and_a_third_of_it_is_held_out() -> None:
    counts = Counter(pair.label for pair in PAIRS)
    assert set(counts) == set(CLASSES)
    assert min(counts.values()) >= 30
    assert len(PAIRS) >= 180
    for label in CLASSES:
        held = sum(pair.held_out for pair in PAIRS if pair.label == label)
        assert held >= counts[label] // 3
    assert len({pair.id for pair in PAIRS}) == len(PAIRS)
    assert len({(pair.before, pair.after) for pair in PAIRS}) == len(PAIRS)
    assert {"en", "de", "es", "ja"} <= {pair.language for pair in PAIRS}
    assert all(pair.held_out for pair in PAIRS if pair.batch == 2)


@pytest.mark.slow
@pytest.mark.feature("A92", "U6")
def test_change_is_told_from_paraphrase_where_nothing_was_tuned(embedder: TextEmbedder) -> None:
    found = magnitudes(HELD_OUT, by_meaning(embedder))
    words = magnitudes(HELD_OUT, lexical_magnitude)
    assert changed_auc(found) >= 0.85
    assert changed_auc(found) > changed_auc(words)
    assert changed_auc(found) > changed_auc(magnitudes(HELD_OUT, by_cosine(embedder)))


@pytest.mark.feature("A92")
@pytest.mark.parametrize("label", CHANGED)
def test_each_class_of_change_is_told_from_paraphrase(embedder: TextEmbedder, label: str) -> None:
    found = magnitudes(PAIRS, by_meaning(embedder))
    assert auc(found[label], found["paraphrase"]) >= 0.75


@pytest.mark.feature("A70", "U6")
def test_a_reversal_never_ranks_below_a_paraphrase(embedder: TextEmbedder) -> None:
    found = magnitudes(PAIRS, by_meaning(embedder))
    assert missed(PAIRS) == ([], [])
    assert min(found["reversal"]) >= 0.9 > max(found["paraphrase"])


@pytest.mark.feature("U12")
def test_small_edits_and_healthy_growth_are_where_the_scale_says(embedder: TextEmbedder) -> None:
    far = {pair.id: distance(pair.before, pair.after, embedder) for pair in PAIRS}
    assert [p.id for p in PAIRS if p.label == "none" and far[p.id] >= SMALL_EDIT] == []
    grown = [far[p.id] < HEALTHY_GROWTH for p in PAIRS if p.label == "growth"]
    assert sum(grown) / len(grown) >= 0.9


@pytest.mark.feature("A69")
@pytest.mark.parametrize("pair", [p for p in PAIRS if p.label == "recovery"], ids=lambda p: p.id)
def test_every_recovery_of_the_set_is_called_one(pair: Pair) -> None:
    assert drift_valence(pair.before, pair.after) == "recovery"


@pytest.mark.parametrize("label", ["none", "paraphrase"])
def test_nothing_reworded_is_taken_for_a_recovery_or_a_reversal(label: str) -> None:
    for pair in PAIRS:
        if pair.label == label:
            assert drift_valence(pair.before, pair.after) != "recovery", pair.id
            assert not reverses(pair.before, pair.after), pair.id
            assert drift_magnitude(pair.before, pair.after) < 0.9


def test_a_perfect_ranking_is_one_and_a_tie_a_half() -> None:
    assert auc([0.9, 0.8], [0.1, 0.2]) == 1
    assert auc([0.1], [0.9]) == 0
    assert auc([0.5], [0.5]) == 0.5
