"""Numbers and times of day in English words: "twelve hundred", "a quarter past ten"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_ONES: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_NTH: Final = "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
_VALUES: Final = {
    **{word: value for value, word in enumerate(_ONES)},
    **{word: 10 * value for value, word in enumerate(_TENS, 2)},
    **{word: value for value, word in enumerate(_NTH, 3)},
    "dozen": 12,
}
_SCALES: Final = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
_WORD: Final = "|".join(sorted((*_VALUES, *_SCALES), key=len, reverse=True))
_RUN: Final = re.compile(
    rf"\b(?:a\s+(?=dozen|hundred|thousand|million))?(?:{_WORD})\b"
    rf"(?:(?:[\s-]+(?:and\s+)?)(?:{_WORD})\b)*",
    re.IGNORECASE,
)
# What "one" stands before where it is a number: a noun, not "one of them" or "that one myself".
_COUNTED: Final = re.compile(
    r"-|\s+(?!(?:of|is|was|for|that|which|who|my|your|another|more|myself|at|in|on)\b)[a-z]",
    re.IGNORECASE,
)
_HOUR: Final = "|".join(_ONES[1:13])
AT_CLOCK: Final = (
    rf"\b(?P<words>(?:(?P<part>quarter|half)\s+(?P<side>past|to))\s+(?P<at>{_HOUR})"
    rf"|(?P<sharp>{_HOUR})\s+o'clock)\b"
)


def number_words(text: str) -> Iterator[tuple[int, int, float, float]]:
    """Where numbers are written as words, with their value and how precise that is."""
    for match in _RUN.finditer(text):
        words = re.findall(r"[a-z]+", match[0].lower())
        words = [word for word in words if word not in ("a", "and")]
        if words == ["one"] and _COUNTED.match(text, match.end()) is None:
            continue
        yield match.start(), match.end(), _value(words), 0.5


def _value(words: list[str]) -> float:
    total, current = 0, 0
    for word in words:
        scale = _SCALES.get(word)
        if scale is None:
            current += _VALUES[word]
        elif scale == 100:
            current = max(current, 1) * scale
        else:
            total, current = total + max(current, 1) * scale, 0
    return float(total + current)


def clock_words(parts: dict[str, str | None]) -> tuple[int, int]:
    """The hour and the minute of a time in words."""
    if parts.get("sharp"):
        return _ONES.index(str(parts["sharp"]).lower()), 0
    hour = _ONES.index(str(parts["at"]).lower())
    minutes = 15 if str(parts["part"]).lower() == "quarter" else 30
    return (hour, minutes) if str(parts["side"]).lower() == "past" else (hour - 1, 60 - minutes)
