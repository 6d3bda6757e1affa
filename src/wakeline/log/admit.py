"""What may enter the log as text.

Holds the checks at the edge; past them a text is trusted to be text. It changes
nothing: what was said is kept as it was said. It does not know what the text is for
(the caller names the field) and does not look for secrets.
"""

from __future__ import annotations

from typing import Final

from wakeline.base.errors import Invalid
from wakeline.base.packing import MARK

MOST_TEXT_BYTES: Final = 1_048_576


def clean_text(text: object, *, field: str, most_bytes: int = MOST_TEXT_BYTES) -> str:
    """`text` itself, if it is one that can be kept. Raises `Invalid` if not."""
    if not isinstance(text, str):
        raise Invalid(f"{field} is {type(text).__name__}, not text.", todo="Give it as a string.")
    if not text or text.isspace():
        raise Invalid(f"{field} is empty.", todo="Give at least one visible character.")
    if "\0" in text:
        raise Invalid(
            f"{field} has a NUL character at position {text.index(chr(0))}.",
            todo="Remove it; if the content is binary, keep it as an attachment.",
        )
    if text.startswith(MARK):
        raise Invalid(
            f"{field} begins like a compressed text of the store.", todo="Begin it otherwise."
        )
    size = _bytes_of(text, field)
    if size > most_bytes:
        raise Invalid(
            f"{field} has {size:,} bytes; the most is {most_bytes:,}.",
            todo="Split it, or keep it as an attachment.",
        )
    return text


def _bytes_of(text: str, field: str) -> int:
    if text.isascii():
        return len(text)
    try:
        return len(text.encode())
    except UnicodeEncodeError as error:
        raise Invalid(
            f"{field} has half a character (a lone surrogate) at position {error.start}.",
            todo="Decode it from its source as UTF-8 again.",
        ) from error
