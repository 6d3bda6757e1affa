"""The days of English labels are read; other languages are left to whoever reads them."""

from datetime import date

import pytest

from tests.unit.language.labelled import DAYS
from wakeline.language.dates import Day, days_told

SAID_ON = date(2024, 5, 8)
ENGLISH = [(text, day) for language, text, day in DAYS if language == "en"]


@pytest.mark.parametrize(("text", "day"), ENGLISH)
def test_a_day_is_the_one_of_its_label(text: str, day: tuple[int, int, int] | None) -> None:
    assert days_told(text, SAID_ON) == (() if day is None else (Day(*day),))
