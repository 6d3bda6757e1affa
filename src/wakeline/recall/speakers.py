"""Who is meant: the speaker that a question names, and first and second person in a text.

Also the share of questions in a text. English words; it does not know any names beyond
the speakers it is given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

LEAST_FULL_NAME: Final = 5  # letters, before its first three count as a nickname
NICKNAME: Final = 3

_WORDS: Final = re.compile(r"[^\W_]+")
FIRST_PERSON: Final = re.compile(r"\b(?:i|my|we|our|me)\b", re.IGNORECASE)
OWN: Final = re.compile(r"\b(?:i|my|me)\b", re.IGNORECASE)
SECOND_PERSON: Final = re.compile(r"\b(?:you|your)\b", re.IGNORECASE)
_PICTURE: Final = re.compile(r"\[photo:[^\]]*\]", re.IGNORECASE)
# Not the splitter of `language`: the share of questions is kept in indexes and was learned so.
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+|\n+")


def named_speaker(question: str, speakers: Iterable[str]) -> str | None:
    """The one speaker whom a question names; None if it names nobody, or several.

    By the whole name, else by the first name, else by the first three letters of a
    longer name as a word of its own, as friends say it.
    """
    words = _WORDS.findall(question.casefold())
    known = {speaker: _WORDS.findall(speaker.casefold()) for speaker in speakers}
    for forms in (_whole, _first, _short):
        named = [s for s, name in known.items() if name and _stands_in(forms(name), words)]
        if named:
            return named[0] if len(named) == 1 else None
    return None


def _whole(name: list[str]) -> list[str]:
    return name


def _first(name: list[str]) -> list[str]:
    return name[:1]


def _short(name: list[str]) -> list[str]:
    return [name[0][:NICKNAME]] if len(name[0]) >= LEAST_FULL_NAME else []


def _stands_in(name: list[str], words: list[str]) -> bool:
    """Whether the words of a name stand together in a text."""
    size = len(name)
    return bool(size) and any(words[i : i + size] == name for i in range(len(words) - size + 1))


def share_of_questions(text: str) -> float:
    """The share of a text's sentences that are questions, without picture descriptions."""
    sentences: list[str] = [s for s in _SENTENCE_END.split(_PICTURE.sub(" ", text)) if s.strip()]
    if not sentences:
        return 0.0
    return sum(s.rstrip().endswith("?") for s in sentences) / len(sentences)
