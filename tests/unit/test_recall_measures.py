"""Measures count as their names say; fitting puts evidence first."""

import numpy as np
import pytest

from bench.quality.fitting import Lesson, fit
from bench.quality.measures import Measures, mean, measured


def test_measures_of_one_question() -> None:
    found = measured(["x", "a", "y", "z", "w", "b"], frozenset("ab"))
    assert (found.recall_5, found.recall_10, found.recall_20) == (0.5, 1.0, 1.0)
    assert found.mrr == 0.5
    assert 0 < found.ndcg < 1
    assert measured(["a", "b"], frozenset("ab")) == Measures(1, 1, 1, 1, 1)
    assert measured([], frozenset("a")) == Measures(0, 0, 0, 0, 0)
    assert mean([Measures(1, 1, 1, 1, 1), Measures(0, 0, 0, 0, 0)]).ndcg == 0.5


def test_a_feature_that_marks_the_evidence_gets_its_weight_and_noise_gets_none() -> None:
    chance = np.random.default_rng(3)
    lessons = []
    for _ in range(60):
        features = chance.normal(size=(12, 2))
        is_evidence = np.zeros(12, dtype=bool)
        is_evidence[int(features[:, 0].argmax())] = True
        lessons.append(Lesson(features, is_evidence, 1.0))
    lessons.append(Lesson(np.ones((2, 2)), np.array([False, False]), 1.0))
    weights = fit(lessons)
    assert weights[0] > 2
    assert abs(weights[1]) < 0.5
    assert fit(lessons, weights) == pytest.approx(weights, abs=0.1)
