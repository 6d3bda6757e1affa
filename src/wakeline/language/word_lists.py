"""The word lists of the five languages, read from their files when first needed.

A file holds one word a line, and lines with a # that say what it is. It does not know what
the words are used for.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import cache
from typing import Final

LANGUAGES: Final = ("en", "pt", "es", "de", "fr")
OTHER: Final = "other"  # what is known of all other languages
FOLDER: Final = os.path.join(os.path.dirname(__file__), "data")


@cache
def word_list(language: str, name: str) -> tuple[str, ...]:
    """The lines of one list, in the order of its file."""
    with open(os.path.join(FOLDER, language, f"{name}.txt"), encoding="utf-8") as file:
        return tuple(line for line in file.read().splitlines() if line and line[0] != "#")


@cache
def words_of_languages(name: str, languages: tuple[str, ...] = LANGUAGES) -> frozenset[str]:
    """The words of one list in several languages."""
    return frozenset(word for language in languages for word in word_list(language, name))


@cache
def word_values(language: str, name: str) -> dict[str, int]:
    """A list whose lines end in a number, as a table."""
    rows = (line.rsplit(" ", 1) for line in word_list(language, name))
    return {word: int(number) for word, number in rows}


def any_of(words: Iterable[str]) -> str:
    """Words as alternatives of a pattern, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))
