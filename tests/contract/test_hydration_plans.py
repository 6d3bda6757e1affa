"""How many statements a hydration takes, and that each is served by an index, on both engines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests.builders import Homes
from tests.contract.test_store import dummies
from wakeline.hydration.presets import HydrationSource
from wakeline.store.postgres.statements import with_driver_parameters
from wakeline.store.queries import Queries, parameter_names
from wakeline.store.sqlite import SqliteStore

# What the data sources of each preset take, with a project. The memory configuration is at hand.
STATEMENTS = {"all": 13, "interactive": 13, "lean": 9, "agent-minimal": 6}
OF_SOURCES = {
    "IdentityMemories": "memory.self",
    "PinnedMemories": "memory.pinned",
    "RecentMemories": "memory.recent",
    "ProjectMemories": "memory.of_project",
    "ActiveProjects": "agenda.active_projects",
    "CurrentTasks": "agenda.open_tasks",
    "KeyFacts": "memory.current_facts",
    "ProjectFacts": "memory.project_facts",
    "CoreTeamDoc": "identities.in_force",
    "SurfacedMemory": "memory.seldom_used",
    "Notifications": "agenda.waiting",
    "SessionHandoff": "sessions.latest_handoff",
    "Hints": "agenda.pending_hints",
}
OF_ALL = (
    "identities.self",
    "log.head",
    "memory.ended_facts",
    "cognition.last_scores",
    "guards.unfinished",
    "agenda.pending",
)
OF_A_WAKE = (
    "attachments.of_thread",
    "attachments.of_session",
    "log.exchanges_of_session",
    "gap.last_told",
    "gap.events",
    "gap.turns",
    "gap.due",
)
# Two pages that come from two indexes are put in one order: what is sorted is no more than both.
# Facts that will end have an index by their end, and there are few; one sort takes the first page.
# A few receipts that were looked up by their ids are put in one order; a few turns are told apart.
# What a gap holds is found by its place in the log; the numbers of what was found are put in order.
# Documents in force and what the agent holds to are few, and put in one order.
SORTS = {
    "identities.self",
    "memory.current_facts",
    "memory.project_facts",
    "agenda.waiting",
    "attachments.of_thread",
    "attachments.of_session",
    "log.exchanges_of_session",
    "gap.events",
    "gap.turns",
}


@contextmanager
def statements_counted(ash: wakeline.Agent, folder: Path) -> Iterator[list[str]]:
    """The statements that reach the engine meanwhile, as the engine's own driver tells them."""
    store = ash.place.store
    found: list[str] = []
    if isinstance(store, SqliteStore):
        connection = store._connection()

        def trace(_cursor: Any, sql: str, _bindings: Any) -> bool:
            found.append(sql)
            return True

        connection.exec_trace = trace
        yield found
        connection.exec_trace = None
        return
    with store.reading() as view:
        pgconn = view._connection.pgconn  # type: ignore[attr-defined]
    with open(folder / "trace", "w+b") as told:
        pgconn.trace(told.fileno())
        yield found
        pgconn.untrace()
        told.seek(0)
        lines = told.read().decode(errors="replace").splitlines()
    found += [line for line in lines if re.search(r"\tF\t\d+\t(Execute|Query)\t", line)]


def counted(ash: wakeline.Agent, folder: Path, **asked: Any) -> int:
    with statements_counted(ash, folder) as found:
        ash.hydrate(generate_system_prompt=False, fast=False, **asked)
    return len([text for text in found if "SAVEPOINT" not in text])


def lived_in(homes: Homes) -> wakeline.Agent:
    ash = homes.agent()
    ash.projects.add("garden")
    ash.wake()
    ash.end()
    return ash


@pytest.mark.feature("A11", "X5")
@pytest.mark.parametrize("preset", STATEMENTS)
def test_each_preset_takes_as_many_statements_as_it_has_sources_that_read(
    open_home: Homes, tmp_path: Path, preset: str
) -> None:
    ash = lived_in(open_home)
    nothing = counted(ash, tmp_path, sources=0)
    assert counted(ash, tmp_path, preset=preset, project="garden") == (
        nothing + STATEMENTS[preset] + 1  # which project is meant
    )


@pytest.mark.feature("A11")
def test_a_source_that_is_off_takes_no_statement(open_home: Homes, tmp_path: Path) -> None:
    ash = lived_in(open_home)
    nothing = counted(ash, tmp_path, sources=0, project="garden")
    for source in HydrationSource:
        wanted = nothing + (str(source.name) in OF_SOURCES)
        assert counted(ash, tmp_path, sources=int(source), project="garden") == wanted, source.name
        without = counted(ash, tmp_path, exclude=str(source.name), project="garden")
        assert without == nothing + len(OF_SOURCES) - (str(source.name) in OF_SOURCES)
    # Without a project there is nothing to ask about one.
    assert counted(ash, tmp_path, sources="ProjectFacts") == counted(ash, tmp_path, sources=0)


def test_every_source_that_reads_has_its_plan_looked_at() -> None:
    made = {"Welcome", "SystemPrompt", "GroundingMessage", "MemoryConfig"}
    assert {str(source.name) for source in HydrationSource} - made == OF_SOURCES.keys()


@pytest.mark.parametrize("name", [*OF_SOURCES.values(), *OF_ALL, *OF_A_WAKE])
def test_no_statement_reads_a_whole_table_of_sqlite(name: str, tmp_path: Path) -> None:
    homes = Homes("sqlite", str(tmp_path / "home"))
    ash = lived_in(homes)
    sql = Queries("sqlite")[name]
    connection = ash.place.store._connection()  # type: ignore[attr-defined]
    given = dict.fromkeys(parameter_names(sql), 3)
    plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", given)]
    homes.close()
    whole = [
        step
        for step in plan
        if re.match(r"SCAN (?!CONSTANT)(?!.*USING)(?!.*(endless|ending|un|found))", step)
    ]
    assert whole == [], plan
    sorts = [step for step in plan if "TEMP B-TREE" in step]
    assert not sorts or name in SORTS, plan


@pytest.mark.parametrize("name", [*OF_SOURCES.values(), *OF_ALL, *OF_A_WAKE])
def test_no_statement_reads_a_whole_table_of_postgresql(name: str, pg_url: str) -> None:
    homes = Homes("postgres", pg_url)
    ash: Any = lived_in(homes)
    sql = with_driver_parameters(Queries("postgres")[name])
    given = dummies(sql, pg_url) | ash.place.store.scope._asdict()
    with ash.place.store.reading() as view:
        # A table of a few rows is read whole whatever indexes it has: so those ways are closed.
        for way in ("seqscan", "bitmapscan", "sort"):
            view._connection.execute(f"SET LOCAL enable_{way} = off")
        plan = "\n".join(row[0] for row in view._connection.execute(f"EXPLAIN {sql}", given))
    homes.close()
    assert "Seq Scan" not in plan, plan
    assert "Index" in plan, plan
    assert "Sort" not in plan or name in SORTS, plan
