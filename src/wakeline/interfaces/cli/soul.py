"""What an agent holds to, and its diary.

What the agent asks for holds when the person accepts it, on a terminal, unless the policy of the
identity lets the agent decide for itself.
"""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.engine.faces.face import full_id
from wakeline.flows.identity.soul import decide_soul
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.identity import ask_for_a_terminal
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import (
    HEADING,
    QUIET,
    WARN,
    clipped,
    count,
    listing,
    nothing,
    paragraph,
    zone_of,
)
from wakeline.interfaces.open_home import chosen, opened, text_given
from wakeline.model.identity import SoulEntry
from wakeline.model.memory import DiaryPage

soul = take.group("Beliefs, values, fears and convictions.")
diary = take.group("One document a day.")


@soul.command("list")
def list_soul(
    agent: take.Agent = None,
    history: Annotated[
        bool, typer.Option("--history", help="Also what was removed or refused.")
    ] = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """What the agent holds to, and what waits for the person's decision."""
    with opened(home, tenant) as place:
        rows = chosen(place, agent).soul.all(history=history)
    answer(rows, lambda: _entries(rows), as_json=as_json)


@soul.command("add")
def add_to_soul(
    words: Annotated[list[str], take.named("KIND TEXT")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Add a belief, value, fear or conviction; where the operator decides, it is proposed."""
    agent, (kind, text) = take.split(words, "a kind", "a text")
    with opened(home, tenant) as place:
        entry = chosen(place, agent).soul.add(kind, text_given(text) or "")
    answer(entry, lambda: _entries([entry]), as_json=as_json)


@soul.command("remove")
def remove_from_soul(
    words: Annotated[list[str], take.named("ID")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Take an entry away, or ask for it where the operator decides. Its row stays."""
    agent, (entry_id,) = take.split(words, "an id")
    with opened(home, tenant) as place:
        entry = chosen(place, agent).soul.remove(entry_id)
    answer(entry, lambda: _entries([entry]), as_json=as_json)


@soul.command("accept")
def accept_soul(
    words: Annotated[list[str], take.named("ID")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Let what was asked for be. Only the person can, on a terminal."""
    _decide(words, home, tenant, accept=True, as_json=as_json)


@soul.command("reject")
def reject_soul(
    words: Annotated[list[str], take.named("ID")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Refuse what was asked for. Only the person can, on a terminal."""
    _decide(words, home, tenant, accept=False, as_json=as_json)


def _decide(
    words: list[str], home: str | None, tenant: str | None, *, accept: bool, as_json: bool
) -> None:
    agent, (entry_id,) = take.split(words, "an id")
    ask_for_a_terminal()
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        person = one.identity.person_name or "person"
        entry = decide_soul(one.place, full_id(one.place, entry_id), accept=accept, actor=person)
    answer(entry, lambda: _entries([entry]), as_json=as_json)


@diary.command("list")
def list_diary(
    agent: take.Agent = None,
    limit: Annotated[int, typer.Option(help="How many.", min=1, max=1000)] = 30,
    before: Annotated[str | None, typer.Option(help="Days before this one.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """The days that have a page, the last first."""
    with opened(home, tenant) as place:
        rows = chosen(place, agent).diary.all(limit=limit, before=before)
    answer(rows, lambda: _days(rows), as_json=as_json)


@diary.command("write")
def write_diary(
    words: Annotated[list[str], take.named("TEXT")],
    day: Annotated[str | None, typer.Option(help="Another day, as 2026-03-01.")] = None,
    mood: Annotated[str | None, typer.Option(help="In a word.")] = None,
    location: Annotated[str | None, typer.Option(help="Where.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Add a section to the page of today, - for standard input."""
    agent, (text,) = take.split(words, "a text")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        page = one.diary.write(text_given(text) or "", day=day, mood=mood, location=location)
    answer(
        page, lambda: Text(f"{page.day}: {count(len(page.sections), 'section')}"), as_json=as_json
    )


@diary.command("show")
def show_diary(
    agent: take.Agent = None,
    day: Annotated[str | None, typer.Option(help="Another day than today.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """The page of a day with all its sections."""
    with opened(home, tenant) as place:
        page = chosen(place, agent).diary.show(day)
    answer(page, lambda: _page(page), as_json=as_json)


@diary.command("search")
def search_diary(
    words: Annotated[list[str], take.named("QUERY")],
    k: Annotated[int, typer.Option("--k", "-k", help="How many.", min=1)] = 10,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Find among the pages."""
    agent, (query,) = take.split(words, "a question")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone, now = zone_of(one), place.clock.now()
        hits = one.diary.search(query, k=k)
    answer(hits, lambda: screens.hits(hits, zone=zone, now=now, seconds=0.0), as_json=as_json)


def _entries(rows: list[SoulEntry]) -> RenderableType:
    if not rows:
        return nothing("nothing yet; `wakeline soul add belief …` adds the first")
    return listing(
        ["kind", "state", "entry"],
        [
            [
                row.kind,
                Text(
                    row.state.replace("_", " "),
                    style=WARN if row.state in ("proposed", "leaving") else "",
                ),
                Text(clipped(row.text, 400)).append(f"\n{row.id}", style=QUIET),
            ]
            for row in rows
        ],
        wide="entry",
    )


def _days(rows: list[DiaryPage]) -> RenderableType:
    return screens.rows(
        ["day", "sections", "begins"],
        [
            [row.day, str(len(row.sections)), clipped(str(row.sections[0]["text"]), 200)]
            for row in rows
        ],
        wide="begins",
    )


def _page(page: DiaryPage) -> RenderableType:
    parts: list[RenderableType] = [Text(page.day, style=HEADING)]
    for section in page.sections:
        about = [
            clipped(str(section[name]), 60) for name in ("mood", "location") if name in section
        ]
        head = " · ".join([str(section["at"])[11:16] + " UTC", *about])
        parts.append(Text(f"{head}\n", style=QUIET).append(paragraph(section["text"]), "not dim"))
    return Group(*parts)
