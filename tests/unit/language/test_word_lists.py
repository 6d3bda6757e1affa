"""Word lists are files of one word a line, and the lists agree with each other."""

from pathlib import Path

import pytest

from wakeline.language.calendar import month_names, month_numbers, weekday_names
from wakeline.language.negation import is_negator, negators
from wakeline.language.stop_words import indexed_stop_words, stop_words
from wakeline.language.word_lists import FOLDER, LANGUAGES, word_list

FILES = sorted(Path(FOLDER).rglob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_file_says_what_it_is_and_holds_each_line_once(file: Path) -> None:
    first, *lines = file.read_text(encoding="utf-8").splitlines()
    assert first.startswith("# ")
    assert lines == list(dict.fromkeys(lines))
    assert all(line == line.strip().lower() for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_whole_calendar(language: str) -> None:
    assert len(month_names(language)) == 12
    assert len(weekday_names(language)) == 7
    assert set(month_numbers(language).values()) == set(range(1, 13))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_index_leaves_out_is_a_stop_word(language: str) -> None:
    assert indexed_stop_words(language) <= stop_words(language)
    assert word_list(language, "negators")


def test_words_that_name_a_thing_in_english_are_kept_in_the_index() -> None:
    assert indexed_stop_words().isdisjoint(["die", "war", "son", "hat", "plus", "pour", "la"])


def test_a_verb_with_not_joined_to_it_denies() -> None:
    assert is_negator("needn't")
    assert "nicht" in negators("de")
    assert not is_negator("note")
