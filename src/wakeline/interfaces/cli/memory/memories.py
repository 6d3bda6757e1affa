"""The commands of memories, and how memories look to people."""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from wakeline import engine
from wakeline.context.framing import one_line
from wakeline.engine.operations.memories import MEMORIES
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.build import build_group
from wakeline.interfaces.cli.home.upkeep import forget_row
from wakeline.interfaces.cli.memory.lineage import lineage_screen
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import QUIET, clip_line, day, paragraph, zone_of
from wakeline.interfaces.open_home import choose_agent, open_home
from wakeline.model.memory import Memory

Ids = Annotated[list[str], take.words_after_agent("ID")]


def memory_rows(found: list[Memory], zone: tzinfo, *, most: int | None = 300) -> RenderableType:
    return screens.rows(
        ["type", "memory"],
        [
            [
                Text(memory.type + ("\npinned" if memory.is_pinned else "")),
                Text(paragraph(memory.content) if most is None else clip_line(memory.content, most))
                .append(f"\n{memory.id} · {day(memory.created_at, zone)}", style=QUIET)
                .append(_marks(memory), style=QUIET),
            ]
            for memory in found
        ],
        wide="memory",
    )


def _marks(memory: Memory) -> str:
    said = [one_line(tag) for tag in memory.tags]
    said += ["archived"] if memory.archived_at is not None else []
    said += ["deleted"] if memory.is_deleted else []
    said += [f"superseded by {memory.superseded_by}"] if memory.superseded_by else []
    return "".join(f" · {word}" for word in said)


app = build_group(
    MEMORIES,
    {
        "get_memory": lambda found, zone: memory_rows([found], zone, most=None),
        "get_lineage": lineage_screen,
        Memory: memory_rows,
    },
)


@app.command("tag")
def tag_memory(
    words: Annotated[list[str], take.words_after_agent("ID TAG")],
    off: Annotated[bool, typer.Option("--off", help="Take it off.")] = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Put a tag on a memory, or take it off."""
    agent, (memory_id, tag) = take.split_agent(words, "a memory's id", "a tag")
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        zone = zone_of(one)
        change = one.memories.untag if off else one.memories.tag
        memory = change(memory_id, tag)
    answer(memory, lambda: memory_rows([memory], zone), as_json=as_json)


@app.command("pin")
def pin_memory(
    words: Ids,
    off: Annotated[bool, typer.Option("--off", help="Let it go again.")] = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Make a memory part of every wake."""
    _one(
        words,
        home,
        tenant,
        lambda one, memory: one.memories.pin(memory, pinned=not off),
        as_json=as_json,
    )


@app.command("archive")
def archive_memory(
    words: Ids,
    off: Annotated[bool, typer.Option("--off", help="Take it back.")] = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Put a memory away: no wake shows it, recall still finds it."""
    _one(
        words,
        home,
        tenant,
        lambda one, memory: one.memories.archive(memory, archived=not off),
        as_json=as_json,
    )


@app.command("forget")
def forget_memory(
    words: Ids,
    yes: take.Yes = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Remove a memory and its versions for good, from every table, index and file."""

    def look(one: engine.Agent, memory_id: str) -> str:
        return str(one.memories.get(memory_id).id)

    forget_row(words, "a memory's id", yes, home, tenant, as_json=as_json, look=look)


def _one(
    words: list[str],
    home: str | None,
    tenant: str | None,
    act: Callable[[engine.Agent, str], Memory],
    *,
    as_json: bool,
) -> None:
    """Do something with one memory and show it."""
    agent, (memory_id,) = take.split_agent(words, "a memory's id")
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        zone = zone_of(one)
        memory = act(one, memory_id)
    answer(memory, lambda: memory_rows([memory], zone), as_json=as_json)
