"""The few shapes that screens are made of, and how moments, sizes and texts are written.

Everything that comes from the store passes through `one_line` or `quoted_lines`, so
that no stored text can move the cursor or colour the screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, tzinfo

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from wakeline import engine
from wakeline.context.framing import one_line, visible_text
from wakeline.flows.common.time_zones import time_zone
from wakeline.language.ages import day_text

HEADING = "bold"
QUIET = "dim"
ALARM = "bold red"
WARN = "yellow"
GOOD = "green"
INDENT = 2
LABEL = 19
SHORT_ID = 8


def when(at: datetime | None, zone: tzinfo = UTC, now: datetime | None = None) -> str:
    """A moment as the person writes it: `11 Nov 18:40`, with its year if it is another."""
    if at is None:
        return "never"
    local = at.astimezone(zone)
    day = day_text(at, zone)
    if now is not None and now.astimezone(zone).year == local.year:
        day = day.rsplit(" ", 1)[0]
    return f"{day} {local:%H:%M}"


def day(at: datetime, zone: tzinfo = UTC) -> str:
    """The day of a moment: `11 Nov 2026`."""
    return day_text(at, zone)


def zone_of(agent: engine.Agent) -> tzinfo:
    """The time zone in which an agent's person reads moments."""
    return time_zone(agent.identity.person_time_zone)


def count(number: int, one: str, many: str | None = None) -> str:
    """A number with its word: `1 task`, `3 tasks`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def clip_line(text: str, most: int) -> str:
    """A text on one line, cut at a word."""
    line = one_line(text)
    if len(line) <= most:
        return line
    return line[: most - 1].rsplit(" ", 1)[0] + "…"


def paragraph(text: str) -> str:
    """A text with its line breaks, and nothing that a terminal would obey."""
    return visible_text(text).strip()


def heading(label: str, note: str = "", *, style: str = HEADING) -> RenderableType:
    """The first line of a section: its label in a column of its own, then a note."""
    return columns([[Text(label, style=style), Text(note)]], widths=(LABEL, None))


def section(label: str, note: str, body: Sequence[RenderableType] = ()) -> RenderableType:
    """A labelled block, indented."""
    inner = [Padding(item, (0, 0, 0, INDENT)) for item in body]
    return Padding(Group(heading(label, note), *inner), (0, 0, 1, INDENT))


def columns(
    rows: Iterable[Sequence[RenderableType | str]],
    *,
    widths: Sequence[int | None],
    gap: int = 2,
) -> Table:
    """Rows in columns without lines; a width of None takes what is left and wraps."""
    table = Table.grid(padding=(0, gap), pad_edge=False, expand=None in widths)
    for width in widths:
        if width is None:
            table.add_column(ratio=1, overflow="fold")
        else:
            table.add_column(width=width, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
    return table


def listing(
    titles: Sequence[str], rows: Iterable[Sequence[str | Text]], *, wide: str | None = None
) -> Table:
    """A table with titles and no lines; the column called `wide` takes what is left and wraps."""
    table = Table(
        box=None,
        pad_edge=False,
        padding=(0, 2, 0, 0),
        header_style=HEADING,
        expand=wide is not None,
    )
    for title in titles:
        if title == wide:
            table.add_column(title, ratio=1, overflow="fold")
        else:
            table.add_column(title, no_wrap=False, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
    return table


def nothing(text: str) -> Text:
    """What is said where there is nothing to show."""
    return Text(text, style=QUIET)
