"""Days are told from the day on which something was said, and meet those of a question."""

from datetime import date

import pytest

from wakeline.language.dates import Day, day_words, days_asked, days_told
from wakeline.recall.dates import nearness

MONDAY = date(2023, 5, 8)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("I went yesterday.", [Day(2023, 5, 7)]),
        ("We danced last night", [Day(2023, 5, 7)]),
        ("See you tomorrow", [Day(2023, 5, 9)]),
        ("I painted it last year", [Day(2022)]),
        ("It was last month", [Day(2023, 4)]),
        ("camping last weekend", [Day(2023, 5, 6)]),
        ("I saw her last Friday", [Day(2023, 5, 5)]),
        ("the exam is next Friday", [Day(2023, 5, 12)]),
        ("three weeks ago we met", [Day(2023, 4, 17)]),
        ("5 years ago", [Day(2018)]),
        ("two months ago", [Day(2023, 3)]),
        ("on 20 October 2022", [Day(2022, 10, 20)]),
        ("on July 3rd, 2021 it rained", [Day(2021, 7, 3)]),
        ("since March 2020", [Day(2020, 3)]),
        ("back in December", [Day(2022, 12)]),
        ("released 2024-03-15", [Day(2024, 3, 15)]),
        ("in 2019", [Day(2019)]),
        ("I may march on, and it may rain", []),
        ("nothing of the kind", []),
        ("99 of 32 May", [Day(2023, 5)]),
        ("999 years ago", [Day(1024)]),
    ],
)
def test_days_are_told_from_the_day_on_which_it_was_said(text: str, days: list[Day]) -> None:
    found = days_told(text, date(2023, 5, 8))
    if text.startswith("99"):  # no such day: at most the month is left
        assert all(not day.day for day in found)
    else:
        assert list(found) == days


def test_a_month_of_a_question_is_of_any_year() -> None:
    assert days_asked("What happened in June?") == (Day(0, 6),)
    assert days_asked("what did I do yesterday?", MONDAY) == (Day(2023, 5, 7),)
    assert days_asked("what did I do yesterday?") == ()


@pytest.mark.parametrize(
    ("asked", "told", "near"),
    [
        (Day(2023, 5, 7), Day(2023, 5, 7), 1.0),
        (Day(2023, 5, 7), Day(2023, 5, 9), 0.6),
        (Day(2023, 5, 31), Day(2023, 6, 2), 0.6),
        (Day(2023, 5, 7), Day(2023, 5, 29), 0.3),
        (Day(2023, 5), Day(2023, 5, 29), 0.7),
        (Day(0, 5), Day(2021, 5, 29), 0.7),
        (Day(2023), Day(2023, 1, 1), 0.3),
        (Day(2022, 5, 7), Day(2023, 5, 7), 0.0),
        (Day(2023, 2, 30), Day(2023, 3, 1), 0.0),
    ],
)
def test_the_nearer_the_days_the_better(asked: Day, told: Day, near: float) -> None:
    assert nearness([asked], [told]) == near


def test_days_have_words_by_which_they_are_found() -> None:
    assert day_words([Day(2023, 5, 7), Day(2022)]) == ["2023", "may", "7", "2022"]
