"""Whether a proposed action goes against a decision.

A decision has an act and things that it is about; an action goes against it when it does that
act, or one of its kind, to those things. Each thing that the action does not name lowers the
score: much more if the action names another thing instead. To look at a thing, to speak of it
or to remove it is not to do it. It returns a score and the words behind it; the caller decides.
Words are compared by stem, by tables and, where there are vectors, by meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from wakeline.beliefs.acts import BEGINNING, LOOKING, REMOVING
from wakeline.beliefs.concepts import is_said_by
from wakeline.beliefs.sentences import (
    ActionReading,
    Word,
    includes,
    is_in_season,
    read_action,
    read_decision,
)
from wakeline.model.decision import MatchedWord

# From this score on an action goes against a decision. Set, like all below, on the part of
# tests/data/decisions.json that is not held out.
LEAST: Final = 0.65
# The factor on the score if a thing is not named at all: one that the act is done to, one
# for which the action names another, one that it leaves open, a name, a day or month.
DIRECT, REPLACED, LEFT_OPEN, A_NAME, CLOSED = 0.2, 0.1, 0.5, 0.3, 0.1
NO_AMOUNT: Final = 0.3  # for a decision that sets a limit, if the action names no amount
BEST_OF_A_PHRASE: Final = 0.65  # the weight of a phrase's best word; the rest is its worst word's
# The cosines from which two words are related, and from which they mean the same.
UNRELATED, SAME = 0.15, 0.7
NAMES_ALIKE: Final = 0.6  # the cosine of a name and another form of it
BY_TABLE: Final = 0.9  # a word that a table says is the same thing
# The share of an act for an action that has no kind in common with it.
BY_MEANING, BY_BEGINNING, BY_UNKNOWN, BY_OTHER, BY_CHANGING = 0.5, 0.4, 0.3, 0.1, 0.4
CHANGING: Final = frozenset({"change", "move", "mock"})
COVERED: Final = 0.3  # from this share on a word of the action stands for one of the decision
AGAIN: Final = "re"  # to repaint is to paint
SHORTEST_BASE: Final = 3  # letters
MOST_EXCEPTED: Final = 0.5  # from this share of an exception's words on, the exception applies

Similarity = Callable[[str, str], float]


class DecisionMatch(NamedTuple):
    """How far an action goes against a decision, 0 to 1, and the words behind the score."""

    score: float
    why: tuple[MatchedWord, ...]


class WordMatch(NamedTuple):
    """A word of a decision, how well the action matches it, and by which word."""

    word: Word
    share: float
    by: Word | None


NOTHING: Final = DecisionMatch(0.0, ())


def no_similarity(_one: str, _other: str) -> float:
    """The similarity without vectors: words match only by their stems and by the tables."""
    return 0.0


class Comparison:
    """Compares one action with many decisions; each word is compared once."""

    def __init__(self, action: ActionReading, alike: Similarity) -> None:
        self._action = action
        self._alike = alike
        self._said: dict[tuple[str, str, bool], tuple[float, Word | None]] = {}

    def against(self, decision: ActionReading, *, least: float = 0.0) -> DecisionMatch:
        """How far the action goes against a decision; `NOTHING` below `least`."""
        action = self._action
        if _is_excepted(action, decision) or not _has_something(action, decision):
            return NOTHING
        score = _within_limit(action, decision)
        if not score:
            return NOTHING
        covered = [WordMatch(word, *self._said_of(word)) for word in decision.words]
        if any(_is_another(each, action) for each in covered):
            return NOTHING
        used = {each.by.stem for each in covered if each.by is not None and each.share >= COVERED}
        for _, group in groupby(covered, key=lambda each: each.word.phrase):
            score *= _left_of(tuple(group), action, used)
            if score < least:  # the score can only fall
                return NOTHING
        act, by = _act(action, decision, used, self._alike)
        why = [
            MatchedWord(each.word.text, _told_by(each), round(each.share, 2)) for each in covered
        ]
        if decision.act:
            why.insert(0, MatchedWord(decision.act, by, round(act, 2)))
        return DecisionMatch(score * act, tuple(each for each in why if each.share >= COVERED))

    def _said_of(self, word: Word) -> tuple[float, Word | None]:
        """How well the action matches a word, and by which of its own words."""
        key = (word.text, word.stem, word.is_name)
        if key not in self._said:
            found = _covered(word, self._action, self._alike)
            self._said[key] = (found.share, found.by)
        return self._said[key]


def parse_decisions(texts: Iterable[str]) -> list[ActionReading]:
    """Decisions, parsed for comparison."""
    return [read_decision(text) for text in texts]


def parse_action(text: str) -> ActionReading:
    """A proposed action, parsed for comparison."""
    return read_action(text)


def vocabulary(sentences: Sequence[ActionReading]) -> list[str]:
    """The words by which readings are compared, each once."""
    found = {word.text: None for each in sentences for word in each.words}
    found.update({each.act: None for each in sentences if each.act})
    return list(found)


def _told_by(covered: WordMatch) -> str:
    return covered.word.text if covered.by is None else covered.by.text


def _has_something(action: ActionReading, decision: ActionReading) -> bool:
    """Whether there is something to compare: a thing, else exactly the same act."""
    if decision.words:
        return True
    acts = {action.act, *(word.stem for word in action.words)}
    return bool(decision.act) and decision.act in acts


def _is_excepted(action: ActionReading, decision: ActionReading) -> bool:
    """Whether an action falls under the decision's exception."""
    excepted = [word for word in decision.exception if not word.is_name]
    named = {word.stem for word in action.words}
    return bool(excepted) and (
        sum(word.stem in named for word in excepted) / len(excepted) >= MOST_EXCEPTED
    )


def _within_limit(action: ActionReading, decision: ActionReading) -> float:
    """1 if an action breaks the limit or there is none, 0 if it keeps it, else `NO_AMOUNT`."""
    limit = decision.limit
    if limit is None:
        return 1.0
    found = [each for each in action.quantities if each.kind == limit.kind]
    if not found:
        return NO_AMOUNT
    return float(any(limit.meets(each) for each in found))


def _covered(word: Word, action: ActionReading, alike: Similarity) -> WordMatch:
    best = WordMatch(word, 0.0, None)
    for other in action.words:
        said = word_similarity(word, other, alike)
        if said > best.share:
            best = WordMatch(word, said, other)
    if best.share < BY_TABLE and any(is_said_by(word.stem, name) for name in action.joined):
        return WordMatch(word, BY_TABLE, None)
    return best


def word_similarity(word: Word, other: Word, alike: Similarity) -> float:
    """How well another word matches a word, 0 to 1."""
    if word.stem == other.stem:
        return 1.0
    if word.closed:
        return float(includes(other.stem, word.stem) or is_in_season(other.stem, word.stem))
    if is_said_by(word.stem, other.stem):
        return BY_TABLE
    if not word.text.isalpha() and any(map(str.isdigit, word.text)):
        return 0.0  # another number is another thing, however similar
    cosine = alike(word.text, other.text)
    return float(cosine >= NAMES_ALIKE) if word.is_name else _on_scale(cosine)


def _on_scale(cosine: float) -> float:
    return max(0.0, min(1.0, (cosine - UNRELATED) / (SAME - UNRELATED)))


def _is_another(covered: WordMatch, action: ActionReading) -> bool:
    """Whether an action names a different day or month than the decision."""
    closed = covered.word.closed
    return bool(closed) and not covered.share and any(w.closed == closed for w in action.words)


def _left_of(phrase: tuple[WordMatch, ...], action: ActionReading, used: set[str]) -> float:
    """The factor of one phrase of the decision on the score."""
    left = 1.0
    plain = []
    for each in phrase:
        if each.word.closed:
            left *= _or_left(CLOSED, each.share)
        elif each.word.is_name:
            left *= _or_left(A_NAME, each.share)
        else:
            plain.append(each)
    if not plain:
        return left
    shares = [each.share for each in plain]
    said = BEST_OF_A_PHRASE * max(shares) + (1 - BEST_OF_A_PHRASE) * min(shares)
    return left * _or_left(_left_without(plain[-1].word.role, action, used), said)


def _left_without(role: str, action: ActionReading, used: set[str]) -> float:
    if not role:
        return DIRECT
    others = (w for w in action.words if w.role == role and w.is_head and w.stem not in used)
    return REPLACED if any(True for _ in others) else LEFT_OPEN


def _or_left(least: float, said: float) -> float:
    return least + (1 - least) * said


def _act(
    action: ActionReading, decision: ActionReading, used: set[str], alike: Similarity
) -> tuple[float, str]:
    """How far the action does the act of the decision, and by which word."""
    is_looking = LOOKING in action.kinds and action.kinds.isdisjoint(BEGINNING)
    is_removing = not action.kinds.isdisjoint(REMOVING)
    if not decision.act:
        is_changing = bool(action.kinds) and action.kinds <= CHANGING
        done = 0.0 if is_looking or is_removing else BY_CHANGING if is_changing else 1.0
        return done, action.act
    if decision.act == action.act:
        return 1.0, action.act
    if is_looking and LOOKING not in decision.kinds:
        return 0.0, ""
    if not decision.kinds.isdisjoint(action.kinds):
        return 1.0, action.act
    if is_removing and decision.kinds.isdisjoint(REMOVING):
        return 0.0, ""
    return _act_by_word(action, decision, used, alike)


def _act_by_word(
    action: ActionReading, decision: ActionReading, used: set[str], alike: Similarity
) -> tuple[float, str]:
    """The same for an act that is not the action's verb but another word: "run a quick DELETE"."""
    act = decision.act
    free = [word for word in action.words if word.stem not in used]
    again = act.removeprefix(AGAIN)
    for word in action.words:
        if word.stem in (act, again) and len(word.stem) >= SHORTEST_BASE:
            return BY_TABLE, word.text
    for name in (*(word.stem for word in free), *action.joined):
        if is_said_by(act, name):
            return BY_TABLE, name
    least = BY_BEGINNING if "begin" in action.kinds else BY_OTHER if action.kinds else BY_UNKNOWN
    by_meaning = max((_on_scale(alike(act, word.text)) for word in free), default=0.0)
    return max(least, min(BY_MEANING, by_meaning)), action.act
