"""What wakes delivered: listed, shown word for word, and the last one taken apart."""

from __future__ import annotations

import sys
from datetime import tzinfo
from itertools import groupby
from operator import attrgetter
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.flows.wake.history import DeliveredWake, RecalledRow, WakeLine
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.output import answer, document
from wakeline.interfaces.cli.shapes import HEADING, QUIET, clip_line, columns, count, when, zone_of
from wakeline.interfaces.open_home import choose_agent, open_home
from wakeline.model.session import Wake

app = take.group("What wakes delivered.")
LONGEST = 70
TOKENS = 7


def join(program: typer.Typer) -> None:
    """Hang the commands into the program."""
    program.command()(last)
    program.add_typer(app, name="wakes")


@app.command("list")
def list_wakes(
    agent: take.Agent = None,
    limit: Annotated[int, typer.Option(help="How many.", min=1, max=1000)] = 20,
    before: Annotated[str | None, typer.Option(help="Go on behind this id.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """The wakes that are kept, newest first."""
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        zone = zone_of(one)
        found = one.wakes.all(limit=limit, before=before)
    answer(found, lambda: _listed(found, zone), as_json=as_json)


@app.command("show")
def show_wake(
    words: Annotated[list[str], take.words_after_agent("ID")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """What one wake delivered, byte for byte; --json says from which rows."""
    agent, (wake_id,) = take.split_agent(words, "an id")
    with open_home(home, tenant) as place:
        found = choose_agent(place, agent).wakes.get(wake_id)
    if as_json:
        document(found)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(found.wake.text.encode())
    if not found.is_whole:
        gone = sum(part.is_forgotten for part in found.parts)
        sys.stderr.write(f"{count(gone, 'line')} of it was forgotten since.\n")


def last(
    agent: take.Agent = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """What was put before the agent last, why, and how many tokens each part took."""
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        zone = zone_of(one)
        found = one.wakes.last()
    answer(found, lambda: _taken_apart(found, zone), as_json=as_json)


def _listed(found: list[Wake], zone: tzinfo) -> RenderableType:
    return screens.rows(
        ["woke", "wake"],
        [
            [
                Text(when(wake.at, zone)),
                Text(f"{_chosen(wake)}, {wake.tokens:,} of {wake.budget:,} tokens")
                .append(f"\n{wake.id} · sha256 {wake.text_hash[:12]}", style=QUIET),
            ]
            for wake in found
        ],
        wide="wake",
    )  # fmt: skip


def _chosen(wake: Wake) -> str:
    """The preset and what chose it; of sources that are no preset, how many they are."""
    is_mask = wake.preset.isdecimal()
    named = count(int(wake.preset).bit_count(), "source") if is_mask else wake.preset
    return f"{named} ({wake.rule})"


def _taken_apart(found: DeliveredWake, zone: tzinfo) -> RenderableType:
    wake = found.wake
    said = [
        f"woke {when(wake.at, zone)}",
        _chosen(wake),
        f"{wake.tokens:,} of {wake.budget:,} tokens",
        f"wakeline {wake.version}",
    ]
    parts: list[RenderableType] = [Text(" · ".join(said)), Text(wake.id, style=QUIET), Text("")]
    for source, group in groupby(found.parts, key=attrgetter("source")):
        parts += _source(source, list(group))
    parts += _since(found.brought, zone)
    parts += [Text(note, style=QUIET) for note in _notes(found)]
    return Group(*parts)


def _since(brought: tuple[RecalledRow, ...], zone: tzinfo) -> list[RenderableType]:
    """What came with later prompts, newest last."""
    if not brought:
        return []
    rows = [
        [
            Text(f"{item.tokens:,}", style=QUIET, justify="right"),
            Text(clip_line(item.text, LONGEST)).append(
                f"  {item.id} · {item.reason} {when(item.at, zone)}", style=QUIET
            ),
        ]
        for item in brought
    ]
    head = Text("since the wake", style=HEADING)
    return [columns([[Text(""), head], *rows], widths=(TOKENS, None)), Text("")]


def _source(source: str, parts: list[WakeLine]) -> list[RenderableType]:
    tokens = sum(part.tokens for part in parts)
    head = Text(source, style=HEADING).append(f"  {parts[0].rule}", style="not bold dim")
    rows = [
        [
            Text(f"{part.tokens:,}", style=QUIET, justify="right"),
            Text(clip_line(part.text, LONGEST)).append(f"  {part.id} · {part.worth}", style=QUIET),
        ]
        for part in parts
    ]
    titled = [[Text(f"{tokens:,}", justify="right"), head], *rows]
    return [columns(titled, widths=(TOKENS, None)), Text("")]


def _notes(found: DeliveredWake) -> list[str]:
    said = [f"left out: {item.source} {item.id} ({item.tokens:,} tokens)" for item in found.omitted]
    said += [f"{item.source} could not be read ({item.reason})" for item in found.missing]
    shown = {item.id for item in found.brought}
    for use in found.recalled:
        if gone := [row_id for row_id in use.subject_ids if row_id not in shown]:
            said.append(f"{use.reason} since: {', '.join(gone)}")
    if not found.is_whole:
        said.append("some of it was forgotten since")
    return said
