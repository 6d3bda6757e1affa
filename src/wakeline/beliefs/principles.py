"""When a principle applies, whether a session followed it, and its quality.

Its situation is compared with the turns, sentence by sentence, by words and by meaning. What the
agent says about itself proves nothing: only what others said, what a tool answered, and facts
that others set count. It does not know which sessions are over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from wakeline.beliefs.decisions import COVERED, Similarity, word_similarity
from wakeline.beliefs.sentences import Word, words_in
from wakeline.minds.state_distance import sentences_of
from wakeline.model.decision import MatchedWord, Principle, TrialOutcome
from wakeline.model.log import Episode, Event

LEAST_QUALITY: Final = 0.35
LEAST_TRIALS: Final = 5
FITS: Final = 0.6  # the least mean match of a situation's words in a sentence
MOST_SENTENCES: Final = 40  # of one turn
MOST_CHARACTERS: Final = 20_000
TOOLS: Final = frozenset({"tool_result", "error"})
OTHERS_WORD: Final = frozenset({"user_direct", "tool_output"})
_WORD: Final = re.compile(r"\w+")

Words = tuple[Word, ...]
WordComparison = Callable[[Word, Word], float]


class SituationFit(NamedTuple):
    """How well a text fits a situation, and by which words."""

    score: float
    why: tuple[MatchedWord, ...]


class HeardTurn(NamedTuple):
    """A turn, and its sentences as words."""

    turn: Episode
    sentences: list[Words]


NOTHING: Final = SituationFit(0.0, ())


class TrialProof(NamedTuple):
    """A turn or event that shows whether a principle was followed."""

    seq: int
    id: str
    outcome: TrialOutcome


class PrincipleTrial(NamedTuple):
    """The trial of a principle in a session: the outcome, the turn it applied in, the proof."""

    outcome: TrialOutcome
    source_ids: tuple[str, str]


def quality(successes: int, failures: int) -> float:
    """The quality of a principle, 0 to 1; one half if nothing is known."""
    return (successes + 1) / (successes + failures + 2)


def count_trial(before: Principle, outcome: TrialOutcome, at: datetime) -> Principle:
    """The principle after one more trial; retired if it has failed too often."""
    successes = before.successes + (outcome == "success")
    failures = before.failures + (outcome == "failure")
    worth = quality(successes, failures)
    after = before._replace(successes=successes, failures=failures, quality=worth, updated_at=at)
    if successes + failures < LEAST_TRIALS or worth >= LEAST_QUALITY:
        return after
    why = f"quality {worth:.2f} after {successes + failures} trials"
    return after._replace(state="retired", retired_at=at, retired_because=why)


def fit_situation(
    situation: Words, sentences: Sequence[Words], said: WordComparison
) -> SituationFit:
    """How well the best sentence of a text fits a situation, and by which words."""
    best = NOTHING
    for words in sentences:
        found = _fits_sentence(situation, words, said)
        if found.score > best.score:
            best = found
    return best


def sentence_words(text: str) -> list[Words]:
    """The words of each sentence of a text."""
    return [words_in(each) for each in sentences_of(text[:MOST_CHARACTERS])[:MOST_SENTENCES]]


def cached_comparison(alike: Similarity) -> WordComparison:
    """A cached comparison of words: each pair is compared once, because words come again."""
    known: dict[tuple[str, str, bool], float] = {}

    def said(one: Word, other: Word) -> float:
        pair = (one.text, other.text, one.is_name)
        found = known.get(pair)
        if found is None:
            found = known[pair] = word_similarity(one, other, alike)
        return found

    return said


def _fits_sentence(situation: Words, words: Words, said: WordComparison) -> SituationFit:
    why = []
    total = 0.0
    for wanted in situation:
        best, by = max(((said(wanted, word), word.text) for word in words), default=(0.0, ""))
        if best < COVERED and (wanted.is_name or wanted.closed):
            return NOTHING  # another name, another day: another situation
        total += best
        if best >= COVERED:
            why.append(MatchedWord(wanted.text, by, round(best, 2)))
    return SituationFit(total / len(situation), tuple(why)) if situation else NOTHING


def find_trial(
    principle: Principle,
    situation: Words,
    turns: Sequence[HeardTurn],
    events: Iterable[Event],
    said: WordComparison,
) -> PrincipleTrial | None:
    """The trial of a principle in a session; None if it did not apply, or nothing proves it."""
    if principle.check_kind is None or principle.check_for is None:
        return None
    came_up = next(
        (
            heard.turn
            for heard in turns
            if heard.turn.at >= principle.created_at
            and heard.turn.kind not in TOOLS
            and fit_situation(situation, heard.sentences, said).score >= FITS
        ),
        None,
    )
    if came_up is None:
        return None
    seen = [
        *_in_turns(principle, (heard.turn for heard in turns)),
        *_in_facts(principle, events),
    ]
    behind = [each for each in seen if each.seq > came_up.seq]
    if not behind:
        return None
    last = max(behind)  # if two contradict each other, the later one counts
    return PrincipleTrial(last.outcome, (came_up.id, last.id))


def _in_turns(principle: Principle, turns: Iterable[Episode]) -> Iterable[TrialProof]:
    kind, check = principle.check_kind, principle.check_for or ""
    for turn in turns:
        if turn.role == "agent" or (kind == "tool" and turn.kind not in TOOLS) or kind == "fact":
            continue
        if principle.opposite is not None and says(principle.opposite, turn.text):
            yield TrialProof(turn.seq, turn.id, "failure")
        elif says(check, turn.text):
            has_failed = kind == "tool" and turn.kind == "error"
            yield TrialProof(turn.seq, turn.id, "failure" if has_failed else "success")


def _in_facts(principle: Principle, events: Iterable[Event]) -> Iterable[TrialProof]:
    if principle.check_kind != "fact":
        return
    for event in events:
        row = event.after or {}
        is_new = event.subject_kind == "fact" and row.get("recorded_to") is None
        if not is_new or event.origin not in OTHERS_WORD or row.get("key") != principle.check_for:
            continue
        is_other = principle.opposite is not None and says(principle.opposite, str(row["value"]))
        yield TrialProof(event.seq, event.id, "failure" if is_other else "success")


def says(pattern: str, text: str) -> bool:
    """Whether a text contains one of the phrases of a pattern ("a|b"), word by word."""
    told = _plain(text)
    return any(_plain(each) in told for each in pattern.split("|") if _plain(each).strip())


def _plain(text: str) -> str:
    return f" {' '.join(_WORD.findall(text.casefold()))} "
