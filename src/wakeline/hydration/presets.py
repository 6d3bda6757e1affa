"""Which sources a wake reads: one bit a source, and named combinations."""

from __future__ import annotations

from enum import IntFlag

from wakeline.base.errors import Invalid


class HydrationSource(IntFlag):
    """The sources, by bit."""

    IdentityMemories = 1 << 0
    PinnedMemories = 1 << 1
    RecentMemories = 1 << 2
    ProjectMemories = 1 << 3
    ActiveProjects = 1 << 4
    CurrentTasks = 1 << 5
    KeyFacts = 1 << 6
    ProjectFacts = 1 << 7
    CoreTeamDoc = 1 << 8
    SurfacedMemory = 1 << 9
    Notifications = 1 << 10
    SessionHandoff = 1 << 11
    Welcome = 1 << 12
    GroundingMessage = 1 << 13
    SystemPrompt = 1 << 14
    Hints = 1 << 15
    MemoryConfig = 1 << 16


PRESETS: dict[str, int] = {
    "all": 131_071,
    "interactive": 122_879,
    "lean": 122_423,
    "agent-minimal": 33_009,
}


def sources_of(preset: str) -> HydrationSource:
    """The sources of a named preset."""
    if preset not in PRESETS:
        raise Invalid(f"there is no preset {preset!r}.", todo=f"Use one of {', '.join(PRESETS)}.")
    return HydrationSource(PRESETS[preset])
