"""The ranking features: a table of small functions, and their weights.

Each feature takes one question and its candidates and returns a number for each
candidate; the score is the sum of weight times feature, and `why` is that sum written out.
The weights are data: docs/recall.md says how they were fitted and what each feature is
worth. A feature's name is its function's name. It does not know how candidates were found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wakeline.recall.candidates import MOST_RANKED, Candidates, cosines, day_nearness, normalise
from wakeline.recall.columns import (
    ANSWERS,
    OPENS,
    OWN,
    WITH_AROUND,
    WITH_BEFORE,
    Columns,
)
from wakeline.recall.index import Index
from wakeline.recall.pages import (
    FIRST_PERSON,
    HAS_TIME,
    NAMES,
    NAMES_MORE,
    SECOND_PERSON,
    WISHES,
)
from wakeline.recall.questions import Question
from wakeline.recall.token_match import TokenMatch, match_tokens

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

FEEDBACK: Final = (1.0, 0.8, 0.6, 0.5, 0.4)  # weights of the first five in what is meant
BEST_OF_STREAM: Final = 3
LONG: Final = 80  # words
DOUBT: Final = 1.5
FRESH_DAYS: Final = 14.0
SECONDS_A_DAY: Final = 86_400
LETTERS: Final = ("handoff", "letter", "summary")


@dataclass(frozen=True, slots=True)
class FeatureInput:
    """One question and its ranked candidates: the input of every feature."""

    question: Question
    index: Index
    found: Candidates  # all of them, in their first order
    ranked: int  # how many of them are ranked
    columns: Columns  # of those
    compared: TokenMatch  # of those
    now: float  # seconds since 1970

    @property
    def rows(self) -> Ints:
        return self.found.rows[: self.ranked]

    @property
    def is_role(self) -> Bools:
        """Whether a row was said by the user or the agent of a dialogue."""
        named = [self.index.labels["role"].find(name) for name in ("user", "agent")]
        found: Bools = np.isin(self.columns.role, named)
        return found

    @property
    def is_letter(self) -> Bools:
        """Whether a row was written by one session for the next."""
        named = [self.index.labels["role"].find(name) for name in LETTERS]
        found: Bools = np.isin(self.columns.role, named)
        return found

    @property
    def by_speaker(self) -> Bools:
        return self.found.by_speaker[: self.ranked]


def feature_input(
    question: Question, index: Index, found: Candidates, most: int, now: float | None = None
) -> FeatureInput:
    """The input of the features; the first `most` candidates are ranked.

    Without `now`, the moment of the newest candidate counts as now.
    """
    ranked = min(most, len(found.rows), MOST_RANKED)
    pieces = match_tokens(question, *index.tokens(found.rows[:ranked]))
    moment = float(found.columns.at.max(initial=0)) if now is None else now
    columns = found.columns.at_rows(slice(ranked))
    return FeatureInput(question, index, found, ranked, columns, pieces, moment)


def words_around(seen: FeatureInput) -> Floats:
    return normalise(seen.found.lexical[:, WITH_AROUND])[: seen.ranked]


def words_before(seen: FeatureInput) -> Floats:
    return normalise(seen.found.lexical[:, WITH_BEFORE])[: seen.ranked]


def words_own(seen: FeatureInput) -> Floats:
    return normalise(seen.found.lexical[:, OWN])[: seen.ranked]


def unique_words(seen: FeatureInput) -> Floats:
    """The share of the question that are words which hardly any other turn says.

    In a long question a rare word is one of many, and may be there by chance.
    """
    found: Floats = seen.found.unique[: seen.ranked] ** DOUBT
    return found


def stated(seen: FeatureInput) -> Floats:
    """For a current fact: how much of the question is in its own words."""
    found: Floats = words_own(seen) * seen.found.stated[: seen.ranked]
    return found


def letter_words(seen: FeatureInput) -> Floats:
    """For a letter: its own words, weighted by how new it is."""
    found: Floats = words_own(seen) * recent(seen) * seen.is_letter
    return found


def bare_words(seen: FeatureInput) -> Floats:
    return words_own(seen) * seen.question.is_bare


def feedback(seen: FeatureInput) -> Floats:
    """Nearness to the question mixed with the first candidates."""
    if seen.question.vector is None or not seen.ranked:
        return np.zeros(seen.ranked)
    best = seen.found.smooth[: len(FEEDBACK)]
    weight = np.array(FEEDBACK[: len(best)], dtype=np.float32)
    meant = seen.question.vector + (weight[:, None] * best).sum(axis=0) / weight.sum()
    meant /= max(float(np.linalg.norm(meant)), 1e-9)
    return normalise(cosines(seen.found.smooth[: seen.ranked], meant))


def pieces(seen: FeatureInput) -> Floats:
    """How near the turn's nearest token is to each token of the question."""
    return normalise(seen.compared.met)


def about_it(seen: FeatureInput) -> Floats:
    """How much of the turn is near to some token of the question."""
    return normalise(seen.compared.about)


def session(seen: FeatureInput) -> Floats:
    """How well the whole session answers: its three best candidates."""
    first = seen.found.first
    _, stream = np.unique(seen.found.columns.stream, return_inverse=True)
    order = np.argsort(stream, kind="stable")  # candidates come best first, and stay so
    sizes = np.bincount(stream)
    place = np.arange(len(order)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    best = order[place < BEST_OF_STREAM]
    sums = np.bincount(stream[best], first[best], minlength=len(sizes))
    found: Floats = sums[stream[: seen.ranked]] / (first.max(initial=0) or 1.0) / BEST_OF_STREAM
    return found


def speaker(seen: FeatureInput) -> Floats:
    return seen.by_speaker.astype(np.float64)


def speaker_of_self(seen: FeatureInput) -> Floats:
    return (seen.by_speaker & seen.columns.has(FIRST_PERSON)).astype(np.float64)


def other_to_them(seen: FeatureInput) -> Floats:
    if seen.question.speaker is None:
        return np.zeros(seen.ranked)
    return (~seen.by_speaker & seen.columns.has(SECOND_PERSON)).astype(np.float64)


def first_person(seen: FeatureInput) -> Floats:
    return seen.columns.has(FIRST_PERSON).astype(np.float64)


def oneself(seen: FeatureInput) -> Floats:
    return seen.found.by_oneself[: seen.ranked].astype(np.float64)


def agents_part(seen: FeatureInput) -> Floats:
    is_agents = seen.columns.role == seen.index.labels["role"].find("agent")
    found: Floats = (is_agents & seen.question.is_to_you).astype(np.float64)
    return found


def only_asks(seen: FeatureInput) -> Floats:
    return np.where(seen.is_role, 0, seen.columns.asks)


def answers(seen: FeatureInput) -> Floats:
    found: Floats = (seen.columns.has(ANSWERS) & ~seen.is_role).astype(np.float64)
    return found


def overlength(seen: FeatureInput) -> Floats:
    found: Floats = np.maximum(0, np.log1p(seen.columns.words) - np.log1p(LONG))
    return found


def opens_session(seen: FeatureInput) -> Floats:
    """Whether a turn is the first of its session. A row outside of sessions is not."""
    return seen.columns.has(OPENS).astype(np.float64)


def rare_words(seen: FeatureInput) -> Floats:
    found: Floats = seen.columns.rare.astype(np.float64)
    return found


def names_something(seen: FeatureInput) -> Floats:
    """0, 1 or 2 names, not counting those of the people spoken to."""
    one, more = seen.columns.has(NAMES), seen.columns.has(NAMES_MORE)
    return one.astype(np.float64) + more.astype(np.float64)


def standing_wish(seen: FeatureInput) -> Floats:
    is_users = seen.columns.role == seen.index.labels["role"].find("user")
    found: Floats = (is_users & seen.columns.has(WISHES)).astype(np.float64)
    return found


def day(seen: FeatureInput) -> Floats:
    return seen.found.day[: seen.ranked]


def day_told(seen: FeatureInput) -> Floats:
    found = np.zeros(seen.ranked)
    if seen.question.days:
        told = seen.index.told(seen.rows)
        flat = np.array([day for days in told for day in days], dtype=np.int64)
        holder = np.repeat(np.arange(seen.ranked), [len(days) for days in told])
        np.maximum.at(found, holder, day_nearness(seen.question.days, flat))
    return found


def time_for_when(seen: FeatureInput) -> Floats:
    return (seen.columns.has(HAS_TIME) & seen.question.asks_when).astype(np.float64)


def recent(seen: FeatureInput) -> Floats:
    """1 now, a half after 14 days, never quite 0."""
    days = np.maximum(0, seen.now - seen.columns.at) / SECONDS_A_DAY
    found: Floats = FRESH_DAYS / (FRESH_DAYS + days)
    return found


def important(seen: FeatureInput) -> Floats:
    found: Floats = seen.columns.importance.astype(np.float64)
    return found


class Feature(NamedTuple):
    """One function that speaks for or against a candidate, and the reason for it."""

    of: Callable[[FeatureInput], Floats]
    reason: str

    @property
    def name(self) -> str:
        return self.of.__name__


FEATURES: Final = (
    Feature(words_around, "the words are in the turn or beside it"),
    Feature(words_before, "an answer carries the words of what it answers"),
    Feature(words_own, "words that only repeat the question have no answer beside them"),
    Feature(unique_words, "a word that hardly any other turn says points at this one"),
    Feature(stated, "what was set as a fact is how it stands now"),
    Feature(letter_words, "of letters the newest that says the words"),
    Feature(bare_words, "words without a sentence are to be found as they stand"),
    Feature(feedback, "other words, same meaning; what is found first says what is meant"),
    Feature(pieces, "each piece of the question is met by some piece of the turn"),
    Feature(about_it, "most of the turn is about what is asked, not one word of it"),
    Feature(session, "a session that is about it holds more of it"),
    Feature(speaker, "asked about somebody, what they said themselves"),
    Feature(speaker_of_self, "people tell of themselves as I and we"),
    Feature(other_to_them, "who says you to them asks or comments"),
    Feature(first_person, "what somebody tells of themselves is what is asked for later"),
    Feature(oneself, "asked as I, the person's own turns"),
    Feature(agents_part, "asked as you, the agent's own turns"),
    Feature(only_asks, "a turn that only asks answers nothing"),
    Feature(answers, "a turn after a question answers it"),
    Feature(overlength, "a long message holds every word by chance"),
    Feature(opens_session, "the first turn of a session says what is new"),
    Feature(rare_words, "rare words make a turn worth finding"),
    Feature(names_something, "what names places, people and things is what is asked for"),
    Feature(standing_wish, "what a person wants always is wanted in this answer too"),
    Feature(day, "said on the day that is asked about"),
    Feature(day_told, "speaks of the day that is asked about"),
    Feature(time_for_when, "asked when, a turn that says when"),
    Feature(recent, "of two that are equal the newer"),
    Feature(important, "of two that are equal the one that matters more"),
)

# Set by hand; the others were fitted with these fixed. No fit can find them: who searches a word
# wants the turn that says it in first place, while the fitted questions only ask for the first
# ten; single words and equal texts do not occur among them at all.
BY_HAND: Final[Mapping[str, float]] = {
    "stated": 12.0,
    "letter_words": 4.0,
    "unique_words": 5.0,
    "bare_words": 6.0,
    "recent": 0.05,
    "important": 0.1,
}

# Fitted on dialogues of both kinds together; docs/recall.md says how, and how to do it again.
WEIGHTS: Final[Mapping[str, float]] = {
    "words_around": 1.474,
    "words_before": 2.978,
    "words_own": -1.978,
    "feedback": 2.67,
    "pieces": 1.492,
    "about_it": 1.086,
    "session": 0.82,
    "speaker": 1.099,
    "speaker_of_self": 0.559,
    "other_to_them": -0.641,
    "first_person": 0.336,
    "oneself": 0.238,
    "agents_part": 0.76,
    "only_asks": -1.308,
    "answers": 0.838,
    "overlength": -1.473,
    "opens_session": 1.247,
    "rare_words": 1.47,
    "names_something": 0.42,
    "standing_wish": 1.73,
    "day": 2.745,
    "day_told": 1.294,
    "time_for_when": 1.708,
    "company": 0.76,
    **BY_HAND,
}


# Computed from the scores of the other features, after them.
COMPANY: Final = "company"


def company(stream: Ints, scores: Floats) -> Floats:
    """How likely it is that the best candidate is another row of the same session.

    The weights were fitted with a softmax, so scores say how likely each row is.
    """
    if not len(scores):
        return np.zeros(0)
    likely = np.exp(scores - scores.max())
    likely /= likely.sum()
    _, place = np.unique(stream, return_inverse=True)
    found: Floats = np.bincount(place, likely)[place] - likely
    return found


# A letter mentions everything that its session did, and so is near to every question.
NOT_OF_LETTERS: Final = ("feedback", "pieces", "about_it")


def feature_matrix(seen: FeatureInput) -> Floats:
    """Every feature of every ranked candidate: one column per feature, in the table's order."""
    found = np.stack([feature.of(seen) for feature in FEATURES], axis=1)
    columns = [feature.name in NOT_OF_LETTERS for feature in FEATURES]
    found[np.ix_(seen.is_letter, np.array(columns))] = 0
    return found
