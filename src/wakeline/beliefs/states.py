"""How things are said to be now, against facts and against what a tool showed in this session."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from wakeline.beliefs.claims import Claim
from wakeline.beliefs.evidence import ClaimEvidence
from wakeline.beliefs.fitting import ENOUGH, FAILING, TO_CONTRADICT, WeighedEvidence
from wakeline.beliefs.wording import LIGHT, WORD, meaning, weight

# How something may be, and what kind of thing it is: not what tells it from others.
_CONDITIONS: Final = """
    running run up down healthy online offline enabled disabled active inactive working available
    alive reachable configured answers answer responds respond listening check ok status state
    server service process daemon pod container job instance machine host node cluster
"""
LONGEST_VALUE: Final = 5  # words of a fact that a sentence may name
_DOWN: Final = re.compile(
    r"\b(?:down|off|stopped|disabled|broken|failing|offline|dead|unreachable|not|isn't|aren't)\b",
    re.IGNORECASE,
)


def weigh_states(claim: Claim, evidence: Sequence[ClaimEvidence]) -> Iterator[WeighedEvidence]:
    """What facts and fresh results say to a state: nothing else can carry what may change."""
    for row in evidence:
        if row.kind == "fact":
            yield from _in_fact(claim, row)
        elif row.kind == "tool_result" and row.fresh and not claim.is_loose:
            yield from _on_screen(claim, row)


@cache
def _conditions() -> frozenset[str]:
    return frozenset(map(meaning, _CONDITIONS.split()))


def _in_fact(claim: Claim, fact: ClaimEvidence) -> Iterator[WeighedEvidence]:
    every = frozenset().union(*fact.key_terms)
    total = sum(map(weight, every))
    shared = sum(map(weight, every & claim.around))
    if claim.clause.denied or not total or shared / total < TO_CONTRADICT:
        return
    if _says(claim.text, fact.value):
        yield WeighedEvidence(1.0, "supported", fact)
    elif any(_says(claim.text, past.value) for past in fact.past):
        yield WeighedEvidence(1.0, "contradicted", fact, fact.value)


def _says(text: str, value: str) -> bool:
    """Whether a text names a value, which must be short enough to be one."""
    words = WORD.findall(value.lower())
    said = WORD.findall(text.lower())
    return 0 < len(words) <= LONGEST_VALUE and all(word in said for word in words)


def _on_screen(claim: Claim, tool: ClaimEvidence) -> Iterator[WeighedEvidence]:
    """The lines of a tool's answer that are about the same."""
    telling = {term for term in claim.around if weight(term) > LIGHT} - _conditions()
    is_down = _DOWN.search(claim.text) is not None
    for line in tool.source.text.splitlines():
        terms = frozenset(map(meaning, WORD.findall(line)))
        score = len(telling & terms) / len(telling) if telling else 0.0
        if score < ENOUGH:
            continue
        if (FAILING.search(line) is not None) == is_down:
            yield WeighedEvidence(score, "supported", tool)
        else:
            yield WeighedEvidence(score, "contradicted", tool, line.strip())
