"""What an agent reads when it comes back to a thread: prose, never the handoff as it is kept.

Takes a standing handoff, which is a header and a paragraph. It loads nothing of what makes one: a
wake reads it and writes none.
"""

from __future__ import annotations

from datetime import datetime

from wakeline.language.ages import span_text
from wakeline.model.session import ThreadHandoff


def warm_start(handoff: ThreadHandoff, *, now: datetime, is_spoken_to: bool = True) -> str:
    """Where the thread stood, and how long ago that was."""
    away = span_text(now - handoff.updated_at)
    comes = "You come" if is_spoken_to else "The agent comes"
    return f"{comes} back to this thread after {away}. {prose_of(handoff)}"


def prose_of(handoff: ThreadHandoff) -> str:
    """The paragraph below the header."""
    return handoff.content.partition("\n\n")[2]


def compacted(compactions: int) -> str:
    """How often the thread was compacted, in words."""
    return f"{compactions} compaction{'' if compactions == 1 else 's'}"
