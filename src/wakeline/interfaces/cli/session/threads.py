"""Threads: what lasts while sessions come and go."""

from __future__ import annotations

from datetime import tzinfo
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.flows.session.threads import ThreadStanding, ThreadWhole
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import (
    HEADING,
    clip_line,
    columns,
    count,
    nothing,
    when,
    zone_of,
)
from wakeline.interfaces.open_home import choose_agent, open_home

NAME, MOMENT = 24, 17
LONGEST = 100
# Tables whose rows have another name than the table's without its last letter.
CALLED = {
    "episodes": ("turn", "turns"),
    "memories": ("memory", "memories"),
    "knowledge": ("entry of knowledge", "entries of knowledge"),
}


def join(app: typer.Typer) -> None:
    """Hang the command into the program."""
    app.command()(threads)


def threads(
    agent: take.Agent = None,
    show: Annotated[
        str | None,
        typer.Option("--show", metavar="NAME", help="One thread, with what was written in it."),
    ] = None,
    limit: Annotated[int, typer.Option(help="How many.", min=1, max=1000)] = 100,
    after: Annotated[str | None, typer.Option(help="Go on behind this name.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Threads by name, with their sessions and modes; or one of them as it stands."""
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        zone = zone_of(one)
        if show is not None:
            whole = one.threads.get(show)
            answer(whole, lambda: _whole(whole, zone), as_json=as_json)
            return
        found = one.threads.all(limit=limit, after=after)
    answer(found, lambda: _listed(found, zone), as_json=as_json)


def _listed(found: list[ThreadStanding], zone: tzinfo) -> RenderableType:
    if not found:
        return nothing("no thread yet; `wakeline wake --thread NAME` opens one")
    rows = [
        [
            clip_line(each.thread.id, NAME),
            count(each.sessions, "session"),
            ", ".join(each.modes),
            "" if each.last_began_at is None else when(each.last_began_at, zone),
        ]
        for each in found
    ]
    return columns(rows, widths=(NAME, 13, 20, MOMENT))


def _whole(found: ThreadWhole, zone: tzinfo) -> RenderableType:
    standing = found.standing
    modes = f" in {', '.join(standing.modes)}" if standing.modes else ""
    parts: list[RenderableType] = [
        Text(f"{standing.thread.id}: {count(standing.sessions, 'session')}{modes}", style=HEADING)
    ]
    if found.warm_start is not None:
        parts.append(Text(clip_line(found.warm_start, 8 * LONGEST)))
    rows = [
        [when(session.started_at, zone), session.state.replace("_", " "), session.title or ""]
        for session in found.latest_sessions
    ]
    if rows:
        parts.append(columns(rows, widths=(MOMENT, 8, None)))
    if found.written:
        told = (_counted(number, name) for name, number in found.written.items())
        parts.append(Text(f"written in it: {', '.join(told)}"))
    return Group(*parts)


def _counted(number: int, table: str) -> str:
    """How many rows of a table, in words: `1 memory`, `3 thread handoffs`."""
    many = table.replace("_", " ")
    one, several = CALLED.get(table, (many.removesuffix("s"), many))
    return count(number, one, several)
