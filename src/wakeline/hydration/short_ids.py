"""Short ids as a wake shows them: an ellipsis and the end of the id.

A whole id is expensive, nearly a token a character. Every operation that takes an id also takes
a short one, of rows that recent wakes have shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeGuard

MARK = "…"
KEPT = 6  # of 26 characters; the end differs most
ONCE_KEPT = 7  # in the texts of earlier versions


def short_id(row_id: str) -> str:
    """The end of an id in lower case, which takes fewer tokens; a short id stays whole."""
    return row_id if len(row_id) <= KEPT else f"{MARK}{row_id[-KEPT:].lower()}"


def is_short_id(given: object) -> TypeGuard[str]:
    """Whether this is a short id."""
    return (
        isinstance(given, str)
        and len(given) - 1 in (KEPT, ONCE_KEPT)
        and given[0] == MARK
        and given[1:].isalnum()
    )


def ids_ending_with(short: str, ids: Iterable[str]) -> set[str]:
    """The ids that a short id may stand for, in upper or lower case."""
    end = short.removeprefix(MARK).casefold()
    return {row_id for row_id in ids if row_id.casefold().endswith(end)}
