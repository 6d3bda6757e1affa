"""Deeds that are claimed, against what was told, shown and guarded: by whom, and done or not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from wakeline.beliefs.claims import Claim
from wakeline.beliefs.clauses import AGENT, ANYBODY, PERSON, ClaimClause, ClaimSentence
from wakeline.beliefs.evidence import ClaimEvidence
from wakeline.beliefs.fitting import (
    ABOUT_AS_GOOD,
    ENOUGH,
    FAILING,
    FROM_BEFORE,
    TO_CONTRADICT,
    WeighedEvidence,
    fit,
    names_missing,
    other_quantity,
    other_target,
    target_missing,
    words_missing,
)
from wakeline.beliefs.wording import GENERAL, LIGHT, NAMED, meaning, weight

ALL_BUT: Final = 0.8  # of the object, where the verb says nothing
OF_GUARD: Final = 0.4  # of what a guard is about, where the verb is another
ORDERED, PLANNED = 0.3, 0.2  # what was only wanted counts less than what was told
LONGEST_SHOWN: Final = 80

_FAIL: Final = meaning("fail")
_UNFINISHED: Final = re.compile(
    r"\b(?:still to do|not finished|unfinished|the rest|remaining|stopped after|so far|left to"
    r"|missing|half of|the other \w+|first (?:two|three|four|five|half|part))\b",
    re.IGNORECASE,
)


def weigh_actions(claim: Claim, evidence: Sequence[ClaimEvidence]) -> Iterator[WeighedEvidence]:
    """What each row says to a deed."""
    for row in evidence:
        if row.kind == "guard":
            yield from _guarded(claim, row)
        elif row.kind == "tool_result":
            yield from _shown(claim, row)
        elif row.kind != "fact":
            yield from _told(claim, row)


def _is_denied(claim: Claim) -> bool:
    return claim.clause.denied or claim.clause.mood == "tried"


def _object_fit(claim: Claim, row: ClaimEvidence, sentence: frozenset[str]) -> float:
    """How much of what was acted on a row holds; its own sentence counts in full."""
    total = found = 0.0
    for term in (claim.clause.terms | claim.clause.names) - {claim.clause.verb}:
        heavy = NAMED if term in claim.clause.names else weight(term)
        total += heavy
        if term in sentence or meaning(term) in sentence:
            found += heavy
        elif term in row.terms or term in row.context:
            found += FROM_BEFORE * heavy
    return found / total if total else ENOUGH


def _told(claim: Claim, row: ClaimEvidence) -> Iterator[WeighedEvidence]:
    if claim.clause.terms.isdisjoint(row.terms):
        return
    for sentence in row.sentences:
        if sentence.asks:
            continue
        score = _object_fit(claim, row, sentence.terms)
        for clause in sentence.clauses:
            if score >= _needed(claim, row, sentence, clause):
                yield from _compared(claim, row, sentence, clause, score)


def _is_report(sentence: ClaimSentence) -> bool:
    """Whether it only says that what was asked for just before is done."""
    return sentence.text.lower().startswith("done")


def _needed(
    claim: Claim, row: ClaimEvidence, sentence: ClaimSentence, clause: ClaimClause
) -> float:
    """How well a clause must fit: it must tell of the same act, unless the act says nothing."""
    verb = claim.clause.verb
    is_same = verb == clause.verb or (not clause.verb and verb in clause.terms)
    if is_same or (_is_report(sentence) and verb in row.context):
        return ENOUGH
    return ALL_BUT if verb in GENERAL else float("inf")


def _compared(
    claim: Claim, row: ClaimEvidence, sentence: ClaimSentence, clause: ClaimClause, score: float
) -> Iterator[WeighedEvidence]:
    if clause.mood in ("order", "plan"):
        # What was asked for or planned does not say that it was done, nor that it was not.
        if not claim.clause.denied:
            yield _wanted(claim, row, clause, score)
        return
    reasons = _objections(claim, row, sentence, clause, score)
    yield next(reasons, WeighedEvidence(score, "supported", row))


def _wanted(claim: Claim, row: ClaimEvidence, clause: ClaimClause, score: float) -> WeighedEvidence:
    if clause.mood == "order":
        return WeighedEvidence(score - ORDERED, "unsupported", row)
    if clause.actor == PERSON and claim.clause.actor == AGENT:
        return WeighedEvidence(score, "contradicted", row, clause.text)
    return WeighedEvidence(score - PLANNED, "unsupported", row)


def _objections(
    claim: Claim, row: ClaimEvidence, sentence: ClaimSentence, clause: ClaimClause, score: float
) -> Iterator[WeighedEvidence]:
    """Why a row does not carry a deed after all, the plainest reason first."""
    mine = claim.clause.actor
    actor = clause.actor or (AGENT if row.voice.speaker == AGENT else ANYBODY)
    was_not = (clause.denied or clause.mood == "tried") and not _is_report(sentence)
    is_of_another = bool(mine and actor) and mine != actor
    if is_of_another or was_not != _is_denied(claim):
        yield WeighedEvidence(score, "contradicted", row, clause.text)
    if names_missing(claim, row):
        yield WeighedEvidence(score - ABOUT_AS_GOOD, "contradicted", row, clause.text)
    other = other_quantity(claim, row.quantities)
    if other is not None:
        yield WeighedEvidence(score, "contradicted", row, other or clause.text)
    is_partial = claim.clause.whole and _UNFINISHED.search(row.source.text) is not None
    if is_partial or other_target(claim, clause):
        yield WeighedEvidence(score, "contradicted", row, sentence.text)
    if words_missing(claim, row) or target_missing(claim, row):
        yield WeighedEvidence(score, "unsupported", row, clause.text)


def _guarded(claim: Claim, guard: ClaimEvidence) -> Iterator[WeighedEvidence]:
    score = _object_fit(claim, guard, guard.terms)
    if score < TO_CONTRADICT or claim.clause.actor not in (AGENT, ANYBODY):
        return
    if claim.clause.verb not in guard.terms and not _covers(claim, guard):
        return
    other = other_quantity(claim, guard.quantities)
    if guard.state in ("claimed", "unknown"):
        yield WeighedEvidence(score, "unsupported", guard, guard.state)
    elif (guard.state == "done") == _is_denied(claim):
        yield WeighedEvidence(score, "contradicted", guard, guard.state)
    elif other:
        yield WeighedEvidence(score, "contradicted", guard, other)
    elif not words_missing(claim, guard):
        yield WeighedEvidence(score, "supported", guard)


def _covers(claim: Claim, guard: ClaimEvidence) -> bool:
    """Whether a claim tells enough of what a guard is about, where it names the act otherwise."""
    about = {term for term in guard.terms if weight(term) > LIGHT}
    return len(about & claim.clause.terms) >= OF_GUARD * len(about)


def _shown(claim: Claim, tool: ClaimEvidence) -> Iterator[WeighedEvidence]:
    score = fit(claim, tool.terms)
    if score < TO_CONTRADICT or claim.clause.actor not in (AGENT, ANYBODY):
        return
    has_failed = FAILING.search(tool.source.text) is not None
    if has_failed == (_is_denied(claim) or _FAIL in claim.around):
        yield WeighedEvidence(score, "supported", tool)
    else:
        yield WeighedEvidence(score, "contradicted", tool, tool.source.text[:LONGEST_SHOWN])
