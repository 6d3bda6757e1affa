"""Rows of either engine become the same values, read one by one or many at once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import UnionType
from typing import Any, get_args, get_origin

import pytest

from wakeline.model.tables import all_tables
from wakeline.store.rows import read_row, read_rows, sqlite_fields, sqlite_rows

AT = datetime(2026, 3, 1, 9, tzinfo=UTC)
# What a column may hold, as SQLite and as PostgreSQL gives it.
STORED: dict[Any, tuple[Any, ...]] = {
    datetime: (AT.isoformat(), AT),
    tuple: ("[]", '["a", "b\\u2028"]', ["a", "b"], []),
    dict: ("{}", '{"a": [1, null]}', {"a": [1, None]}),
    timedelta: (12.5,),
    bool: (0, 1, True, False),
    float: (1, 0.7),
}


def kind_of(annotation: Any) -> Any:
    kind = get_args(annotation)[0] if isinstance(annotation, UnionType) else annotation
    return get_origin(kind) or kind


def stored(cls: Any) -> list[tuple[Any, ...]]:
    """Rows of a class in which each column holds each of its forms, and nothing where it may."""
    columns = []
    for annotation in cls.__annotations__.values():
        forms = list(STORED.get(kind_of(annotation), ("text", "")))
        if isinstance(annotation, UnionType) and type(None) in get_args(annotation):
            forms.append(None)
        columns.append(forms)
    longest = max(len(forms) for forms in columns)
    return [tuple(forms[at % len(forms)] for forms in columns) for at in range(longest)]


@pytest.mark.parametrize("cls", [table.cls for table in all_tables()], ids=lambda cls: cls.__name__)
def test_many_rows_are_read_as_each_of_them_is(cls: Any) -> None:
    given = stored(cls)
    one_by_one = [read_row(cls, row) for row in given]
    again = read_rows(cls, iter(given))
    assert again == one_by_one
    assert [[type(value) for value in row] for row in again] == [
        [type(value) for value in row] for row in one_by_one
    ]
    assert {type(row) for row in again} == {cls}


@pytest.mark.parametrize("cls", [table.cls for table in all_tables()], ids=lambda cls: cls.__name__)
def test_many_rows_are_written_as_each_of_them_is(cls: Any) -> None:
    values = [read_row(cls, row) for row in stored(cls)]
    one_by_one = [("home", "ash", *sqlite_fields(value)) for value in values]
    assert sqlite_rows(("home", "ash"), values) == one_by_one
