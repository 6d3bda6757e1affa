"""Convert values to rows and back, by the annotations of their class.

A class declares its table and key itself (`model.stored`). Everything else follows from its
annotations: the columns, how a field is written for an engine and read back, and its image
as plain JSON, which events, the archive and exports contain. It knows no statements except
insert, upsert and delete by key.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from types import UnionType
from typing import Any, NamedTuple, TypeVar, get_args, get_origin

from wakeline.base.clock import stored_moment
from wakeline.base.errors import Damaged
from wakeline.base.packing import unpack_text
from wakeline.model.log import Episode
from wakeline.model.stored import Table, table_of, table_of_class

Row = TypeVar("Row", bound=NamedTuple)
SCOPE = ("tenant_id", "agent_id")


def subject_id(row: NamedTuple) -> str:
    """The value of a state row's key column."""
    return str(getattr(row, table_of(row).key[0]))


class Codec(NamedTuple):
    """How a field of one type is converted from and to SQLite, and from and to JSON."""

    from_text: Callable[[Any], Any] | None = None
    to_text: Callable[[Any], Any] | None = None
    to_json: Callable[[Any], Any] | None = None
    from_json: Callable[[Any], Any] | None = None


def _codec(annotation: Any) -> Codec:
    kinds = get_args(annotation) if isinstance(annotation, UnionType) else (annotation,)
    kind = get_origin(kinds[0]) or kinds[0]
    return CODECS.get(kind, AS_IT_IS)


_read_moment = datetime.fromisoformat  # same as `read_moment`, without the call: a wake reads 300


def _moment(value: Any) -> Any:
    return _read_moment(value) if isinstance(value, str) else value


@lru_cache(maxsize=4096)
def cached_stored_moment(value: datetime) -> str:
    """The stored form of a moment.

    Cached, because the same moments are written often: all rows of a batch share `recorded_at`,
    and each row is written twice, for its hash and for its table.
    """
    return stored_moment(value)


# One shared encoder: json.dumps makes a new one for every value.
_encoded = json.JSONEncoder(ensure_ascii=False).encode
# And one shared decoder, which saves the checks of json.loads.
_decoded = json.JSONDecoder().decode
# Without skipping blanks around a value: for lists that we wrote ourselves.
_scanned = json.JSONDecoder().raw_decode
# A text as JSON, as that encoder writes it.
json_text: Callable[[str], str] = json.encoder.encode_basestring


def _tuple_text(value: tuple[Any, ...]) -> str:
    # Nearly all are short lists of texts: joining takes a third of the time.
    try:
        return f"[{', '.join(map(json_text, value))}]"
    except TypeError:
        return _encoded(value)


def _dict_text(value: dict[str, Any]) -> str:
    return _encoded(value) if value else "{}"


def _tuple(value: Any) -> Any:
    if value == "[]":  # as most are
        return ()
    if not isinstance(value, str):
        return tuple(value)
    # Many rows have the same few lists of texts: tags, names, sources.
    is_known = value.startswith('["') and len(value) <= MOST_KNOWN
    return _known_tuple(value) if is_known else tuple(_scanned(value, 0)[0])


MOST_KNOWN = 200  # characters


@lru_cache(maxsize=4096)
def _known_tuple(value: str) -> tuple[str, ...]:
    return tuple(_scanned(value, 0)[0])


def _json(value: Any) -> Any:
    found = _decoded(value) if isinstance(value, str) else value
    if not isinstance(found, dict):
        raise TypeError(f"{value!r:.60} is no object")
    return found


def _span(value: Any) -> Any:
    return timedelta(seconds=value)


AS_IT_IS = Codec()
CODECS: dict[Any, Codec] = {
    datetime: Codec(_moment, cached_stored_moment, cached_stored_moment, _moment),
    tuple: Codec(_tuple, _tuple_text, list, tuple),
    dict: Codec(_json, _dict_text),
    timedelta: Codec(_span, timedelta.total_seconds, timedelta.total_seconds, _span),
    bool: Codec(bool),
    float: Codec(float, from_json=float),
}


# Fields that are not stored as their annotation says.
OWN_CODECS: dict[tuple[type[Any], str], Codec] = {(Episode, "text"): Codec(unpack_text)}


class Shape(NamedTuple):
    """The columns of a class, and the fields that need conversion. Computed once."""

    columns: str
    read: tuple[tuple[int, Callable[[Any], Any]], ...]
    write: tuple[tuple[int, Callable[[Any], Any]], ...]
    image: tuple[tuple[str, Callable[[Any], Any]], ...]
    parse: tuple[tuple[str, Callable[[Any], Any]], ...]


_SHAPES: dict[type[Any], Shape] = {}


def row_shape(cls: type[Any]) -> Shape:
    """The shape of a value class, made at its first use."""
    found = _SHAPES.get(cls)
    if found is None:
        codecs = [
            (field, OWN_CODECS.get((cls, field)) or _codec(cls.__annotations__[field]))
            for field in cls._fields
        ]
        found = _SHAPES[cls] = Shape(
            columns=", ".join(cls._fields),
            read=tuple((i, c.from_text) for i, (_, c) in enumerate(codecs) if c.from_text),
            write=tuple((i, c.to_text) for i, (_, c) in enumerate(codecs) if c.to_text),
            image=tuple((f, c.to_json) for f, c in codecs if c.to_json),
            parse=tuple((f, c.from_json) for f, c in codecs if c.from_json),
        )
    return found


# The errors that codecs raise for a value that Wakeline has not written.
UNREADABLE = (ValueError, TypeError, OverflowError)


def _unreadable(cls: type[Any], error: Exception) -> Damaged:
    return Damaged(
        f"a row of {table_of_class(cls).name} cannot be read ({error}).",
        todo="`wakeline restore` brings back a backup or the archive.",
    )


def read_row(cls: type[Row], row: Sequence[Any]) -> Row:
    """A value from a row of either engine, columns in the order of the class."""
    fields = list(row)
    try:
        for position, convert in row_shape(cls).read:
            if fields[position] is not None:
                fields[position] = convert(fields[position])
    except UNREADABLE as error:
        raise _unreadable(cls, error) from error
    return cls._make(fields)


def read_rows(cls: type[Row], rows: Iterable[Iterable[Any]]) -> list[Row]:
    """Values from many rows of one class, faster than `read_row` for each."""
    read, make = row_shape(cls).read, cls._make
    found = []
    try:
        for row in rows:
            fields = list(row)
            for position, convert in read:
                if fields[position] is not None:
                    fields[position] = convert(fields[position])
            found.append(make(fields))
    except UNREADABLE as error:
        raise _unreadable(cls, error) from error
    return found


def row_to_json(row: NamedTuple) -> dict[str, Any]:
    """The image of a row: all fields as plain JSON values."""
    fields: dict[str, Any] = row._asdict()
    for name, convert in row_shape(type(row)).image:
        if fields[name] is not None:
            fields[name] = convert(fields[name])
    return fields


def row_from_json(cls: type[Row], fields: dict[str, Any]) -> Row:
    """The value of an image."""
    values = with_defaults(cls, fields)
    for name, convert in row_shape(cls).parse:
        if values[name] is not None:
            values[name] = convert(values[name])
    return cls._make(values[name] for name in cls._fields)


def with_defaults(cls: type[Row], fields: dict[str, Any]) -> dict[str, Any]:
    """An image with defaults for fields that its class did not have when it was written."""
    return {**cls._field_defaults, **fields}


def changed_values(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """The old values of the fields that differ between two images of a row."""
    return {name: value for name, value in old.items() if value != new[name]}


def sqlite_fields(row: NamedTuple) -> list[Any]:
    """A row's fields as SQLite takes them, in the order of its class."""
    fields = list(row)
    for position, convert in row_shape(type(row)).write:
        if fields[position] is not None:
            fields[position] = convert(fields[position])
    return fields


def sqlite_rows(scope: Sequence[str], rows: Sequence[NamedTuple]) -> list[tuple[Any, ...]]:
    """Many rows of one class as SQLite takes them, each behind its scope."""
    return [(*scope, *sqlite_fields(row)) for row in rows]


def sqlite_fields_from_json(cls: type[Row], fields: dict[str, Any]) -> list[Any]:
    """An image's fields as SQLite takes them. Moments are already in their stored form."""
    if len(fields) < len(cls._fields):
        fields = with_defaults(cls, fields)
    values = [fields[name] for name in cls._fields]
    for position, convert in row_shape(cls).write:
        if convert is not cached_stored_moment and values[position] is not None:
            values[position] = convert(values[position])
    return values


def sqlite_value(value: Any) -> Any:
    """A parameter as SQLite takes it: moments and structures as text."""
    if isinstance(value, datetime):
        return cached_stored_moment(value)
    if isinstance(value, (tuple, list, dict)):
        return _encoded(value)
    return value


def upsert_sql(table: Table) -> str:
    """The SQL to insert one row, or to replace the row with its key."""
    columns = (*SCOPE, *table.cls._fields)
    changed = [c for c in table.cls._fields if c not in table.key]
    updates = ", ".join(f"{c} = excluded.{c}" for c in changed)
    return (
        f"INSERT INTO {table.name} ({', '.join(columns)}) "
        f"VALUES ({', '.join(':' + c for c in columns)}) "
        f"ON CONFLICT ({{key}}) DO UPDATE SET {updates}"
    )


def insert_sql(table: Table) -> str:
    """The SQL to insert one row that must not exist yet."""
    columns = (*SCOPE, *table.cls._fields)
    return (
        f"INSERT INTO {table.name} ({', '.join(columns)}) "
        f"VALUES ({', '.join(':' + c for c in columns)})"
    )


def delete_sql(table: Table) -> str:
    """The SQL to delete the row of one key."""
    keys = " AND ".join(f"{c} = :{c}" for c in (*SCOPE, *table.key))
    return f"DELETE FROM {table.name} WHERE {keys}"
