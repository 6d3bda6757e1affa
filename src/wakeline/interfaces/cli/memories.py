"""Memories by hand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.text import Text

from wakeline import engine
from wakeline.context.framing import one_line
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.keeping import forget_row
from wakeline.interfaces.cli.lineage import lineage_screen
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import QUIET, clipped, day, paragraph, zone_of
from wakeline.interfaces.open_home import chosen, opened
from wakeline.model.memory import MEMORY_KINDS, Memory

app = take.group("What is worth keeping.")

Importance = Annotated[float, typer.Option(help="From 1 to 10.", min=1, max=10)]
TYPES = "identity, episodic, semantic, procedural, instruction or relationship."
KINDS = f"{', '.join(MEMORY_KINDS[:-1])} or {MEMORY_KINDS[-1]}."
Ids = Annotated[list[str], take.named("ID")]


@app.command("add")
def add_memory(
    words: Annotated[list[str], take.named("TEXT")],
    type: Annotated[str | None, typer.Option(help=f"{TYPES} Usually semantic.")] = None,
    kind: Annotated[str | None, typer.Option(help=f"{KINDS} Then usually episodic.")] = None,
    title: Annotated[str | None, typer.Option(help="Else the first words.")] = None,
    importance: Importance = 5,
    pinned: Annotated[bool, typer.Option("--pinned", help="Always part of a wake.")] = False,
    tag: Annotated[list[str] | None, typer.Option(help="May be given several times.")] = None,
    thread: take.Thread = None,
    project: take.Project = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Keep something worth keeping."""
    agent, (text,) = take.split(words, "a text")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        memory = one.memories.add(
            text,
            tags=tag or (),
            type=type,
            kind=kind,
            title=title,
            importance=importance,
            pinned=pinned,
            thread=thread,
            project=project,
        )
    answer(memory, lambda: _memories([memory], zone), as_json=as_json)


@app.command("list")
def list_memories(
    agent: take.Agent = None,
    type: Annotated[str | None, typer.Option(help="Only of this type.")] = None,
    kind: Annotated[str | None, typer.Option(help="Only of this kind.")] = None,
    tag: Annotated[str | None, typer.Option(help="Only with this tag.")] = None,
    thread: take.Thread = None,
    project: take.Project = None,
    pinned: Annotated[bool, typer.Option("--pinned", help="Only what is pinned.")] = False,
    archived: Annotated[bool, typer.Option("--archived", help="Only what was put away.")] = False,
    limit: Annotated[int, typer.Option(help="How many at most.", min=1, max=10_000)] = 1000,
    after: Annotated[str, typer.Option(help="Only behind this id: the next page.")] = "",
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Memories in use, oldest first."""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found = one.memories.all(
            type=type,
            kind=kind,
            tag=tag,
            thread=thread,
            project=project,
            pinned=pinned or None,
            archived=archived,
            limit=limit,
            after=after,
        )
    answer(found, lambda: _memories(found, zone), as_json=as_json)


@app.command("get")
def get_memory(
    words: Ids, home: take.Home = None, tenant: take.Tenant = None, as_json: take.Json = False
) -> None:
    """One memory, whole."""
    _one(
        words,
        home,
        tenant,
        lambda one, memory: one.memories.get(memory),
        as_json=as_json,
        most=None,
    )


@app.command("update")
def update_memory(
    words: Ids,
    content: Annotated[str | None, typer.Option(help="What it says from now on.")] = None,
    title: Annotated[str | None, typer.Option(help="What it is called.")] = None,
    importance: Annotated[float | None, typer.Option(help="From 1 to 10.", min=1, max=10)] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Say a memory better, or weigh it anew."""
    _one(
        words,
        home,
        tenant,
        lambda one, memory: one.memories.update(
            memory, content=content, title=title, importance=importance
        ),
        as_json=as_json,
    )


@app.command("show")
def show_memory(
    words: Ids, home: take.Home = None, tenant: take.Tenant = None, as_json: take.Json = False
) -> None:
    """One memory with where it comes from, down to the turns, and what took whose place."""
    agent, (memory_id,) = take.split(words, "a memory's id")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found = one.memories.lineage(memory_id)
    answer(found, lambda: lineage_screen(found, zone), as_json=as_json)


@app.command("edit")
def edit_memory(
    words: Annotated[list[str], take.named("ID TEXT")],
    title: Annotated[str | None, typer.Option(help="What it is called.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Say a memory anew as a version of its own; the one before stays, superseded."""
    agent, (memory_id, text) = take.split(words, "a memory's id", "a text")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        memory = one.memories.edit(memory_id, text, title=title)
    answer(memory, lambda: _memories([memory], zone), as_json=as_json)


@app.command("tag")
def tag_memory(
    words: Annotated[list[str], take.named("ID TAG")],
    off: Annotated[bool, typer.Option("--off", help="Take it off.")] = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Put a tag on a memory, or take it off."""
    agent, (memory_id, tag) = take.split(words, "a memory's id", "a tag")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        change = one.memories.untag if off else one.memories.tag
        memory = change(memory_id, tag)
    answer(memory, lambda: _memories([memory], zone), as_json=as_json)


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

    def put_away(one: engine.Agent, memory_id: str) -> Any:
        return one.memories.unarchive(memory_id) if off else one.memories.archive(memory_id)

    _one(words, home, tenant, put_away, as_json=as_json)


@app.command("restore")
def restore_memory(
    words: Ids, home: take.Home = None, tenant: take.Tenant = None, as_json: take.Json = False
) -> None:
    """Take back a memory that was put away."""
    _one(words, home, tenant, lambda one, memory: one.memories.unarchive(memory), as_json=as_json)


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


@app.command("delete")
def delete_memory(
    words: Ids, home: take.Home = None, tenant: take.Tenant = None, as_json: take.Json = False
) -> None:
    """Take a memory out of use; `wakeline forget` removes it for good."""
    _one(words, home, tenant, lambda one, memory: one.memories.delete(memory), as_json=as_json)


@app.command("reflect")
def reflect(
    words: Annotated[list[str], take.named("ID TEXT")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Keep what came of thinking about a memory; it counts as used."""
    agent, (memory_id, text) = take.split(words, "a memory's id", "a text")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        thought = one.memories.reflect(memory_id, text)
    answer(thought, lambda: _memories([] if thought is None else [thought], zone), as_json=as_json)


def _one(
    words: list[str],
    home: str | None,
    tenant: str | None,
    act: Callable[[engine.Agent, str], Any],
    *,
    as_json: bool,
    most: int | None = 300,
) -> None:
    """Do something with one memory and show it."""
    agent, (memory_id,) = take.split(words, "a memory's id")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        memory = act(one, memory_id)
    answer(memory, lambda: _memories([memory], zone, most=most), as_json=as_json)


def _memories(found: list[Memory], zone: tzinfo, *, most: int | None = 300) -> RenderableType:
    return screens.rows(
        ["type", "memory"],
        [
            [
                Text(memory.type + ("\npinned" if memory.is_pinned else "")),
                Text(paragraph(memory.content) if most is None else clipped(memory.content, most))
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
