"""The prose that an agent reads when it comes back to a thread, without the handoff's header.

Takes a standing handoff, which is a header and a paragraph. It does not import the code that
makes one: a wake only reads it.
"""

from __future__ import annotations

from datetime import datetime

from wakeline.language.ages import span_text
from wakeline.model.session import ThreadHandoff


def warm_start(handoff: ThreadHandoff, *, now: datetime, is_spoken_to: bool = True) -> str:
    """The prose of a thread's handoff, with the time since it was written."""
    away = span_text(now - handoff.updated_at)
    comes = "You come" if is_spoken_to else "The agent comes"
    return f"{comes} back to this thread after {away}. {prose_of(handoff)}"


def prose_of(handoff: ThreadHandoff) -> str:
    """The paragraph below the header."""
    return handoff.content.partition("\n\n")[2]


def compactions_text(compactions: int) -> str:
    """The number of compactions in words."""
    return f"{compactions} compaction{'' if compactions == 1 else 's'}"
