"""Letters as lines of a wake: the latest section by section, those before it a line each.

What it says first is what comes next and what is unfinished: from there a session goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wakeline.context.assembly import Block, Line
from wakeline.context.framing import one_line, quoted
from wakeline.hydration.lines import JOURNAL, LETTERS
from wakeline.hydration.page import Page, shortened
from wakeline.hydration.wording import heading
from wakeline.model.letters import Letter

LAST_ACTIONS = 5


def letters(source: str, rows: Sequence[Letter], page: Page) -> Block:
    """The latest letter, and that there were others."""
    latest = rows[0]
    label = page.label(latest, source, latest.created_at, latest.trust)
    said = [
        Line(latest.id, f"{name}:\n{quoted(text)}", rank, of=latest.source_ids)
        for name, text, rank in _parts(latest)
        if text
    ]
    said += [
        page.listed(row, source, row.created_at, row.trust, f"- before it: {_told(row)}", JOURNAL)
        for row in rows[1:]
    ]
    title = f"{heading('LETTER', page.framing)}  {_titled(latest)}{label}"
    return Block(source, LETTERS, title, tuple(said))


def _parts(letter: Letter) -> list[tuple[str, str | None, int]]:
    facts = "\n".join(f"- {_stated(fact)}" for fact in letter.facts)
    done = "\n".join(f"- {entry['text']}" for entry in letter.stream[-LAST_ACTIONS:])
    return [
        ("what's next", letter.whats_next, LETTERS),
        ("what's unfinished", letter.unfinished, LETTERS),
        ("session intent", letter.intent, LETTERS),
        ("facts as they were then", facts, LETTERS),
        ("composting", letter.composting, LETTERS),
        ("done last", done, JOURNAL),
    ]


def _stated(fact: Mapping[str, Any]) -> str:
    standing = fact["standing"]
    if standing == "verified":
        return str(fact["text"])
    told = f": the facts said {fact['holds']}" if standing == "contradicted" else ""
    return f"{fact['text']} ({standing}{told})"


def _titled(letter: Letter) -> str:
    return f"{one_line(letter.title)} " if letter.title else ""


def _told(letter: Letter) -> str:
    said = letter.title or letter.intent or letter.whats_next or letter.unfinished or "a letter"
    return shortened(one_line(said), 120)
