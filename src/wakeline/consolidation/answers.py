"""Short answers, read with the question just before them.

"Where do you live?" "In Porto."
Only the last question of the turn before counts, asked by the other speaker in the same session,
and only an answer that is a name, a number or a few words. It does not know longer talk.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from wakeline.consolidation.phrases import stands_alone
from wakeline.consolidation.prose import BLANK, readable_text
from wakeline.consolidation.words import NUMBER, ONE_WORD
from wakeline.graph.patterns import NAME
from wakeline.model.consolidation import ExtractedKind, ExtractedStatement
from wakeline.model.log import Episode

MOST_WORDS: Final = 4
MOST_BESIDE: Final = 2  # words besides the answer
CONFIDENCE: Final = 0.8

_COUNT: Final = re.compile(NUMBER)
_NOISES: Final = frozenset(
    """
    yep yup yes yeah no nope thanks thank wow hey hi hello haha sure ok okay good great nice cool
    awesome glad hmm well oh sorry why nothing something nowhere somewhere depends dunno idk same
    me too lol hard tough
    """.split()
)
_LAST_QUESTION: Final = re.compile(r"(?:^|[.!?…\n]\s*)([^.!?…\n]{5,160})\?[\s\x00]*$")
_FIRST: Final = re.compile(
    r"\s*(?:(?:oh|well|hmm|haha|yes|yeah|definitely|it's|that's|it is)[,!]?\s+)*"
    r"([^.!?,;:…\n\x00]{1,60})(?=[.!,\n]|$)",
    re.IGNORECASE,
)


class _Asked(NamedTuple):
    kind: ExtractedKind
    attribute: str
    says: str
    question: re.Pattern[str]
    answer: re.Pattern[str]


def _asked(kind: ExtractedKind, attribute: str, says: str, question: str, answer: str) -> _Asked:
    return _Asked(kind, attribute, says, re.compile(question, re.IGNORECASE), re.compile(answer))


_PLACE: Final = rf"(?:[Ii]n\s+)?({NAME})"
_FEW: Final = (
    r"(?!(?i:it|that|this|no|not|none|both|all|any|maybe|i|you|the|a|an)\b)"
    r"([\w'-]+(?:\s+(?!I\b)[\w'-]+){0,2})"
)
_TABLE: Final = (
    _asked("fact", "lives_in", "{s} lives in {v}",
           r"\bwhere\s+(?:do\s+you\s+live|are\s+you\s+(?:based|living))", _PLACE),
    _asked("fact", "comes_from", "{s} comes from {v}",
           r"\bwhere\s+(?:are|do)\s+you\s+(?:originally\s+)?(?:come\s+)?from",
           rf"(?:[Ff]rom\s+)?({NAME})"),
    _asked("fact", "name", "{s}'s name is {v}", r"\bwhat(?:'s| is)\s+your\s+name", rf"({NAME})"),
    _asked("fact", "age", "{s} is {v} years old",
           r"\bhow\s+old\s+are\s+you", rf"({NUMBER})(?:\s+years?\s+old)?"),
    _asked("preference", "favourite_{q}", "{s}'s favourite {q} is {v}",
           r"\bwhat(?:'s| is)\s+your\s+(?:all[- ]time\s+)?favou?rite\s+"
           r"(?P<q>(?!part|thing|memory)[a-z-]+)$",
           _FEW),
)  # fmt: skip


def read_answer(turn: Episode, speaker: str, before: Episode | None) -> ExtractedStatement | None:
    """What a turn says by answering the one before it in a few words."""
    if before is None or before.kind != "conversation" or before.speaker == turn.speaker:
        return None
    if before.session_id != turn.session_id or before.forgotten_at is not None:
        return None
    question = _LAST_QUESTION.search(readable_text(before.text[-400:]))
    plain = readable_text(turn.text)
    first = _FIRST.match(plain)
    if question is None or first is None or plain[first.end() :].startswith("?"):
        return None
    said = first[1].strip()
    for asked in _TABLE:
        match = asked.question.search(question[1].strip())
        answer = asked.answer.fullmatch(said)
        if match is not None and answer is not None and _is_answer(answer[1], turn):
            return _finding(asked, match, answer[1], first, turn, speaker)
    return None


def _is_answer(value: str, turn: Episode) -> bool:
    """A name of the turn, a number, or nearly all there is; "Wow" is none of these."""
    if len(value.split()) > MOST_WORDS or BLANK in value or not stands_alone(value):
        return False
    if value in turn.entity_refs or _COUNT.fullmatch(value):
        return True
    is_all = len(turn.text.split()) <= len(value.split()) + MOST_BESIDE
    return is_all and value.split(maxsplit=1)[0].lower() not in _NOISES and not value[0].isupper()


def _finding(
    asked: _Asked,
    question: re.Match[str],
    value: str,
    first: re.Match[str],
    turn: Episode,
    speaker: str,
) -> ExtractedStatement:
    word = question["q"].lower() if "q" in question.re.groupindex else ""
    return ExtractedStatement(
        kind=asked.kind,
        subject=speaker,
        attribute=asked.attribute.format(q=ONE_WORD.get(word, word)),
        value=value,
        text=asked.says.format(s=speaker, v=value, q=word) + ".",
        at=turn.at,
        when=None,
        source_id=turn.id,
        quote=turn.text[first.start(1) : first.end(1)].strip(),
        confidence=CONFIDENCE,
        single=True,
    )
