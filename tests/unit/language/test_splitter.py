"""Sentences end where people see their end, in five languages."""

import pytest

from tests.unit.language.labelled import SENTENCES
from wakeline.language.sentences import split_sentences


@pytest.mark.parametrize(("language", "marked"), SENTENCES)
def test_a_text_is_cut_where_its_label_says(language: str, marked: str) -> None:
    found = [piece.text for piece in split_sentences(marked.replace("|", ""))]
    assert found == [part.strip() for part in marked.split("|")], language


def test_a_sentence_knows_where_it_stands() -> None:
    text = "  One here.  Two there!\nThree"
    assert [text[p.start : p.end] for p in split_sentences(text)] == [
        "One here.",
        "Two there!",
        "Three",
    ]


def test_a_sentence_may_go_over_lines_where_this_is_wanted() -> None:
    text = "One goes\non here. Two.\n\nThree"
    assert [piece.text for piece in split_sentences(text, across_lines=True)] == [
        "One goes\non here.",
        "Two.",
        "Three",
    ]
