"""Sentences, words, and cutting them short."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wakeline.language.sentences import clip, sentences

CUTS = [
    ("One. Two! Three? Four…", ["One.", "Two!", "Three?", "Four…"]),
    ("Ask Dr. Weber, e.g. today. Then go.", ["Ask Dr. Weber, e.g. today.", "Then go."]),
    ("1. First item\n2. Second item", ["First item", "Second item"]),
    ("It is on March 10. Is that fine?", ["It is on March 10.", "Is that fine?"]),
    ("Am 5. März geht es los.", ["Am 5. März geht es los."]),
    ("# Plan\n- **bold** item", ["Plan", "bold item"]),
    ("Before.\n```\ncode. more code.\n```\nAfter.", ["Before.", "After."]),
    ("> quoted line\nown line", ["own line"]),
    ('He said "no." Then left.', ['He said "no."', "Then left."]),
    ("第一句。第二句！", ["第一句。", "第二句！"]),
    ("  \n ", []),
]


@pytest.mark.parametrize(("text", "expected"), CUTS)
def test_a_text_is_cut_into_sentences(text: str, expected: list[str]) -> None:
    assert [sentence.text for sentence in sentences(text)] == expected


def test_a_long_turn_is_read_at_both_ends() -> None:
    text = "The start. " + "Filler words here. " * 2000 + "The end."
    found = [sentence.text for sentence in sentences(text)]
    assert (found[0], found[-1]) == ("The start.", "The end.")
    assert sum(map(len, found)) <= 8000


@given(st.text(max_size=300), st.integers(2, 80))
def test_a_clipped_text_is_one_printable_line_within_its_limit(text: str, limit: int) -> None:
    line = clip(text, limit)
    assert len(line) <= limit
    assert line.isprintable()
    assert clip(line, limit) == line


def test_a_text_is_clipped_between_words_if_it_has_any() -> None:
    assert clip("one two three", 8) == "one two…"
    assert clip("one two three", 9) == "one two…"
    assert clip("unbreakable", 6) == "unbre…"
    assert clip("one\ttwo\u202e", 20) == "one two"
