"""Split a state into pieces to embed, and measure the distance of two states in meaning.

A state is a text that is watched: a document, a note, a status. A short one is compared
word by word, a long one sentence by sentence; pieces that are in both match exactly. Vectors
are passed in, so a comparison needs no embedder and no numpy. It does not know why the
distance is wanted or how it is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from math import isfinite, sqrt
from operator import mul
from typing import Final, NamedTuple

from wakeline.minds.calibration import Likeness, calibration_of, curve_value
from wakeline.minds.embedders.static import STOP_TOKENS

MOST_CHARACTERS: Final = 16_000  # of a state; the rest is not compared
MOST_WORDS: Final = 48  # of a state that is compared word by word
MOST_SENTENCES: Final = 64
LONGEST_WORD: Final = 40
MOST_LETTERS: Final = 400  # of one sentence; the rest is not embedded
# From these lengths a word with two swapped letters, or one missing, counts as the same word.
SHORTEST_SWAPPED: Final = 4
SHORTEST_MISSING: Final = 7
# Two texts with equal vectors are most likely in a script that the embedder cannot read.
NOT_TOLD_APART: Final = 0.9995

# Not the splitter of `language`: vectors of these sentences are kept beside each state.
_SENTENCE_END: Final = re.compile(r"(?<=[.!?…;])\s+|(?<=[。！？；])")
_LIST_MARK: Final = re.compile(r"^\s*(?:#{1,6}\s+|[-*+•]\s+|\d{1,3}[.)]\s+)+")
_WORD: Final = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*")
_ELISION: Final = re.compile(r"^(?:[cdjlmnst]|qu)'|'(?:s|d|m|ll|re|ve)$")
_UNSPACED_COMMA: Final = re.compile(r"[、，・「」『』]")
_SMALL_NUMBERS: Final = {
    word: str(number)
    for number, word in enumerate(
        "zero - two three four five six seven eight nine ten eleven twelve".split()
    )
} | {"twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "hundred": "100"}
# Stop words of other languages; none of them is an English content word.
_SAYS_LITTLE: Final = STOP_TOKENS | frozenset(
    """
    one
    der das dem den des ein eine einen einem einer und oder aber ist sind zum zur auf für von vom
    mit bei ich sie wir ihr mir mich sich auch wie wenn dass nach haben wird el los las del una
    unos unas y en lo pero muy con por para que de le les se su sus es está yo él une du et dans
    avec qui cette ces elle je nous vous uma não também pela pelo ao aos é ele ela você seu sua
    """.split()
)


_REAL_WORDS: Final = frozenset("dose form fro hand hans nay sin three won odes ist eben".split())


def _swapped(word: str) -> set[str]:
    """All variants of a word with two neighbouring letters swapped, as in typing errors."""
    return {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1)}


# "Teh" counts as the stop word "the".
_SLIPS: Final = frozenset(
    slip for word in STOP_TOKENS if len(word) >= 3 for slip in _swapped(word) - _REAL_WORDS
)


Vectors = dict[str, Sequence[float]]


class StatePieces(NamedTuple):
    """The pieces of a state to embed: its sentences, and its words if they are few enough.

    `is_whole` says whether the pieces cover the whole state.
    """

    sentences: tuple[str, ...]
    words: tuple[str, ...]
    is_whole: bool

    @property
    def texts(self) -> list[str]:
        """Everything to embed, in the order in which vectors are expected."""
        return [*self.sentences, *self.words]


def sentences_of(text: str) -> list[str]:
    """The sentences of a text, without marks of lists and headings."""
    lines = (_LIST_MARK.sub("", line) for line in text.splitlines())
    found = (piece for line in lines for piece in _SENTENCE_END.split(line))
    return [" ".join(each.split()) for each in found if _WORD.search(each)]


def words_of(text: str) -> list[str]:
    """The words of a text without stop words, each once; small numbers as digits."""
    found: dict[str, None] = {}
    text = _UNSPACED_COMMA.sub("", text.lower().replace("’", "'"))
    for run in _WORD.findall(text):
        for part, unspaced in _parts(run):
            if unspaced:
                found.update(dict.fromkeys(part[i : i + 2] for i in range(max(1, len(part) - 1))))
                continue
            word = _ELISION.sub("", part)
            if word not in _SAYS_LITTLE and word not in _SLIPS and "n't" not in word:
                found[_SMALL_NUMBERS.get(word, word)] = None
    return list(found)


def _parts(run: str) -> list[tuple[str, bool]]:
    """A run of letters, split where a script without spaces begins or ends."""
    if run.isascii():
        return [(run, False)]
    return [("".join(signs), unspaced) for unspaced, signs in groupby(run, _is_unspaced)]


def _is_unspaced(sign: str) -> bool:
    """Whether a letter is kana, Han or Thai, where pairs of letters are used as words."""
    return (
        "\u3005" <= sign <= "\u9fff" or "\uf900" <= sign <= "\ufaff" or "\u0e00" <= sign <= "\u0e7f"
    )


def state_pieces(text: str) -> StatePieces:
    """The pieces of a state to embed: a bounded number, however long the state is."""
    read = text[:MOST_CHARACTERS]
    found = sentences_of(read)
    sentences = tuple(dict.fromkeys(each[:MOST_LETTERS] for each in found))[:MOST_SENTENCES]
    words = tuple(words_of(read))
    if len(words) > MOST_WORDS:
        words = ()
    is_whole = len(text) <= MOST_CHARACTERS and (bool(words) or set(found) <= set(sentences))
    return StatePieces(sentences, words, is_whole)


def state_distance(
    before: str,
    before_vectors: Sequence[Sequence[float]],
    after: str,
    after_vectors: Sequence[Sequence[float]],
    *,
    embedder: str,
) -> float | None:
    """The distance of two states in meaning, from 0 to 1 on the common scale of all embedders.

    The vectors are those of `state_pieces(...).texts`, both by the same embedder, given by name or
    fingerprint. None if their number or dimension does not fit the pieces.
    """
    old, new = state_pieces(before), state_pieces(after)
    vectors = _fitting(old, before_vectors, new, after_vectors)
    if vectors is None:
        return None
    row = calibration_of(embedder)
    if old.words and new.words:
        raw = _apart(old.words, new.words, vectors, row.words, lambda _: 1.0)
    else:
        raw = _apart(old.sentences, new.sentences, vectors, row.sentences, _mass)
    return curve_value(row.states, raw)


def _fitting(
    old: StatePieces,
    old_vectors: Sequence[Sequence[float]],
    new: StatePieces,
    new_vectors: Sequence[Sequence[float]],
) -> Vectors | None:
    """The vector of each piece, or None if the vectors do not fit."""
    texts, rows = [*old.texts, *new.texts], [*old_vectors, *new_vectors]
    if len(old.texts) != len(old_vectors) or len(new.texts) != len(new_vectors):
        return None
    if len({len(row) for row in rows}) > 1:
        return None
    return dict(zip(texts, rows, strict=True))


def _mass(sentence: str) -> float:
    return max(1.0, len(words_of(sentence)))


def _apart(
    old: Sequence[str],
    new: Sequence[str],
    vectors: Vectors,
    likeness: Likeness,
    mass: Callable[[str], float],
) -> float:
    """The share of the larger state that has no counterpart in the other, piece matched to piece.

    The best match is taken first; the unmatched rest of a larger piece can match another piece.
    """
    left, right = ({piece: mass(piece) for piece in pieces} for pieces in (old, new))
    whole = max(sum(left.values()), sum(right.values()))
    matched = 0.0
    for piece in left.keys() & right.keys():
        matched += left.pop(piece)
        del right[piece]
    units = {piece: _unit(vectors[piece]) for piece in (*left, *right)}
    pairs = [
        (share, one, other)
        for one in left
        for other in right
        if (share := _share(one, other, sum(map(mul, units[one], units[other])), likeness)) > 0
    ]
    for share, one, other in sorted(pairs, reverse=True):
        taken = min(left[one], right[other])
        matched += share * taken
        left[one] -= taken
        right[other] -= taken
    return max(0.0, 1 - matched / whole) if whole else 0.0


def _share(one: str, other: str, cosine: float, likeness: Likeness) -> float:
    """How much of one piece another, different piece also says."""
    if cosine >= NOT_TOLD_APART:
        ours, theirs = set(words_of(one)), set(words_of(other))
        return len(ours & theirs) / max(len(ours), len(theirs), 1)
    if _is_value(one) or _is_value(other):
        return 0.0
    return 1.0 if _is_slip(one, other) else likeness.share(cosine)


def _is_slip(one: str, other: str) -> bool:
    """Whether two words are the same except for a typing error."""
    if not (_is_word(one) and _is_word(other)) or abs(len(one) - len(other)) > 1:
        return False
    if one in _swapped(other):
        return len(one) >= SHORTEST_SWAPPED
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return len(shorter) >= SHORTEST_MISSING and any(
        longer[:i] + longer[i + 1 :] == shorter for i in range(len(longer))
    )


def _is_value(piece: str) -> bool:
    """Whether a piece is a word with a digit: another number is always another state."""
    return _is_word(piece) and any(sign.isdigit() for sign in piece)


def _is_word(piece: str) -> bool:
    return len(piece) <= LONGEST_WORD and " " not in piece and not any(map(_is_unspaced, piece))


def _unit(vector: Sequence[float]) -> list[float]:
    length = sqrt(sum(map(mul, vector, vector)))
    return [number / length for number in vector] if isfinite(length) and length else [0.0]
