"""Whether a text was said before, and whether it only arrives a second time.

Holds the hash of a turn's content and the rule for a retry. It does not know where
earlier turns are kept: they are handed in. Two people may say the same words, and one
person may say them twice; only the same turns, again and at once, are a retry.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from wakeline.base.digest import sha256_hex

RETRY_WINDOW: Final = timedelta(seconds=60)
LONG_TEXT_BYTES: Final = 64
DIGEST_BYTES: Final = 8

_OFFSET: Final = 0xCBF29CE484222325
_PRIME: Final = 0x100000001B3
_BITS: Final = 0xFFFFFFFFFFFFFFFF


def fnv1a(data: bytes) -> int:
    """FNV-1a of 64 bits."""
    value, prime, bits = _OFFSET, _PRIME, _BITS
    for byte in data:
        value = ((value ^ byte) * prime) & bits
    return value


def content_hash(text: str) -> str:
    """The text's FNV-1a as 16 hex digits: composed (NFC), white space folded, in UTF-8.

    Over 64 bytes it is the FNV-1a of the first 8 bytes of the text's SHA-256 digest instead,
    as many as it has itself: byte by byte in Python it would cost as much as all else that a
    turn needs.
    """
    composed = text if text.isascii() else unicodedata.normalize("NFC", text)
    # No white space is printable but the space itself: most texts are as they should be.
    if not composed.isprintable() or "  " in composed or composed != composed.strip(" "):
        composed = " ".join(composed.split())
    data = composed.encode("utf-8", "surrogatepass")
    if len(data) > LONG_TEXT_BYTES:
        data = bytes.fromhex(sha256_hex(data)[: 2 * DIGEST_BYTES])
    return f"{fnv1a(data):016x}"


def is_retry(
    previous: Sequence[tuple[str, str, datetime]],
    incoming: Sequence[tuple[str, str]],
    *,
    now: datetime,
) -> bool:
    """Whether `incoming` is what was received last, sent again within the window.

    `previous` are the session's last turns (speaker, hash, received at), as many as
    come in, oldest first; `incoming` are speakers and hashes. A clock that went
    backwards counts as within the window.
    """
    if not incoming or len(previous) != len(incoming):
        return False
    if any(
        (speaker, digest) != turn
        for (speaker, digest, _), turn in zip(previous, incoming, strict=True)
    ):
        return False
    return now - previous[-1][2] <= RETRY_WINDOW
