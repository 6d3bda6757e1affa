"""The commands of letters and the journal, and how these look to people."""

from __future__ import annotations

from datetime import datetime, tzinfo

from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.engine.operations.writings import JOURNAL, LETTERS
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.build import Dated, build_group
from wakeline.interfaces.cli.shapes import HEADING, QUIET, clip_line, paragraph, when
from wakeline.model.memory import Hit
from wakeline.model.writings import JournalEntry, Letter
from wakeline.writings.letters import BY_THE_LOG, HEADINGS, letter_sections


def _letter(letter: Letter, zone: tzinfo, now: datetime) -> RenderableType:
    about = f"{when(letter.created_at, zone, now)} · {letter.id}"
    about += f" · {BY_THE_LOG}" if letter.author == "log" else ""
    parts: list[RenderableType] = [Text(f"{clip_line(letter.title or 'Letter', 200)}", HEADING)]
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
                Text(clip_line(row.title or row.intent or row.whats_next or "Letter", 200)).append(
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
        Text(clip_line(entry.title or "Journal", 200), HEADING),
        Text(clip_line(about, 200), QUIET),
        Text(paragraph(entry.text)),
    )


def _entries(rows: list[JournalEntry], zone: tzinfo, now: datetime) -> RenderableType:
    return screens.rows(
        ["written", "entry"],
        [
            [
                when(row.created_at, zone, now),
                Text(f"{clip_line(row.title, 80)}: " if row.title else "")
                .append(clip_line(row.text, 200))
                .append(f"\n{row.id}", style=QUIET),
            ]
            for row in rows
        ],
        wide="entry",
    )


letters = build_group(
    LETTERS,
    {"write_letter": Dated(_letter), "get_letter": Dated(_letter), Letter: Dated(_letters)},
)
journal = build_group(
    JOURNAL,
    {"get_journal": Dated(_entry), JournalEntry: Dated(_entries), Hit: Dated(screens.hit_rows)},
)
