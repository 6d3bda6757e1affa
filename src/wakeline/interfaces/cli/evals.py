"""How an agent judges its sessions, beside what the log says of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, tzinfo
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from wakeline.flows.assessment.evals import EvalComparison, EvalMeans
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import (
    HEADING,
    QUIET,
    WARN,
    clipped,
    count,
    listing,
    nothing,
    when,
    zone_of,
)
from wakeline.interfaces.open_home import chosen, opened
from wakeline.model.writings import DIMENSIONS

evals = take.group("How the agent judges its sessions.")

MOMENT = 17
PRAISE = 1.0  # by so much better than the log, and it is marked


def score(meaning: str) -> Any:
    return typer.Option(help=f"{meaning} From 1 to 5.", min=1, max=5)


@evals.command("add")
def add_eval(
    focus: Annotated[int, score("Stayed on task, or scattered?")],
    depth: Annotated[int, score("Read and thought, or skimmed?")],
    restraint: Annotated[int, score("Stopped when it should have?")],
    learning: Annotated[int, score("Learned what changes what comes?")],
    honesty: Annotated[int, score("Reported as it was, failures too?")],
    agent: take.Agent = None,
    note: Annotated[str | None, typer.Option(help="Why.")] = None,
    session: Annotated[
        str | None, typer.Option(metavar="ID", help="Else the open one, else the last.")
    ] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Judge a session; the answer says what the log holds against it."""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone, now = zone_of(one), place.clock.now()
        judged = one.evals.add(
            focus=focus,
            depth=depth,
            restraint=restraint,
            learning=learning,
            honesty=honesty,
            note=note,
            session_id=session,
        )
    answer(judged, lambda: _judged([judged], zone, now), as_json=as_json)


@evals.command("list")
def list_evals(
    agent: take.Agent = None,
    limit: Annotated[int, typer.Option(help="How many.", min=1, max=1000)] = 30,
    before: Annotated[str | None, typer.Option(help="Go on behind this id.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Sessions that were judged, newest first."""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone, now = zone_of(one), place.clock.now()
        rows = one.evals.all(limit=limit, before=before)
    answer(rows, lambda: _judged(rows, zone, now), as_json=as_json)


@evals.command("means")
def mean_evals(
    agent: take.Agent = None,
    limit: Annotated[int, typer.Option(help="Of how many.", min=1, max=1000)] = 1000,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """The mean of each dimension, the agent's own beside the log's."""
    with opened(home, tenant) as place:
        found = chosen(place, agent).evals.means(limit=limit)
    answer(found, lambda: _means(found), as_json=as_json)


def _judged(rows: list[EvalComparison], zone: tzinfo, now: datetime) -> RenderableType:
    if not rows:
        return nothing("none yet")
    titles = "  ".join(["judged".ljust(MOMENT), *DIMENSIONS])
    note = "the agent's own / what the log says; - where it says nothing"
    shown = (part for row in rows for part in _one(row, zone, now))
    return Group(Text(titles, style=HEADING), *shown, Text(f"\n{note}", style=QUIET))


def _one(row: EvalComparison, zone: tzinfo, now: datetime) -> Iterator[RenderableType]:
    """One session's scores, and below them its note and its id, which keeps a line of its own."""
    scores = Text(when(row.judged.updated_at, zone, now).ljust(MOMENT))
    for name in DIMENSIONS:
        cell = _beside(row, name)
        cell.pad_right(len(name) - len(cell.plain))
        scores.append("  ").append_text(cell)
    scores.rstrip()
    below = Text(row.judged.session_id, style=QUIET)
    if row.judged.note:
        below = Text(clipped(row.judged.note, 200)).append(f"\n{below.plain}", style=QUIET)
    yield from (scores, Padding(below, (0, 0, 0, MOMENT + 2)))


def _beside(row: EvalComparison, name: str) -> Text:
    told = row.judged.computed.get(name)
    text = f"{getattr(row.judged, name)} / {told['score']:g}" if told else f"{_own(row, name)} / -"
    return Text(text, style=WARN if row.differences.get(name, 0) >= PRAISE else "")


def _own(row: EvalComparison, name: str) -> int:
    own: int = getattr(row.judged, name)
    return own


def _means(found: EvalMeans) -> RenderableType:
    rows = [
        [
            mean.dimension,
            f"{mean.own:.2f}",
            "-" if mean.computed is None else f"{mean.computed:.2f}",
            str(mean.sessions),
        ]
        for mean in found.dimensions
    ]
    said = [f"{count(found.sessions, 'session')}, mean {found.own:.2f}", *found.remarks]
    return Group(
        listing(["dimension", "own", "log", "sessions in the log"], rows),
        Text("\n" + "; ".join(said), style=QUIET),
    )
