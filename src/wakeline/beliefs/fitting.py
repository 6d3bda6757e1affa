"""How well a row of the record fits a claim: shared words, names, numbers, and what is missing.

It does not know what follows from it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from wakeline.beliefs.claims import Claim
from wakeline.beliefs.clauses import AGENT, ANYBODY, PERSON, ClaimClause, sentences
from wakeline.beliefs.evidence import ClaimEvidence
from wakeline.beliefs.quantities import WEEKDAYS, Quantity, same_quantity
from wakeline.beliefs.wording import (
    LIGHT,
    NAMED,
    meaning,
    normalise_phrases,
    weight,
    weight_by_number,
)
from wakeline.model.belief import Verdict

ENOUGH: Final = 0.5  # of what a claim is about, for a row to bear on it
TO_CONTRADICT: Final = 0.6
ABOUT_AS_GOOD: Final = 0.15  # how far two rows may be apart and still fit alike
OF_ITS_OWN: Final = 0.3  # what a row must say itself, however well what came before it fits
FROM_BEFORE: Final = 0.7  # what a word counts that was said just before
RARE: Final = 100  # from here on a number stands for what it counts

_DAYS: Final = frozenset(map(meaning, (*WEEKDAYS, "tomorrow", "tonight")))
# An address is none: "heron.internal" may be what another sentence calls staging.
_TARGET: Final = re.compile(
    r"\b(to|into|from)\s+(?!(?:the|a|an|my|your|his|her|their|our|it|them|me|you|us|be|do|make|get"
    r"|have|keep|look|see|use|run|go|all|each)\b)([a-z]\w+)(?=\s|[.,;](?:\s|$)|$)"
    r"(?!\s+(?:the|a|it|them|me|you)\b)",
    re.IGNORECASE,
)
# What a tool prints when something is not as it should be.
FAILING: Final = re.compile(
    r"\b(?:crash\w*|error|failed|failing|refused|denied|forbidden|dead|inactive|stopped|down|exited"
    r"|unreachable|timeout|[45]\d\d|0/\d+|not running|disabled|off|false)\b",
    re.IGNORECASE,
)


class WeighedEvidence(NamedTuple):
    """One row beside a claim: how well it fits, what it says to it, and what is true instead."""

    score: float
    verdict: Verdict
    evidence: ClaimEvidence
    value: str = ""


def fit(claim: Claim, terms: frozenset[str], before: frozenset[str] = frozenset()) -> float:
    """How much of what a claim is about a text holds, from 0 to 1."""
    weigh = weight_by_number if claim.kind == "number" else weight
    total = found = 0.0
    for term in claim.around | claim.clause.names:
        heavy = NAMED if term in claim.clause.names else weigh(term)
        total += heavy
        if term in terms or meaning(term) in terms:
            found += heavy
        elif term in before:
            found += FROM_BEFORE * heavy
    return found / total if total else 0.0


def names_missing(claim: Claim, row: ClaimEvidence) -> bool:
    """Whether a claim names somebody or something that the row does not know."""
    known = f"{row.source.text} {row.before} {row.voice.person} {row.voice.speaker}".lower()
    return any(name not in known for name in claim.clause.names)


def days_missing(claim: Claim, row: ClaimEvidence) -> bool:
    return not claim.clause.terms & _DAYS <= row.terms | row.context


def words_missing(claim: Claim, row: ClaimEvidence) -> bool:
    """Whether a claim rests on a word that was not said: one other word makes it another claim.

    A number or a day that both name, and of which there are not many alike, makes up for it.
    """
    heavy = {term for term in claim.clause.terms - {claim.clause.verb} if weight(term) > LIGHT}
    return not heavy <= _said(claim, row) and not _is_marked(claim, row)


def _is_marked(claim: Claim, row: ClaimEvidence) -> bool:
    marks = [q for q in claim.clause.quantities if q.kind != "number" or q.value >= RARE]
    return any(same_quantity(mark, known) for mark in marks for known in row.quantities)


def _said(claim: Claim, row: ClaimEvidence) -> frozenset[str]:
    """What a row and what came before it say, apart from what others want or what is denied."""
    named = claim.clause.names | {claim.who, AGENT, PERSON, ANYBODY}
    own = (
        clause.terms
        for clause in row.clauses
        if clause.actor in named
        and (not clause.denied or claim.clause.denied or clause.mood == "tried")
    )
    near = (
        clause.terms
        for sentence in sentences(row.before, row.voice)
        for clause in sentence.clauses
        if clause.actor in named and not clause.denied
    )
    return frozenset((row.voice.speaker,)).union(*own, *near)


def other_quantity(claim: Claim, known: Sequence[Quantity]) -> str | None:
    """A number that stands where a claim has another; empty if there is none to compare with."""
    for mine in claim.clause.quantities:
        others = [each for each in known if each.kind == mine.kind]
        if not any(same_quantity(mine, each) for each in others):
            return others[0].text if others else ""
    return None


def other_target(claim: Claim, clause: ClaimClause) -> bool:
    """Whether the same was done, but to, into or from something else."""
    mine, theirs = _targets(claim.clause.text), _targets(clause.text)
    return any(mine[word] != theirs[word] for word in mine.keys() & theirs.keys())


def target_missing(claim: Claim, row: ClaimEvidence) -> bool:
    """Whether a claim says to, into or from what, and neither the row nor what came before does."""
    named = claim.clause.terms.intersection(_targets(claim.clause.text).values())  # "to him": none
    return not named <= row.terms | row.context


def _targets(text: str) -> dict[str, str]:
    return {
        match[1].lower(): meaning(match[2]) for match in _TARGET.finditer(normalise_phrases(text))
    }
