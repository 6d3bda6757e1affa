"""Ages and spans in words."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wakeline.language.ages import age_text, day_text, moment_text, span_text

NOW = datetime(2026, 11, 15, 9, 2, tzinfo=UTC)

# The rows of the table, each at its start, inside, and at the last moment before the next.
AGES = [
    (timedelta(0), "0 minutes ago"),
    (timedelta(seconds=59), "0 minutes ago"),
    (timedelta(seconds=60), "1 minutes ago"),
    (timedelta(minutes=5, seconds=59), "5 minutes ago"),
    (timedelta(minutes=60, microseconds=-1), "59 minutes ago"),
    (timedelta(minutes=60), "1 hours ago"),
    (timedelta(hours=5, minutes=59), "5 hours ago"),
    (timedelta(hours=24, microseconds=-1), "23 hours ago"),
    (timedelta(hours=24), "1 days ago"),
    (timedelta(days=3, hours=14), "3 days ago"),
    (timedelta(days=7, microseconds=-1), "6 days ago"),
    (timedelta(days=7), "1 weeks ago"),
    (timedelta(days=13, hours=23), "1 weeks ago"),
    (timedelta(days=14), "2 weeks ago"),
    (timedelta(days=3650), "521 weeks ago"),
]


@pytest.mark.feature("A48")
@pytest.mark.parametrize(("age", "text"), AGES)
def test_an_age_is_told_in_whole_units_without_a_singular(age: timedelta, text: str) -> None:
    assert age_text(NOW - age, NOW) == text


@pytest.mark.feature("X14")
@pytest.mark.parametrize("skew", [timedelta(microseconds=1), timedelta(hours=3), timedelta(900)])
def test_a_moment_in_the_future_is_not_of_negative_age(skew: timedelta) -> None:
    assert age_text(NOW + skew, NOW) == "0 minutes ago"
    assert age_text(NOW + skew, NOW, humane=True) == "0 minutes ago"


@pytest.mark.feature("X14")
@pytest.mark.parametrize(
    ("age", "text"),
    [
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(hours=1), "1 hour ago"),
        (timedelta(days=1), "1 day ago"),
        (timedelta(days=7), "1 week ago"),
        (timedelta(days=2), "2 days ago"),
    ],
)
def test_the_humane_form_knows_the_singular(age: timedelta, text: str) -> None:
    assert age_text(NOW - age, NOW, humane=True) == text


@given(st.timedeltas(timedelta(days=-30), timedelta(days=9000)))
def test_the_two_forms_differ_in_the_singular_alone(age: timedelta) -> None:
    plain = age_text(NOW - age, NOW)
    humane = age_text(NOW - age, NOW, humane=True)
    assert plain in (humane, humane.replace(" ago", "s ago"))
    assert (plain != humane) == plain.startswith("1 ")


def test_two_time_zones_give_one_age() -> None:
    then = (NOW - timedelta(hours=2)).astimezone(timezone(timedelta(hours=-3)))
    assert age_text(then, NOW) == "2 hours ago"


@pytest.mark.parametrize(
    ("span", "text"),
    [
        (timedelta(days=3, hours=14, minutes=22), "3 days 14 h"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=1, hours=1), "1 day 1 h"),
        (timedelta(hours=2, minutes=10), "2 h 10 min"),
        (timedelta(hours=2), "2 h"),
        (timedelta(minutes=1, seconds=5), "1 min 5 s"),
        (timedelta(seconds=45), "45 s"),
        (timedelta(0), "0 s"),
        (timedelta(hours=-1), "0 s"),
    ],
)
def test_a_span_is_told_in_its_two_largest_units(span: timedelta, text: str) -> None:
    assert span_text(span) == text


def test_a_moment_is_told_in_the_given_time_zone() -> None:
    rio = timezone(timedelta(hours=-3), "BRT")
    late = datetime(2026, 3, 1, 1, 5, tzinfo=UTC)
    assert moment_text(late) == "1 Mar 2026 01:05 UTC"
    assert moment_text(late, rio) == "28 Feb 2026 22:05 BRT"
    assert day_text(late, rio) == "28 Feb 2026"
