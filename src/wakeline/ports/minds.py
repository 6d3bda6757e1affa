"""What a flow may ask of a mind: so far, to count tokens."""

from __future__ import annotations

from typing import Protocol


class TokenCounter(Protocol):
    """Counts the tokens of a text, when it is written."""

    def count(self, text: str) -> int: ...
