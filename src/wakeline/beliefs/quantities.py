"""Numbers in a text, with what they count, and whether two of them say the same.

Reads figures, number words, units, money, shares, versions, clock times and days as English
writes them; figures with units are read in any language. A quantity knows how precisely it was
written: "1.2k" and 1,240 agree, "1,200" and 1,240 do not. It does not know what is true.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from wakeline.language.calendar import month_names, month_numbers, weekday_names
from wakeline.language.numbers import clock_pattern, clock_time, numbers_in_words
from wakeline.language.word_lists import any_of

APPROXIMATELY: Final = 0.05  # how far "about" may be off, of the value
KNOWN_TEXTS: Final = 1_024
MINUTES: Final = 60
HALF_A_DAY: Final = 12 * MINUTES
ROUNDING: Final = 1.000001  # of floating point

_SECONDS: Final = {
    "ms": 0.001, "millisecond": 0.001, "s": 1, "sec": 1, "second": 1, "min": 60, "minute": 60,
    "h": 3600, "hr": 3600, "hour": 3600, "day": 86_400, "night": 86_400, "week": 604_800,
    "month": 31_557_600 / 12, "year": 31_557_600,
}  # fmt: skip
_BYTES: Final = {
    "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12, "kib": 1024, "mib": 1024**2, "gib": 1024**3,
    "tib": 1024**4, "kilobyte": 1e3, "megabyte": 1e6, "gigabyte": 1e9, "terabyte": 1e12,
}  # fmt: skip
_MASSES: Final = {"kg": 1, "kilo": 1, "kilogram": 1, "g": 0.001, "gram": 0.001, "tonne": 1000}
_LENGTHS: Final = {"km": 1000, "kilometre": 1000, "kilometer": 1000, "cm": 0.01, "mm": 0.001}
_MONEY: Final = {
    "€": "euro", "eur": "euro", "euro": "euro", "$": "dollar", "usd": "dollar", "dollar": "dollar",
    "£": "pound", "gbp": "pound", "pound": "pound", "chf": "franc", "franc": "franc",
}  # fmt: skip
UNITS: Final[dict[str, tuple[str, float]]] = {
    **{name: ("time", size) for name, size in _SECONDS.items()},
    **{name: ("bytes", size) for name, size in _BYTES.items()},
    **{name: ("mass", size) for name, size in _MASSES.items()},
    **{name: ("length", size) for name, size in _LENGTHS.items()},
    **{name: (f"money {coin}", 1.0) for name, coin in _MONEY.items()},
    "%": ("share", 1.0),
    "percent": ("share", 1.0),
    "percentage": ("share", 1.0),
}
MONTHS: Final = month_names()
WEEKDAYS: Final = weekday_names()
AT_CLOCK: Final = clock_pattern()
_MONTH: Final = rf"(?P<month>{any_of(month_numbers())})\.?"
_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR: Final = r"(?:,?\s+(?P<year>\d{4}))?"
_CLOCK: Final = (
    r"\b(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?::\d\d)?\b\s*(?P<half>[ap]\.?m\b)?"
)
# Letters and digits in one word, apart from a figure with its unit.
_LABEL: Final = (
    r"\b(?P<label>(?=\w*\d)(?=\w*[a-z])(?!\d+(?:k|m|bn|g|t|gb|tb|mb|kb|ms|s|h|kg|km|th|st|nd|rd"
    r"|min)\b)\w{2,40})\b"
)
_FIGURE: Final = (
    r"(?P<coin>[€$£]\s?|\b(?:eur|usd|gbp|chf)\s)?"
    r"(?P<figure>(?<![\w.])\d{1,3}(?:[,' \u202f]\d{3})+(?:\.\d+)?|(?<![\w.])\d+(?:\.\d+)?)"
    r"(?P<nth>st|nd|rd|th)?(?:\s?(?P<scale>k|m|bn|thousand|million|billion)\b)?"
)
# In the order of what they need: a day is not taken for a number, nor a version for two.
_PATTERNS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("date", r"\b(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})\b"),
        ("date", rf"\b{_DAY}(?:\s+of)?\s+{_MONTH}(?!\w){_YEAR}"),
        ("date", rf"\b{_MONTH}\s+{_DAY}\b(?!:){_YEAR}"),
        ("date", r"\bthe\s+(?P<day>\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:floor|place|percentile))"),
        ("clock", _CLOCK),
        ("clock", r"\b(?P<hour>1[0-2]|[1-9])\s?(?P<half>[ap]\.?m)\b"),
        ("clock", AT_CLOCK),
        ("label", r"\bp(?P<label>\d{2,3})\b|\b(?P<nth>\d{2})th\s+percentile\b"),
        ("version", r"\bv?(?P<version>\d+\.\d+\.\d+(?:\.\d+)*)\b"),
        ("version", r"\b(?:version|release|v)\s?(?P<version>\d+\.\d+)\b"),
        ("label", _LABEL),
        ("label", r"(?<![\d,.'])\b(?P<label>0\d{2,})\b"),
        ("number", _FIGURE),
    )
)
_FIGURES: Final = re.compile(r"\d")
_WITHOUT_FIGURES: Final = tuple(each for each in _PATTERNS if each[1].pattern == AT_CLOCK)
_SCALES: Final = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6, "bn": 1e9, "billion": 1e9}
_UNIT: Final = re.compile(
    r"\s?-?(%|(?:per\s?cent|percent)\b|€|gb|tb|mb|kb|ms|kg|[a-z]+)(?![a-z])", re.IGNORECASE
)
_TERSE: Final = re.compile(r"([gt])\b", re.IGNORECASE)  # as tools print sizes: 86G, 2.0T
_PER: Final = re.compile(
    r"(?:\s+\w+){0,2}?\s*(?:\bper\b|\ba\b|\ban\b|\beach\b|\bevery\b|/)\s*"
    r"(second|minute|hour|day|night|week|month|year|sec|min|s|h)\b",
    re.IGNORECASE,
)
_BOUNDS: Final = (
    ("about", r"about|around|roughly|approximately|some|nearly|almost|circa|ca\.|close to|~|≈"),
    ("more", r"more than|over|above|at least|upwards of|no fewer than|>"),
    ("less", r"less than|fewer than|under|below|at most|up to|no more than|<"),
)
_BEFORE: Final = tuple(
    (name, re.compile(rf"(?:{words})\s*(?:the\s+|€\s?|\$\s?)?$", re.IGNORECASE))
    for name, words in _BOUNDS
)
_LATE: Final = re.compile(r"\s*in the (?:afternoon|evening)|\s*at night", re.IGNORECASE)
_TIME_PART: Final = re.compile(r"^(?:\s*,?\s*(?:and\s+)?)$")


class Quantity(NamedTuple):
    """One number of a text, in the base unit of its kind, and where it stands."""

    kind: str  # number, share, time, bytes, mass, length, money …, clock, date, version, label
    value: float
    start: int
    end: int
    text: str
    slack: float = 0.5  # how far another may be off and still be the same, as it is written
    bound: str = ""  # about, more, less; empty where it is meant exactly
    per: float = 0.0  # seconds, where it is a rate
    label: str = ""  # of versions and labels, and of a date its month, day and year
    halves: bool = False  # a clock time that may be in either half of the day

    @property
    def rate(self) -> float:
        """What it makes a second, where it is a rate."""
        return self.value / self.per if self.per else self.value


@lru_cache(maxsize=KNOWN_TEXTS)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Every quantity of a text, in order."""
    taken = bytearray(len(text))
    found: list[Quantity] = []
    has_figures = _FIGURES.search(text) is not None
    for kind, pattern in _PATTERNS if has_figures else _WITHOUT_FIGURES:
        for match in pattern.finditer(text):
            if any(taken[match.start() : match.end()]):
                continue
            quantity = _read(kind, text, match)
            if quantity is not None:
                taken[quantity.start : quantity.end] = b"\1" * (quantity.end - quantity.start)
                found.append(quantity)
    for start, end, value, slack in numbers_in_words(text):
        if not any(taken[start:end]):
            found.append(_with_unit(text, start, end, value, slack))
    return tuple(_joined(sorted(found, key=lambda each: each.start), text))


def _number(text: str, match: re.Match[str]) -> Quantity:
    figure = re.sub(r"[,' \u202f]", "", match["figure"])
    scale = _SCALES.get((match["scale"] or "").lower(), 1.0)
    decimals = len(figure.partition(".")[2])
    slack = 0.5 * 10**-decimals * scale
    end = match.end()
    if match["coin"]:
        kind = UNITS[match["coin"].strip().lower()][0]
        whole = _made(text, match.start(), end, float(figure) * scale, slack, kind)
        return whole._replace(per=_per(text, end))
    return _with_unit(text, match.start(), end, float(figure) * scale, slack)


def _with_unit(text: str, start: int, end: int, value: float, slack: float) -> Quantity:
    terse = _TERSE.match(text, end)
    if terse is not None and text[end - 1].isdigit():
        size = _BYTES[terse[1].lower() + "b"]
        return _made(text, start, terse.end(), value * size, slack * size, "bytes")
    unit = _UNIT.match(text, end)
    name = unit[1].lower().replace(" ", "") if unit else ""
    kind, size = UNITS.get(name) or UNITS.get(name.removesuffix("s")) or ("number", 0.0)
    if unit is None or not size:
        return _made(text, start, end, value, slack, "number")._replace(per=_per(text, end))
    found = _made(text, start, unit.end(), value * size, slack * size, kind)
    return found._replace(per=_per(text, unit.end()))


def _made(text: str, start: int, end: int, value: float, slack: float, kind: str) -> Quantity:
    before = text[max(0, start - 24) : start]
    bound = next((name for name, pattern in _BEFORE if pattern.search(before)), "")
    return Quantity(kind, value, start, end, text[start:end].strip(), slack, bound)


def _per(text: str, end: int) -> float:
    match = _PER.match(text, end)
    return 0.0 if match is None else float(_SECONDS[match[1].lower()])


def _date(match: re.Match[str]) -> Quantity | None:
    parts = match.groupdict()
    month = parts.get("month")
    number = 0
    if month:
        number = int(month) if month.isdigit() else _month_number(month)
    day = int(parts["day"])
    if not 1 <= day <= 31 or number > 12:
        return None
    year = parts.get("year") or ""
    label = f"{number}-{day}-{year}"
    return Quantity("date", number * 31 + day, match.start(), match.end(), match[0], label=label)


def _month_number(name: str) -> int:
    return next(at for at, month in enumerate(MONTHS, 1) if month.startswith(name.lower()[:3]))


def _clock(text: str, match: re.Match[str]) -> Quantity:
    parts = match.groupdict()
    if parts.get("words"):
        hour, minute = clock_time(parts)
        return Quantity(
            "clock", hour * MINUTES + minute, match.start(), match.end(), match[0], halves=True
        )
    hour, minute = int(parts["hour"]), int(parts.get("minute") or 0)
    late = _LATE.match(text, match.end())
    half = (parts.get("half") or "").lower()
    if (half.startswith("p") or late) and hour < 12:
        hour += 12
    if half.startswith("a") and hour == 12:
        hour = 0
    return Quantity("clock", hour * MINUTES + minute, match.start(), match.end(), match[0].strip())


def _labelled(kind: str, match: re.Match[str]) -> Quantity:
    parts = match.groupdict()
    label = parts.get("version") or parts.get("label") or parts.get("nth") or ""
    if match[0].lower().startswith("p") or parts.get("nth"):
        label = "p" + label
    return Quantity(kind, 0.0, match.start(), match.end(), match[0], label=label.lower())


def _read(kind: str, text: str, match: re.Match[str]) -> Quantity | None:
    if kind == "number":
        return _number(text, match)
    if kind == "clock":
        return _clock(text, match)
    return _date(match) if kind == "date" else _labelled(kind, match)


def _joined(found: Sequence[Quantity], text: str) -> list[Quantity]:
    """Spans of time that are told in parts, as one: "1 hour 52 minutes"."""
    joined: list[Quantity] = []
    for each in found:
        last = joined[-1] if joined else None
        if (
            last is not None
            and last.kind == each.kind == "time"
            and each.slack < last.slack
            and _TIME_PART.match(text[last.end : each.start])
        ):
            joined[-1] = last._replace(
                value=last.value + each.value,
                slack=each.slack,
                end=each.end,
                text=text[last.start : each.end],
            )
        else:
            joined.append(each)
    return joined


def same_quantity(claimed: Quantity, known: Quantity) -> bool:
    """Whether what is claimed agrees with what is known, as precisely as it is claimed."""
    if claimed.kind != known.kind:
        return False
    if claimed.kind in ("version", "label"):
        return claimed.label == known.label
    if claimed.kind == "date":
        return _same_day(claimed.label, known.label)
    return _same_time(claimed, known) if claimed.kind == "clock" else _same_number(claimed, known)


def _same_time(one: Quantity, other: Quantity) -> bool:
    apart = abs(one.value - other.value)
    return apart == 0 or (apart == HALF_A_DAY and (one.halves or other.halves))


def _same_number(claimed: Quantity, known: Quantity) -> bool:
    mine, theirs, slack = claimed.value, known.value, claimed.slack
    if claimed.per and known.per:
        mine, theirs, slack = claimed.rate, known.rate, claimed.slack / claimed.per
    if claimed.kind == "share" and claimed.value in (0.0, 100.0):
        slack = 0.0  # all and nothing are never rounded
    if claimed.bound == "more":
        return theirs > mine - slack
    if claimed.bound == "less":
        return theirs < mine + slack
    if "about" in (claimed.bound, known.bound):
        slack = max(slack, APPROXIMATELY * abs(theirs))
    return abs(mine - theirs) <= slack * ROUNDING


def _same_day(one: str, other: str) -> bool:
    pairs = zip(one.split("-"), other.split("-"), strict=True)
    return all(mine == theirs or mine in ("", "0") or theirs in ("", "0") for mine, theirs in pairs)
