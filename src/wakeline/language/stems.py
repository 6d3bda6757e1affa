"""What the forms of a word have in common, by the Snowball stemmer."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Any, Final

from wakeline.language.word_lists import LANGUAGES

MOST_STEMS: Final = 20_000
_NAMES: Final = dict(
    zip(LANGUAGES, ("english", "portuguese", "spanish", "german", "french"), strict=True)
)
_lock: Final = Lock()  # a stemmer is not safe among threads


@lru_cache(maxsize=len(_NAMES))
def _stemmer(language: str) -> Any:
    from Stemmer import Stemmer  # at first use: a wake stems nothing and must not pay for it

    return Stemmer(_NAMES[language], 0)  # 0: no cache of its own


def stem_word(word: str, language: str = "en") -> str:
    """The stem of a word in small letters. Keeps nothing: for whoever has a cache."""
    with _lock:
        return str(_stemmer(language).stemWord(word))


@lru_cache(maxsize=MOST_STEMS)
def stem(word: str) -> str:
    """The stem of an English word in small letters."""
    return stem_word(word)
