"""How much has piled up since an agent last looked after itself. Reads only."""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from wakeline.consolidation.self_care_due import due
from wakeline.flows.common.place import Place
from wakeline.ports.store import View

MOST_COUNTED: Final = 20_000  # turns


class CareDue(NamedTuple):
    """How much has piled up since the last time, and why something should be done about it."""

    memories: int
    conversations: int
    tokens: int
    conv_summarized_until: datetime | None
    reasons: tuple[str, ...]


def self_care_due(place: Place) -> CareDue:
    """How much has piled up. Changes nothing."""
    with place.store.reading() as view:
        return care_due(view)


def care_due(view: View) -> CareDue:
    """The same, of one snapshot."""
    memories, memory_tokens = next(iter(view.tuples("care.memory_tokens")))
    watermark = int(view.value("care.watermark") or 0)
    asked = {"after": watermark, "limit": MOST_COUNTED}
    conversations, tokens = next(iter(view.tuples("care.turn_tokens", **asked)))
    until = view.value("care.at", through=watermark) if watermark else None
    total = int(memory_tokens) + int(tokens)
    return CareDue(
        memories=int(memories),
        conversations=int(conversations),
        tokens=total,
        conv_summarized_until=datetime.fromisoformat(until) if isinstance(until, str) else until,
        reasons=due(tokens=total, conversations=int(conversations)),
    )
