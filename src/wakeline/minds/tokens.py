"""Estimate the tokens of a text without a tokenizer.

Counts characters by what they are: words, digits, marks, and other scripts by the first byte
of their characters in UTF-8. The weights were fitted to a tokenizer of 32,000 pieces, which
splits finer than later ones, so that estimates are a little high and seldom low
(docs/formulas.md). It is fast enough for a wake, since it loads nothing, and for a turn, since
it has no Python loop over characters.
"""

from __future__ import annotations

from itertools import filterfalse
from typing import Final

from wakeline.minds.token_words import ONE_PIECE

# The tokens of one character beyond ASCII, by its first byte.
SCRIPTS: Final = (
    (0xC2, 0xC2, 1.1),  # signs of Latin-1
    (0xC3, 0xC9, 1.06),  # Latin letters with accents
    (0xCA, 0xCD, 2.0),  # phonetic letters, accents on their own
    (0xCE, 0xCF, 1.18),  # Greek
    (0xD0, 0xD1, 0.66),  # Cyrillic
    (0xD2, 0xD3, 2.0),  # Cyrillic beyond the Slavic languages
    (0xD4, 0xD7, 1.33),  # Armenian, Hebrew
    (0xD8, 0xDB, 1.33),  # Arabic
    (0xDC, 0xDF, 2.0),  # Syriac and others
    (0xE0, 0xE0, 3.0),  # India, Thailand and their neighbours
    (0xE1, 0xE1, 2.32),  # Vietnamese accents, Georgian, Khmer
    (0xE2, 0xE2, 2.0),  # dashes, quotes, arrows, frames
    (0xE3, 0xE3, 1.06),  # kana, marks of East Asia
    (0xE4, 0xE9, 1.95),  # Han
    (0xEA, 0xED, 2.1),  # Hangul
    (0xEE, 0xEF, 2.0),  # wide marks
    (0xF0, 0xF7, 4.0),  # emoji, and whatever is rare: a token a byte
)
# Devanagari and Thai also begin with 0xE0, but need fewer tokens.
CHEAP_PREFIXES: Final = (b"\xe0\xa4", b"\xe0\xa5", b"\xe0\xb8", b"\xe0\xb9")
CHEAP_DISCOUNT: Final = 1.55
A_TEXT: Final = 1  # the start of a text counts as a space
UNKNOWN_WORD: Final = 0.8
LETTER: Final = 0.31  # of an unknown word
MARK: Final = 0.95
PAIR_OF_MARKS: Final = -0.6  # some pairs are one token
TWO_SPACES: Final = 0.3
NOISE: Final = 1e-9  # rounding errors of sums must not change a whole number
TWO_CAPITALS: Final = 1.0  # names of constants, ids
HUMP: Final = 1.3  # a capital after a small letter

_SMALL, _CAPITAL, _DIGIT, _MARK, _SPACE, _CONTROL = b"aA0. n"


def _kinds() -> bytes:
    """The kind of each byte; the first byte of a non-ASCII character gives its row in SCRIPTS."""
    kinds = bytearray([_MARK]) * 256
    for first, last, kind in (
        (0, 31, _CONTROL),
        (32, 32, _SPACE),
        (48, 57, _DIGIT),
        (65, 90, _CAPITAL),
        (97, 122, _SMALL),
        (127, 127, _CONTROL),
        *((first, last, first) for first, last, _ in SCRIPTS),
    ):
        kinds[first : last + 1] = bytes([kind]) * (last + 1 - first)
    return bytes(kinds)


def _letters() -> bytes:
    """A table that maps ASCII letters to lower case and all other bytes to a space."""
    return bytes(
        byte | 32 if kind in (_SMALL, _CAPITAL) else 32 for byte, kind in enumerate(_KINDS)
    )


_KINDS: Final = _kinds()
_LETTERS: Final = _letters()
_FOLLOWING: Final = bytes(range(0x80, 0xC0))  # all but the first byte of a character
_ALL_BUT_FIRSTS: Final = bytes(range(0xC0))
_is_known: Final = frozenset(ONE_PIECE.split()).__contains__
# A server counts the same lines at every wake. Keyed by hash, so that no text stays in memory.
_counted: Final[dict[int, float]] = {}
SHORT: Final = 500
MOST_COUNTED: Final = 8192


class EstimatedTokens:
    """Estimates tokens by the kinds of characters."""

    @staticmethod
    def count(text: str) -> int:
        worth = _counted.get(hash(text))
        if worth is None:
            worth = _worth(text)
        return int(A_TEXT + worth + NOISE) if text else 0

    @staticmethod
    def count_by_lines(text: str) -> int:
        """The same number, faster if most of the lines were counted before."""
        # No rule spans a line end, so the estimate of a text is the sum over its lines.
        lines = text.split("\n")
        worths = [
            _worth(line) if known is None else known
            for line, known in zip(lines, map(_counted.get, map(hash, lines)), strict=True)
        ]
        return int(A_TEXT + sum(worths) + len(lines) - 1 + NOISE) if text else 0


def _worth(text: str) -> float:
    """The estimate of a text that is not in the cache; short texts are then cached."""
    if len(text) > SHORT:
        return _count(text)
    if len(_counted) >= MOST_COUNTED:
        _counted.clear()
    found = _counted[hash(text)] = _count(text)
    return found


def _count(text: str) -> float:
    """The estimate of a text, without its start."""
    raw = text.encode(errors="replace")
    is_ascii = len(raw) == len(text)
    kinds = raw.translate(_KINDS, b"" if is_ascii else _FOLLOWING)
    words = raw.translate(_LETTERS).split()
    unknown = [*filterfalse(_is_known, words)]
    of = kinds.count
    tokens = (
        len(words)
        - (1 - UNKNOWN_WORD) * len(unknown)
        + LETTER * len(b"".join(unknown))
        + of(_CONTROL)
        + TWO_SPACES * of(b"  ")
    )
    # Most texts have few of these, so pairs are counted only where they can occur.
    if digits := of(_DIGIT):
        tokens += digits + of(b" 0")  # a space before a digit is a token
    if marks := of(_MARK):
        tokens += MARK * marks + PAIR_OF_MARKS * of(b"..")
    if of(_CAPITAL) > 1:
        tokens += TWO_CAPITALS * of(b"AA") + HUMP * of(b"aA")
    if not is_ascii:
        beyond = kinds.translate(None, _ALL_BUT_FIRSTS).count  # most of a text is ASCII
        tokens += sum([beyond(first) * worth for first, _, worth in SCRIPTS])
        if beyond(0xF0):
            tokens += of(b" \xf0")  # and so is a space before an emoji
        if beyond(0xE0):
            tokens -= CHEAP_DISCOUNT * sum(map(raw.count, CHEAP_PREFIXES))
    return tokens
