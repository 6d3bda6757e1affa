"""Long texts made short for storage, and back: the same text, to the letter.

A packed text says by its first characters that it is one; no text that is taken in begins so.
Its last character is that of the text, since statements ask how a turn ends.
"""

from __future__ import annotations

from typing import Final

MARK: Final = "\x1apacked:"  # the substitute character, which nobody types
END: Final = "\x1a"  # behind what is packed
LEVEL: Final = 9


def packed(text: str) -> str:
    """The text in fewer characters, or itself where that would not make it shorter."""
    import zlib
    from base64 import b85encode

    short = MARK + b85encode(zlib.compress(text.encode(), LEVEL)).decode("ascii")
    short += END + text.rstrip()[-1:]
    return short if len(short) < len(text.encode()) else text


def unpacked(text: str) -> str:
    """The text that was packed; one that was not is itself."""
    if not text.startswith(MARK):
        return text
    import zlib
    from base64 import b85decode

    body, _, _ = text[len(MARK) :].partition(END)
    try:
        return zlib.decompress(b85decode(body)).decode()
    except zlib.error as error:
        raise ValueError(f"what is packed is torn: {error}") from error
