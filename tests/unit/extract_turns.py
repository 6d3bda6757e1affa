"""Turns for tests of what is read in them, and the findings of one sentence."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

from tests.unit.graph_turns import a_turn
from wakeline.consolidation.extract import extract
from wakeline.model.consolidation import ExtractedStatement
from wakeline.model.log import Episode, Kind, Role

MONDAY = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def a_saying(
    text: str,
    *,
    speaker: str = "Mel",
    role: Role = "user",
    kind: Kind = "conversation",
    at: datetime = MONDAY,
    seq: int = 50,
) -> Episode:
    return a_turn(text, speaker=speaker, role=role, seq=seq)._replace(kind=kind, at=at)


def read(
    *turns: Episode, zone: tzinfo = UTC, person: str | None = "Mel"
) -> list[ExtractedStatement]:
    return extract(turns, person=person, agent="Ash", zone=zone)


def found(text: str, at: datetime = MONDAY, zone: tzinfo = UTC) -> list[ExtractedStatement]:
    return read(a_saying(text, at=at), zone=zone)


def told(text: str) -> list[tuple[str, str, str, str]]:
    """What one sentence of Mel tells: kind, subject, attribute, value."""
    return [(e.kind, e.subject, e.attribute, e.value) for e in found(text)]
