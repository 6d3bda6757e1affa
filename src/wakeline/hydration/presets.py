"""Which sources a hydration reads: one bit for each, named presets, and exclusions."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntFlag
from functools import lru_cache

from wakeline.base.errors import Invalid


class HydrationSource(IntFlag):
    """The sources, by bit."""

    None_ = 0
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


ALL = 131_071
PRESETS: dict[str, int] = {
    "all": ALL,
    "interactive": 122_879,
    "lean": 122_423,
    "agent-minimal": 33_009,
}
# Not a mask: rules decide which sources it reads when the agent wakes.
AUTO = "auto"
# A robot has nobody to greet and no past to dwell on: it reads what it needs to act.
AGENT_MODES = frozenset({"robot"})

Names = str | int | Iterable[str]


def sources_of(preset: object) -> HydrationSource:
    """The sources of a named preset."""
    if not isinstance(preset, str) or preset not in PRESETS:
        raise Invalid(
            f"there is no preset {preset!r}.", todo=f"Use one of {', '.join((*PRESETS, AUTO))}."
        )
    return HydrationSource(PRESETS[preset])


def sources_named(names: object) -> HydrationSource:
    """Sources by their names, in a list or separated by commas; or by their mask."""
    if isinstance(names, int) and not isinstance(names, bool):
        if 0 <= names <= ALL:
            return HydrationSource(names)
        raise Invalid(f"{names} is no mask of sources.", todo=f"Use a number from 0 to {ALL}.")
    if isinstance(names, str):
        names = [name.strip() for name in names.split(",") if name.strip()]
    if not isinstance(names, Iterable):
        raise Invalid(f"{names!r} names no sources.", todo="Give names, or a mask.")
    found = HydrationSource.None_
    for name in names:
        if not isinstance(name, str) or name not in HydrationSource.__members__:
            known = ", ".join(source.name or "" for source in HydrationSource)
            raise Invalid(f"there is no source {name!r}.", todo=f"Use {known}.")
        found |= HydrationSource[name]
    return found


def chosen_sources(
    *,
    sources: Names | None,
    preset: str | None,
    exclude: Names | None,
    mode: str,
    otherwise: str,
) -> tuple[str, HydrationSource]:
    """The name of the choice (a preset, or a mask that no preset has) and its sources.

    Explicit sources come first, then a named preset, then that of the agent's mode. For `auto`
    all sources that may be read are returned: rules choose among them later.
    """
    is_minimal = mode in AGENT_MODES and otherwise != AUTO
    named = preset or ("agent-minimal" if is_minimal else otherwise)
    left_out = HydrationSource.None_ if exclude is None else sources_named(exclude)
    if named == AUTO and sources is None:
        return AUTO, HydrationSource(ALL) & ~left_out
    found = sources_of(named) if sources is None else sources_named(sources)
    found &= ~left_out
    return preset_name(found, named), found


@lru_cache(maxsize=256)
def names_of(mask: HydrationSource) -> tuple[str, ...]:
    """The names of the sources, in the order of their bits. Cached: splitting flags is slow."""
    return tuple(source.name or "" for source in mask)


def preset_name(found: HydrationSource, named: str) -> str:
    """The name of some sources: `named` if they are exactly that preset, else their mask."""
    return named if found == PRESETS.get(named) else str(int(found))
