"""The pieces of a hydration as one value.

Every source has its own field. A row that several sources return is in each of their fields,
though the text of a wake shows it once. It reads nothing; the only text of its own is the one
around a surfaced memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from wakeline.hydration.page import shorten
from wakeline.hydration.sources import Limits, SurfacedRow
from wakeline.model.context import Piece
from wakeline.model.hydration import (
    AiIdentity,
    HumanPartner,
    MemorySummary,
    Notifications,
    SurfacedMemory,
)
from wakeline.model.identity import Document, Identity
from wakeline.model.memory import Memory

INSTRUCTION = (
    "Let it work on you before you go on. If it still says something, keep what it says now as a "
    "reflection on this memory: that keeps it from fading. If it does not, leave it."
)
NEVER = "It is old and was never looked at since it was kept."
SELDOM = "It is old and was seldom looked at."

Fields = dict[str, Any]


def source_fields(pieces: Mapping[str, Piece], now: datetime, limits: Limits) -> Fields:
    """The rows of the sources, by field of the hydration."""
    longest = limits.content_max_length

    def rows(name: str) -> Sequence[Any]:
        return pieces[name].rows if name in pieces else ()

    def memories(name: str) -> tuple[MemorySummary, ...]:
        return memory_summaries(rows(name), longest)

    def first(name: str) -> Any:
        return next(iter(rows(name)), None)

    surfaced, team = first("SurfacedMemory"), first("CoreTeamDoc")
    return {
        "identity_memories": memories("IdentityMemories"),
        "pinned_memories": memories("PinnedMemories"),
        "recent_memories": memories("RecentMemories"),
        "project_memories": memories("ProjectMemories"),
        "surfaced_memory": surfaced and surfaced_memory(surfaced, now, limits),
        "active_projects": tuple(rows("ActiveProjects")),
        "current_tasks": tuple(rows("CurrentTasks")),
        "key_facts": tuple([fact.key for fact in rows("KeyFacts")]),
        # Most important first: of two rows with one key the first one counts.
        "project_facts": {fact.key: fact.value for fact in reversed(rows("ProjectFacts"))}
        if "ProjectFacts" in pieces
        else None,
        "core_team_doc": team and team.content,
        "notifications": _notifications(rows("Notifications"), limits)
        if "Notifications" in pieces
        else None,
        "last_session": first("SessionHandoff"),
        "hints": tuple(rows("Hints")),
        "memory_config": first("MemoryConfig"),
    }


def identity_fields(identity: Identity, documents: Sequence[Document]) -> Fields:
    """The fields about the agent, its person, and their documents."""
    said: dict[str, str] = {document.kind: document.content for document in documents}
    return {
        "identity": HumanPartner(
            identity.person_name, identity.person_time_zone, said.get("anchor")
        ),
        "ai_identity": AiIdentity(
            id=identity.id,
            name=identity.name,
            display_name=identity.display_name,
            model=identity.model_display or identity.model_key,
            origin=identity.origin,
            core_values=identity.core_values_json,
            about=said.get("identity"),
        ),
        "preferences": said.get("preferences"),
        "ai_personality": said.get("personality"),
        "privacy": said.get("privacy"),
    }


def memory_summaries(memories: Sequence[Memory], longest: int) -> tuple[MemorySummary, ...]:
    """Memories with their content cut to the longest that is shown."""
    found = []
    for memory in memories:
        content = memory.content
        is_cut = len(content) > longest
        if is_cut:
            content = shorten(content, longest)
        fields = (
            memory.id,
            memory.type,
            memory.title,
            content,
            is_cut,
            memory.importance,
            memory.is_pinned,
            memory.tags,
            memory.project_id,
            memory.origin,
            memory.trust,
            memory.created_at,
            memory.updated_at,
        )
        found.append(MemorySummary._make(fields))
    return tuple(found)


def surfaced_memory(found: SurfacedRow, now: datetime, limits: Limits) -> SurfacedMemory:
    """A surfaced memory, with the reason for it and what to do about it."""
    since = found.last_accessed or found.memory.created_at
    (memory,) = memory_summaries([found.memory], limits.content_max_length)
    return SurfacedMemory(
        prompt=f"Hey {limits.ai_name or 'there'}, remember this?",
        memory=memory,
        reason=SELDOM if found.access_count else NEVER,
        days_since_accessed=max(0, (now - since).days),
        access_count=found.access_count,
        instruction=INSTRUCTION,
    )


def _notifications(rows: Sequence[Any], limits: Limits) -> Notifications:
    unread = [m for m in rows if m.read_at is None]
    open_ = [m for m in rows if m.wants_reply and m.replied_at is None]
    return Notifications(
        tuple(unread[: limits.notification_limit]), tuple(open_[: limits.pending_reply_limit])
    )
