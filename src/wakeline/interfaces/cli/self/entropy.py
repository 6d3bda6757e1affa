"""How unsettled an agent is."""

from __future__ import annotations

from datetime import datetime, tzinfo
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import (
    ALARM,
    GOOD,
    HEADING,
    QUIET,
    WARN,
    columns,
    nothing,
    when,
    zone_of,
)
from wakeline.interfaces.open_home import choose_agent, open_home
from wakeline.language.ages import span_text
from wakeline.model.cognition import EntropyNow

STYLES = {"calm": GOOD, "warning": WARN, "critical": ALARM}


def join(app: typer.Typer) -> None:
    app.command("entropy")(entropy)


def entropy(
    agent: take.Agent = None,
    limit: Annotated[int, typer.Option(help="How many exchanges.", min=1, max=200)] = 20,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """How unsettled the latest exchanges were, and what made them so."""
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        zone = zone_of(one)
        found = one.entropy(limit=limit)
        now = place.clock.now()
    answer(found, lambda: _shown(found, zone, now), as_json=as_json)


def _shown(found: EntropyNow, zone: tzinfo, now: datetime) -> RenderableType:
    if found.last is None:
        return nothing("no exchange was measured yet; `wakeline settle` does it")
    head = Text(f"entropy {found.last.score:.2f} · ", style=HEADING)
    head.append(found.level, style=STYLES[found.level])
    if found.unsettled_for is not None:
        lasting = "sustained, " if found.is_sustained else ""
        head.append(f" · {lasting}for {span_text(found.unsettled_for)}", style="not bold")
    rows: list[list[RenderableType | str]] = [
        [
            when(each.at, zone, now),
            f"{each.score:.2f}",
            Text(_signals(each.signals), style="" if each.is_candidate else QUIET),
        ]
        for each in found.latest
    ]
    return Group(head, Padding(columns(rows, widths=(13, 4, None)), (1, 0, 0, 0)))


def _signals(signals: dict[str, float]) -> str:
    told = (f"{name.replace('_', ' ')} {value:.2f}" for name, value in signals.items())
    return " · ".join(told) or "nothing stirred"
