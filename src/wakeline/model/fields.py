"""Types of arguments that every door checks alike: a Python type, its bounds, a word of help.

Type checkers see plain `str`, `int` and so on. The command line, REST and MCP read the bounds
when they build their options and schemas. It knows none of these doors.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final, NamedTuple

# Text of one line: no control characters.
ONE_LINE: Final = r"^[^\x00-\x1f]*$"
LARGEST_NUMBER: Final = 2**53


class Bounds(NamedTuple):
    """What an argument may be: the size of a number, or the length of a text or a list."""

    least: float | None = None
    most: float | None = None
    pattern: str = ""
    format: str = ""
    help: str = ""


Name = Annotated[str, Bounds(most=200, pattern=ONE_LINE)]
NameList = Annotated[Sequence[str], Bounds(most=100)]
Words = Annotated[str, Bounds(most=500)]
Phrases = Annotated[str, Bounds(most=500, pattern=ONE_LINE)]
Statement = Annotated[str, Bounds(most=2_000)]
Reason = Annotated[str, Bounds(most=4_000)]
ToldText = Annotated[str, Bounds(most=16_384)]
LongText = Annotated[str, Bounds(most=65_536)]
Paragraph = Annotated[str, Bounds()]
Question = Annotated[str, Bounds(least=1, most=10_000)]
Address = Annotated[str, Bounds(most=2_000, pattern=ONE_LINE)]
RowId = Annotated[str, Bounds(most=100, pattern=r"^[0-9A-Za-z_.:-]+$")]
Label = Annotated[str, Bounds(1, 200, ONE_LINE)]
Remark = Annotated[str, Bounds(1, 2_000)]
Key = Annotated[str, Bounds(least=1, most=200)]
Moment = Annotated[datetime | str, Bounds(most=64, pattern=ONE_LINE, format="date-time")]
Day = Annotated[str, Bounds(pattern=r"^\d{4}-\d{2}-\d{2}$", help="YYYY-MM-DD.")]
ProjectRef = Annotated[str | int, Bounds(most=200, help="Its key, number or id.")]
TaskRef = Annotated[str | int, Bounds(most=40, help="Its number or its id.")]
TaskType = Annotated[str, Bounds(1, 50, pattern=ONE_LINE, help="Such as code-review.")]
Importance = Annotated[float, Bounds(0, 10, help="0 to 10.")]
Priority = Annotated[int, Bounds(1, 10, help="1 to 10; 10 comes first.")]
Fraction = Annotated[float, Bounds(0, 1, help="0 to 1.")]
Hits = Annotated[int, Bounds(1, 100, help="How many at most.")]
Rows = Annotated[int, Bounds(1, 10_000, help="How many at most.")]
Thousand = Annotated[int, Bounds(1, 1_000, help="How many at most.")]
NearCount = Annotated[int, Bounds(0, 50, help="How many of the nearest.")]
Minutes = Annotated[int, Bounds(1, 525_600)]
