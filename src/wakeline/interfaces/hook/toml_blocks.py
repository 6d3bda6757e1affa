"""Blocks of ours in a host's TOML: between two marks at its end, every other byte left alone.

A host that adds to such a file writes its tables before the comment that ends it, which is our
mark. So what is between the marks and not ours is the host's, and stays. It does not know
what a block holds.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from typing import Any

from wakeline.base.errors import Invalid

END = "# <<< wakeline: end <<<"
MEND = "Mend them first."


def with_block(text: str, begin: str, lines: Sequence[str]) -> str:
    """The text with a block behind it. TOML lets tables be added at the end."""
    newline = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text or text.endswith("\n") else newline
    return text + gap + newline.join([begin, *lines, END, ""])


def without_block(text: str, begin: str, is_ours: Callable[[str], bool]) -> str:
    """The text without a block, but for tables in it whose names are not ours."""
    start = text.find(begin)
    if start < 0:
        return text
    end = text.find(END, start)
    is_line = start == 0 or text[start - 1] == "\n"
    if end < 0 or not is_line or text.find(begin, start + 1) >= 0:
        raise Invalid("the marks around what is ours are torn.", todo=f"Take out what is {begin}")
    rest = text[end + len(END) :].removeprefix("\r").removeprefix("\n")
    return text[:start] + _others(text[start + len(begin) : end], is_ours) + rest


def parsed_toml(text: str, *tables: str) -> dict[str, Any]:
    """What settings say. Anything that is not as it should be is left for the person."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Invalid(f"the settings are no TOML ({error}).", todo=MEND) from None
    if not all(isinstance(found.get(name, {}), dict) for name in tables):
        raise Invalid("the settings are not as the host keeps them.", todo=MEND)
    return found


def _others(block: str, is_ours: Callable[[str], bool]) -> str:
    """Tables that are not ours, as they stand."""
    kept: list[str] = []
    is_kept = False
    for line in block.splitlines(keepends=True):
        if line.lstrip().startswith("["):
            is_kept = not is_ours(line.strip().strip("[]").strip())
        kept += [line] * is_kept
    return "".join(kept)
