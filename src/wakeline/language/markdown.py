"""Put text of others safely into our Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

FENCE: Final = "```"


def neutralise_markdown(text: str) -> str:
    """A text with its headings escaped and its code block closed.

    So it cannot be taken for our own headings, nor swallow what follows it.
    """
    lines = []
    in_code = False
    for line in text.strip().splitlines():
        if line.lstrip().startswith(FENCE):
            in_code = not in_code
        is_heading = not in_code and line.lstrip().startswith("#")
        lines.append("\\" + line.lstrip() if is_heading else line)
    return "\n".join([*lines, *_closing(in_code=in_code)])


def _closing(*, in_code: bool) -> Sequence[str]:
    return (FENCE,) if in_code else ()
