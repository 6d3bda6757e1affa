"""Check that a text may enter the log.

These are the checks at the edge; later code trusts the text. It changes nothing: a
text is kept as it was said. It does not know what the text is for (the caller names
the field) and does not look for secrets.
"""

from __future__ import annotations

from typing import Final

from wakeline.base.errors import Invalid
from wakeline.base.packing import MARK

MOST_TEXT_BYTES: Final = 1_048_576
# Ranges of invisible characters, first and last: blanks, controls, and those that Unicode lets a
# screen ignore, such as joiners and variation selectors. NUL has its own error.
_RANGES: Final = (
    (0x01, 0x20),
    (0x7F, 0xA0),
    (0xAD, 0xAD),
    (0x34F, 0x34F),
    (0x61C, 0x61C),
    (0x115F, 0x1160),
    (0x1680, 0x1680),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2000, 0x200F),
    (0x2028, 0x202F),
    (0x205F, 0x206F),
    (0x2800, 0x2800),
    (0x3000, 0x3000),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF9, 0xFFFB),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0001, 0xE0001),
    (0xE0020, 0xE007F),
    (0xE0100, 0xE01EF),
)
_UNSEEN: Final = "".join(chr(n) for first, last in _RANGES for n in range(first, last + 1))


def is_visible(text: str) -> bool:
    """Whether a text has a visible character. Reads no further than the first one."""
    return bool(text.lstrip(_UNSEEN))


def clean_text(text: object, *, field: str, most_bytes: int = MOST_TEXT_BYTES) -> str:
    """`text` unchanged, if it can be kept. Raises `Invalid` if not."""
    if not isinstance(text, str):
        raise Invalid(f"{field} is {type(text).__name__}, not text.", todo="Give it as a string.")
    if not is_visible(text):
        raise Invalid(f"{field} is empty.", todo="Give at least one visible character.")
    if "\0" in text:
        raise Invalid(
            f"{field} has a NUL character at position {text.index(chr(0))}.",
            todo="Remove it; if the content is binary, keep it as an attachment.",
        )
    if text.startswith(MARK):
        raise Invalid(
            f"{field} begins like a compressed text of the store.", todo="Change how it begins."
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
