"""Time and identifiers. No other module makes either.

Everything else receives a moment or an id as a value. A moment is an aware
datetime in UTC; its stored form has a fixed width, so that it sorts as text.
"""

from __future__ import annotations

import os
from _thread import allocate_lock
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Protocol

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
RANDOM_BITS = 80
# A ULID is encoded two characters at a time; counting up changes only the last eight.
_PAIRS = [first + second for first in ALPHABET for second in ALPHABET]
_COUNTING_BITS = 40
_SHIFTS = range(120, _COUNTING_BITS - 1, -10)


class Clock(Protocol):
    """Says what time it is, in UTC."""

    def now(self) -> datetime: ...


class Ids(Protocol):
    """Makes identifiers that sort by the moment they were made."""

    def new(self, at: datetime) -> str: ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class FixedClock:
    """A clock that moves only when told to."""

    def __init__(self, at: datetime) -> None:
        self._at = at.astimezone(UTC)

    def now(self) -> datetime:
        return self._at

    def advance(self, by: timedelta) -> None:
        self._at += by

    def set(self, at: datetime) -> None:
        self._at = at.astimezone(UTC)


class Ulids:
    """ULIDs: 48 bits of milliseconds, 80 random bits, 26 characters.

    Within one millisecond the random part counts up, so ids of one process
    sort in the order they were made, even when its clock stands still or goes back.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._at: datetime | None = None
        self._milliseconds = -1
        self._random = 0
        self._seed = seed
        self._turn = allocate_lock()

    def new(self, at: datetime) -> str:
        with self._turn:  # two threads must not get one id
            # Things that happen together share one moment, the same datetime object.
            if at is not self._at and self._is_later(at):
                self._random = self._chance()
            else:
                self._random += 1
            number = (self._milliseconds << RANDOM_BITS) | self._random
        return encode_ulid(number)

    def _is_later(self, at: datetime) -> bool:
        """Note a moment; return whether it is later than every moment before."""
        self._at = at
        before, milliseconds = self._milliseconds, int(at.timestamp() * 1000)
        self._milliseconds = max(before, milliseconds)
        return milliseconds > before

    def _chance(self) -> int:
        # The top bit stays clear, so that counting up never overflows 80 bits.
        if self._seed is None:
            return int.from_bytes(os.urandom(10), "big") >> 1
        self._seed = (self._seed * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return self._seed


@lru_cache(maxsize=16)
def _front(number: int) -> str:
    # The ids of a batch have the same millisecond, and so the same front.
    return "".join([_PAIRS[(number >> shift - _COUNTING_BITS) & 1023] for shift in _SHIFTS])


def encode_ulid(number: int) -> str:
    """A 128-bit number as 26 characters of Crockford's base 32."""
    return (
        _front(number >> _COUNTING_BITS)
        + _PAIRS[(number >> 30) & 1023]
        + _PAIRS[(number >> 20) & 1023]
        + _PAIRS[(number >> 10) & 1023]
        + _PAIRS[number & 1023]
    )


def stored_moment(at: datetime) -> str:
    """The stored form of a moment: `2026-11-15T09:02:00.000000Z`, sortable as text."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")[:26] + "Z"


def read_moment(text: str) -> datetime:
    """The moment of a stored form."""
    return datetime.fromisoformat(text)


def new_secret(size: int = 20) -> str:
    """A password that nobody can guess: random bytes as hexadecimal digits."""
    return os.urandom(size).hex()
