"""Check whether a turn supports a statement that rules or a model found in it.

The quote must stand in the turn, outside of code and quotations; the words of the value must be
the turn's own; the subject must be the speaker, their family, or named in the turn; what the
quote denies must be denied. It does not know whether the statement is worth keeping.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from wakeline.consolidation.phrases import content_words
from wakeline.consolidation.prose import BLANK, gives_orders, readable_text
from wakeline.consolidation.subjects import is_meant
from wakeline.model.consolidation import ExtractedStatement
from wakeline.model.log import Episode

_MACHINES: Final = frozenset(("tool", "system"))
_DENIED: Final = re.compile(r"\b(?:not|never|no longer|nobody|hardly)\b|n['’]t\b", re.IGNORECASE)


class SupportCheck(NamedTuple):
    """A turn prepared for checks of statements."""

    turn: Episode
    speaker: str | None  # the name, if the turn has none
    plain: str
    known: frozenset[str]
    is_open: bool  # a person or agent speaks, and gives a model no orders

    @classmethod
    def of(cls, turn: Episode, *, speaker: str | None = None) -> SupportCheck:
        is_said = turn.kind == "conversation" and turn.role not in _MACHINES
        plain = readable_text(turn.text) if is_said and turn.forgotten_at is None else ""
        is_open = bool(plain) and not gives_orders(plain)
        known = content_words(turn.text) if is_open else ()
        return cls(turn, speaker, plain, frozenset(known), is_open)

    def supports(self, extracted: ExtractedStatement) -> bool:
        """Whether the turn supports a statement."""
        quote = extracted.quote
        at = self.turn.text.find(quote) if quote.strip() and self.is_open else -1
        if at < 0 or extracted.source_id != self.turn.id:
            return False
        if BLANK in self.plain[at : at + len(quote)] or at + len(quote) > len(self.plain):
            return False
        return (
            content_words(extracted.value) <= self.known
            and is_meant(extracted.subject, self.turn, self.known, speaker=self.speaker)
            and _is_of_one_mind(extracted)
        )


def is_supported(
    extracted: ExtractedStatement, turn: Episode, *, speaker: str | None = None
) -> bool:
    """Whether a turn supports a statement that was found in it.

    `speaker` is the speaker's name, if the turn has only "user" or "agent".
    """
    return SupportCheck.of(turn, speaker=speaker).supports(extracted)


def _is_of_one_mind(extracted: ExtractedStatement) -> bool:
    """Whether a quote's denial is kept: as a denial, a dislike, or a decision against it."""
    if not _DENIED.search(extracted.quote) or _DENIED.search(extracted.text):
        return True
    return "dislike" in extracted.attribute or "against" in extracted.attribute
