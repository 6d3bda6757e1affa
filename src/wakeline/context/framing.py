"""Recalled text as quoted data, so that it cannot look like an instruction of ours.

Control, bidirectional and zero-width characters are removed; every line is
quoted, so that a heading inside recalled text is never at the start of a line.
"""

from __future__ import annotations

# C0 without tab and newline, DEL and C1; zero-width; bidi marks, embeddings, isolates; tags.
_TAKEN_OUT = dict.fromkeys(
    [
        *range(9),
        *range(11, 32),
        *range(0x7F, 0xA0),
        0xAD,
        0x61C,
        *range(0x200B, 0x2010),
        *range(0x2028, 0x202F),
        *range(0x2060, 0x2070),
        0xFEFF,
        *range(0xE0000, 0xE0080),
    ]
)


def visible_text(text: str) -> str:
    """The text without characters that hide or reorder what is read."""
    # None of these characters is printable, so a printable text needs no translation.
    return text if text.isprintable() else text.translate(_TAKEN_OUT)


def one_line(text: str) -> str:
    """The text on one line."""
    if text.isprintable() and "  " not in text:
        return text.strip(" ")
    return " ".join(visible_text(text).split())


def quote_lines(text: str) -> str:
    """The text with a quote mark before every line."""
    return "\n".join(f"> {line}" for line in visible_text(text).strip().split("\n"))
