"""What an agent writes of its own accord: letters to later sessions, and its journal."""

from __future__ import annotations

from datetime import datetime, tzinfo
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import HEADING, QUIET, clipped, paragraph, when, zone_of
from wakeline.interfaces.open_home import chosen, opened, text_given, texts_given
from wakeline.model.writings import JournalEntry, Letter
from wakeline.writings.letters import BY_THE_LOG, HEADINGS, letter_sections

letters = take.group("What sessions write to those after them.")
journal = take.group("What the agent thought about itself; read on request only.")

Limit = Annotated[int, typer.Option(help="How many.", min=1, max=1000)]
Before = Annotated[str | None, typer.Option(help="Go on behind this id.")]
Several = "; may be given several times."


@letters.command("write")
def write_letter(
    agent: take.Agent = None,
    title: Annotated[str | None, typer.Option(help="What it is about.")] = None,
    fact: Annotated[
        list[str] | None,
        typer.Option(help="A key, `key = value` or a sentence, held against the facts" + Several),
    ] = None,
    intent: Annotated[str | None, typer.Option(help="What the session was for.")] = None,
    stream: Annotated[
        list[str] | None,
        typer.Option(help="What was done, as in `09:40 sent it`; else read from the log" + Several),
    ] = None,
    next_: Annotated[str | None, typer.Option("--next", help="What comes next.")] = None,
    composting: Annotated[str | None, typer.Option(help="Ideas held for later.")] = None,
    unfinished: Annotated[str | None, typer.Option(help="What is left undone.")] = None,
    session: take.Session = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Write a letter to the sessions after this one; - reads a section from standard input."""
    intent, next_, composting, unfinished = texts_given(intent, next_, composting, unfinished)
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        letter = one.letters.write(
            title=title,
            facts=fact,
            intent=intent,
            stream=stream,
            whats_next=next_,
            composting=composting,
            unfinished=unfinished,
            session_id=session,
        )
        zone, now = zone_of(one), place.clock.now()
    answer(letter, lambda: _letter(letter, zone, now), as_json=as_json)


@letters.command("show")
def show_letter(
    agent: take.Agent = None,
    letter_id: Annotated[str, typer.Option("--id", help="Another than the latest.")] = "latest",
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """The latest letter, section by section."""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone, now = zone_of(one), place.clock.now()
        letter = one.letters.get(letter_id)
    answer(letter, lambda: _letter(letter, zone, now), as_json=as_json)


@letters.command("list")
def list_letters(
    agent: take.Agent = None,
    limit: Limit = 30,
    before: Before = None,
    session: Annotated[str | None, typer.Option(help="Only those of this session.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Letters, newest first."""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone, now = zone_of(one), place.clock.now()
        rows = one.letters.all(limit=limit, before=before, session_id=session)
    answer(rows, lambda: _letters(rows, zone, now), as_json=as_json)


@journal.command("write")
def write_journal(
    words: Annotated[list[str], take.named("TEXT")],
    title: Annotated[str | None, typer.Option(help="What it is about.")] = None,
    mood: Annotated[str | None, typer.Option(help="In a word.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Write an entry, - for standard input."""
    agent, (text,) = take.split(words, "a text")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        entry = one.journal.write(text_given(text) or "", title=title, mood=mood)
        zone, now = zone_of(one), place.clock.now()
    answer(entry, lambda: _entries([entry], zone, now), as_json=as_json)


@journal.command("show")
def show_journal(
    words: Annotated[list[str], take.named("ID")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """One entry, whole."""
    agent, (entry_id,) = take.split(words, "an id")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone, now = zone_of(one), place.clock.now()
        entry = one.journal.get(entry_id)
    answer(entry, lambda: _entry(entry, zone, now), as_json=as_json)


@journal.command("list")
def list_journal(
    agent: take.Agent = None,
    limit: Limit = 30,
    before: Before = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Entries, newest first."""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone, now = zone_of(one), place.clock.now()
        rows = one.journal.all(limit=limit, before=before)
    answer(rows, lambda: _entries(rows, zone, now), as_json=as_json)


@journal.command("search")
def search_journal(
    words: Annotated[list[str], take.named("QUERY")],
    k: Annotated[int, typer.Option("--k", "-k", help="How many.", min=1)] = 10,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Find among the entries."""
    agent, (query,) = take.split(words, "a question")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone, now = zone_of(one), place.clock.now()
        hits = one.journal.search(query, k=k)
    answer(hits, lambda: screens.hits(hits, zone=zone, now=now, seconds=0.0), as_json=as_json)


def _letter(letter: Letter, zone: tzinfo, now: datetime) -> RenderableType:
    about = f"{when(letter.created_at, zone, now)} · {letter.id}"
    about += f" · {BY_THE_LOG}" if letter.author == "log" else ""
    parts: list[RenderableType] = [Text(f"{clipped(letter.title or 'Letter', 200)}", HEADING)]
    parts.append(Text(about, QUIET))
    for name, text in letter_sections(letter, zone):
        parts.append(Text(f"\n{HEADINGS[name]}\n", HEADING).append(paragraph(text), "not bold"))
    return Group(*parts)


def _letters(rows: list[Letter], zone: tzinfo, now: datetime) -> RenderableType:
    return screens.rows(
        ["written", "by", "letter"],
        [
            [
                when(row.created_at, zone, now),
                "agent" if row.author == "agent" else "log",
                Text(clipped(row.title or row.intent or row.whats_next or "Letter", 200)).append(
                    f"\n{row.id}", style=QUIET
                ),
            ]
            for row in rows
        ],
        wide="letter",
    )


def _entry(entry: JournalEntry, zone: tzinfo, now: datetime) -> RenderableType:
    about = " · ".join(filter(None, (when(entry.created_at, zone, now), entry.mood, entry.id)))
    return Group(
        Text(clipped(entry.title or "Journal", 200), HEADING),
        Text(clipped(about, 200), QUIET),
        Text(paragraph(entry.text)),
    )


def _entries(rows: list[JournalEntry], zone: tzinfo, now: datetime) -> RenderableType:
    return screens.rows(
        ["written", "entry"],
        [
            [
                when(row.created_at, zone, now),
                Text(f"{clipped(row.title, 80)}: " if row.title else "")
                .append(clipped(row.text, 200))
                .append(f"\n{row.id}", style=QUIET),
            ]
            for row in rows
        ],
        wide="entry",
    )
