"""Declare which classes are stored as rows: their table, their key, and their name in events.

A class declares it with `@stored`. A table with a subject is state: its rows change only together
with an event. It does not know how rows are written.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

Value = TypeVar("Value", bound=type[Any])


class Table(NamedTuple):
    """The table of a class, its key columns, and its name in events."""

    name: str
    cls: type[Any]
    key: tuple[str, ...]
    subject: str


_TABLES: dict[type[Any], Table] = {}


def stored(
    table: str, *, key: tuple[str, ...] = ("id",), subject: str = ""
) -> Callable[[Value], Value]:
    """Declare that values of a class are rows of a table."""

    def declare(cls: Value) -> Value:
        _TABLES[cls] = Table(table, cls, key, subject)
        return cls

    return declare


def table_of_class(cls: type[Any]) -> Table:
    """The table of a class whose values are rows."""
    return _TABLES[cls]


def table_of(row: NamedTuple) -> Table:
    """The table of a value."""
    return _TABLES[type(row)]


def declared_tables() -> tuple[Table, ...]:
    """The tables of the classes that are loaded; `model.tables` has all of them."""
    return tuple(_TABLES.values())
