"""The commands of procedures, and how procedures look to people."""

from __future__ import annotations

from datetime import tzinfo
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.engine.operations.procedures import PROCEDURES
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.build import build_group
from wakeline.interfaces.cli.memory.knowledge import content_of
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import QUIET, clip_line, day, zone_of
from wakeline.interfaces.open_home import choose_agent, open_home, read_text
from wakeline.model.procedure import Procedure


def procedure_rows(found: list[Procedure], zone: tzinfo) -> RenderableType:
    return screens.rows(
        ["task", "begins", "worked", "failed", "changed"],
        [
            [
                row.task_type,
                clip_line(row.content, 200),
                str(len(row.success_signals)),
                str(len(row.failure_patterns)),
                day(row.updated_at, zone),
            ]
            for row in found
        ],
        wide="begins",
    )


def whole_procedure(row: Procedure, zone: tzinfo) -> RenderableType:
    parts = [
        Text(f"{row.task_type}  changed {day(row.updated_at, zone)}  {row.id}", style=QUIET),
        Text(row.content.strip()),
    ]
    parts += [Text(f"+ {signal}") for signal in reversed(row.success_signals)]
    parts += [Text(f"- {pattern}") for pattern in reversed(row.failure_patterns)]
    return Group(*parts)


app = build_group(
    PROCEDURES,
    {
        "list_procedures": procedure_rows,
        "get_procedure": whole_procedure,
        "note_outcome": whole_procedure,
        "detect_procedure": whole_procedure,
        "delete_procedure": lambda gone, _: Text(f"{gone.task_type} is out of use."),
    },
)


@app.command("write")
def write_procedure(
    words: Annotated[list[str], take.words_after_agent("TASK [TEXT]")],
    file: Annotated[Path | None, typer.Option(help="Take the text from this file.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Write down how a kind of task is done, - for standard input, or say it anew."""
    parts = ("a kind of task",) if file is not None else ("a kind of task", "a text")
    agent, given = take.split_agent(words, *parts)
    text = content_of(file) if file is not None else read_text(given[1]) or ""
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        zone = zone_of(one)
        written = one.procedures.write(given[0], text)
    answer(written, lambda: whole_procedure(written, zone), as_json=as_json)
