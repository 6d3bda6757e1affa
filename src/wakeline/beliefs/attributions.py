"""What others are said to have said, against what they said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from wakeline.beliefs.claims import Claim
from wakeline.beliefs.clauses import AGENT, ANYBODY, PERSON, ClaimClause, names_in, terms_of
from wakeline.beliefs.evidence import ClaimEvidence
from wakeline.beliefs.fitting import (
    ABOUT_AS_GOOD,
    OF_ITS_OWN,
    WeighedEvidence,
    days_missing,
    fit,
    names_missing,
    other_quantity,
    other_target,
    words_missing,
)
from wakeline.beliefs.wording import GENERAL, WORD, denies, normalise_phrases, weight

TO_ATTRIBUTE: Final = 0.55  # for words to bear on an attribution at all
TO_CREDIT: Final = 0.75  # for them to carry it: whoever is quoted is quoted closely

_UNDECIDED: Final = re.compile(
    r"\b(?:thinking about|considering|nothing is decided|not decided|undecided|not sure|might"
    r"|i think|should we|what do you think|maybe|perhaps)\b",
    re.IGNORECASE,
)
_CONSENT: Final = re.compile(
    r"\b(?:yes|ok|okay|fine|go ahead|approv\w+|agree\w*|accept\w*|good|great|confirm\w*|sure|do it"
    r"|happy with|authori\w+|permission)\b",
    re.IGNORECASE,
)
_AND: Final = re.compile(r",?\s+and\s+(?=for\b|against\b|not\b|to\b)")


def weigh_attributions(
    claim: Claim, evidence: Sequence[ClaimEvidence]
) -> Iterator[WeighedEvidence]:
    """What each row says to an attribution."""
    for row in evidence:
        if row.kind not in ("turn", "memory") or not _may_tell(claim.who, row):
            continue
        if fit(claim, row.terms) < OF_ITS_OWN:
            continue
        score = fit(claim, row.terms, row.context)
        if score >= TO_ATTRIBUTE:
            yield next(_objections(claim, row, score), WeighedEvidence(score, "supported", row))


def _may_tell(who: str, row: ClaimEvidence) -> bool:
    if who == PERSON:
        return row.voice.speaker == PERSON
    return row.voice.speaker == who or who in row.source.text.lower()


def _objections(claim: Claim, row: ClaimEvidence, score: float) -> Iterator[WeighedEvidence]:
    """Why a row does not carry an attribution after all, the plainest reason first."""
    clause = _closest(claim, row)
    said = clause.text if clause else row.source.text
    less = score - ABOUT_AS_GOOD
    if names_missing(claim, row) or days_missing(claim, row):
        yield WeighedEvidence(less, "contradicted", row, said)
    other = other_quantity(claim, row.quantities)
    if other is not None:
        yield WeighedEvidence(score, "contradicted", row, other or said)
    if clause is not None and _is_otherwise(claim, row, clause):
        yield WeighedEvidence(score, "contradicted", row, _opposed(claim, row) or said)
    verb = claim.clause.verb
    is_other_act = bool(verb) and verb not in GENERAL and verb not in row.terms
    if is_other_act or not _says_it(claim.who, row):
        yield WeighedEvidence(less, "contradicted", row, said)
    is_vague = claim.consents and not _CONSENT.search(row.source.text)
    if score < TO_CREDIT or is_vague or words_missing(claim, row):
        yield WeighedEvidence(score, "unsupported", row, said)


def _opposed(claim: Claim, row: ClaimEvidence) -> str:
    """The words that say the opposite, where there are some."""
    about = claim.clause.names | claim.around
    opposed = [c for c in row.clauses if c.denied != claim.clause.denied and c.terms & about]
    return opposed[0].text if opposed else ""


def _closest(claim: Claim, row: ClaimEvidence) -> ClaimClause | None:
    """The clause that a claim tells of: the one with its verb, else the one most like it."""
    verb = claim.clause.verb
    with_verb = [c for c in row.clauses if verb and (verb in c.terms or verb == c.verb)]
    return max(
        with_verb or row.clauses,
        key=lambda clause: sum(map(weight, clause.terms & claim.around)),
        default=None,
    )


def _is_otherwise(claim: Claim, row: ClaimEvidence, clause: ClaimClause) -> bool:
    """Whether it was said the other way round, left open, or of somebody or something else."""
    return (
        _is_turned(claim, row, clause)
        or (claim.firm and _UNDECIDED.search(row.source.text) is not None)
        or _is_of_another(claim, clause)
        or other_target(claim, clause)
    )


def _is_turned(claim: Claim, row: ClaimEvidence, closest: ClaimClause) -> bool:
    """Whether one of them says that something is so, and the other that it is not."""
    verb = claim.clause.verb
    if verb and verb not in GENERAL and verb in closest.terms:
        return closest.denied != claim.clause.denied
    denied = frozenset().union(*(clause.names for clause in row.clauses if clause.denied))
    for part in _parts(claim):
        if part.names & denied:
            if not part.denied:
                return True
            continue
        nearest = max(row.clauses, key=lambda c: sum(map(weight, c.terms & part.terms)))
        if nearest.terms & part.terms and nearest.denied != part.denied:
            return True
    return False


def _parts(claim: Claim) -> list[ClaimClause]:
    """What is said of a claim's content, joined by "and"."""
    texts = _AND.split(claim.clause.text)
    if len(texts) == 1:
        return [claim.clause]
    is_turned = claim.clause.denied != denies(WORD.findall(claim.clause.text.lower()))
    return [
        claim.clause._replace(
            text=text,
            terms=claim.clause.terms & terms_of(normalise_phrases(text)),
            names=claim.clause.names & names_in(text),
            denied=denies(WORD.findall(text.lower())) != is_turned,
        )
        for text in texts
    ]


def _is_of_another(claim: Claim, clause: ClaimClause) -> bool:
    """Whether somebody else does, or is to do, what a claim tells of."""
    if claim.doer == AGENT:
        return clause.actor not in (AGENT, ANYBODY) and clause.mood in ("plan", "done")
    unnamed = (AGENT, PERSON, ANYBODY)
    mine, theirs = claim.clause.actor, clause.actor
    return mine not in unnamed and theirs not in unnamed and mine != theirs


def _says_it(who: str, row: ClaimEvidence) -> bool:
    """Whether the one named says it, rather than being named beside it."""
    if who in (PERSON, row.voice.speaker):
        return True
    return any(who in WORD.findall(each.text.lower())[:2] for each in row.sentences)
