"""Letters as lines of a wake: the latest section by section, earlier ones a line each.

The sections on what is next and what is unfinished come first: a session continues from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from wakeline.context.assembly import Block, Line
from wakeline.context.framing import one_line, quote_lines
from wakeline.hydration.lines import JOURNAL, LETTERS
from wakeline.hydration.page import WakePage, shorten
from wakeline.hydration.wording import heading
from wakeline.model.writings import Letter

LAST_ACTIONS = 5


class LetterPart(NamedTuple):
    """One section of a letter, and the ids of the rows that it was read from."""

    name: str
    text: str | None
    rank: int = LETTERS
    of: tuple[str, ...] = ()


def letters_block(source: str, rows: Sequence[Letter], page: WakePage) -> Block:
    """The block of letters: the latest in full, earlier ones by title."""
    latest = rows[0]
    label = page.label(latest.id, source, latest.created_at, latest.trust)
    said = [
        Line(latest.id, f"{part.name}:\n{quote_lines(part.text)}", part.rank, part.of)
        for part in _parts(latest)
        if part.text
    ]
    before = rows[1:]
    said += page.list_rows(
        source,
        before,
        [row.created_at for row in before],
        [f"- before it: {_told(row)}" for row in before],
        [JOURNAL] * len(before),
    )
    title = f"{heading('LETTER', page.framing)}  {_titled(latest)}{label}"
    return Block(source, LETTERS, title, tuple(said))


def _parts(letter: Letter) -> list[LetterPart]:
    last = letter.stream[-LAST_ACTIONS:]
    facts = "\n".join(f"- {_stated(fact)}" for fact in letter.facts)
    done = "\n".join(f"- {entry['text']}" for entry in last)
    known = tuple(fact["fact_id"] for fact in letter.facts if "fact_id" in fact)
    turns = tuple(entry["source_id"] for entry in last if "source_id" in entry)
    return [
        LetterPart("what's next", letter.whats_next),
        LetterPart("what's unfinished", letter.unfinished),
        LetterPart("session intent", letter.intent),
        LetterPart("facts as they were then", facts, of=known),
        LetterPart("composting", letter.composting),
        LetterPart("done last", done, JOURNAL, turns),
    ]


def _stated(fact: Mapping[str, Any]) -> str:
    standing = fact["standing"]
    if standing == "verified":
        return str(fact["text"])
    told = f": the facts said {fact['holds']}" if standing == "contradicted" else ""
    return f"{fact['text']} ({standing}{told})"


def _titled(letter: Letter) -> str:
    return f'"{one_line(letter.title)}" ' if letter.title else ""


def _told(letter: Letter) -> str:
    said = letter.title or letter.intent or letter.whats_next or letter.unfinished or "a letter"
    return shorten(one_line(said), 120)
