"""The search data of one turn: its terms, its days, and how it speaks.

Made once, when a turn is indexed, and kept as bytes; the ranker reads many of them
at once and adds the neighbours of each. It does not know other turns.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime
from typing import Final, NamedTuple

from wakeline.language.calendar import UNMISTAKABLE_MONTHS, weekday_names
from wakeline.language.dates import Day, day_words, days_told, said_on_words
from wakeline.recall.analyse import terms
from wakeline.recall.speakers import FIRST_PERSON, SECOND_PERSON, share_of_questions

RETOLD: Final = "retold"  # the role of a memory that repeats what turns say
_WORD: Final = re.compile(r"\S+")
_TIME: Final = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|last|next|ago|since|week|weekend|month|year|years|months"
    r"|weeks|days|(?:19|20)\d\d|recently|soon"
    rf"|{'|'.join((*weekday_names(), *UNMISTAKABLE_MONTHS))})\b",
    re.IGNORECASE,
)
# A lasting wish, however it is asked for later.
_WISH: Final = re.compile(
    r"^\W*(?:please\s+)?(?:always|never|from now on|whenever|remember (?:to|that)"
    r"|make sure (?:to|you))\b"
    r"|\bi (?:\w+ )?prefer\b|\bi(?:'d| would) (?:prefer|rather)\b"
    r"|\bi (?:don't |do not )?like (?:to|it when)\b",
    re.IGNORECASE,
)
_PICTURE: Final = re.compile(r"\[photo:[^\]]*\]", re.IGNORECASE)
# A name by which somebody is spoken to ("Thanks, Ana!", "Good luck, Ben.") says nothing.
# A word matches whole or not at all: one of a million letters could be cut in as many ways.
_CALLED: Final = re.compile(
    r"(?:^|[.!?]\s+)(?:\w++(?:'\w*+)?,?\s+){1,2}[A-Z][a-z]+(?=[,.!?])|, [A-Z][a-z]+(?=[.!?]|$)"
)
_NAME: Final = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+")


class IndexedTurn(NamedTuple):
    """A turn as it is indexed."""

    said: dict[str, int]  # terms of the text and of the speaker's name
    own: tuple[str, ...]  # the distinct terms of the text alone
    dated: tuple[str, ...]  # terms of the day on which it was said
    told: tuple[str, ...]  # terms of the days that it mentions
    day: Day
    days: tuple[Day, ...]
    words: int
    first_person: bool
    second_person: bool
    asks: float  # the share of its sentences that are questions
    has_question: bool
    has_time: bool
    wishes: bool
    names: int  # how many different names it mentions


def read_turn(text: str, *, speaker: str | None, at: datetime) -> IndexedTurn:
    """The search data of a turn's text."""
    own = terms(text)
    said = Counter(own)
    said.update(terms(speaker or ""))
    days = days_told(text, at.date())
    return IndexedTurn(
        said=dict(said),
        own=tuple(dict.fromkeys(own)),
        dated=tuple(terms(said_on_words(at.date()))),
        told=tuple(terms(" ".join(day_words(days)))),
        day=Day(at.year, at.month, at.day),
        days=days,
        words=len(_WORD.findall(text)),
        first_person=bool(FIRST_PERSON.search(text)),
        second_person=bool(SECOND_PERSON.search(text)),
        asks=share_of_questions(text),
        has_question="?" in text,
        has_time=bool(_TIME.search(text)),
        wishes=bool(_WISH.search(text)),
        names=_names(text),
    )


def _names(text: str) -> int:
    """How many names a text mentions; a name that begins a sentence is not recognised."""
    if text.islower():
        return 0
    return len(set(_NAME.findall(_CALLED.sub(" ", _PICTURE.sub(" ", text)))))
