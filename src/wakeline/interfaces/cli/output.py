"""Where answers go: one JSON document or a screen on stdout, progress on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console, RenderableType

from wakeline.interfaces.json_values import encode_json
from wakeline.interfaces.reserved_output import answer_stream

Advance = Callable[[int], None]


def console(*, stderr: bool = False) -> Console:
    """A console that shows text as it is: no markup, no emoji codes, no guessed colours."""
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


def answer(value: Any, screen: Callable[[], RenderableType], *, as_json: bool) -> None:
    """Give the answer of a command."""
    if as_json:
        document(value)
        return
    shown = console()
    if shown.is_terminal:
        shown.print(screen())
        return
    with shown.capture() as captured:
        shown.print(screen())
    # Rich fills lines with blanks; a file or another program has no use for them.
    sys.stdout.writelines(row.rstrip() + "\n" for row in captured.get().splitlines())


def document(value: Any) -> None:
    """One JSON document; on a terminal with indentation."""
    out = answer_stream()
    indent = 2 if out.isatty() else None
    out.write(encode_json(value, indent=indent) + "\n")
    out.flush()


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Advance]:
    """A progress bar on stderr while something long runs; nothing where nobody watches."""
    shown = console(stderr=True)
    if not shown.is_terminal:
        yield lambda _count: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=shown, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda count: bar.advance(task, count)


def line(text: str) -> None:
    """One line for people."""
    sys.stdout.write(text + "\n")
