"""Numbers are read in words and figures, in five languages."""

import pytest

from tests.unit.language.labelled import NUMBERS
from wakeline.language.numbers import numbers_in_words, read_number


@pytest.mark.parametrize(("language", "text", "value"), NUMBERS)
def test_a_number_has_the_value_of_its_label(language: str, text: str, value: float) -> None:
    assert read_number(text, language) == value


@pytest.mark.parametrize("text", ["", "maple", "v2", "1.2.3", "one of them"])
def test_what_is_no_number_has_no_value(text: str) -> None:
    assert read_number(text) is None


def test_numbers_are_found_where_they_stand_in_a_sentence() -> None:
    text = "One of them costs twelve hundred, for one day and a dozen people"
    assert [(text[a:b], value) for a, b, value, _ in numbers_in_words(text)] == [
        ("twelve hundred", 1200.0),
        ("one", 1.0),
        ("a dozen", 12.0),
    ]
