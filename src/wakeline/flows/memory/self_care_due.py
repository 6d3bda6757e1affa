"""How much has accumulated since an agent's last self-care. Reads only."""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from wakeline.consolidation.self_care_due import self_care_reasons
from wakeline.flows.common.place import Place
from wakeline.ports.store import View

MOST_COUNTED: Final = 20_000  # turns


class SelfCareDue(NamedTuple):
    """How much has accumulated since the last self-care, and the reasons why it is due."""

    memories: int
    conversations: int
    tokens: int
    conv_summarized_until: datetime | None
    reasons: tuple[str, ...]


def self_care_due(place: Place) -> SelfCareDue:
    """Whether self-care is due, and how much has accumulated."""
    with place.store.reading() as view:
        return care_due(view)


def care_due(view: View) -> SelfCareDue:
    """The same, read from an open view."""
    memories, memory_tokens = next(iter(view.tuples("care.memory_tokens")))
    watermark = int(view.value("care.watermark") or 0)
    asked = {"after": watermark, "limit": MOST_COUNTED}
    conversations, tokens = next(iter(view.tuples("care.turn_tokens", **asked)))
    until = view.value("care.at", through=watermark) if watermark else None
    total = int(memory_tokens) + int(tokens)
    return SelfCareDue(
        memories=int(memories),
        conversations=int(conversations),
        tokens=total,
        conv_summarized_until=datetime.fromisoformat(until) if isinstance(until, str) else until,
        reasons=self_care_reasons(tokens=total, conversations=int(conversations)),
    )
