"""Our blocks in a host's TOML file: between two marks at its end; every other byte stays.

A host that adds to such a file writes its tables before the last comment, which is our mark.
So tables between the marks that are not ours are the host's, and stay. It does not know what a
block holds.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from typing import Any

from wakeline.base.errors import Invalid

END = "# <<< wakeline: end <<<"
MEND = "Mend them first."


def add_block(text: str, begin: str, lines: Sequence[str]) -> str:
    """The text with a block at the end, where TOML allows new tables."""
    newline = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text or text.endswith("\n") else newline
    return text + gap + newline.join([begin, *lines, END, ""])


def remove_block(text: str, begin: str, is_ours: Callable[[str], bool]) -> str:
    """The text without a block, but with tables in it whose names are not ours."""
    start = text.find(begin)
    if start < 0:
        return text
    end = text.find(END, start)
    is_line = start == 0 or text[start - 1] == "\n"
    if end < 0 or not is_line or text.find(begin, start + 1) >= 0:
        raise Invalid("the marks around what is ours are torn.", todo=f"Take out what is {begin}")
    rest = text[end + len(END) :].removeprefix("\r").removeprefix("\n")
    return text[:start] + _others(text[start + len(begin) : end], is_ours) + rest


def parse_toml(text: str, *tables: str) -> dict[str, Any]:
    """TOML settings as a value. Raises if they are not valid: the person must mend them."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Invalid(f"the settings are no TOML ({error}).", todo=MEND) from None
    if not all(isinstance(found.get(name, {}), dict) for name in tables):
        raise Invalid("the settings are not as the host keeps them.", todo=MEND)
    return found


def _others(block: str, is_ours: Callable[[str], bool]) -> str:
    """The tables of a block that are not ours, unchanged."""
    kept: list[str] = []
    is_kept = False
    for line in block.splitlines(keepends=True):
        if line.lstrip().startswith("["):
            is_kept = not is_ours(line.strip().strip("[]").strip())
        kept += [line] * is_kept
    return "".join(kept)
