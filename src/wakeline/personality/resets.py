"""What a reset removes, and which evidence no longer counts after it.

A soft reset removes sentences that contradict the core; the caller passes in the test for that.
What a reset removed does not come back on the same evidence: a floor is set, and only later
sightings count. It saves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from wakeline.base.clock import stored_moment
from wakeline.language.sentences import split_sentences
from wakeline.minds.state_distance import words_of
from wakeline.model.personality import Floors
from wakeline.model.personality_status import PersonalityObservation
from wakeline.personality.evidence import EVERYTHING
from wakeline.personality.observations import keys_of
from wakeline.personality.text import remove_lines

MOST_READ: Final = 200_000  # characters
MOST_NEAR: Final = 8  # sentences of the core that one sentence is compared with
SHARED_LETTERS: Final = 4  # first letters that forms of one word share
MOST_COMPARED: Final = 300  # sentences that are not the core's own: the last of a text

_BLOCK: Final = re.compile(r"\n(?=[ \t]*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s))")
_MARK: Final = re.compile(r"\s*(?:#{1,6}\s+|[-*+•]\s+|\d{1,3}[.)]\s+)*")

Denies = Callable[[str, str], bool]  # whether the second text denies what the first says


class SentenceSpan(NamedTuple):
    """A sentence and its place in the text."""

    start: int
    end: int
    sentence: str  # on one line


def sentence_spans(text: str) -> list[SentenceSpan]:
    """The sentences of a text, also over several lines, without headings."""
    found: list[SentenceSpan] = []
    start = 0
    read = text[:MOST_READ]
    ends = [match.start() for match in _BLOCK.finditer(read)]
    for end in (*ends, len(read)):
        found += _of_block(read, start, end)
        start = end
    return found


def _of_block(text: str, start: int, end: int) -> Iterator[SentenceSpan]:
    if text[start:end].lstrip().startswith("#"):
        start = text.find("\n", start + 1, end)  # a heading is one line
        if start < 0:
            return
    mark = _MARK.match(text, start, end)
    begins = mark.end() if mark else start
    for piece in split_sentences(text[begins:end], across_lines=True):
        sentence = " ".join(piece.text.split())
        yield SentenceSpan(begins + piece.start, begins + piece.end, sentence)


def contradictions(core: str, text: str, denies: Denies) -> list[SentenceSpan]:
    """The sentences of a text that contradict the core."""
    known = {span.sentence: _beginnings(span.sentence) for span in sentence_spans(core)}
    own = [span for span in sentence_spans(text) if span.sentence not in known]
    return [
        span
        for span in own[-MOST_COMPARED:]
        if (near := _near(span.sentence, known)) and denies(near, span.sentence)
    ]


def _near(sentence: str, core: Mapping[str, frozenset[str]]) -> str:
    """The sentences of the core that share most words with a sentence, in their order."""
    said = _beginnings(sentence)
    shared = {each: len(words & said) for each, words in core.items() if words & said}
    nearest = sorted(shared, key=lambda each: -shared[each])[:MOST_NEAR]
    return "\n".join(each for each in core if each in nearest)


def _beginnings(sentence: str) -> frozenset[str]:
    """The first letters of each word of a sentence, so that "gossips" matches "gossip"."""
    return frozenset(word[:SHARED_LETTERS] for word in words_of(sentence))


def remove_contradictions(
    text: str, wrong: Sequence[SentenceSpan], observed: Iterable[PersonalityObservation]
) -> str:
    """A text without these sentences. An observation that holds one goes with its whole line."""
    gone = {span.sentence for span in wrong}
    lines = [each.text for each in observed if _is_told(each.text, gone)]
    for span in sorted(wrong, reverse=True):
        if not any(span.sentence in line for line in lines):
            text = _cut(text, span)
    return remove_lines(text, lines)


def contradicted_observations(
    wrong: Sequence[SentenceSpan], observed: Iterable[PersonalityObservation]
) -> list[PersonalityObservation]:
    """The observations that contain one of these sentences."""
    gone = {span.sentence for span in wrong}
    return [each for each in observed if _is_told(each.text, gone)]


def _is_told(line: str, sentences: set[str]) -> bool:
    return any(span.sentence in sentences for span in sentence_spans(line))


def _cut(text: str, span: SentenceSpan) -> str:
    """A text without one sentence, and without a list mark that would be left alone."""
    before, after = text[: span.start], text[span.end :]
    line_start = before.rfind("\n") + 1
    is_alone = not after.strip(" \t") or after.lstrip(" \t").startswith("\n")
    mark = _MARK.match(before, line_start)
    if is_alone and mark is not None and mark.end() == len(before):
        return before[:line_start] + after.lstrip(" \t").removeprefix("\n")
    return before + after.lstrip(" \t\n" if not is_alone else " \t")


# -- evidence that no longer counts


def floors_after_striking(
    floors: Floors, gone: Iterable[PersonalityObservation], at: datetime
) -> Floors:
    """Floors after which the evidence of these observations no longer counts."""
    return {**floors, **dict.fromkeys(sorted(keys_of(gone)), stored_moment(at))}


def floors_after_rollback(
    restored: Floors,
    brought_back: Iterable[PersonalityObservation],
    since: Iterable[PersonalityObservation],
    at: datetime,
) -> Floors:
    """The restored floors, raised for what was observed after the restored snapshot."""
    noted = keys_of(since) - keys_of(brought_back)
    return {**restored, **dict.fromkeys(sorted(noted), stored_moment(at))}


def floors_after_hard_reset(at: datetime) -> Floors:
    """One floor for all keys: nothing that was seen before counts."""
    return {EVERYTHING: stored_moment(at)}
