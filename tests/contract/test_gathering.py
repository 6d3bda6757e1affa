"""How sources are read from PostgreSQL: together, from one snapshot, each within its own time."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests import postgres
from tests.builders import Homes, there
from tests.contract.test_postgres_home import admin_of
from wakeline.hydration.presets import HydrationSource
from wakeline.hydration.sources import SOURCES, Source, pinned_memories

# The transaction, what every hydration reads, the sources, the end.
ROUND_TRIPS = 4


@pytest.fixture
def homes(pg_url: str) -> Any:
    found = Homes("postgres", pg_url)
    yield found
    found.close()


def lived_in(home: wakeline.Home) -> wakeline.Agent:
    ash = home.agent("ash", person="Mel")
    ash.projects.add("garden")
    ash.memories.add("Mara is afraid of heights", type="relationship", pinned=True)
    ash.memories.add("beds", project="garden")
    ash.facts.set("bed.count", "4", project="garden")
    ash.tasks.add("water")
    ash.hints.add("look up")
    ash.messages.send("told", sender="birch")
    ash.wake()
    ash.end(summary="what there was")
    return ash


def round_trips(ash: wakeline.Agent, folder: Path, **asked: Any) -> int:
    """How often the server said that it waits for the next question."""
    store: Any = ash.place.store
    with store.reading() as view:
        pgconn = view._connection.pgconn
    with open(folder / "trace", "w+b") as told:
        pgconn.trace(told.fileno())
        ash.hydrate(generate_system_prompt=False, **asked)
        pgconn.untrace()
        told.seek(0)
        lines = told.read().decode(errors="replace")
    return len(re.findall(r"\tB\t\d+\tReadyForQuery", lines))


@pytest.mark.feature("X4")
def test_fourteen_sources_are_read_and_three_are_made_from_what_they_brought(
    open_home: Homes,
) -> None:
    made = {name for name, source in SOURCES.items() if source.read is None}
    assert made == {"Welcome", "SystemPrompt", "GroundingMessage"}
    assert len(HydrationSource) - len(made) == 14
    ash = lived_in(open_home())
    found = ash.hydrate(sources="Welcome,SystemPrompt,CurrentTasks")
    prompt = there(found.system_prompt)
    assert there(found.welcome) in prompt
    assert "water" in prompt


@pytest.mark.feature("A12")
@pytest.mark.parametrize("preset", ["all", "interactive", "lean"])
def test_all_sources_of_a_preset_go_to_the_server_together(
    homes: Homes, tmp_path: Path, preset: str
) -> None:
    ash = lived_in(homes())
    assert round_trips(ash, tmp_path, preset=preset, project="garden") == ROUND_TRIPS
    assert round_trips(ash, tmp_path, sources="Hints,KeyFacts", project="garden") == ROUND_TRIPS


@pytest.mark.feature("X47")
def test_all_sources_read_one_snapshot(open_home: Homes, monkeypatch: pytest.MonkeyPatch) -> None:
    ash = lived_in(open_home())
    before = ash.hydrate(project="garden")
    elsewhere = open_home().agent("ash")
    written: list[Any] = []

    def while_others_write(view: Any, ask: Any) -> Any:
        written.append(elsewhere.memories.add(f"new {len(written)}", pinned=True, importance=10))
        elsewhere.tasks.add("new", priority=10)
        elsewhere.hints.add("new", priority=10)
        return pinned_memories(view, ask)

    source = Source("Memory", while_others_write)
    monkeypatch.setitem(SOURCES, "PinnedMemories", source)
    during = ash.hydrate(project="garden")
    monkeypatch.undo()
    assert written
    for field in ("pinned_memories", "recent_memories", "current_tasks", "hints"):
        assert getattr(during, field) == getattr(before, field)
        assert len(getattr(ash.hydrate(), field)) > len(getattr(before, field))


def test_statements_behind_one_that_fails_again_and_again_go_on_when_it_is_mended(
    homes: Homes, pg_url: str
) -> None:
    ash = lived_in(homes())
    whole = ash.hydrate(project="garden")
    with postgres.administrator(admin_of(pg_url)) as other:
        other.execute(BROKEN)
        for _ in range(9):  # a driver prepares what it has sent a few times
            assert ash.hydrate(project="garden").missing
        other.execute(MENDED)
    for _ in range(9):
        assert ash.hydrate(project="garden") == whole


LATE = "LOCK TABLE wakeline.hints, wakeline.messages IN ACCESS EXCLUSIVE MODE"
BROKEN = "ALTER TABLE wakeline.facts RENAME COLUMN importance TO weight"
MENDED = "ALTER TABLE wakeline.facts RENAME COLUMN weight TO importance"


@pytest.mark.feature("A12")
def test_a_late_or_failing_source_is_named_and_those_behind_it_are_delivered(
    homes: Homes, pg_url: str
) -> None:
    home = homes(settings={"wake.source_milliseconds": "200"})
    ash = lived_in(home)
    whole = ash.hydrate(project="garden")
    with postgres.administrator(admin_of(pg_url)) as other:
        other.execute(BROKEN)
        with other.transaction():
            other.execute(LATE)
            found = ash.hydrate(project="garden")
            woken = ash.wake(project="garden")
        other.execute(MENDED)
    reasons = {item.source: item.reason for item in found.missing}
    late, broken = {"Hints", "Notifications"}, {"KeyFacts", "ProjectFacts", "GroundingMessage"}
    assert reasons.keys() == late | broken
    assert all("longer than 0.2 s" in reasons[name] for name in late)
    assert all("importance" in reasons[name] for name in broken)
    assert {item.source for item in woken.missing} == late | broken
    for field in (
        *("identity_memories", "pinned_memories", "recent_memories", "project_memories"),
        *("active_projects", "current_tasks", "last_session", "ai_identity"),
    ):
        assert getattr(found, field) == getattr(whole, field)
        assert getattr(found, field)
    assert (found.hints, found.key_facts, found.project_facts) == ((), (), None)
    assert ash.hydrate(project="garden").missing == ()


def test_a_bad_value_ends_only_its_own_source(homes: Homes, monkeypatch: Any) -> None:
    ash = lived_in(homes())

    def beyond(view: Any, _ask: Any) -> Any:
        return view.all(tuple, "memory.pinned", limit=10**30)

    monkeypatch.setitem(SOURCES, "PinnedMemories", Source("Memory", beyond))
    found = ash.hydrate(project="garden")
    assert [item.source for item in found.missing] == ["PinnedMemories"]
    assert found.current_tasks
    assert found.recent_memories
