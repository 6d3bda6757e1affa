"""Numbers in words and in figures: "twelve", "1,250", "zweitausend", "a quarter past ten".

Single words come from the tables of five languages; what is put together of several words, or
written as one long word, is read by text2num, which is loaded when the first such number comes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from wakeline.language.word_lists import any_of, word_values

PRECISION_OF_WORDS: Final = 0.5
SMALL: Final = 12  # up to it people count days, weeks and months in words
SCALES: Final = ("dozen", "hundred", "thousand", "million")
# What "one" stands before where it is a number: a noun, not "one of them" or "that one myself".
_COUNTED: Final = re.compile(
    r"-|\s+(?!(?:of|is|was|for|that|which|who|my|your|another|more|myself|at|in|on)\b)[a-z]",
    re.IGNORECASE,
)
_FIGURES: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")


def number_words(language: str = "en") -> dict[str, int]:
    """The words for numbers that one language has, with their values."""
    return word_values(language, "numbers")


def small_numbers(language: str = "en", *, most: int = SMALL) -> dict[str, int]:
    """The words for the numbers from one to so many."""
    return {
        word: value
        for word, value in number_words(language).items()
        if 0 < value <= most and word not in SCALES
    }


def read_number(text: str, language: str = "en") -> float | None:
    """The number that a text is, in figures or in words; None if it is none."""
    plain = text.strip().lower()
    if plain[:1].isdecimal():
        return float(plain.replace(",", "")) if _FIGURES.fullmatch(plain) else None
    bare = re.sub(r"^an?\s+", "", plain) if language == "en" else plain
    value = number_words(language).get(bare)
    if value is None and language == "en":
        value = word_values("en", "ordinals").get(bare)
    return float(value) if value is not None else _read_compound(bare, language)


def _read_compound(text: str, language: str) -> float | None:
    from text_to_num import text2num  # at first use: most texts have no such number

    try:
        return float(text2num(text, language))
    except ValueError:
        return None


@cache
def _run() -> re.Pattern[str]:
    """Words for English numbers that stand together."""
    word = any_of({**number_words(), **word_values("en", "ordinals")})
    return re.compile(
        rf"\b(?:a\s+(?={'|'.join(SCALES)}))?(?:{word})\b(?:(?:[\s-]+(?:and\s+)?)(?:{word})\b)*",
        re.IGNORECASE,
    )


def numbers_in_words(text: str) -> Iterator[tuple[int, int, float, float]]:
    """Where English numbers are written as words, with their value and how precise that is."""
    for match in _run().finditer(text):
        if match[0].lower() == "one" and _COUNTED.match(text, match.end()) is None:
            continue
        value = read_number(match[0])
        if value is not None:
            yield match.start(), match.end(), value, PRECISION_OF_WORDS


def clock_pattern() -> str:
    """The form of a time of day in English words."""
    hour = any_of(small_numbers())
    return (
        rf"\b(?P<words>(?:(?P<part>quarter|half)\s+(?P<side>past|to))\s+(?P<at>{hour})"
        rf"|(?P<sharp>{hour})\s+o'clock)\b"
    )


def clock_time(parts: dict[str, str | None]) -> tuple[int, int]:
    """The hour and the minute of a time in words that `clock_pattern` found."""
    if parts.get("sharp"):
        return number_words()[str(parts["sharp"]).lower()], 0
    hour = number_words()[str(parts["at"]).lower()]
    minutes = 15 if str(parts["part"]).lower() == "quarter" else 30
    return (hour, minutes) if str(parts["side"]).lower() == "past" else (hour - 1, 60 - minutes)
