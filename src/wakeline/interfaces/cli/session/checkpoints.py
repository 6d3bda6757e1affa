"""The commands of checkpoints, and how a checkpoint looks to people."""

from __future__ import annotations

from datetime import datetime, tzinfo

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.engine.operations.checkpoints import CHECKPOINTS
from wakeline.interfaces.cli.build import Dated, add_commands
from wakeline.interfaces.cli.shapes import QUIET, clip_line, columns, nothing, when
from wakeline.model.checkpoint import Checkpoint

LONGEST = 400
PART = 12


def join(app: typer.Typer) -> None:
    """Hang the commands into the program."""
    add_commands(app, CHECKPOINTS, {Checkpoint: Dated(checkpoint_rows)})


def checkpoint_rows(rows: list[Checkpoint], zone: tzinfo, now: datetime) -> RenderableType:
    if not rows:
        return nothing("no session is in the middle of anything")
    return Group(*(part for row in rows for part in _one(row, zone, now)))


def _one(row: Checkpoint, zone: tzinfo, now: datetime) -> list[RenderableType]:
    where = f" · thread {clip_line(row.thread_id, 60)}" if row.thread_id else ""
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
        [Text(name, style=QUIET), clip_line(text, LONGEST)] for name, text in parts if text
    ]
    head = Text(f"{when(row.updated_at, zone, now)}{where}  {row.id}", style=QUIET)
    return [head, columns(said, widths=(PART, None))]
