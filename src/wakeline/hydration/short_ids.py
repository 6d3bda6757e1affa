"""Ids as a wake shows them: their end, marked as such.

A whole id is dear, nearly a token a character. Whoever takes ids takes these too, of rows that
wakes have shown lately.
"""

from __future__ import annotations

from typing import TypeGuard

MARK = "…"
KEPT = 7  # of 26 characters; the end differs most


def short_id(row_id: str) -> str:
    """The end of an id; one that is short already stays whole."""
    return row_id if len(row_id) <= KEPT else f"{MARK}{row_id[-KEPT:]}"


def is_short(given: object) -> TypeGuard[str]:
    """Whether this is the end of an id."""
    return (
        isinstance(given, str)
        and len(given) == KEPT + 1
        and given[0] == MARK
        and given[1:].isalnum()
    )
