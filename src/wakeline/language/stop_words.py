"""Stop words: one list a language, and which of them the full-text index leaves out.

The index has its own, smaller selection because of words that one language needs and another
has for a thing ("die", "war", "son"). It defines what is stored, so it stays as it is.
"""

from __future__ import annotations

from functools import cache

from wakeline.language.word_lists import LANGUAGES, words_of_languages


def stop_words(*languages: str) -> frozenset[str]:
    """The stop words of some languages, of all five if none is named."""
    return words_of_languages("stop_words", languages or LANGUAGES)


def indexed_stop_words(*languages: str) -> frozenset[str]:
    """The stop words that no index holds, of some languages or of all five."""
    return words_of_languages("indexed_stop_words", languages or LANGUAGES)


@cache
def words_without_topic() -> frozenset[str]:
    """Words that no topic is named by: stop words and small talk of all five languages."""
    return stop_words() | words_of_languages("small_talk")
