"""What speaks for and against a candidate: a table of small functions, and their weights.

Each feature looks at one question and its candidates and answers with a number for
each; the score is the sum of weight times feature, and `why` is that sum written out.
The weights are data: how they were fitted, and what each feature is worth, stands in
docs/recall.md. It does not know how candidates were found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wakeline.recall.candidates import Candidates, own_rarity, share
from wakeline.recall.corpus import OWN, WITH_AROUND, WITH_BEFORE, Corpus
from wakeline.recall.dates import Day, nearness
from wakeline.recall.pages import FIRST_PERSON, HAS_QUESTION, HAS_TIME, SECOND_PERSON
from wakeline.recall.questions import Question

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

FEEDBACK: Final = (1.0, 0.8, 0.6, 0.5, 0.4)  # how much the first five say about what is meant
BEST_OF_STREAM: Final = 3
SHORT_QUESTION: Final = (
    120  # words; a longer turn with a question in it is not asking for one thing
)
SHORT: Final = 40  # words
LONG: Final = 80


@dataclass(frozen=True, slots=True)
class Seen:
    """One question and the candidates that are ranked, as features look at them."""

    question: Question
    corpus: Corpus
    found: Candidates  # all of them, in their first order
    ranked: int  # how many of them are ranked

    @property
    def rows(self) -> Ints:
        return self.found.rows[: self.ranked]

    def ints(self, name: str) -> Ints:
        return self.corpus.ints(name)[self.rows]

    def has(self, flag: int) -> Bools:
        found: Bools = (self.ints("flags") & flag) > 0
        return found

    @property
    def is_role(self) -> Bools:
        """Whether a row is of a dialogue between a person and an agent, by role."""
        role = self.ints("role")
        named = [self.corpus.roles.find(name) for name in ("user", "agent")]
        found: Bools = np.isin(role, named)
        return found

    @property
    def by_speaker(self) -> Bools:
        return self.found.by_speaker[: self.ranked]


def words_around(seen: Seen) -> Floats:
    return share(seen.found.lexical[:, WITH_AROUND])[: seen.ranked]


def words_before(seen: Seen) -> Floats:
    return share(seen.found.lexical[:, WITH_BEFORE])[: seen.ranked]


def words_own(seen: Seen) -> Floats:
    return share(seen.found.lexical[:, OWN])[: seen.ranked]


def meaning(seen: Seen) -> Floats:
    return share(seen.found.meaning)[: seen.ranked]


def feedback(seen: Seen) -> Floats:
    """Near to the question together with what was found first."""
    if seen.question.vector is None or not seen.ranked:
        return np.zeros(seen.ranked)
    best = seen.found.rows[: len(FEEDBACK)]
    weight = np.array(FEEDBACK[: len(best)])
    mean = (weight[:, None] * seen.corpus.vectors[best]).sum(axis=0) / weight.sum()
    meant = seen.question.vector + mean
    meant /= max(float(np.linalg.norm(meant)), 1e-9)
    return share(seen.corpus.smooth(seen.rows).astype(np.float64) @ meant)


def pieces(seen: Seen) -> Floats:
    """For every piece of the question the nearest piece of the turn."""
    asked = seen.question
    tokens, sizes = seen.corpus.tokens(seen.rows)
    if not len(asked.tokens) or not len(tokens):
        return np.zeros(seen.ranked)
    distinct, place = np.unique(tokens, return_inverse=True)
    theirs = asked.vectors_of(distinct.astype(np.int64))
    near: npt.NDArray[Any] = np.matmul(theirs, asked.token_vectors.T)
    filled = np.flatnonzero(sizes)
    starts = np.concatenate(([0], np.cumsum(sizes[filled])[:-1]))
    nearest = np.maximum.reduceat(near[place], starts, axis=0)
    found = np.zeros(seen.ranked)
    found[filled] = nearest @ asked.token_weights / asked.token_weights.sum()
    return share(found)


def session(seen: Seen) -> Floats:
    """How well the whole session answers: its three best candidates."""
    first = seen.found.first
    highest = first.max(initial=0) or 1.0
    streams = seen.corpus.ints("stream")[seen.found.rows].tolist()
    best: dict[int, list[float]] = {}
    for stream, value in zip(streams, (first / highest).tolist(), strict=True):
        kept = best.setdefault(stream, [])
        if len(kept) < BEST_OF_STREAM:
            kept.append(value)
    return np.array([sum(best[s]) / BEST_OF_STREAM for s in streams[: seen.ranked]])


def speaker(seen: Seen) -> Floats:
    return seen.by_speaker.astype(np.float64)


def speaker_of_self(seen: Seen) -> Floats:
    return (seen.by_speaker & seen.has(FIRST_PERSON)).astype(np.float64)


def other_to_them(seen: Seen) -> Floats:
    if seen.question.speaker is None:
        return np.zeros(seen.ranked)
    return (~seen.by_speaker & seen.has(SECOND_PERSON)).astype(np.float64)


def first_person(seen: Seen) -> Floats:
    return seen.has(FIRST_PERSON).astype(np.float64)


def oneself(seen: Seen) -> Floats:
    return seen.found.by_oneself[: seen.ranked].astype(np.float64)


def agents_part(seen: Seen) -> Floats:
    is_agents = seen.ints("role") == seen.corpus.roles.find("agent")
    found: Floats = (is_agents & seen.question.is_to_you).astype(np.float64)
    return found


def only_asks(seen: Seen) -> Floats:
    return np.where(seen.is_role, 0, seen.corpus.floats("asks")[seen.rows])


def answers(seen: Seen) -> Floats:
    before = seen.ints("before")
    asked = (seen.corpus.ints("flags")[before] & HAS_QUESTION) > 0
    brief = seen.corpus.ints("words")[before] < SHORT_QUESTION
    found: Floats = (asked & brief & (before >= 0) & ~seen.is_role).astype(np.float64)
    return found


def length(seen: Seen) -> Floats:
    found: Floats = np.log1p(np.minimum(seen.ints("words"), SHORT))
    return found


def overlength(seen: Seen) -> Floats:
    found: Floats = np.maximum(0, np.log1p(seen.ints("words")) - np.log1p(LONG))
    return found


def opens_session(seen: Seen) -> Floats:
    """First of its session. What stands alone, as a memory does, opens nothing."""
    return ((seen.ints("before") < 0) & (seen.ints("in_stream") > 0)).astype(np.float64)


def rare_words(seen: Seen) -> Floats:
    return own_rarity(seen.corpus, seen.rows)


def day(seen: Seen) -> Floats:
    return seen.found.day[: seen.ranked]


def day_told(seen: Seen) -> Floats:
    asked = seen.question.days
    if not asked:
        return np.zeros(seen.ranked)
    told = [map(Day._make, seen.corpus.days_told(int(row))) for row in seen.rows]
    return np.array([nearness(asked, days) for days in told])


def time_for_when(seen: Seen) -> Floats:
    return (seen.has(HAS_TIME) & seen.question.asks_when).astype(np.float64)


class Feature(NamedTuple):
    """One thing that speaks for or against a candidate, and why it should."""

    of: Callable[[Seen], Floats]
    reason: str

    @property
    def name(self) -> str:
        return self.of.__name__


FEATURES: Final = (
    Feature(words_around, "the words are in the turn or beside it"),
    Feature(words_before, "an answer carries the words of what it answers"),
    Feature(words_own, "words that only repeat the question have no answer beside them"),
    Feature(meaning, "other words, same meaning"),
    Feature(feedback, "what is found first says what is meant"),
    Feature(pieces, "each piece of the question is met by some piece of the turn"),
    Feature(session, "a session that is about it holds more of it"),
    Feature(speaker, "asked about somebody, what they said themselves"),
    Feature(speaker_of_self, "people tell of themselves as I and we"),
    Feature(other_to_them, "who says you to them asks or comments"),
    Feature(first_person, "what somebody tells of themselves is what is asked for later"),
    Feature(oneself, "asked as I, the person's own turns"),
    Feature(agents_part, "asked as you, the agent's own turns"),
    Feature(only_asks, "a turn that only asks answers nothing"),
    Feature(answers, "a turn after a question answers it"),
    Feature(length, "of two with the same words the shorter is about them"),
    Feature(overlength, "a long message holds every word by chance"),
    Feature(opens_session, "the first turn of a session says what is new"),
    Feature(rare_words, "rare words make a turn worth finding"),
    Feature(day, "said on the day that is asked about"),
    Feature(day_told, "speaks of the day that is asked about"),
    Feature(time_for_when, "asked when, a turn that says when"),
)

# Fitted on dialogues of both kinds at once; docs/recall.md says how, and how to do it again.
WEIGHTS: Final[Mapping[str, float]] = {
    "words_around": 1.114,
    "words_before": 3.059,
    "words_own": -2.006,
    "meaning": 0.191,
    "feedback": 2.041,
    "pieces": 2.419,
    "session": 1.530,
    "speaker": 0.883,
    "speaker_of_self": 0.739,
    "other_to_them": -0.442,
    "first_person": 0.219,
    "oneself": 0.400,
    "agents_part": 1.046,
    "only_asks": -1.165,
    "answers": 0.926,
    "length": -0.433,
    "overlength": -1.434,
    "opens_session": 1.465,
    "rare_words": 1.684,
    "day": 2.948,
    "day_told": 1.674,
    "time_for_when": 1.076,
}


def matrix(seen: Seen) -> Floats:
    """Every feature of every ranked candidate, a column each in the order of the table."""
    return np.stack([feature.of(seen) for feature in FEATURES], axis=1)
