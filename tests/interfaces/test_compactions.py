"""What was decided against survives compactions that a plain summary does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import compactions
from bench.compactions import BUDGETS, DECIDED, left_in_summary, session, summarised, survived


@pytest.mark.feature("E22", "X42")
def test_decisions_survive_ten_compactions_and_a_plain_summary_loses_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for budget in BUDGETS:
        after = left_in_summary(budget)
        assert len(after) == 10
        assert after[-1].decisions < 0.5
    monkeypatch.setattr(compactions, "A_STRETCH", 2)  # the talk between is not what is tested here
    kept = survived(tmp_path)
    assert kept.caught >= DECIDED
    assert kept.still == kept.caught
    assert kept.told == DECIDED


def test_a_plain_summary_keeps_within_its_words_and_the_order_of_what_was_said() -> None:
    talk = session()[0].sentences
    for budget in BUDGETS:
        kept = summarised(talk, budget)
        assert 0 < sum(len(text.split()) for text in kept) <= budget
        places = [talk.index(text) for text in kept]
        assert places == sorted(places)
