"""The names of months and days of the week in five languages, full and shortened."""

from __future__ import annotations

from functools import cache

from wakeline.language.word_lists import LANGUAGES, word_list


@cache
def month_names(language: str = "en") -> tuple[str, ...]:
    """The twelve months in small letters."""
    return tuple(line.split()[0] for line in word_list(language, "months"))


@cache
def weekday_names(language: str = "en") -> tuple[str, ...]:
    """The seven days of the week in small letters, from Monday."""
    return tuple(line.split()[0] for line in word_list(language, "weekdays"))


@cache
def month_numbers(language: str = "en") -> dict[str, int]:
    """Every name and short form of a month, with its number from 1."""
    return _numbers(language, "months", first=1)


@cache
def weekday_numbers(language: str = "en") -> dict[str, int]:
    """Every name and short form of a day of the week, with its number from 0 for Monday."""
    return _numbers(language, "weekdays", first=0)


def _numbers(language: str, name: str, first: int) -> dict[str, int]:
    lines = enumerate(word_list(language, name), start=first)
    return {form: number for number, line in lines for form in line.split()}


@cache
def month_titles() -> tuple[str, ...]:
    """The English months as they are written: "January"."""
    return tuple(name.capitalize() for name in month_names())


@cache
def short_months() -> tuple[str, ...]:
    """The English months in three letters: "Jan"."""
    return tuple(name[:3].capitalize() for name in month_names())


# "may" and "march" alone are months only where something points at them.
UNMISTAKABLE_MONTHS = tuple(name for name in month_names() if name not in ("may", "march"))


@cache
def all_month_names() -> tuple[str, ...]:
    """The full names of all months in all five languages, each once."""
    return tuple(dict.fromkeys(name for language in LANGUAGES for name in month_names(language)))
