"""The words of a text in ASCII. Apart from `words`, because a recorded turn needs no more."""

from __future__ import annotations

from typing import Final

# Letters become small, and all but letters and digits a space.
_WORDS: Final = bytes(
    ord(chr(code).lower()) if chr(code).isascii() and chr(code).isalnum() else ord(" ")
    for code in range(256)
)


def ascii_words(text: str) -> list[str]:
    """Letters and digits that stand together, in small letters. The text must be in ASCII."""
    # Translated as bytes and split: a third of the time that a pattern takes.
    return text.encode().translate(_WORDS).decode().split()
