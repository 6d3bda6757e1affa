"""The commands of knowledge, and how knowledge looks to people."""

from __future__ import annotations

from datetime import tzinfo
from pathlib import Path
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from wakeline.base.errors import Invalid, NotFound
from wakeline.engine.operations.knowledge import CATEGORY, KNOWLEDGE
from wakeline.flows.common import parse
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.build import Dated, build_group
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import QUIET, clip_line, count, day, zone_of
from wakeline.interfaces.open_home import choose_agent, open_home, read_text
from wakeline.model.memory import (
    KNOWLEDGE_CATEGORIES,
    SOURCE_TYPES,
    Hit,
    Knowledge,
    KnowledgeCategory,
    KnowledgeDetail,
)


def knowledge_rows(found: list[Knowledge], zone: tzinfo, note: str = "") -> RenderableType:
    return screens.rows(
        ["source", "entry"],
        [
            [
                Text(clip_line(entry.source or entry.source_type, 30)),
                Text(f"{clip_line(entry.title, 80)}: " if entry.title else "")
                .append(clip_line(entry.content, 300))
                .append(
                    "\n" + " · ".join([entry.id, day(entry.created_at, zone), *entry.topics]),
                    style=QUIET,
                ),
            ]
            for entry in found
        ],
        wide="entry",
        note=note,
    )


def _detail(found: KnowledgeDetail, zone: tzinfo) -> RenderableType:
    note = f"surfaced {count(found.times_surfaced, 'time')}"
    if found.replaces:
        note += f", in place of {', '.join(found.replaces)}"
    return knowledge_rows([found.entry], zone, note)


app = build_group(
    KNOWLEDGE,
    {
        "get_knowledge": _detail,
        "delete_knowledge": lambda gone, zone: knowledge_rows([gone], zone, "out of use"),
        Knowledge: knowledge_rows,
        Hit: Dated(screens.hit_rows),
    },
)


@app.command("add")
def add_knowledge(
    words: Annotated[list[str] | None, take.words_after_agent("[TEXT]")] = None,
    file: Annotated[
        Path | None, typer.Option(help="Take in this file; again, it replaces what changed.")
    ] = None,
    source: Annotated[str | None, typer.Option(help="Where it is from. Else the file.")] = None,
    source_type: Annotated[
        str | None, typer.Option("--type", help="document, web, code, conversation or note.")
    ] = None,
    title: Annotated[str | None, typer.Option(help="Else the headings of the text.")] = None,
    category: Annotated[str | None, typer.Option(help=CATEGORY)] = None,
    topic: Annotated[
        list[str] | None,
        typer.Option("--topic", help="What it is about; may be given several times."),
    ] = None,
    importance: Annotated[float, typer.Option(help="From 1 to 10.", min=1, max=10)] = 5,
    project: take.Project = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Take in a text, - for standard input, or a file; the same content is kept once."""
    parts = () if file is not None else ("a text",)
    agent, given = take.split_agent(words or [], *parts)
    text = content_of(file) if file is not None else read_text(given[0]) or ""
    kind = source_type or ("document" if file is not None else "note")
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        zone = zone_of(one)
        taken = one.knowledge.add(
            text,
            source=source or (str(file) if file is not None else None),
            source_type=parse.choice(kind, SOURCE_TYPES, field="source_type"),
            title=title,
            category=_category(category),
            topics=topic or (),
            importance=importance,
            project=project,
        )
    note = f"{count(taken.added, 'new entry', 'new entries')}, {taken.known:,} known, "
    note += f"{taken.replaced:,} replaced"
    answer(taken, lambda: knowledge_rows(list(taken.entries), zone, note), as_json=as_json)


def _category(given: str | None) -> KnowledgeCategory | None:
    return None if given is None else parse.choice(given, KNOWLEDGE_CATEGORIES, field="category")


def content_of(file: Path) -> str:
    """The text of a file that was named."""
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NotFound(f"there is no file {file}.", todo="Check the path.") from None
    except (UnicodeDecodeError, OSError) as error:
        raise Invalid(f"{file} cannot be read as text ({error}).", todo="Give UTF-8.") from None
