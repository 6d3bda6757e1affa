"""Facts by hand."""

from __future__ import annotations

from datetime import tzinfo
from typing import Annotated

import typer
from rich.console import RenderableType

from wakeline.base.errors import NotFound
from wakeline.flows.memory.facts import MOST_LISTED
from wakeline.flows.memory.facts import get_fact as get_fact_flow
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import clipped, day, zone_of
from wakeline.interfaces.open_home import chosen, opened
from wakeline.model.memory import Fact

facts = take.group("What is true, and what was.")

Importance = Annotated[float, typer.Option(help="From 1 to 10.", min=1, max=10)]
Category = Annotated[str | None, typer.Option(help="A word to sort by.")]


@facts.command("set")
def set_fact(
    words: Annotated[list[str], take.named("KEY VALUE")],
    category: Category = None,
    importance: Importance = 5,
    since: Annotated[str | None, typer.Option(help="From when on it is true. Else now.")] = None,
    until: Annotated[str | None, typer.Option(help="Until when. Else without an end.")] = None,
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
            valid_to=until,
            project=project,
        )
    answer(fact, lambda: _facts([fact], zone), as_json=as_json)


@facts.command("end")
def end_fact(
    words: Annotated[list[str], take.named("KEY")],
    at: Annotated[str | None, typer.Option(help="Until this moment. Else now.")] = None,
    planned: Annotated[
        bool, typer.Option("--planned", help="Take back what was set for a later day.")
    ] = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Say that a key means nothing any more; what it meant is kept."""
    agent, (key,) = take.split(words, "a key")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        fact = one.facts.end(key, at=at, planned=planned)
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
        fact = get_fact_flow(one.place, key, at=at, known_at=known_at)
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
    thread: take.Thread = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Everything that is true now."""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found = one.facts.all(thread=thread)
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
        note=f"the first {MOST_LISTED:,}; there may be more" if len(found) >= MOST_LISTED else "",
    )


def _until(fact: Fact) -> str:
    return "now" if fact.recorded_to is None else "corrected"
