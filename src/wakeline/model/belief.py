"""What a draft claims, and what the record says to it."""

from datetime import datetime
from typing import Literal, NamedTuple, get_args

ClaimKind = Literal["number", "attribution", "action", "state"]
Verdict = Literal["supported", "contradicted", "unsupported", "unverified"]
SourceKind = Literal["fact", "turn", "tool_result", "memory", "guard"]

CLAIM_KINDS: tuple[ClaimKind, ...] = get_args(ClaimKind)
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


class ClaimSource(NamedTuple):
    """What a verdict rests on."""

    id: str
    kind: SourceKind
    text: str
    at: datetime
    by: str | None = None  # who said it


class ClaimFinding(NamedTuple):
    """One claim of a draft: where it stands, what it is, and how it fares against the record.

    `unverified` is for a state that may have changed meanwhile and that nobody looked at.
    """

    text: str
    start: int
    end: int
    kind: ClaimKind
    verdict: Verdict
    source: ClaimSource | None
    true_value: str | None
    verify: str  # how to find out, where the record does not carry the claim


class Checked(NamedTuple):
    """A draft after its check."""

    findings: tuple[ClaimFinding, ...]
    left_out: int  # claims behind the most that are looked at
    at: datetime

    @property
    def flagged(self) -> tuple[ClaimFinding, ...]:
        """What should not be said like this."""
        return tuple(each for each in self.findings if each.verdict != "supported")
