"""What days, weeks and months held, and what the talk was about."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.flows.memory.summaries import SummaryDetail
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import HEADING, QUIET, clip_line, count, nothing, paragraph
from wakeline.interfaces.open_home import choose_agent, open_home
from wakeline.model.consolidation import Summary
from wakeline.reading.topic_tree import TopicNode

LONGEST = 160


def join(app: typer.Typer) -> None:
    """Hang the commands into the program."""
    app.command()(summaries)
    app.command()(topics)


def summaries(
    agent: take.Agent = None,
    level: Annotated[
        str | None, typer.Option(help="day, week or month; else all.", metavar="PERIOD")
    ] = None,
    thread: take.Thread = None,
    limit: Annotated[int, typer.Option(help="How many.", min=1, max=10_000)] = 30,
    before: Annotated[str | None, typer.Option(help="Go on behind this id.")] = None,
    show: Annotated[
        str | None, typer.Option(help="One of them by its id, with its sources.", metavar="ID")
    ] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """What each day, week and month of a thread held; `consolidate` sums them up."""
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        if show is not None:
            found = one.summaries.get(show)
            answer(found, lambda: _summed(found), as_json=as_json)
            return
        rows = one.summaries.all(level=level, thread=thread, limit=limit, after=before)
    answer(rows, lambda: _summaries(rows), as_json=as_json)


def topics(
    agent: take.Agent = None,
    thread: take.Thread = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """What the newest turns are about, and which topic is part of which."""
    with open_home(home, tenant) as place:
        rows = choose_agent(place, agent).topics(thread=thread)
    answer(rows, lambda: _topics(rows), as_json=as_json)


def _summaries(rows: list[Summary]) -> RenderableType:
    if not rows:
        return nothing("nothing is summed up yet; `wakeline consolidate` does it")
    return Group(*(_summary(row) for row in rows))


def _summary(row: Summary) -> Text:
    head = Text(f"{row.period} of {row.starts_on}", style=HEADING)
    if row.thread_id:
        head.append(f" · {clip_line(row.thread_id, 60)}", style="not bold")
    head.append(f" · {count(row.turns, 'turn')} · {row.id}", style=f"not bold {QUIET}")
    return head.append(f"\n{paragraph(row.content)}\n", style="not bold")


def _summed(found: SummaryDetail) -> RenderableType:
    below = [
        *(f"{turn.id} {turn.speaker}: {clip_line(turn.text, LONGEST)}" for turn in found.turns),
        *(
            f"{part.id} {part.period} of {part.starts_on}: {clip_line(part.content, LONGEST)}"
            for part in found.parts
        ),
    ]
    return Group(_summary(found.summary), *(Text(f"  from {line}", style=QUIET) for line in below))


def _topics(rows: list[TopicNode]) -> RenderableType:
    if not rows:
        return nothing("no topic came up three times yet")
    lines = []
    for row in rows:
        line = Text("  " * row.depth + clip_line(row.name, 60))
        note = f"  {count(row.exchanges, 'exchange')}"
        if row.share is not None:
            note += f", {row.share:.0%} with {clip_line(row.parent or '', 40)}"
        lines.append(line.append(note, style=QUIET))
    return Group(*lines)
