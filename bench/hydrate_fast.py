"""A hydration on PostgreSQL: the fast path beside its function, and beside the sources.

The bare side calls the function through psycopg with ready parameters, on a connection of its
own, and has the JSON as the driver reads it: no values of ours. All ways run in turns.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from typing import Any

import psycopg

from bench.findings import Finding, Target, WentWrong
from bench.homes import AGENT
from bench.timing import side_by_side, spread
from wakeline.engine import Agent
from wakeline.interfaces.json_values import encode_json, in_camel_case

MINIMAL = "agent-minimal"
WARM_UP = 20
BESIDE_FUNCTION = Target("ratio", "most", 1.3, "at most 1.3x")
CALL = (
    "SELECT wakeline.hydrate_agent(name => %(name)s, tenant => %(tenant)s, "
    "project_key => %(project)s, moment => %(moment)s)"
)


def measure(ash: Agent, url: str, project: str, runs: int) -> list[Finding]:
    """Three comparisons on one agent."""

    def by(preset: str, *, fast: bool) -> Callable[[int], object]:
        return lambda _: ash.hydrate(preset=preset, project=project, fast=fast)

    fast, sources, everything = (
        by(MINIMAL, fast=True),
        by(MINIMAL, fast=False),
        by("all", fast=False),
    )
    if fast(0) != sources(0):
        raise WentWrong("the fast path brings something else than the sources")
    details = _shares(ash, {"fast": fast, "agent_minimal": sources, "all": everything})
    with psycopg.connect(url, autocommit=True) as connection:
        given = {
            "name": AGENT,
            "tenant": ash.place.store.scope.tenant_id,
            "project": project,
            "moment": ash.place.clock.now(),
        }

        def bare(_: int) -> object:
            return connection.execute(CALL, given).fetchone()

        pairs = {
            "fast": ("the bare function", fast, bare, BESIDE_FUNCTION),
            "fast_sources": ("its sources", fast, sources, None),
            "minimal_postgres": ("all", sources, everything, None),
        }
        found = []
        for name, (against, ours, other, target) in pairs.items():
            mine, theirs = side_by_side(ours, other, runs=runs, warm_up=WARM_UP)
            title = "by its sources" if ours is sources else "fast path"
            found.append(
                Finding(
                    name=f"hydrate.{name}",
                    title=f"hydrate, {MINIMAL}, PostgreSQL, {title}",
                    unit="ms",
                    ours=spread(mine),
                    against=against,
                    other=spread(theirs),
                    target=target,
                    details=details,
                )
            )
    return found


def _shares(ash: Agent, ways: dict[str, Callable[[int], object]]) -> dict[str, Any]:
    """Statements, round trips and bytes of each way, and what is less of them."""
    details: dict[str, Any] = {}
    for name, way in ways.items():
        details[f"statements_{name}"], details[f"round_trips_{name}"] = _told(ash, way)
        details[f"bytes_{name}"] = len(encode_json(in_camel_case(way(0))).encode())
    for what in ("statements", "round_trips", "bytes"):
        for name in ("fast", "agent_minimal"):
            share = details[f"{what}_{name}"] / details[f"{what}_all"]
            details[f"fewer_{what}_{name}"] = round(1 - share, 3)
    return details


def _told(ash: Agent, way: Callable[[int], object]) -> tuple[int, int]:
    """How many statements went to the server, and how often it was waited for."""
    way(0)  # says the time of a statement once for each connection
    with ash.place.store.reading() as view:
        pgconn = view._connection.pgconn  # type: ignore[attr-defined] # noqa: SLF001
    with tempfile.TemporaryFile() as file:
        pgconn.trace(file.fileno())
        way(0)
        pgconn.untrace()
        file.seek(0)
        wire = file.read().decode(errors="replace")
    statements = re.findall(r"\tF\t\d+\t(?:Execute|Query)\t", wire)
    return len(statements), len(re.findall(r"\tB\t\d+\tReadyForQuery", wire))
