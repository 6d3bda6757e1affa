"""One search over what was written down, each store in its own way."""

from __future__ import annotations

import time
from datetime import datetime, tzinfo
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from wakeline.flows.recall.search_stores import STORES, StoreHits
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import (
    HEADING,
    QUIET,
    clip_line,
    columns,
    nothing,
    when,
    zone_of,
)
from wakeline.interfaces.open_home import choose_agent, open_home


def join(app: typer.Typer) -> None:
    app.command("search")(search)


def search(
    words: Annotated[list[str], take.words_after_agent("QUERY")],
    store: Annotated[
        list[str] | None,
        typer.Option(help=f"Only in {', '.join(STORES)}; may be given several times."),
    ] = None,
    k: Annotated[int, typer.Option("--k", "-k", help="How many of each.", min=1, max=100)] = 5,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Find in all that is written down, each store in its own way; the journal if it is named."""
    agent, (query,) = take.split_agent(words, "a question")
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        zone, now = zone_of(one), place.clock.now()
        began = time.perf_counter()
        found = one.search(query, stores=store, k=k)
        seconds = time.perf_counter() - began
    answer(found, lambda: _shown(found, zone, now, seconds), as_json=as_json)


def _shown(found: list[StoreHits], zone: tzinfo, now: datetime, seconds: float) -> RenderableType:
    if not found:
        return nothing(f"nothing was found ({seconds * 1000:.0f} ms)")
    parts: list[RenderableType] = []
    for store in found:
        parts.append(Text(store.store, HEADING).append(f"  by {store.way}", QUIET))
        rows: list[list[RenderableType | str]] = [
            [
                Text(clip_line(hit.text, 300)).append(f"\n{hit.id}", style=QUIET),
                when(hit.at, zone, now),
            ]
            for hit in store.hits
        ]
        parts.append(Padding(columns(rows, widths=(None, 17)), (0, 0, 1, 2)))
    parts.append(Text(f"{seconds * 1000:.1f} ms", style=QUIET))
    return Group(*parts)
