"""`python -m bench.quality recall`: how well and how fast recall finds evidence."""

from __future__ import annotations

import os
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from bench.quality.recall import Result, Row, bench_recall, read_dialogues
from wakeline.base.config import DEFAULT_TENANT, SETTINGS_BY_NAME, load_settings
from wakeline.base.errors import Invalid
from wakeline.flows.common import parse
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import answer, progress
from wakeline.interfaces.cli.shapes import QUIET, clip_line, columns
from wakeline.minds.embedders.choose import EMBEDDER_KINDS, NONE, missing_requirement

DATA_VARIABLE = "WAKELINE_BENCH_DATA"
HEAD = (
    "embedder",
    "strategy",
    "data",
    "category",
    "n",
    "@5",
    "@10",
    "@20",
    "nDCG",
    "MRR",
    "ms",  # that 95 of 100 questions kept within
)
CATEGORY = 10
STRATEGIES = SETTINGS_BY_NAME["recall.strategy"].choices


def recall(
    data: Annotated[
        str | None,
        typer.Option(
            "--data",
            metavar="PATH",
            help="A file of dialogues with questions, or a folder of them.",
        ),
    ] = None,
    strategy: Annotated[
        list[str] | None,
        typer.Option(help="Only this strategy; may be given several times. Else all."),
    ] = None,
    embedder: Annotated[
        list[str] | None,
        typer.Option(
            help="Only this embedder; may be given several times. Else the one of the settings, "
            "then every other that is installed and needs no server."
        ),
    ] = None,
    ablation: Annotated[
        bool, typer.Option("--ablation", help="Also what is lost without each feature.")
    ] = False,
    fit: Annotated[
        bool,
        typer.Option("--fit", help="Also fit weights anew, each dialogue left out once."),
    ] = False,
    home: Annotated[
        str | None,
        typer.Option(
            "--home",
            metavar="PLACE",
            help="Measure in this folder or database. Else in a folder that is thrown away.",
        ),
    ] = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """How well and how fast recall finds evidence in dialogues."""
    place = data or os.environ.get(DATA_VARIABLE)
    if not place:
        raise Invalid(
            "there is no data to measure on.", todo=f"Give --data PATH, or set {DATA_VARIABLE}."
        )
    wanted = [parse.choice(s, STRATEGIES, field="strategy") for s in strategy or STRATEGIES]
    dialogues = read_dialogues(place)
    embedders = _embedders(embedder or [])
    with progress("dialogues", len(dialogues) * len(embedders)) as advance:
        result = bench_recall(
            dialogues,
            wanted,
            embedders,
            ablation=ablation,
            fit=fit,
            location=home,
            tenant=tenant or DEFAULT_TENANT,
            advance=advance,
        )
    answer(result, lambda: screen(result), as_json=as_json)


def _embedders(named: list[str]) -> list[str]:
    """Those that were named, else all that can be had without a server, the set one first."""
    if named:
        wanted = [parse.choice(name, tuple(EMBEDDER_KINDS), field="embedder") for name in named]
        for name in wanted:
            if lacks := missing_requirement(name):
                raise Invalid(f"{name} cannot be used here: {lacks}.", todo="Install it first.")
        return list(dict.fromkeys(wanted))
    chosen = load_settings(None).text("embedder")
    here = [
        kind.name
        for kind in EMBEDDER_KINDS.values()
        if kind.name != NONE and not kind.needs_server and missing_requirement(kind.name) is None
    ]
    first = [] if missing_requirement(chosen) else [chosen]
    return list(dict.fromkeys([*first, *here])) or [NONE]


def screen(result: Result) -> RenderableType:
    """Tables for people."""
    widths = (8, 12, 6, CATEGORY, 4, 5, 5, 5, 5, 5, 5)  # 80 columns with a space between them
    head: list[RenderableType | str] = [Text(title, style=QUIET) for title in HEAD]
    parts: list[RenderableType] = [columns([head, *map(_line, result.rows)], widths=widths, gap=1)]
    if result.ablation:
        groups = list(result.ablation[0].lost)
        head = [Text("lost at 10 without", style=QUIET)]
        head += [Text(group, style=QUIET) for group in groups]
        lines = [
            [worth.feature, *(f"{worth.lost[group]:+.1f}" for group in groups)]
            for worth in result.ablation
        ]
        table = columns([head, *lines], widths=(20, *(12 for _ in groups)))
        parts.append(Padding(table, (1, 0, 0, 0)))
    if result.fitted:
        text = " · ".join(f"{name} {weight:.3f}" for name, weight in result.fitted.items())
        parts.append(Padding(Text(f"fitted on all: {text}"), (1, 0, 0, 0)))
    speed = f"{result.ingest_per_second:,.0f} turns/s kept · {result.index_per_second:,.0f} indexed"
    parts.append(Padding(Text(speed, style=QUIET), (1, 0, 0, 0)))
    return Group(*parts)


def _line(row: Row) -> list[RenderableType | str]:
    shares = [f"{100 * value:.1f}" for value in row.measures]
    slow = f"{row.p95_ms:.1f}" if row.p95_ms else ""
    category = clip_line(row.category.replace("_", " "), CATEGORY)
    named = [row.embedder, row.strategy, clip_line(row.collection, 6), category]
    return [*named, str(row.questions), *shares, slow]
