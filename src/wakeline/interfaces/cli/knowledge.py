"""Facts and memories by hand."""

from __future__ import annotations

from datetime import tzinfo
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from wakeline.base.errors import NotFound
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import QUIET, clipped, day, zone_of
from wakeline.interfaces.opening import chosen, opened
from wakeline.model.memory import Fact, Memory

facts = take.group("What is true, and what was.")
memories = take.group("What is worth keeping.")

Importance = Annotated[float, typer.Option(help="From 1 to 10.", min=1, max=10)]
Category = Annotated[str | None, typer.Option(help="A word to sort by.")]


@facts.command("set")
def set_fact(
    words: Annotated[list[str], take.named("KEY VALUE")],
    category: Category = None,
    importance: Importance = 5,
    since: Annotated[str | None, typer.Option(help="From when on it is true. Else now.")] = None,
    project: take.Project = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Say what a key means from now on; what it meant before is kept."""
    agent, (key, value) = take.split(words, "a key", "a value")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        fact = one.facts.set(
            key,
            value,
            category=category,
            importance=importance,
            valid_from=since,
            project=project,
        )
    answer(fact, lambda: _facts([fact], zone), as_json=as_json)


@facts.command("get")
def get_fact(
    words: Annotated[list[str], take.named("KEY")],
    at: Annotated[str | None, typer.Option(help="What was true at this moment.")] = None,
    known_at: Annotated[str | None, typer.Option(help="As it was known at this moment.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """What a key means, now or at a moment."""
    agent, (key,) = take.split(words, "a key")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        fact = one.run("get_fact", key, at=at, known_at=known_at)
    if fact is None:
        raise NotFound(f"there is no fact {key!r}.", todo="`wakeline fact list` shows them.")
    answer(fact, lambda: _facts([fact], zone), as_json=as_json)


@facts.command("history")
def fact_history(
    words: Annotated[list[str], take.named("KEY")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Everything that was ever believed of a key."""
    agent, (key,) = take.split(words, "a key")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found = one.facts.history(key)
    if not found:
        raise NotFound(f"there is no fact {key!r}.", todo="`wakeline fact list` shows them.")
    answer(found, lambda: _facts(found, zone), as_json=as_json)


@facts.command("list")
def list_facts(
    agent: take.Agent = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Everything that is true now."""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found = one.facts.all()
    answer(found, lambda: _facts(found, zone), as_json=as_json)


def _facts(found: list[Fact], zone: tzinfo) -> RenderableType:
    return screens.rows(
        ["key", "value", "since", "until"],
        [
            [
                clipped(fact.key, 40),
                clipped(fact.value, 300),
                day(fact.valid_from, zone),
                day(fact.valid_to, zone) if fact.valid_to else _until(fact),
            ]
            for fact in found
        ],
        wide="value",
    )


def _until(fact: Fact) -> str:
    return "now" if fact.recorded_to is None else "corrected"


@memories.command("add")
def add_memory(
    words: Annotated[list[str], take.named("TEXT")],
    type: Annotated[
        str,
        typer.Option(help="identity, episodic, semantic, procedural, instruction or relationship."),
    ] = "semantic",
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
            title=title,
            importance=importance,
            pinned=pinned,
            thread=thread,
            project=project,
        )
    answer(memory, lambda: _memories([memory], zone), as_json=as_json)


@memories.command("list")
def list_memories(
    agent: take.Agent = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Every memory in use, oldest first."""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found = one.memories.all()
    answer(found, lambda: _memories(found, zone), as_json=as_json)


@memories.command("pin")
def pin_memory(
    words: Annotated[list[str], take.named("ID")],
    off: Annotated[bool, typer.Option("--off", help="Let it go again.")] = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Make a memory part of every wake."""
    agent, (memory_id,) = take.split(words, "a memory's id")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        memory = one.memories.pin(memory_id, pinned=not off)
    answer(memory, lambda: _memories([memory], zone), as_json=as_json)


def _memories(found: list[Memory], zone: tzinfo) -> RenderableType:
    return screens.rows(
        ["type", "memory"],
        [
            [
                Text(memory.type + ("\npinned" if memory.is_pinned else "")),
                Text(clipped(memory.content, 300)).append(
                    f"\n{memory.id} · {day(memory.created_at, zone)}", style=QUIET
                ),
            ]
            for memory in found
        ],
        wide="memory",
    )
