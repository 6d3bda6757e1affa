"""The day that a sentence tells of, from the day and the zone in which it was said."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.unit.extract_turns import found
from wakeline.consolidation.when import Way, time_phrase, times

MONDAY = date(2026, 3, 2)


def first(text: str, said_on: date = MONDAY, way: Way = "past") -> tuple[date, str] | None:
    hits = list(times(text, said_on, way))
    return (hits[0].first, hits[0].grain) if hits else None


@pytest.mark.parametrize(
    ("words", "day", "grain"),
    [
        ("yesterday", (2026, 3, 1), "day"),
        ("last night", (2026, 3, 1), "day"),
        ("this morning", (2026, 3, 2), "day"),
        ("the day before yesterday", (2026, 2, 28), "day"),
        ("two days ago", (2026, 2, 28), "day"),
        ("10 days ago", (2026, 2, 20), "day"),
        ("last Friday", (2026, 2, 27), "day"),
        ("last Fri", (2026, 2, 27), "day"),
        ("on Friday", (2026, 2, 27), "day"),
        ("last Monday", (2026, 2, 23), "day"),
        ("this past Sunday", (2026, 3, 1), "day"),
        ("last week", (2026, 2, 23), "week"),
        ("two weeks ago", (2026, 2, 16), "week"),
        ("a couple of weeks ago", (2026, 2, 16), "week"),
        ("last weekend", (2026, 2, 28), "weekend"),
        ("this weekend", (2026, 2, 28), "weekend"),
        ("last month", (2026, 2, 1), "month"),
        ("three months ago", (2025, 12, 1), "month"),
        ("last year", (2025, 1, 1), "year"),
        ("five years ago", (2021, 1, 1), "year"),
        ("in 2022", (2022, 1, 1), "year"),
        ("in May", (2025, 5, 1), "month"),
        ("in February", (2026, 2, 1), "month"),
        ("last May", (2025, 5, 1), "month"),
        ("in March 2020", (2020, 3, 1), "month"),
        ("on 5 May", (2025, 5, 5), "day"),
        ("on May 5th", (2025, 5, 5), "day"),
        ("on 30 December", (2025, 12, 30), "day"),
        ("on 29 February 2024", (2024, 2, 29), "day"),
        ("on 2024-02-29", (2024, 2, 29), "day"),
        ("on the 15th", (2026, 2, 15), "day"),
        ("on the 1st", (2026, 3, 1), "day"),
        ("last summer", (2025, 6, 1), "season"),
        ("last winter", (2025, 12, 1), "season"),
    ],
)
def test_what_happened_lies_behind(words: str, day: tuple[int, int, int], grain: str) -> None:
    assert first(f"I saw it {words}") == (date(*day), grain)


@pytest.mark.parametrize(
    ("words", "day", "grain"),
    [
        ("tomorrow", (2026, 3, 3), "day"),
        ("tomorrow morning", (2026, 3, 3), "day"),
        ("the day after tomorrow", (2026, 3, 4), "day"),
        ("tonight", (2026, 3, 2), "day"),
        ("on Friday", (2026, 3, 6), "day"),
        ("by Friday", (2026, 3, 6), "day"),
        ("on Monday", (2026, 3, 9), "day"),
        ("next Monday", (2026, 3, 9), "day"),
        ("next week", (2026, 3, 9), "week"),
        ("this week", (2026, 3, 2), "week"),
        ("in two weeks", (2026, 3, 16), "week"),
        ("three days from now", (2026, 3, 5), "day"),
        ("in 5 days", (2026, 3, 7), "day"),
        ("this weekend", (2026, 3, 7), "weekend"),
        ("next month", (2026, 4, 1), "month"),
        ("this month", (2026, 3, 1), "month"),
        ("next year", (2027, 1, 1), "year"),
        ("in May", (2026, 5, 1), "month"),
        ("in February", (2027, 2, 1), "month"),
        ("on 1 January", (2027, 1, 1), "day"),
        ("on the 1st", (2026, 4, 1), "day"),
        ("next summer", (2026, 6, 1), "season"),
    ],
)
def test_what_is_planned_lies_ahead(words: str, day: tuple[int, int, int], grain: str) -> None:
    assert first(f"I do it {words}", way="future") == (date(*day), grain)


@pytest.mark.parametrize(
    "words",
    [
        "a few days ago", "the other day", "recently", "since last week", "until next week",
        "than last year", "in the past week", "last year's", "on 31 June", "on 30 February",
        "every Monday", "in time", "last ſunday", "on ſat",
        "on the 31st floor", "999 years ago", "in 1 day-long talks",
    ],
)  # fmt: skip
def test_what_names_no_day_or_bounds_something_has_none(words: str) -> None:
    said_on = date(900, 3, 2) if words.startswith("999") else MONDAY
    assert first(f"I saw it {words}", said_on) is None


@pytest.mark.parametrize(
    ("said_on", "words", "way", "day"),
    [
        (date(2026, 1, 1), "yesterday", "past", (2025, 12, 31)),
        (date(2026, 1, 1), "last week", "past", (2025, 12, 22)),
        (date(2026, 1, 1), "last month", "past", (2025, 12, 1)),
        (date(2025, 12, 31), "tomorrow", "future", (2026, 1, 1)),
        (date(2025, 12, 31), "next month", "future", (2026, 1, 1)),
        (date(2025, 12, 29), "in two weeks", "future", (2026, 1, 12)),
        (date(2025, 12, 20), "on 3 January", "future", (2026, 1, 3)),
        (date(2026, 1, 5), "on 28 December", "past", (2025, 12, 28)),
        (date(2024, 2, 29), "last year", "past", (2023, 1, 1)),
    ],
)
def test_years_end(said_on: date, words: str, way: Any, day: tuple[int, int, int]) -> None:
    hit = first(f"I do it {words}", said_on, way)
    assert hit is not None
    assert hit[0] == date(*day)


def test_yesterday_is_told_from_the_day_in_the_persons_zone() -> None:
    late = datetime(2026, 3, 2, 23, 30, tzinfo=UTC)  # already Tuesday in Tokyo
    (utc,) = found("I bought a bike yesterday.", at=late)
    (tokyo,) = found("I bought a bike yesterday.", at=late, zone=ZoneInfo("Asia/Tokyo"))
    assert utc.when == datetime(2026, 3, 1, tzinfo=UTC)
    assert tokyo.when == datetime(2026, 3, 2, tzinfo=ZoneInfo("Asia/Tokyo"))
    assert tokyo.text.endswith("on 2 March 2026.")


@pytest.mark.parametrize(
    ("zone", "said", "begins"),
    [
        # Clocks went forward on 29 March 2026 at 01:00 UTC, back on 25 October.
        ("Europe/Berlin", "2026-03-30T08:00+00:00", "2026-03-28T23:00+00:00"),
        ("Europe/Berlin", "2026-10-26T08:00+00:00", "2026-10-24T22:00+00:00"),
        ("America/New_York", "2026-03-09T12:00+00:00", "2026-03-08T05:00+00:00"),
    ],
)
def test_a_day_begins_at_its_own_midnight_when_clocks_change(
    zone: str, said: str, begins: str
) -> None:
    (bought,) = found(
        "I bought a bike yesterday.", at=datetime.fromisoformat(said), zone=ZoneInfo(zone)
    )
    assert bought.when == datetime.fromisoformat(begins)


@pytest.mark.parametrize(
    ("words", "way", "text"),
    [
        ("last week", "past", "in the week of 23 February 2026"),
        ("last weekend", "past", "on the weekend of 28 February 2026"),
        ("last summer", "past", "in the summer of 2025"),
        ("in 2022", "past", "in 2022"),
        ("by Friday", "future", "by 6 March 2026"),
        ("by next month", "future", "in April 2026, at the latest"),
    ],
)
def test_a_time_is_told_as_exactly_as_it_was_said(words: str, way: Any, text: str) -> None:
    (told,) = times(f"I do it {words}", MONDAY, way)
    assert time_phrase(told) == text


@pytest.mark.parametrize("at", ["0001-01-01T00:00+00:00", "9999-12-31T23:59+00:00"])
@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York"])
def test_the_ends_of_the_calendar_break_nothing(at: str, zone: str) -> None:
    for text in ("I bought a bike yesterday.", "I'm flying to Rome tomorrow."):
        assert found(text, at=datetime.fromisoformat(at), zone=ZoneInfo(zone)) == []


def test_a_time_before_the_comma_belongs_to_what_follows_and_to_the_quote() -> None:
    (went,) = found("Wow! Last Friday, I finished the long report.")
    assert went.when == datetime(2026, 2, 27, tzinfo=UTC)
    assert went.quote == "Last Friday, I finished the long report"
