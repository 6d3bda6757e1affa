"""A page: the search data of one turn as bytes, fast to load for many turns at once.

Terms are kept as numbers made from their letters, so that a page needs no table of
terms and is the same wherever it is made. A page is a header and arrays, little-endian.
It does not know where pages are kept.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, NamedTuple

from wakeline.language.dates import Day
from wakeline.recall.turns import IndexedTurn

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

# words, share of questions, flags; then the numbers of own terms, said terms, dated, told, days
HEADER: Final = struct.Struct("<IfHHHHHH")
MOST: Final = 0xFFFF
FIRST_PERSON, SECOND_PERSON, HAS_QUESTION, HAS_TIME = 1, 2, 4, 8
# 16 to 128 depend on the rows around a row: see `columns`.
WISHES, NAMES, NAMES_MORE = 256, 512, 1024


class TurnPage(NamedTuple):
    """A turn as the ranker loads it: terms by number."""

    words: int
    asks: float
    flags: int
    own: int  # how many of the said terms are of the text; the rest are of the speaker's name
    said: npt.NDArray[np.int64]
    counts: npt.NDArray[np.uint16]
    dated: npt.NDArray[np.int64]
    told: npt.NDArray[np.int64]
    days: tuple[Day, ...]


@lru_cache(maxsize=50_000)
def term_number(term: str) -> int:
    """A term as a number of 64 bits; two terms with the same number are very unlikely."""
    return int.from_bytes(blake2b(term.encode(), digest_size=8).digest(), "little", signed=True)


def page_bytes(turn: IndexedTurn) -> bytes:
    """A turn as bytes."""
    said = list(turn.said.items())[:MOST]
    days = turn.days[:MOST]
    flags = (
        FIRST_PERSON * turn.first_person
        | SECOND_PERSON * turn.second_person
        | HAS_QUESTION * turn.has_question
        | HAS_TIME * turn.has_time
        | WISHES * turn.wishes
        | NAMES * (turn.names > 0)
        | NAMES_MORE * (turn.names > 1)
    )
    counts = (len(turn.own), len(said), len(turn.dated), len(turn.told), len(days))
    terms = [term_number(term) for term in (*(t for t, _ in said), *turn.dated, *turn.told)]
    dates = [part for day in days for part in day]
    return b"".join(
        (
            HEADER.pack(turn.words, turn.asks, flags, *(min(n, MOST) for n in counts)),
            struct.pack(f"<{len(terms)}q", *terms),
            struct.pack(f"<{len(said)}H", *(min(count, MOST) for _, count in said)),
            struct.pack(f"<{len(dates)}H", *dates),
        )
    )


def read_page(raw: bytes) -> TurnPage:
    """A page from its bytes."""
    import numpy as np

    words, asks, flags, own, said, dated, told, days = HEADER.unpack_from(raw)
    at = HEADER.size
    terms = np.frombuffer(raw, dtype="<i8", count=said + dated + told, offset=at)
    at += 8 * len(terms)
    counts = np.frombuffer(raw, dtype="<u2", count=said, offset=at)
    at += 2 * said
    parts = struct.unpack_from(f"<{3 * days}H", raw, at)
    return TurnPage(
        words,
        asks,
        flags,
        own,
        terms[:said],
        counts,
        terms[said : said + dated],
        terms[said + dated :],
        tuple(Day(*parts[i : i + 3]) for i in range(0, 3 * days, 3)),
    )
