"""How many tokens a text is likely to take, without a tokenizer.

Four bytes of UTF-8 a token is what byte-pair encodings reach on English prose;
other scripts take more bytes a character and so count higher, on the safe side.
"""

from __future__ import annotations

BYTES_A_TOKEN = 4


class EstimatedTokens:
    """Counts by length alone."""

    def count(self, text: str) -> int:
        size = len(text) if text.isascii() else len(text.encode())
        return (size + BYTES_A_TOKEN - 1) // BYTES_A_TOKEN
