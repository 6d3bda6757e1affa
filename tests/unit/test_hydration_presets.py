"""Sources as bits, presets as masks, and what a selection comes to."""

from __future__ import annotations

from typing import Any

import pytest

from wakeline.base.errors import Invalid
from wakeline.hydration.presets import (
    PRESETS,
    HydrationSource,
    chosen_sources,
    sources_named,
    sources_of,
)
from wakeline.hydration.sources import SOURCES, Limits

NAMES = (
    "IdentityMemories PinnedMemories RecentMemories ProjectMemories ActiveProjects CurrentTasks "
    "KeyFacts ProjectFacts CoreTeamDoc SurfacedMemory Notifications SessionHandoff Welcome "
    "GroundingMessage SystemPrompt Hints MemoryConfig"
).split()


def names(found: HydrationSource) -> set[str]:
    return {str(source.name) for source in found}


@pytest.mark.feature("A1", "A2")
def test_a_source_is_a_bit_and_none_is_nothing() -> None:
    assert [source.name for source in HydrationSource] == NAMES
    assert [int(source) for source in HydrationSource] == [1 << bit for bit in range(17)]
    assert int(HydrationSource.None_) == 0
    assert not HydrationSource.None_
    both = HydrationSource.Hints | HydrationSource.KeyFacts
    assert names(both) == {"Hints", "KeyFacts"}
    assert both & ~HydrationSource.Hints == HydrationSource.KeyFacts


@pytest.mark.feature("A3", "X1", "X2", "X4")
def test_seventeen_sources_in_five_categories_and_three_are_made_after_the_others() -> None:
    chosen = [str(source.name) for source in HydrationSource]
    assert list(SOURCES)[: len(chosen)] == chosen
    assert {SOURCES[name].category for name in chosen} == {
        "Identity",
        "Memory",
        "Operational",
        "Relational",
        "Safety",
    }
    assert SOURCES["Hints"].category == "Relational"
    assert SOURCES["MemoryConfig"].category == "Relational"
    made = {name for name, source in SOURCES.items() if source.read is None}
    assert made == {"Welcome", "SystemPrompt", "GroundingMessage"}
    assert len(chosen) - len(made) == 14


@pytest.mark.feature("A4", "A5", "A6", "A7", "A9")
def test_the_presets_have_their_masks() -> None:
    assert PRESETS == {
        "all": 131071,
        "interactive": 122879,
        "lean": 122423,
        "agent-minimal": 33009,
    }
    everything = set(NAMES)
    assert names(sources_of("all")) == everything
    assert names(sources_of("interactive")) == everything - {"GroundingMessage"}
    left_out = {"GroundingMessage", "ProjectMemories", "KeyFacts", "ProjectFacts", "CoreTeamDoc"}
    assert names(sources_of("lean")) == everything - left_out
    assert names(sources_of("agent-minimal")) == {
        "IdentityMemories",
        "KeyFacts",
        "ProjectFacts",
        "ActiveProjects",
        "CurrentTasks",
        "Hints",
    }


def selected(**given: Any) -> tuple[str, HydrationSource]:
    asked: dict[str, Any] = {
        "sources": None,
        "preset": None,
        "exclude": None,
        "mode": "chat",
        "otherwise": "all",
    }
    return chosen_sources(**{**asked, **given})


@pytest.mark.feature("A8")
def test_explicit_sources_come_before_a_preset_and_that_before_the_mode() -> None:
    assert selected() == ("all", sources_of("all"))
    assert selected(mode="robot") == ("agent-minimal", sources_of("agent-minimal"))
    assert selected(mode="robot", preset="lean") == ("lean", sources_of("lean"))
    assert selected(mode="robot", sources="Hints") == ("32768", HydrationSource.Hints)
    assert selected(sources=0) == ("0", HydrationSource.None_)
    assert selected(sources=33009, preset="agent-minimal")[0] == "agent-minimal"


@pytest.mark.feature("A10")
def test_names_are_taken_off_a_preset() -> None:
    name, found = selected(preset="lean", exclude="SurfacedMemory,Welcome")
    assert found == sources_of("lean") & ~sources_named(["SurfacedMemory", "Welcome"])
    assert name == str(122423 - (1 << 9) - (1 << 12))
    assert selected(exclude="")[0] == "all"
    assert selected(preset="agent-minimal", exclude="Welcome")[0] == "agent-minimal"


@pytest.mark.parametrize(
    "bad", ["Surfaced", "hints", ["Hints", 3], 131072, -1, True, 2.5, object()]
)
def test_what_names_no_source_is_refused_with_the_names_there_are(bad: object) -> None:
    with pytest.raises(Invalid) as refused:
        sources_named(bad)
    if isinstance(bad, str):
        assert all(name in refused.value.todo for name in NAMES)


@pytest.mark.feature("A85")
def test_limits_have_their_defaults_and_do_not_change() -> None:
    limits = Limits()
    assert limits[:3] == (20, 20, 10)
    assert (limits.content_max_length, limits.pending_reply_limit) == (500, 5)
    assert (limits.fact_limit, limits.min_fact_importance, limits.ai_name) == (30, 0, None)
    with pytest.raises(AttributeError):
        limits.fact_limit = 3  # type: ignore[misc]
