"""`python -m bench.quality wake`: what presets bring back of generated lives."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from bench.quality.wake import (
    ALL_PRESETS,
    BUDGETS,
    LIVES,
    SEED,
    Result,
    Row,
    bench_wake,
)
from wakeline.base.errors import Invalid
from wakeline.flows.common import parse
from wakeline.flows.wake.request import LEAST_BUDGET, MOST_BUDGET
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import answer, progress
from wakeline.interfaces.cli.shapes import QUIET, columns

MOST_LIVES = 10_000
HEAD = ("preset", "budget", "fidelity", "stale", "transition", "honesty", "tokens", "ms")
WIDTHS = (13, 6, 8, 5, 10, 7, 6, 5)


def wake(
    lives: Annotated[int, typer.Option(help="How many lives.", metavar="N")] = LIVES,
    seed: Annotated[
        int, typer.Option(help="The seed of the first life; each further one has the next.")
    ] = SEED,
    budgets: Annotated[
        str, typer.Option(help="Budgets in tokens, by commas.", metavar="LIST")
    ] = ",".join(map(str, BUDGETS)),
    presets: Annotated[str, typer.Option(help="Presets, by commas.", metavar="LIST")] = ",".join(
        ALL_PRESETS
    ),
    as_json: take.Json = False,
) -> None:
    """What a wake brings back of generated lives, by preset and budget, beside plain rivals."""
    parse.whole_number(lives, field="lives", least=1, most=MOST_LIVES)
    parse.whole_number(seed, field="seed", least=0, most=1 << 53)
    rooms = [_budget(part) for part in _parts(budgets, "budgets")]
    named = [parse.choice(p, ALL_PRESETS, field="presets") for p in _parts(presets, "presets")]
    with progress("lives", lives) as advance:
        result = bench_wake(named, rooms, lives=lives, seed=seed, advance=advance)
    answer(result, lambda: screen(result), as_json=as_json)


def _parts(text: str, field: str) -> list[str]:
    found = list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    if not found:
        raise Invalid(f"{field} is empty.", todo="Name at least one, several by commas.")
    return found


def _budget(text: str) -> int:
    if not parse.is_number(text):
        raise Invalid(f"{text!r} is no budget.", todo="Give whole numbers, as in 600,1200.")
    return parse.whole_number(int(text), field="budgets", least=LEAST_BUDGET, most=MOST_BUDGET)


def screen(result: Result) -> RenderableType:
    """A table for people."""
    head = [Text(title, style=QUIET) for title in HEAD]
    table = columns([head, *map(_line, result.rows)], widths=WIDTHS)
    last = result.seed + result.lives - 1
    note = f"{result.lives:,} lives, seeds {result.seed} to {last}, {result.needs:,} needs"
    return Group(table, Padding(Text(note, style=QUIET), (1, 0, 0, 0)))


def _line(row: Row) -> list[RenderableType | str]:
    budget = "none" if row.budget is None else str(row.budget)
    shares = [row.fidelity, row.stale, row.transition, row.honesty]
    said = ["–" if share is None else f"{100 * share:.1f}" for share in shares]
    ms = "" if row.ms is None else f"{row.ms:.1f}"
    return [row.name, budget, *said, f"{row.tokens:.0f}", ms]
