"""Numbers against the record: a fact that is about the same, or a number beside the same words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from wakeline.beliefs.claims import Claim
from wakeline.beliefs.clauses import AGENT
from wakeline.beliefs.evidence import ClaimEvidence, value_quantities
from wakeline.beliefs.fitting import (
    ABOUT_AS_GOOD,
    ENOUGH,
    OF_ITS_OWN,
    TO_CONTRADICT,
    WeighedEvidence,
    fit,
)
from wakeline.beliefs.quantities import Quantity, same_quantity
from wakeline.beliefs.wording import LIGHT, WORD, meaning, weight_by_number

OF_TOOLS: Final = 0.3  # tools are terse
NEAR: Final = 0.3  # for the words that stand beside a number
STALE: Final = 1.0
_BREAK: Final = re.compile(r"[.;:,\n]")


def weigh_numbers(claim: Claim, evidence: Sequence[ClaimEvidence]) -> Iterator[WeighedEvidence]:
    """What each row says to a number."""
    if claim.quantity is None:
        return
    facts = [
        found
        for row in evidence
        if row.kind == "fact"
        for found in _in_fact(claim, claim.quantity, row)
    ]
    yield from facts
    against = [
        found
        for found in facts
        if found.verdict == "contradicted" and fit(claim, found.evidence.terms) >= TO_CONTRADICT
    ]
    for row in evidence:
        if row.kind != "fact" and (row.kind != "guard" or row.state == "done"):
            for found in _in_text(claim, claim.quantity, row):
                if not any(_outranks(fact, found) for fact in against):
                    yield found


def _outranks(fact: WeighedEvidence, said: WeighedEvidence) -> bool:
    """Whether a fact stands against what was said before it held, or by the agent at any time."""
    source, row = fact.evidence.source, said.evidence
    is_older = row.source.at <= source.at or row.voice.speaker == AGENT
    return is_older and fact.score >= said.score - ABOUT_AS_GOOD


def _in_fact(claim: Claim, mine: Quantity, fact: ClaimEvidence) -> Iterator[WeighedEvidence]:
    known = [each for each in fact.quantities if each.kind == mine.kind]
    shared = _key_shared(claim, fact, known)
    if shared < ENOUGH:
        return
    every = frozenset().union(*fact.key_terms)
    score = 0.5 * shared + 0.5 * fit(claim, fact.terms | every) + NEAR
    if any(same_quantity(mine, each) for each in known):
        yield WeighedEvidence(score, "supported", fact)
        return
    was = any(
        same_quantity(mine, q) for past in fact.past for q in value_quantities(fact.key, past.value)
    )
    # A value that held once is known to be stale: nothing that was said then can save it.
    yield WeighedEvidence(score + (STALE if was else 0.0), "contradicted", fact, fact.value)


def _key_shared(claim: Claim, fact: ClaimEvidence, known: Sequence[Quantity]) -> float:
    """How much of a fact's key a claim names; nothing if it counts something else."""
    if not known:
        return 0.0
    about = claim.around | {each.label for each in claim.clause.quantities if each.label}
    every = frozenset().union(*fact.key_terms)
    total = sum(map(weight_by_number, every))
    counted = {term for term in fact.key_terms[-1] if weight_by_number(term) > LIGHT}
    if counted and not (counted | words_beside(fact.value, known[0])) & about:
        return 0.0
    return sum(map(weight_by_number, every & about)) / total if total else 0.0


def _in_text(claim: Claim, mine: Quantity, row: ClaimEvidence) -> Iterator[WeighedEvidence]:
    telling = {term for term in claim.around if weight_by_number(term) > LIGHT}
    near = telling & words_beside(claim.clause.text, mine)
    if fit(claim, row.terms) < OF_ITS_OWN:
        return
    score = fit(claim, row.terms, row.context)
    enough = OF_TOOLS if row.kind == "tool_result" else ENOUGH
    if score < enough:
        return
    for known in row.quantities:
        if known.kind != mine.kind:
            continue
        is_near = not near.isdisjoint(words_beside(row.source.text, known))
        if mine.bound in ("more", "less") and not is_near:
            continue  # anything is more or less than something
        fits = score + (NEAR if is_near else 0.0)
        if same_quantity(mine, known):
            yield WeighedEvidence(fits, "supported", row)
        elif is_near or score >= TO_CONTRADICT:
            yield WeighedEvidence(fits - ABOUT_AS_GOOD, "contradicted", row, known.text)


def words_beside(text: str, quantity: Quantity) -> frozenset[str]:
    """The words next to a number: two before it and three behind, within its clause."""
    before = WORD.findall(_BREAK.split(text[: quantity.start])[-1])[-2:]
    behind = WORD.findall(_BREAK.split(text[quantity.end :], maxsplit=1)[0])[:3]
    return frozenset(map(meaning, (*before, *behind)))
