"""What turns say in the first person, by a handful of plain English wordings.

Few rules, each of which is seldom wrong: where somebody lives and works, what they like, what
they decided, what they will do. It does not know what is known already.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import Final, NamedTuple

from wakeline.model.consolidation import Extracted, ExtractedKind
from wakeline.model.log import Episode

MOST_READ: Final = 20_000  # characters of a turn
MOST_VALUE: Final = 160
_SENTENCE: Final = re.compile(r"[^.!?\n…]+[.!?…]*")
_I: Final = r"(?<![\"“'‘«\w])I"
_NAME: Final = r"[^\W\d_a-z]\w*(?:[ '’-](?:(?:de|do|da|of|the) )?[^\W\d_a-z]\w*)*"
_REST: Final = r"[^,;:.!?()\n…]+?"
_END: Final = r"(?=\s+(?:and|but|because|since|so|when|though|with|anymore)\b|[,;:.!?()…]|\s*$)"
_HEDGED: Final = re.compile(
    r"\b(?:if|wish|maybe|perhaps|might|pretend|imagine|suppose)\b", re.IGNORECASE
)
_NOT_TELLING: Final = frozenset(("tool_result", "error"))


class Wording(NamedTuple):
    """One way to say something: what it is about, and how it is told in the third person."""

    pattern: re.Pattern[str]
    kind: ExtractedKind
    attribute: str
    told: str
    single: bool
    confidence: float


def _wording(
    pattern: str,
    kind: ExtractedKind,
    attribute: str,
    told: str,
    *,
    single: bool = False,
    confidence: float = 0.8,
) -> Wording:
    return Wording(re.compile(pattern), kind, attribute, told, single, confidence)


_NOW: Final = r"(?: now| currently| still)?"
_HAVE: Final = r"(?:'ve|’ve| have)?(?: just| recently| finally)?"
_PLACE: Final = rf"(?P<value>{_NAME})"
_WHAT: Final = rf"(?P<value>{_REST}){_END}"
WORDINGS: Final = (
    _wording(rf"{_I}{_NOW} live in {_PLACE}", "fact", "lives_in", "{who} lives in {value}.",
             single=True, confidence=0.95),
    _wording(rf"{_I}(?:'m|’m| am){_NOW} (?:living|based) in {_PLACE}", "fact", "lives_in",
             "{who} lives in {value}.", single=True, confidence=0.9),
    _wording(rf"{_I}{_HAVE} (?:moved|relocated) (?:back )?to {_PLACE}", "fact", "lives_in",
             "{who} lives in {value}.", single=True, confidence=0.9),
    _wording(rf"{_I}{_NOW} work (?:at|for) {_PLACE}", "fact", "works_at",
             "{who} works at {value}.", single=True, confidence=0.95),
    _wording(rf"{_I}{_HAVE} (?:joined|started (?:working )?at|started a (?:new )?job at) {_PLACE}",
             "fact", "works_at", "{who} works at {value}.", single=True, confidence=0.85),
    _wording(rf"{_I}{_NOW} work as (?:an?|the) {_WHAT}", "fact", "works_as",
             "{who} works as {value}.", single=True, confidence=0.95),
    _wording(rf"\b[Mm]y (?:new )?favou?rite (?P<what>\w+) is(?: now)? {_WHAT}", "preference",
             "favourite_{what}", "{who}'s favourite {what} is {value}.", single=True,
             confidence=0.9),
    _wording(rf"{_I}(?: really| just)? (?:like|love|enjoy|adore) (?!to\b|it\b|that\b|you\b){_WHAT}",
             "preference", "likes", "{who} likes {value}."),
    _wording(rf"{_I}(?: really)? (?:hate|dislike|can't stand|can’t stand|don't like|don’t like|"
             rf"do not like) (?!to\b|it\b|that\b|you\b){_WHAT}",
             "preference", "dislikes", "{who} dislikes {value}."),
    _wording(rf"(?:{_I}|\b[Ww]e){_HAVE} decided not to {_WHAT}", "decision", "decided_not_to",
             "{who} decided not to {value}.", confidence=0.9),
    _wording(rf"(?:{_I}|\b[Ww]e){_HAVE} decided to {_WHAT}", "decision", "decided_to",
             "{who} decided to {value}.", confidence=0.9),
    _wording(rf"{_I}(?:'ll|’ll| will) (?!be\b|never\b|not\b|have\b){_WHAT}", "plan", "will",
             "{who} will {value}.", confidence=0.7),
)  # fmt: skip


def extract(turns: Sequence[Episode], *, person: str, agent: str, zone: tzinfo) -> list[Extracted]:
    """What the turns say, in their order. `zone` is where days begin; no rule here needs one."""
    del zone
    return [each for turn in turns for each in _of_turn(turn, person, agent)]


def supported(extracted: Extracted, turn: Episode) -> bool:
    """Whether the turn says so: the words quoted are its own, and hold the value."""
    return (
        extracted.source_id == turn.id
        and extracted.quote in turn.text
        and extracted.value in extracted.quote
    )


def _of_turn(turn: Episode, person: str, agent: str) -> Iterator[Extracted]:
    if turn.kind in _NOT_TELLING or turn.role in ("tool", "system"):
        return
    who = {"user": person, "agent": agent}.get(turn.role, turn.speaker)
    for sentence in _SENTENCE.findall(turn.text[:MOST_READ]):
        if sentence.rstrip().endswith("?") or _HEDGED.search(sentence):
            continue
        for wording in WORDINGS:
            for found in wording.pattern.finditer(sentence):
                value = found["value"].strip()
                if value and len(value) <= MOST_VALUE:
                    yield _extracted(turn, who, wording, found, value)


def _extracted(
    turn: Episode, who: str, wording: Wording, found: re.Match[str], value: str
) -> Extracted:
    what = found.groupdict().get("what") or ""
    is_promise = wording.attribute == "will" and turn.role == "agent"
    return Extracted(
        kind="promise" if is_promise else wording.kind,
        subject=who,
        attribute=wording.attribute.format(what=what.lower()),
        value=value,
        text=wording.told.format(who=who, value=value, what=what.lower()),
        at=turn.at,
        when=None,
        source_id=turn.id,
        quote=found.group().strip(),
        confidence=wording.confidence,
        single=wording.single,
    )
