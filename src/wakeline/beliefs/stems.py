"""What the forms of an English word have in common."""

from __future__ import annotations

from functools import lru_cache

from wakeline.language.stems import stem_word

MOST_STEMS = 20_000
AGENTS = ("er", "or", "ers", "ors")


@lru_cache(maxsize=MOST_STEMS)
def stem(word: str) -> str:
    """The stem of a word in small letters. Who does a thing is not the thing: a reporter stays."""
    plain = word.replace("’", "'").removesuffix("'s").removesuffix("'")
    if len(plain) > 5 and plain.endswith(AGENTS):
        return plain.removesuffix("s")
    return stem_word(plain)
