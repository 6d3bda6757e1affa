"""Declare which classes are stored as rows: table, key, name in events, and how rows are forgotten.

A class declares it with `@stored`. A table with a subject is state: its rows change only together
with an event. It does not know how rows are written.

How a row goes, when it or a row that it was made from is forgotten:

| `goes` | the row |
|---|---|
| `deleted` | is removed; of a row of state an event without content stays |
| `remade` | is made again from the sources that remain, or deleted if it was named itself |
| `redacted` | keeps its place and hash in the log, and no content |
| `rebuilt` | is derived: the index is corrected in the same transaction, or made again |
| `stays` | holds no words; `because` says what it holds instead |
"""

from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple, TypeVar

Value = TypeVar("Value", bound=type[Any])
Goes = Literal["deleted", "remade", "redacted", "rebuilt", "stays"]


class Table(NamedTuple):
    """The table of a class, its key columns, its name in events, and how its rows are forgotten."""

    name: str
    cls: type[Any]
    key: tuple[str, ...]
    subject: str
    goes: Goes
    made_from: tuple[str, ...]  # the fields with the ids of the rows that a row was made from
    by_id: bool  # whether a row can be forgotten by its own id
    check: str  # the check of `verify` that compares it with its source
    because: str  # why it stays


_TABLES: dict[type[Any], Table] = {}


def stored(
    table: str,
    *,
    goes: Goes,
    key: tuple[str, ...] = ("id",),
    subject: str = "",
    made_from: tuple[str, ...] = (),
    by_id: bool = True,
    check: str = "",
    because: str = "",
) -> Callable[[Value], Value]:
    """Declare that values of a class are rows of a table.

    Rows of state can be forgotten by their own id if they are deleted or remade. `verify` checks a
    table of state under the table's name.
    """

    def declare(cls: Value) -> Value:
        can_be_named = by_id and bool(subject) and goes in ("deleted", "remade")
        _TABLES[cls] = Table(
            table,
            cls,
            key,
            subject,
            goes,
            made_from,
            can_be_named,
            check or (table if subject else ""),
            because,
        )
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


def is_made_from(row: NamedTuple, ids: frozenset[str] | set[str]) -> bool:
    """Whether a row names any of these ids among the rows that it was made from."""
    fields = (getattr(row, name) for name in table_of(row).made_from)
    return any(each in ids for field in fields for each in _texts_in(field))


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts_in(each)
    elif isinstance(value, (tuple, list)):
        for each in value:
            yield from _texts_in(each)
