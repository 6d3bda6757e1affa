"""What the forms of an English word have in common."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Any

MOST_STEMS = 20_000
AGENTS = ("er", "or", "ers", "ors")
_lock = Lock()  # a stemmer is not safe among threads


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    from Stemmer import Stemmer  # at first use: most that load this room compare nothing

    return Stemmer("english", 0)


@lru_cache(maxsize=MOST_STEMS)
def stem(word: str) -> str:
    """The stem of a word in small letters. Who does a thing is not the thing: a reporter stays."""
    plain = word.replace("’", "'").removesuffix("'s").removesuffix("'")
    if len(plain) > 5 and plain.endswith(AGENTS):
        return plain.removesuffix("s")
    return bare_stem(plain)


def bare_stem(word: str) -> str:
    """The bare stem of a word in small letters, by the stemmer alone."""
    with _lock:
        return str(_stemmer().stemWord(word))
