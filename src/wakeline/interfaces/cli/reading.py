"""What an agent was given to read: taken in, listed, looked for."""

from __future__ import annotations

import time
from datetime import tzinfo
from pathlib import Path
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from wakeline.base.errors import Invalid, NotFound
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import QUIET, clipped, count, day, zone_of
from wakeline.interfaces.open_home import chosen, opened, text_given
from wakeline.model.memory import KNOWLEDGE_CATEGORIES, Knowledge

app = take.group("What was looked up or given to read.")

Topics = Annotated[
    list[str] | None, typer.Option("--topic", help="What it is about; may be given several times.")
]
Category = Annotated[str | None, typer.Option(help=f"One of {', '.join(KNOWLEDGE_CATEGORIES)}.")]


@app.command("add")
def add_knowledge(
    words: Annotated[list[str] | None, take.named("[TEXT]")] = None,
    file: Annotated[
        Path | None, typer.Option(help="Take in this file; again, it replaces what changed.")
    ] = None,
    source: Annotated[str | None, typer.Option(help="Where it is from. Else the file.")] = None,
    source_type: Annotated[
        str | None, typer.Option("--type", help="document, web, code, conversation or note.")
    ] = None,
    title: Annotated[str | None, typer.Option(help="Else the headings of the text.")] = None,
    category: Category = None,
    topic: Topics = None,
    importance: Annotated[float, typer.Option(help="From 1 to 10.", min=1, max=10)] = 5,
    project: take.Project = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Take in a text, - for standard input, or a file; the same content is kept once."""
    parts = () if file is not None else ("a text",)
    agent, given = take.split(words or [], *parts)
    text = content_of(file) if file is not None else text_given(given[0]) or ""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        taken = one.knowledge.add(
            text,
            source=source or (str(file) if file is not None else None),
            source_type=source_type or ("document" if file is not None else "note"),
            title=title,
            category=category,
            topics=topic or (),
            importance=importance,
            project=project,
        )
    told = f"{count(taken.added, 'new entry', 'new entries')}, {taken.known:,} known, "
    told += f"{taken.replaced:,} replaced"
    answer(taken, lambda: _entries(list(taken.entries), zone, told), as_json=as_json)


def content_of(file: Path) -> str:
    """The text of a file that was named."""
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NotFound(f"there is no file {file}.", todo="Check the path.") from None
    except (UnicodeDecodeError, OSError) as error:
        raise Invalid(f"{file} cannot be read as text ({error}).", todo="Give UTF-8.") from None


@app.command("list")
def list_knowledge(
    agent: take.Agent = None,
    limit: Annotated[int, typer.Option(help="How many.", min=1, max=1000)] = 100,
    before: Annotated[str | None, typer.Option(help="Go on behind this id.")] = None,
    category: Category = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """What is in use, newest first."""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found = one.knowledge.all(limit=limit, before=before, category=category)
    answer(found, lambda: _entries(found, zone), as_json=as_json)


@app.command("show")
def show_knowledge(
    words: Annotated[list[str], take.named("ID")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """One entry, or what stands in its place now, with how often it surfaced."""
    agent, (entry_id,) = take.split(words, "an id")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found = one.knowledge.get(entry_id)
    told = f"surfaced {count(found.times_surfaced, 'time')}"
    if found.replaces:
        told += f", in place of {', '.join(found.replaces)}"
    answer(found, lambda: _entries([found.entry], zone, told), as_json=as_json)


@app.command("search")
def search_knowledge(
    words: Annotated[list[str], take.named("QUERY")],
    topic: Annotated[str | None, typer.Option(help="Only what is about this.")] = None,
    category: Category = None,
    k: Annotated[int, typer.Option("--k", "-k", help="How many.", min=1)] = 10,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Find among what was read."""
    agent, (query,) = take.split(words, "a question")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        now, began = place.clock.now(), time.perf_counter()
        hits = one.knowledge.search(query, topic=topic, category=category, k=k)
        seconds = time.perf_counter() - began
    answer(hits, lambda: screens.hits(hits, zone=zone, now=now, seconds=seconds), as_json=as_json)


@app.command("delete")
def delete_knowledge(
    words: Annotated[list[str], take.named("ID")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Take an entry out of use; `wakeline forget` removes it for good."""
    agent, (entry_id,) = take.split(words, "an id")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        gone = one.knowledge.delete(entry_id)
    answer(gone, lambda: _entries([gone], zone, "out of use"), as_json=as_json)


def _entries(found: list[Knowledge], zone: tzinfo, told: str = "") -> RenderableType:
    return screens.rows(
        ["source", "entry"],
        [
            [
                Text(clipped(entry.source or entry.source_type, 30)),
                Text(f"{clipped(entry.title, 80)}: " if entry.title else "")
                .append(clipped(entry.content, 300))
                .append(
                    "\n" + " · ".join([entry.id, day(entry.created_at, zone), *entry.topics]),
                    style=QUIET,
                ),
            ]
            for entry in found
        ],
        wide="entry",
        note=told,
    )
