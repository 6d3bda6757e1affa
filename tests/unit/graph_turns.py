"""Turns for tests of the graph, with the names that a record would have found in them."""

from __future__ import annotations

from datetime import UTC, datetime

from wakeline.graph.mentions import entities
from wakeline.model.log import Episode, Role

AT = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def a_turn(text: str, *, speaker: str = "Mel", role: Role = "user", seq: int = 50) -> Episode:
    """One turn of a conversation in one session."""
    return Episode(
        seq, f"turn{seq}", None, None, "s1", None, None, "conversation", speaker, role, "chat",
        text, AT, AT, 0.5, entities(text), None, "", 1, "user_direct", 1.0, {}, "", None,
    )  # fmt: skip
