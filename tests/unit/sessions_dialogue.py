"""Builders of sessions and turns for the tests of the sessions room."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from wakeline.model.log import TRUST, Episode, Kind, Origin, Role
from wakeline.model.session import Session, SessionState

NOON = datetime(2026, 11, 11, 12, 0, tzinfo=UTC)
NAMES: dict[Role, str] = {"user": "Ana", "agent": "ash", "tool": "shell", "other": "Mel"}
ORIGINS: dict[Role, Origin] = {"user": "user_direct", "tool": "tool_output", "other": "import"}


def a_turn(
    seq: int,
    role: Role,
    text: str,
    *,
    kind: Kind = "conversation",
    entities: Sequence[str] = (),
    exchange: str | None = None,
    trust: float | None = None,
    forgotten: bool = False,
) -> Episode:
    at = NOON + timedelta(minutes=seq)
    origin = ORIGINS.get(role, "agent_inferred")
    return Episode(
        seq=seq,
        id=f"e{seq}",
        exchange_id=exchange,
        exchange_index=None,
        session_id="s1",
        thread_id=None,
        project_id=None,
        kind=kind,
        speaker=NAMES.get(role, role),
        role=role,
        mode="chat",
        text=text,
        at=at,
        recorded_at=at,
        importance=0.5,
        entity_refs=tuple(entities),
        source_id=None,
        content_hash=f"h{seq}",
        tokens=1,
        origin=origin,
        trust=TRUST[origin] if trust is None else trust,
        metadata={},
        line_hash="",
        forgotten_at=NOON if forgotten else None,
    )


def a_dialogue(*texts: str, first: Role = "user") -> list[Episode]:
    """Turns of the person and the agent, one after the other."""
    roles: tuple[Role, Role] = ("user", "agent") if first == "user" else ("agent", "user")
    return [a_turn(i + 1, roles[i % 2], text) for i, text in enumerate(texts)]


def a_session(
    *, state: SessionState = "cut_off", title: str | None = None, source: str | None = None
) -> Session:
    return Session(
        id="s1",
        state=state,
        title=title,
        title_source_id=source,
        thread_id="garden",
        project_id=None,
        mode="chat",
        wake_type="gradual",
        preset="interactive",
        model_id="a-model",
        source="cli",
        started_at=NOON,
        ended_at=None,
    )
