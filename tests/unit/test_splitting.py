"""A long text becomes entries that can each be found, and nothing of it is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wakeline.recall.splitting import TextEntry, split_entries


def test_short_paragraphs_stand_together_under_their_heading() -> None:
    text = "# Beds\n\nTomatoes need sun.\n\nBasil likes company.\n\n## Water\nEvery morning."
    assert split_entries(text) == [
        TextEntry("Beds", "Tomatoes need sun.\n\nBasil likes company."),
        TextEntry("Water", "Every morning."),
    ]


def test_a_long_paragraph_is_cut_at_the_end_of_a_sentence() -> None:
    first, second = "The pump runs at dawn. " * 3, "Nobody hears it then. " * 3
    found = split_entries(first + second, most=80)
    assert all(len(entry.text) <= 80 for entry in found)
    assert all(entry.text.endswith(".") for entry in found)


def test_a_word_without_an_end_is_cut_where_it_must_be() -> None:
    found = split_entries("x" * 2500, most=1000)
    assert [len(entry.text) for entry in found] == [1000, 1000, 500]


def test_an_empty_text_has_no_entries() -> None:
    assert split_entries(" \n\n# Only a heading\n") == []


@given(st.text(max_size=400), st.integers(5, 60))
def test_nothing_but_space_and_headings_is_lost(text: str, most: int) -> None:
    text = text.replace("#", "")
    found = split_entries(text, most)
    assert all(0 < len(entry.text) <= most for entry in found)
    assert "".join("".join(entry.text for entry in found).split()) == "".join(text.split())
