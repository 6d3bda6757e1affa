"""The words of a text as people see them, and which of them say what a text is about.

Reads text by its form; English, Portuguese, Spanish, German and French have stop words, others
have words and no stop words. It does not know what a word means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final
from unicodedata import category, combining, normalize

from wakeline.language.stop_words import words_without_topic

SUBSTANTIAL: Final = 2
# Talk repeats its words: so many are remembered with what was found out about them.
KNOWN_WORDS: Final = 8_192
# From here on, scripts that write without spaces: one run may be a whole request.
UNSPACED_FROM: Final = 0x2E80
UNSPACED_RUN: Final = 4

TYPOGRAPHIC: Final = "\u2019"
# Letters, and the marks that are written on them: without these a word of Hindi falls apart.
_LETTERS: Final = r"[\w\u0300-\u036f\u064b-\u065f\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e]+"
_WORD: Final = re.compile(rf"{_LETTERS}(?:['{TYPOGRAPHIC}.\-]{_LETTERS})*")


def word_set(listed: str) -> frozenset[str]:
    """The words of a text, each once."""
    return frozenset(listed.split())


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text as they stand."""
    return tuple(_WORD.findall(text))


@lru_cache(maxsize=KNOWN_WORDS)
def core_word(word: str) -> str:
    """A word in small letters without what an apostrophe joins to it."""
    return max(word.lower().replace(TYPOGRAPHIC, "'").split("'"), key=len)


@lru_cache(maxsize=KNOWN_WORDS)
def is_informative(word: str) -> bool:
    """Whether a word says what the talk is about: no stop word, no number, no identifier."""
    bare = core_word(word)
    if bare in words_without_topic():
        return False
    letters = sum(map(is_letter, bare))
    return letters >= 3 and 2 * (len(bare) - letters) <= letters


def is_letter(sign: str) -> bool:
    """A letter, or a mark on one: scripts of India write vowels so."""
    return sign.isalpha() or category(sign) in ("Mn", "Mc")


def informative_words(surfaces: Iterable[str]) -> list[str]:
    return [surface for surface in surfaces if is_informative(surface)]


def is_substantial(surfaces: Sequence[str]) -> bool:
    """Whether words are enough to tell what is meant."""
    return len(informative_words(surfaces)) >= SUBSTANTIAL or any(
        len(word) >= UNSPACED_RUN and ord(word[0]) >= UNSPACED_FROM for word in surfaces
    )


@lru_cache(maxsize=KNOWN_WORDS)
def fold_word(word: str) -> str:
    """A word without case, accents and plural: two forms of one word, mostly."""
    bare = core_word(word)
    if not bare.isascii():
        bare = "".join(c for c in normalize("NFD", bare) if not combining(c))
    return bare[:-1] if len(bare) > 3 and bare.endswith("s") and not bare.endswith("ss") else bare
