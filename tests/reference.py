"""The rows of the reference pages that say what an operation takes at each door.

`python -m tests.reference` writes them from the table of operations into the pages, each in the
place of the row with the same first cell. A row that a page does not have yet is printed: put
it where it belongs. `tests/test_operations.py` fails while a page differs.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from wakeline.engine.operations.areas import AREAS
from wakeline.engine.operations.operation import Operation, fills_in, pairs
from wakeline.interfaces.cli.build import positional
from wakeline.interfaces.json_values import camel
from wakeline.interfaces.requests import names_at_door

DOCS = Path(__file__).parents[1] / "docs"


class Row(NamedTuple):
    """A row of a table on a page: its first cell, by which it is found, and all of it."""

    page: str
    first: str
    text: str


def rows() -> Iterator[Row]:
    """Every row that the operations have on the reference pages."""
    for area in AREAS:
        for operation in area.operations:
            yield from _command(operation)
            yield from _route(operation)
            yield from _tool(operation)


def stale(page: str) -> list[Row]:
    """The rows that a page does not have as they are."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return [row for row in rows() if row.page == page and row.text not in text]


def help_of(operation: Operation) -> str:
    """What an operation does, in one line."""
    return " ".join(operation.help.split())


def _command(operation: Operation) -> Iterator[Row]:
    if operation.command is not None:
        words = [word for word in operation.command.words.split() if not word[0].isupper()]
        shown = " ".join([*words, "[AGENT]", *positional(operation.command)])
        first = f"| `wakeline {shown}` |"
        options = ", ".join(
            f"`--{name.replace('_', '-')}`" for name in pairs(operation.command.options)
        )
        yield Row(
            "commands.md", first, f"{first} {help_of(operation)} {options} |".replace("  ", " ")
        )


def _route(operation: Operation) -> Iterator[Row]:
    if operation.route is not None:
        method, path = operation.route.at.split()
        names = (
            list(names_at_door(operation, operation.route.takes))
            if not operation.route.page
            else []
        )
        names = [name for name in names if f"{{{name}}}" not in path]
        has_body = method != "GET" and bool(names or operation.route.body)
        if operation.route.page:
            names = [*pairs(operation.route.takes), "limit", "cursor"]
        if has_body and fills_in(operation, "origin"):
            names.append("origin")
        first = f"| `{method} /api/agents/{{agent}}{path}` |"
        takes = ", ".join(f"`{camel(name)}`" for name in names)
        yield Row(
            "rest.md", first, f"{first} {takes} | {help_of(operation)} |".replace("|  |", "| |")
        )


def _tool(operation: Operation) -> Iterator[Row]:
    if operation.tool is not None:
        first = f"| `{operation.tool.name or operation.name}` |"
        says = operation.tool.says or help_of(operation)
        yield Row("mcp.md", first, f"{first} {operation.effect} | {says} |")


def write() -> list[Row]:
    """Put every row into its page; those that have no place yet."""
    homeless = []
    for row in rows():
        file = DOCS / row.page
        text = file.read_text(encoding="utf-8")
        there = re.compile(rf"^{re.escape(row.first)}.*$", re.MULTILINE)
        if there.search(text):
            file.write_text(there.sub(lambda _, row=row: row.text, text), encoding="utf-8")  # type: ignore[misc]
        else:
            homeless.append(row)
    return homeless


if __name__ == "__main__":
    for row in write():
        sys.stdout.write(f"{row.page}: {row.text}\n")
