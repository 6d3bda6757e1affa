"""How kinds of tasks are done, and how that went."""

from __future__ import annotations

from datetime import tzinfo
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.base.errors import NotFound
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.reading import content_of
from wakeline.interfaces.cli.shapes import QUIET, clipped, day, zone_of
from wakeline.interfaces.open_home import chosen, opened, text_given
from wakeline.model.procedure import Procedure

app = take.group("How kinds of tasks are done.")


@app.command("list")
def list_procedures(
    agent: take.Agent = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Every procedure in use."""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found = one.procedures.all()
    answer(found, lambda: _listed(found, zone), as_json=as_json)


@app.command("show")
def show_procedure(
    words: Annotated[list[str], take.named("TASK")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """How one kind of task is done, and what showed that it worked or did not."""
    agent, (task,) = take.split(words, "a kind of task")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found = one.procedures.get(task)
    answer(found, lambda: _whole(found, zone), as_json=as_json)


@app.command("write")
def write_procedure(
    words: Annotated[list[str], take.named("TASK [TEXT]")],
    file: Annotated[Path | None, typer.Option(help="Take the text from this file.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Write down how a kind of task is done, - for standard input, or say it anew."""
    parts = ("a kind of task",) if file is not None else ("a kind of task", "a text")
    agent, given = take.split(words, *parts)
    text = content_of(file) if file is not None else text_given(given[1]) or ""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        written = one.procedures.write(given[0], text)
    answer(written, lambda: _whole(written, zone), as_json=as_json)


@app.command("note")
def note_outcome(
    words: Annotated[list[str], take.named("TASK")],
    success: Annotated[str | None, typer.Option(help="What showed that it worked.")] = None,
    failure: Annotated[str | None, typer.Option(help="What went wrong.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Note how it went, for the next time."""
    agent, (task,) = take.split(words, "a kind of task")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        noted = one.procedures.note(task, success=success, failure=failure, origin="user_direct")
    answer(noted, lambda: _whole(noted, zone), as_json=as_json)


@app.command("detect")
def detect_procedure(
    words: Annotated[list[str], take.named("TEXT")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Which procedure a wake with this intent would bring."""
    agent, (text,) = take.split(words, "a text")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found = one.procedures.detect(text_given(text) or "")
    if found is None:
        raise NotFound(
            "no procedure is for this.",
            todo="Its name, or a line such as `Also: pull request` in it, says what it is for.",
        )
    answer(found, lambda: _whole(found, zone), as_json=as_json)


@app.command("delete")
def delete_procedure(
    words: Annotated[list[str], take.named("TASK")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Take a procedure out of use; `wakeline forget` removes it for good."""
    agent, (task,) = take.split(words, "a kind of task")
    with opened(home, tenant) as place:
        gone = chosen(place, agent).procedures.delete(task)
    answer(gone, lambda: Text(f"{gone.task_type} is out of use."), as_json=as_json)


def _listed(found: list[Procedure], zone: tzinfo) -> RenderableType:
    return screens.rows(
        ["task", "begins", "worked", "failed", "changed"],
        [
            [
                row.task_type,
                clipped(row.content, 200),
                str(len(row.success_signals)),
                str(len(row.failure_patterns)),
                day(row.updated_at, zone),
            ]
            for row in found
        ],
        wide="begins",
    )


def _whole(row: Procedure, zone: tzinfo) -> RenderableType:
    parts = [
        Text(f"{row.task_type}  changed {day(row.updated_at, zone)}  {row.id}", style=QUIET),
        Text(row.content.strip()),
    ]
    parts += [Text(f"+ {signal}") for signal in reversed(row.success_signals)]
    parts += [Text(f"- {pattern}") for pattern in reversed(row.failure_patterns)]
    return Group(*parts)
