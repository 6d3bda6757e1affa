"""Words that deny, in one table: negators, and verbs with "not" joined to them.

It does not know how far a denial reaches, nor what is denied.
"""

from __future__ import annotations

from functools import cache

from wakeline.language.word_lists import LANGUAGES, OTHER, words_of_languages

NOT_ENGLISH = (*(language for language in LANGUAGES if language != "en"), OTHER)


def negators(*languages: str) -> frozenset[str]:
    """The words that deny, of some languages or of all five."""
    return words_of_languages("negators", languages or LANGUAGES)


def negated_verbs() -> frozenset[str]:
    """English verbs that deny: "don't", "isn't"."""
    return words_of_languages("negated_verbs", ("en",))


def words_for_only() -> frozenset[str]:
    """Words behind which a negator of another language than English denies nothing."""
    return words_of_languages("only", NOT_ENGLISH)


@cache
def denying_words() -> frozenset[str]:
    """Every word of English that denies by itself."""
    return negators("en") | negated_verbs()


def is_negator(word: str) -> bool:
    """Whether an English word in small letters denies; "n't" behind any verb does."""
    return word in negators("en") or word.endswith("n't")
