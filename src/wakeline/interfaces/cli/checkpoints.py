"""Where a session is in the middle of something."""

from __future__ import annotations

from datetime import datetime, tzinfo
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.interfaces import fast_commands
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import QUIET, clipped, columns, nothing, when, zone_of
from wakeline.interfaces.open_home import chosen, opened
from wakeline.model.checkpoint import Checkpoint

LONGEST = 400
PART = 12


def join(app: typer.Typer) -> None:
    """Hang the commands into the program."""
    app.command()(checkpoint)
    app.command()(checkpoints)


def checkpoint(
    words: Annotated[list[str], take.named("TEXT")],
    step: Annotated[str | None, typer.Option(metavar="TEXT", help="As in 3 of 5.")] = None,
    next: Annotated[str | None, typer.Option(metavar="TEXT", help="What comes next.")] = None,
    state: Annotated[
        str | None, typer.Option(metavar="JSON", help="What is in hand, as an object.")
    ] = None,
    guard: Annotated[
        list[str] | None, typer.Option(metavar="KEY", help="A guard that this hangs on.")
    ] = None,
    session: take.Session = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Note what the agent is doing; it comes back after a compaction or a crash. - for stdin."""
    agent, (doing,) = take.split(words, "what the agent is doing")
    given = {"step": step, "next": next, "state": state, "session_id": session}
    made = fast_commands.checkpoint(home, tenant, agent, doing, guards=guard or (), **given)
    _answered([made], home, tenant, agent, as_json=as_json, value=made)


def checkpoints(
    agent: take.Agent = None,
    limit: Annotated[int, typer.Option(help="How many.", min=1, max=1000)] = 10,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """How sessions stand that have not ended in words of their own, the newest first."""
    with opened(home, tenant) as place:
        found = chosen(place, agent).checkpoints(limit=limit)
    _answered(found, home, tenant, agent, as_json=as_json, value=found)


def _answered(
    rows: list[Checkpoint],
    home: str | None,
    tenant: str | None,
    agent: str | None,
    *,
    as_json: bool,
    value: object,
) -> None:
    with opened(home, tenant) as place:
        zone, now = zone_of(chosen(place, agent)), place.clock.now()
    answer(value, lambda: _screen(rows, now, zone), as_json=as_json)


def _screen(rows: list[Checkpoint], now: datetime, zone: tzinfo) -> RenderableType:
    if not rows:
        return nothing("no session is in the middle of anything")
    return Group(*(part for row in rows for part in _one(row, now, zone)))


def _one(row: Checkpoint, now: datetime, zone: tzinfo) -> list[RenderableType]:
    where = f" · thread {clipped(row.thread_id, 60)}" if row.thread_id else ""
    parts = [
        ("doing", row.doing),
        ("step", row.step),
        ("next", row.next),
        ("state", "; ".join(f"{name} = {value}" for name, value in row.state.items())),
        ("asked", row.asked),
        ("answered", row.answered),
        ("open", "; ".join(row.left_open)),
        ("worked with", ", ".join(row.working_set)),
        ("guards", ", ".join(row.guards)),
    ]
    said: list[list[RenderableType | str]] = [
        [Text(name, style=QUIET), clipped(text, LONGEST)] for name, text in parts if text
    ]
    head = Text(f"{when(row.updated_at, zone, now)}{where}  {row.id}", style=QUIET)
    return [head, columns(said, widths=(PART, None))]
