"""Whether a draft contradicts or repeats what its reader was told before.

Sentences about the same thing are compared. They contradict each other if their numbers, days
or months differ, or if one denies what the other says; the caller passes in the test for denial.
It does not know who the reader is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from wakeline.beliefs.decisions import Similarity, word_similarity
from wakeline.beliefs.limits import number_of
from wakeline.beliefs.sentences import Word, words_in
from wakeline.minds.state_distance import sentences_of
from wakeline.model.decision import WarningKind

MOST_SENTENCES: Final = 60  # of a draft, and of one earlier message
MOST_CHARACTERS: Final = 20_000
ABOUT_THE_SAME: Final = 0.6  # of the words of the shorter one, without numbers
SAID_AGAIN: Final = 0.85  # of the words of both
FEWEST_WORDS: Final = 2  # in both sentences, to recognise a denial or a repetition
_NUMBER: Final = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+")
_MAY: Final = re.compile(r"\b\d{1,2}(?:st|nd|rd|th)?(?: of)? May\b|\bMay \d")
_NO_NUMBERS: Final = frozenset({"a", "an", "half", "whole", "entire", "another", "single", "both"})

Reverses = Callable[[str, str], bool]


class MessageSentence(NamedTuple):
    """A sentence, parsed for comparison."""

    text: str
    words: tuple[Word, ...]  # without numbers and days
    numbers: frozenset[str]
    days: frozenset[str]
    months: frozenset[str]


class Clash(NamedTuple):
    """A contradiction or repetition between two sentences, and the reason in words."""

    kind: WarningKind
    why: str


def sentences(text: str) -> list[MessageSentence]:
    """The sentences of a text, parsed for comparison."""
    return [_read(each) for each in sentences_of(text[:MOST_CHARACTERS])[:MOST_SENTENCES]]


def vocabulary(read: Iterable[MessageSentence]) -> list[str]:
    return list(dict.fromkeys(word.text for each in read for word in each.words))


def clash(
    before: MessageSentence, now: MessageSentence, alike: Similarity, reverses: Reverses
) -> Clash | None:
    """Whether a sentence contradicts or repeats an earlier one; None if it does neither."""
    fewest = min(len(before.words), len(now.words))
    if not fewest:
        return None
    forth, back = _said_by(before, now, alike), _said_by(now, before, alike)
    # A word alone must be the same: what is near to it may be anything.
    if max(forth, back) < (ABOUT_THE_SAME if fewest >= FEWEST_WORDS else 1):
        return None
    other = (
        _another("number", before.numbers, now.numbers)
        or _another("day", before.days, now.days)
        or _another("month", before.months, now.months)
    )
    found: Clash | None = None
    if other is not None:
        found = Clash("contradiction", other)
    elif fewest >= FEWEST_WORDS:
        if reverses(before.text, now.text):
            found = Clash("contradiction", "the opposite was said")
        elif min(forth, back) >= SAID_AGAIN and now.numbers <= before.numbers:
            found = Clash("repetition", "the same was said")
    return found


def _read(text: str) -> MessageSentence:
    words = words_in(text)
    return MessageSentence(
        text,
        tuple(w for w in words if not w.closed and number_of(w.text) is None),
        frozenset(_numbers(text)),
        frozenset(w.stem for w in words if w.closed == "day"),
        frozenset(w.stem for w in words if w.closed == "month") | _in_may(text),
    )


def _in_may(text: str) -> frozenset[str]:
    """The month that is a word of its own, known by the number beside it."""
    return frozenset({"may"} if _MAY.search(text) else ())


def _numbers(text: str) -> Iterable[str]:
    for token in _NUMBER.findall(text.lower()):
        number = None if token in _NO_NUMBERS else number_of(token)
        if number is not None:
            yield f"{number:g}"
        elif token[:1].isdigit():  # 9:30
            yield token


def _said_by(one: MessageSentence, other: MessageSentence, alike: Similarity) -> float:
    """How much of one sentence the other says."""
    best = (max(word_similarity(w, o, alike) for o in other.words) for w in one.words)
    return sum(best) / len(one.words)


def _another(name: str, before: frozenset[str], now: frozenset[str]) -> str | None:
    """The difference in words, if both sentences name some and neither names all of the other's."""
    if not before or not now or before <= now or now <= before:
        return None
    then, here = (", ".join(sorted(found)) for found in (before - now, now - before))
    return f"another {name}: {then} then, {here} now"
