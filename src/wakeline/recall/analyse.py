"""Turn text into search terms: one analyser for both engines.

Words are folded, stop words left out, English words stemmed; scripts that write
without spaces become overlapping pairs of letters, so that any part of a sentence
is found by its own words. It does not know how terms are stored, counted or ranked,
and does not resolve dates. A question of one single letter of such a script finds only
texts in which that letter stands alone.

Its terms are stored in indexes: after a change here they must be built again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Final
from unicodedata import category, normalize

from wakeline.language.ascii_words import ascii_words
from wakeline.language.stems import stem_word
from wakeline.language.stop_words import indexed_stop_words

MOST_LETTERS: Final = 64  # of one term
MOST_ASKED: Final = 20_000  # characters of a question that are read
MOST_STEMS: Final = 50_000  # kept at once

STOP_WORDS: Final = indexed_stop_words()

_POSSESSIVE: Final = re.compile(r"'s\b")
# Blocks of Unicode that hold combining marks: Python's \w has letters and digits only, and
# without their marks the words of many scripts fall apart.
_MARKED: Final = (
    *(range(0x300, 0x2000), range(0x20D0, 0x20F1), range(0x302A, 0x3030), range(0x3099, 0x309B)),
    *(range(0xA66F, 0xA700), range(0xA800, 0xAC00), range(0xFE20, 0xFE30)),
)
# Han, kana and bopomofo, Thai and Lao, Khmer, Myanmar; Hangul has spaces, and endings.
_UNSPACED: Final = (
    "\u3005-\u3007\u3041-\u30ff\u3100-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U000323af\u0e00-\u0e7f\u0e80-\u0eff\u1780-\u17dd\u1000-\u1049\u1050-\u109f"
    "\uaa60-\uaa7f"
)
_HANGUL: Final = "\uac00-\ud7a3"
_ARABIC_ARTICLE: Final = re.compile(
    "(?:[\u0648\u0628\u0641\u0643]?\u0627\u0644|\u0644\u0644)(?=\\w{3})"
)

# Signs that are invisible or optional, and letters that can be written in several ways.
_FOLDS: Final = str.maketrans(
    {
        **dict.fromkeys(map(chr, (0xAD, *range(0x200B, 0x2010), *range(0x2060, 0x2065), 0xFEFF))),
        **dict.fromkeys(map(chr, (0x640, 0x670, *range(0x64B, 0x653)))),  # tatweel, tashkeel
        **dict.fromkeys("\u0622\u0623\u0625\u0671", "\u0627"),  # alef
        **dict.fromkeys("\u0649\u06cc", "\u064a"),  # yeh
        "\u06a9": "\u0643",  # kaf
        **dict.fromkeys("\u2018\u2019\u02bc", "'"),
        **dict.fromkeys("\u0130\u0131", "i"),  # Turkish: with and without its dot
        "_": " ",
    }
)


@cache
def _marks() -> str:
    """The marks as ranges: a pattern of single marks takes ten times as long to compile."""
    marks = [at for block in _MARKED for at in block if category(chr(at)) in {"Mn", "Mc"}]
    follow = set(marks)
    starts = [at for at in marks if at - 1 not in follow]
    ends = [at for at in marks if at + 1 not in follow]
    return "".join(f"{chr(start)}-{chr(end)}" for start, end in zip(starts, ends, strict=True))


# Compiled at first use: a text in ASCII needs none of them.
@cache
def _runs() -> re.Pattern[str]:
    """Matches letters, digits and marks that stand together."""
    return re.compile(f"[\\w{_marks()}]+")


@cache
def _scripts() -> re.Pattern[str]:
    """Matches the parts of a run in a script without spaces, or in Hangul."""
    return re.compile(f"([{_UNSPACED}]+|[{_HANGUL}]+)")


@cache
def _letters() -> re.Pattern[str]:
    """Matches one letter with its marks."""
    return re.compile(f"(?s:.)[{_marks()}]*")


class _Stems(dict[str, str]):
    """The term of each ASCII word seen, empty for a stop word. Bounded, safe among threads."""

    def __missing__(self, word: str) -> str:
        term = "" if word in STOP_WORDS else stem_word(word[:MOST_LETTERS])
        if len(word) <= MOST_LETTERS:
            if len(self) >= MOST_STEMS:
                self.clear()
            # One object for both where they are equal: it saves memory.
            self[word] = term = word if term == word else term
        return term


_stems: Final = _Stems()


def _pairs(run: str) -> list[str]:
    """Overlapping pairs of letters, each with its marks; one letter as itself."""
    letters = _letters().findall(run)
    if len(letters) == 1:
        return [run[:MOST_LETTERS]]
    return [(first + second)[:MOST_LETTERS] for first, second in pairwise(letters)]


def _whole(word: str) -> list[str]:
    """A word of another script as it is, and without the article if it is Arabic."""
    if word in STOP_WORDS:
        return []
    article = _ARABIC_ARTICLE.match(word)
    forms = [word, word[article.end() :]] if article else [word]
    return [form[:MOST_LETTERS] for form in forms]


def _hangul(word: str) -> list[str]:
    pairs = _pairs(word)
    return pairs if len(word) < 3 else [*pairs, word[:MOST_LETTERS]]


def _of_run(run: str) -> Iterator[str]:
    """The terms of letters and digits that stand together, script by script."""
    for at, part in enumerate(_scripts().split(run)):
        if at % 2:
            yield from _hangul(part) if "\uac00" <= part[0] <= "\ud7a3" else _pairs(part)
        elif part.isascii():
            yield _stems[part] if part else ""
        else:
            yield from _whole(part)


def _folded(text: str) -> str:
    """A text in small letters and normal form. Folding can undo the form: it is applied twice."""
    plain = normalize("NFKC", text.translate(_FOLDS)).casefold()
    return normalize("NFKC", plain).translate(_FOLDS)


def terms_of(words: Iterable[str]) -> list[str]:
    """The terms of an ASCII text that is already split into words."""
    # The "s" that a possessive leaves behind is a stop word.
    return list(filter(None, map(_stems.__getitem__, words)))


def terms(text: str) -> list[str]:
    """The terms of a text, in order, as often as they occur."""
    if text.isascii():
        return terms_of(ascii_words(text))
    plain = _folded(text)
    if "'s" in plain:
        plain = _POSSESSIVE.sub("", plain)
    if plain.isascii():
        return terms_of(ascii_words(plain))
    found: list[str] = []
    for run in _runs().findall(plain):
        if run.isascii():
            found.append(_stems[run])
        else:
            found += _of_run(run)
    return [term for term in found if term]


def query_terms(text: str, *, most: int = 64) -> list[str]:
    """The first `most` different terms of a question, in order. Empty if all are stop words."""
    return list(dict.fromkeys(terms(text[:MOST_ASKED])))[:most]
