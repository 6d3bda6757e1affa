"""Whether self-care is due: the reasons only, nothing is started."""

from __future__ import annotations

from typing import Final

TOKEN_CEILING: Final = 100_000
CEILING_AFTERWARDS: Final = 50_000
MOST_CONVERSATIONS: Final = 1_000


def self_care_reasons(
    *, tokens: int, conversations: int, is_after: bool = False
) -> tuple[str, ...]:
    """The reasons why an agent should run self-care; empty if there are none."""
    ceiling = CEILING_AFTERWARDS if is_after else TOKEN_CEILING
    found = []
    if tokens > ceiling:
        found.append(f"memories and conversations have {tokens:,} tokens, more than {ceiling:,}")
    if conversations > MOST_CONVERSATIONS:
        found.append(f"more than {MOST_CONVERSATIONS:,} conversations are not summarised")
    return tuple(found)
