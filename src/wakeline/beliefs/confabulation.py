"""Check a claim against the record: supported, contradicted (with the true value), or neither.

Takes a claim and rows of the record and returns a finding with its source. A current value
outranks an older one; a state that may change at any moment needs a check in this session.
It does not know how rows were found, and asks no model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Final

from wakeline.beliefs.actions import weigh_actions
from wakeline.beliefs.attributions import weigh_attributions
from wakeline.beliefs.claims import Claim
from wakeline.beliefs.evidence import ClaimEvidence
from wakeline.beliefs.fitting import ABOUT_AS_GOOD, WeighedEvidence
from wakeline.beliefs.numbers import weigh_numbers
from wakeline.beliefs.states import weigh_states
from wakeline.model.belief import ClaimFinding, ClaimKind, ClaimSource, Verdict

MISSING_GATE: Final = (
    "Missing gate: nobody looked in this session. Run the check, or say that it was not made."
)
NOTHING_AGAINST: Final = "Nothing is recorded that speaks against it."
HOW: Final[dict[ClaimKind, str]] = {
    "number": "Look the number up where it is kept before you give it.",
    "attribution": "Find the words that were said, or leave the attribution out.",
    "action": "Look for its trace (a message sent, a commit, a receipt) before you call it done.",
    "state": MISSING_GATE,
}
WEIGHERS: Final[
    dict[ClaimKind, Callable[[Claim, Sequence[ClaimEvidence]], Iterator[WeighedEvidence]]]
] = {
    "number": weigh_numbers,
    "attribution": weigh_attributions,
    "action": weigh_actions,
    "state": weigh_states,
}


def judge(claim: Claim, evidence: Sequence[ClaimEvidence]) -> ClaimFinding | None:
    """Check one claim against the record. None if it turns out to claim nothing."""
    best = _decided(sorted(WEIGHERS[claim.kind](claim, evidence), key=_rank, reverse=True))
    if best is not None:
        verify = "" if best.verdict == "supported" else HOW[claim.kind]
        return _found(claim, best.verdict, verify, best.evidence.source, best.value or None)
    if claim.is_loose:
        return None
    if claim.kind == "action" and claim.clause.denied:
        return _found(claim, "supported", NOTHING_AGAINST)
    return _found(claim, "unverified" if claim.kind == "state" else "unsupported", HOW[claim.kind])


def _found(
    claim: Claim,
    verdict: Verdict,
    verify: str,
    source: ClaimSource | None = None,
    value: str | None = None,
) -> ClaimFinding:
    text = claim.text if claim.quantity is None else claim.whole
    return ClaimFinding(text, claim.start, claim.end, claim.kind, verdict, source, value, verify)


def _rank(weighed: WeighedEvidence) -> tuple[float, datetime]:
    return round(weighed.score, 3), weighed.evidence.source.at


def _decided(weighed: Sequence[WeighedEvidence]) -> WeighedEvidence | None:
    """The deciding row among those that fit about equally well: support first, then the newest."""
    if not weighed:
        return None
    rivals = [each for each in weighed if each.score >= weighed[0].score - ABOUT_AS_GOOD]
    order = ("supported", "contradicted", "unsupported")
    return min(rivals, key=lambda each: order.index(each.verdict))
