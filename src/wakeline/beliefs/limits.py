"""Numbers in a sentence: how much of what, what time of day, and where a limit lies.

Reads words and digits: "five kilos", "an hour", "9 am", "more than three essays". It does not
know what is limited, or what happens beyond it.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from wakeline.language.numbers import number_words, small_numbers
from wakeline.language.word_lists import any_of

# Each unit as so much of the first of its kind.
_UNITS: Final = {
    **dict.fromkeys(("second", "sec", "s"), ("time", 1.0)),
    **dict.fromkeys(("minute", "min"), ("time", 60.0)),
    **dict.fromkeys(("hour", "hr", "h"), ("time", 3600.0)),
    **dict.fromkeys(("day",), ("time", 86_400.0)),
    **dict.fromkeys(("week",), ("time", 7 * 86_400.0)),
    **dict.fromkeys(("month",), ("time", 30 * 86_400.0)),
    **dict.fromkeys(("quarter",), ("time", 91 * 86_400.0)),
    **dict.fromkeys(("year",), ("time", 365 * 86_400.0)),
    **dict.fromkeys(("gram", "g"), ("weight", 0.001)),
    **dict.fromkeys(("kilo", "kg", "kilogram"), ("weight", 1.0)),
    **dict.fromkeys(("ton", "tonne", "t"), ("weight", 1000.0)),
    **dict.fromkeys(("metre", "meter", "m"), ("length", 1.0)),
    **dict.fromkeys(("kilometre", "kilometer", "km"), ("length", 1000.0)),
    **dict.fromkeys(("mile",), ("length", 1609.0)),
    **dict.fromkeys("euro eur € dollar usd $ pound gbp £".split(), ("money", 1.0)),
    **dict.fromkeys(("degree", "°c", "celsius"), ("temperature", 1.0)),
    **dict.fromkeys(("percent", "%"), ("share", 1.0)),
    **dict.fromkeys(("megabyte", "mb"), ("size", 1.0)),
    **dict.fromkeys(("gigabyte", "gb"), ("size", 1000.0)),
}
_NUMBERS: Final = {word: float(value) for word, value in number_words().items()} | {
    "a": 1.0, "an": 1.0, "half": 0.5, "both": 2.0, "whole": 1.0, "entire": 1.0, "another": 1.0,
    "single": 1.0, "third": 3.0, "fourth": 4.0, "fifth": 5.0, "sixth": 6.0,
}  # fmt: skip
_TOKEN: Final = re.compile(r"\d+(?:[.,:]\d+)*|[$€£%]|[^\W\d_]+(?:'[^\W\d_]+)?")
_LIMIT: Final = re.compile(
    r"\b(?P<over>(?:more|longer|larger|bigger|heavier|higher|greater|later|further|faster) than"
    r"|over|above|beyond|exceeding|after)\b"
    r"|\b(?P<under>(?:less|fewer|shorter|smaller|lighter|lower|earlier|cheaper) than"
    r"|under|below|before)\b",
    re.IGNORECASE,
)
_CLOCK: Final = re.compile(
    rf"\b(?P<half>half past )?(?P<hour>\d{{1,2}}|{any_of(small_numbers())})"
    r"(?::(?P<minute>\d\d))?\s*(?P<half_of_day>[ap]\.?m\b\.?|o'clock"
    r"|in the (?:morning|afternoon|evening))?",
    re.IGNORECASE,
)
_BEFORE_A_CLOCK: Final = re.compile(
    r"\b(?:at|from|before|after|until|by|past|is|only)\s*$", re.IGNORECASE
)
_PARTS_OF_DAY: Final = {"noon": 12.0, "midday": 12.0, "midnight": 0.0}


class Amount(NamedTuple):
    """So much of a kind: 7200 of time, 5 of weight, 3 of `essay`."""

    kind: str
    amount: float


class Limit(NamedTuple):
    """What lies beyond an amount is meant: above it, or below."""

    kind: str
    amount: float
    above: bool

    def meets(self, found: Amount) -> bool:
        return found.amount > self.amount if self.above else found.amount < self.amount


# Words that only say on which side of a limit something lies.
_COMPARING: Final = frozenset(
    "longer larger bigger heavier higher greater later further faster shorter smaller lighter "
    "lower earlier cheaper fewer over above beyond under below live last".split()
)


def is_of_a_limit(word: str) -> bool:
    """Whether a word says how a limit is measured, and nothing of what is limited."""
    return word in _COMPARING or word in _UNITS or word.removesuffix("s") in _UNITS


def number_of(word: str) -> float | None:
    """The number that a word says."""
    if word in _NUMBERS:
        return _NUMBERS[word]
    try:
        return float(word.replace(",", "")) if word[:1].isdigit() else None
    except ValueError:
        return None


def quantities(text: str) -> list[Amount]:
    """What a text says of how much, and of what time of day."""
    return [*_amounts(text), *_hours(text)]


def limit_of(text: str) -> Limit | None:
    """The limit that a text sets; None if it sets none."""
    for found in _LIMIT.finditer(text):
        rest = text[found.end() : found.end() + 40]
        above = found["over"] is not None
        if found[0].lower() in ("before", "after"):
            hours = _hours(f"at{rest}")
            if hours and not _amounts(rest.strip().split(",")[0]):
                return Limit("clock", hours[0].amount, above)
            continue
        amounts = _amounts(rest)
        if amounts:
            return Limit(amounts[0].kind, amounts[0].amount, above)
    return None


def _amounts(text: str) -> list[Amount]:
    words = _TOKEN.findall(text.lower().replace("-", " "))
    made = []
    for at, word in enumerate(words):
        number = number_of(word)
        if number is None or at + 1 >= len(words):
            continue
        behind = [each for each in words[at + 1 : at + 4] if each not in ("more", "other", "of")]
        if word in "$€£" and number_of(words[at + 1]):
            made.append(Amount("money", number_of(words[at + 1]) or 0.0))
        for each in behind[:2]:
            unit = _UNITS.get(each) or _UNITS.get(each.removesuffix("s"))
            if unit is not None:
                made.append(Amount(unit[0], number * unit[1]))
                break
        else:
            if behind and word not in ("a", "an", "half", "whole", "another", "entire"):
                made.extend(Amount(each.removesuffix("s"), number) for each in behind[:2])
            elif behind and word in ("a", "an", "another"):
                made.append(Amount(behind[0].removesuffix("s"), 1.0))
    made.extend(_rests(words))
    return made


def _rests(words: list[str]) -> list[Amount]:
    """For "the rest of the year" a year is taken."""
    return [
        Amount(*_UNITS[word])
        for at, word in enumerate(words)
        if word in _UNITS and "rest" in words[max(0, at - 3) : at]
    ]


def _hours(text: str) -> list[Amount]:
    made = [
        Amount("clock", hour)
        for word, hour in _PARTS_OF_DAY.items()
        if re.search(rf"\b{word}\b", text, re.IGNORECASE)
    ]
    for found in _CLOCK.finditer(text):
        told = (found["half_of_day"] or "").lower().replace(".", "")
        named = told or found["minute"] or found["half"]
        if not named and not _BEFORE_A_CLOCK.search(text[: found.start()]):
            continue
        if not named and _UNITS.get(_next_word(text, found.end())):
            continue
        hour = number_of(found["hour"].lower()) or 0.0
        if hour > 24:
            continue
        hour += int(found["minute"] or 0) / 60 + (0.5 if found["half"] else 0.0)
        if told in ("pm", "in the afternoon", "in the evening") and hour < 12:
            hour += 12
        made.append(Amount("clock", hour))
    return made


def _next_word(text: str, at: int) -> str:
    found = _TOKEN.search(text.lower(), at)
    return found[0].removesuffix("s") if found else ""
