"""The claims of a draft, and what the record says about them."""

from datetime import datetime
from typing import Annotated, Literal, NamedTuple, get_args

from wakeline.model.fields import Bounds

# A text before it is said, as an argument.
DraftText = Annotated[str, Bounds(1, 262_144)]
ClaimKind = Literal["number", "attribution", "action", "state"]
Verdict = Literal["supported", "contradicted", "unsupported", "unverified"]
SourceKind = Literal["fact", "turn", "tool_result", "memory", "guard"]

CLAIM_KINDS: tuple[ClaimKind, ...] = get_args(ClaimKind)
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


class ClaimSource(NamedTuple):
    """The row that a verdict is based on."""

    id: str
    kind: SourceKind
    text: str
    at: datetime
    by: str | None = None  # who said it


class ClaimFinding(NamedTuple):
    """One claim of a draft: its place in the text, its kind, and its verdict.

    `unverified` is for a state that may have changed meanwhile and was not checked.
    """

    text: str
    start: int
    end: int
    kind: ClaimKind
    verdict: Verdict
    source: ClaimSource | None
    true_value: str | None
    verify: str  # how to find out, if the record does not support the claim


class DraftCheck(NamedTuple):
    """The result of checking a draft."""

    findings: tuple[ClaimFinding, ...]
    left_out: int  # claims beyond the most that are checked
    at: datetime

    @property
    def flagged(self) -> tuple[ClaimFinding, ...]:
        """The findings that the record does not support."""
        return tuple(each for each in self.findings if each.verdict != "supported")
