"""Recognise turns that arrive a second time.

Holds the hash of a turn's content, the rule for a retry, and the rule for importing a transcript
that names no sources. It does not know where earlier turns are stored: they are handed in. Two
people may say the same words, and one person may say them twice; only the same turns, sent again
at once, are a retry.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from wakeline.base.digest import sha256_bytes

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

    Over 64 bytes it is the FNV-1a of the first 8 bytes of the text's SHA-256 digest instead (it
    has 8 bytes itself): byte by byte in Python it would cost as much as the rest of recording
    a turn.
    """
    composed = text if text.isascii() else unicodedata.normalize("NFC", text)
    # The space is the only printable white space, so most texts need no folding.
    if not composed.isprintable() or "  " in composed or composed != composed.strip(" "):
        composed = " ".join(composed.split())
    data = composed.encode("utf-8", "surrogatepass")
    if len(data) > LONG_TEXT_BYTES:
        data = sha256_bytes(data)[:DIGEST_BYTES]
    return f"{fnv1a(data):016x}"


def is_retry(
    previous: Sequence[tuple[str, str, datetime]],
    incoming: Sequence[tuple[str, str]],
    *,
    now: datetime,
) -> bool:
    """Whether `incoming` is what was received last, sent again within the window.

    `previous` are the session's last turns (speaker, hash, received at), as many as
    `incoming` has, oldest first; `incoming` are speakers and hashes. If the clock went
    back, this counts as within the window.
    """
    if not incoming or len(previous) != len(incoming):
        return False
    if any(
        (speaker, digest) != turn
        for (speaker, digest, _), turn in zip(previous, incoming, strict=True)
    ):
        return False
    return now - previous[-1][2] <= RETRY_WINDOW


class TurnKey(NamedTuple):
    """What identifies a turn without a source id; a forgotten one has no speaker and hash."""

    at: datetime
    speaker: str
    session_id: str | None
    content_hash: str


class ImportedTurnIndex:
    """Which turns of one import are in the log already, by their moment, speaker and text.

    Each turn of the log matches one turn of the import, so words said twice in one moment stay
    twice. A transcript may give times by the minute, so other words are another turn.
    """

    def __init__(self) -> None:
        self._left: dict[TurnKey, list[str]] = {}
        self._answered: set[str] = set()

    def load_turns(self, turns: Iterable[tuple[str, TurnKey]]) -> None:
        """Replace the turns to match with these turns of the log and their ids, in order."""
        self._left.clear()
        for turn_id, told in turns:
            if turn_id not in self._answered:
                self._left.setdefault(told, []).append(turn_id)

    def first_id(self, told: TurnKey) -> str | None:
        """The id of the turn in the log that this one matches; None if it is new.

        A forgotten turn is not brought back: it matches by its moment and session alone.
        """
        forgotten = told._replace(speaker="", content_hash="")
        ids = self._left.get(told) or self._left.get(forgotten)
        if not ids:
            return None
        self.mark_matched(ids[0])
        return ids.pop(0)

    def mark_matched(self, turn_id: str) -> None:
        """Mark a turn of the log as matched or added by this import: it matches no other."""
        self._answered.add(turn_id)
