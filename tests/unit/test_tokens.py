"""The estimate of tokens, held against the tokenizer that comes with the static embedder."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.real_tokens import real_tokens
from tests.unit.token_texts import CODE, ENGLISH, LANGUAGES, MACHINES
from wakeline.minds.tokens import EstimatedTokens

LEAST = 0.98
count = EstimatedTokens.count


@pytest.mark.parametrize("name", [*ENGLISH, *LANGUAGES, *CODE, *MACHINES])
def test_no_kind_of_text_is_counted_low(name: str) -> None:
    text = {**ENGLISH, **LANGUAGES, **CODE, **MACHINES}[name]
    assert count(text) >= LEAST * real_tokens(text)


def test_english_is_counted_a_little_high_and_no_more() -> None:
    ratios = [count(text) / real_tokens(text) for text in ENGLISH.values()]
    assert sum(ratios) / len(ratios) <= 1.15
    assert max(ratios) <= 1.2


@pytest.mark.parametrize("name", [*LANGUAGES, *CODE])
def test_nothing_that_people_write_is_counted_half_as_high_again(name: str) -> None:
    text = {**LANGUAGES, **CODE}[name]
    assert count(text) <= 1.5 * real_tokens(text)


@given(st.lists(st.sampled_from([*ENGLISH.values(), *LANGUAGES.values(), *MACHINES.values()])))
def test_lines_take_as_much_apart_as_together(lines: list[str]) -> None:
    apart = sum(count(f"{line}\n") for line in lines)
    assert count("".join(f"{line}\n" for line in lines)) <= apart


@given(st.text())
def test_any_text_has_a_count(text: str) -> None:
    found = count(text)
    assert found >= 0
    assert (found == 0) == (text == "")


def test_half_of_a_character_is_counted_too() -> None:
    assert count("a \ud83d b") >= 3


@given(st.text(max_size=3000))
def test_a_text_is_counted_alike_by_its_lines(text: str) -> None:
    assert EstimatedTokens.count_by_lines(text) == count(text)


def test_a_long_text_in_all_scripts_is_counted_alike_by_its_lines() -> None:
    text = "\n\n".join({**ENGLISH, **LANGUAGES, **CODE, **MACHINES}.values())
    assert EstimatedTokens.count_by_lines(text) == count(text)
