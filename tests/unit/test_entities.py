"""Names are found by how they are written."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wakeline.graph.mentions import MOST_NAMES, entities


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Mel went there with Ana Silva.", ("Mel", "Ana Silva")),
        ("The Blue Heron opened in Porto.", ("The Blue Heron", "Porto")),
        ("we met at the Blue Heron", ("Blue Heron",)),
        ("I read it in The Guardian.", ("The Guardian",)),
        ("The Berlin office closed.", ("Berlin",)),
        ("It is like Code of the West, she said.", ("Code of the West",)),
        ("We met Maria da Silva and Vincent van Gogh.", ("Maria da Silva", "Vincent van Gogh")),
        ("New York is big, and Little Women is a book.", ("New York", "Little Women")),
        ("a book by J. R. R. Tolkien", ("J. R. R. Tolkien",)),
        ("Dr. Silva was late.", ("Silva",)),
    ],
)
def test_names_are_capitalised_words_in_a_row(text: str, names: tuple[str, ...]) -> None:
    assert entities(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "Yesterday it rained. When it stopped, we left.",
        "Running is fun. Recently I stopped.",
        "Thanks! That's great. I'm glad, and I'll come.",
        "See you on Monday, or in June.",
        "Bread is cheap, and I like bread.",
        '"Come in," he said. "Sit down."',
        "PLEASE DO NOT SHOUT AT ME",
        "I do NOT want it.",
        "How We Built The New Payment System In Rust",
        "i said nothing, e.g. and/or at 3.5 p.m.",
        "我们昨天去了西湖",
        "",
    ],
)
def test_ordinary_sentences_name_nothing(text: str) -> None:
    assert entities(text) == ()


def test_a_first_word_is_a_name_if_it_is_no_common_word() -> None:
    assert entities("Caroline called. Jonas too.") == ("Caroline", "Jonas")


def test_a_common_first_word_is_a_name_if_it_recurs_in_the_middle() -> None:
    assert entities("Will came late. Nobody asked Will why.") == ("Will",)
    assert entities("Will it rain?") == ()


def test_words_before_a_name_are_not_part_of_it() -> None:
    assert entities("When Mel came, we left. Tell Ana now.") == ("Mel", "Ana")
    assert entities("Hey Mel! Thanks Jonas!") == ("Mel", "Jonas")


def test_signs_part_names() -> None:
    assert entities("with Mel, Ana and Bob (Porto)") == ("Mel", "Ana", "Bob", "Porto")
    assert entities("in Ana's Porto") == ("Ana", "Porto")


def test_code_is_kept_as_it_is_written() -> None:
    text = "set staging.host in src/app/main.py, call load_settings or mail mel@example.org"
    assert entities(text) == ("staging.host", "src/app/main.py", "load_settings", "mel@example.org")


def test_acronyms_and_inner_capitals_are_names() -> None:
    assert entities("the API of NASA on an iPhone with GPT-4") == (
        "API of NASA",
        "iPhone",
        "GPT-4",
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Élodie et Zoë sont à Besançon.", ("Élodie", "Zoë", "Besançon")),
        ("Zoe\u0308 rit à Besanc\u0327on.", ("Zoë", "Besançon")),
        ("мы видели Анну Петрову в Москве.", ("Анну Петрову", "Москве")),
        ("είδαμε τη Μαρία στην Αθήνα", ("Μαρία", "Αθήνα")),
        ("I met O’Brien’s sister.", ("O'Brien",)),
    ],
)
def test_capitals_of_other_scripts_are_capitals(text: str, names: tuple[str, ...]) -> None:
    assert entities(text) == names


def test_each_name_comes_once_in_the_order_of_its_first_appearance() -> None:
    assert entities("we saw Bob, then Ana, then Bob") == ("Bob", "Ana")


def test_there_is_a_bound() -> None:
    many = ", ".join(f"Name{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(200))
    assert len(entities("we met " + many)) == MOST_NAMES


@pytest.mark.parametrize(
    "piece",
    [
        *("A ", "A of ", "A of the ", "a.", "a_", "A.", "Aa's ", "A-", "a/"),
        *("A. a ", "Ab. xabx ", "- A "),
    ],
)
def test_a_long_hostile_text_is_read_in_a_moment(piece: str) -> None:
    began = time.process_time()
    entities(piece * 500_000)
    assert time.process_time() - began < 3.0  # of the processor: others do not count


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    names = entities(text)
    assert len(set(names)) == len(names) <= MOST_NAMES
    assert all(name.strip() for name in names)
