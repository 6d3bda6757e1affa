"""Weights for the search in one store, by how people search such entries.

A decision is searched by its own words, a letter by words and its age, a principle by
the situation that it is for. Texts and moments in, numbers from 0 to 1 out. It does not know where
entries are kept.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from wakeline.recall.analyse import query_terms, terms

DAYS: Final = 14  # after which a letter has lost about two thirds of its newness
NEWNESS: Final = 0.5  # of a letter's weight, at most
K1, B = 1.2, 0.75
SECONDS_A_DAY: Final = 86_400
WHEN: Final = re.compile(r"^\s*when\b[:,]?\s*(.+?)[,;.]?\s+then\b", re.IGNORECASE | re.DOTALL)


def word_scores(query: str, texts: Sequence[str]) -> list[float]:
    """BM25 of each text among these, scaled so that the best is 1; all 0 if no word is found."""
    wanted = set(query_terms(query))
    counts = [Counter(terms(text)) for text in texts]
    if not wanted or not counts:
        return [0.0] * len(texts)
    mean = sum(count.total() for count in counts) / len(counts) or 1.0
    found = [0.0] * len(texts)
    for term in wanted:
        holding = sum(term in count for count in counts)
        rarity = math.log(1 + (len(counts) - holding + 0.5) / (holding + 0.5))
        for place, count in enumerate(counts):
            if times := count[term]:
                long = 1 - B + B * count.total() / mean
                found[place] += rarity * times * (K1 + 1) / (times + K1 * long)
    best = max(found)
    return [score / best for score in found] if best else found


def newness(at: datetime, now: datetime) -> float:
    """1 for an entry of this moment, and less with every day."""
    days = max((now - at).total_seconds(), 0.0) / SECONDS_A_DAY
    return math.exp(-days / DAYS)


def letter_weight(words: float, at: datetime, now: datetime) -> float:
    """The weight of a letter: that of its words, reduced by up to half with its age."""
    return words * (1 - NEWNESS + NEWNESS * newness(at, now))


def exactness(query: str, text: str) -> float:
    """The share of words that a question and an entry have in common; 1 if one holds the other."""
    asked, said = set(query_terms(query)), set(query_terms(text))
    if not asked or not said:
        return 0.0
    return len(asked & said) / min(len(asked), len(said))


def situation(text: str) -> str:
    """The situation of a principle: the words between WHEN and THEN, else the whole text."""
    found = WHEN.match(text)
    return found.group(1) if found else text
