"""Compress long texts for storage, and restore exactly the same text.

A packed text begins with a mark with which no recorded text begins. Its last character is that
of the text, since SQL statements test how a turn ends.
"""

from __future__ import annotations

from typing import Final

MARK: Final = "\x1apacked:"  # the substitute character, which nobody types
END: Final = "\x1a"  # after the packed bytes
LEVEL: Final = 9


def pack_text(text: str) -> str:
    """The text in fewer characters, or itself where that would not make it shorter."""
    import zlib
    from base64 import b85encode

    short = MARK + b85encode(zlib.compress(text.encode(), LEVEL)).decode("ascii")
    short += END + text.rstrip()[-1:]
    return short if len(short) < len(text.encode()) else text


def unpack_text(text: str) -> str:
    """The text that was packed; a text that is not packed is returned unchanged."""
    if not text.startswith(MARK):
        return text
    import zlib
    from base64 import b85decode

    body, _, _ = text[len(MARK) :].partition(END)
    try:
        return zlib.decompress(b85decode(body)).decode()
    except zlib.error as error:
        raise ValueError(f"what is packed is torn: {error}") from error
