"""Names and values as they are on the wire, in camelCase, for REST and MCP alike.

Answers are written straight from named tuples; the models that describe them, on the OpenAPI
page and in the schemas of tools, are made from the same classes, so the two cannot disagree.
Keys of plain dictionaries are somebody's own words and stay as they are. It knows no protocol.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from wakeline.base.clock import stored_moment
from wakeline.interfaces.json_values import camel

Writer = Callable[[Any], Any]
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


def wire_value(value: Any) -> Any:
    """A value as it goes out: dicts, lists, text and numbers."""
    kind = type(value)
    write = _writers.get(kind)
    if write is None:
        write = _writers[kind] = _writer(kind)
    return write(value)


def _writer(cls: type[Any]) -> Writer:
    """How values of a class are written; looked up once for each class."""
    if hasattr(cls, "_fields"):
        names = tuple(camel(name) for name in cls._fields)
        return lambda value: dict(zip(names, map(wire_value, value), strict=True))
    if issubclass(cls, (list, tuple)):
        return lambda value: [wire_value(item) for item in value]
    return str


_writers: dict[type[Any], Writer] = {
    **dict.fromkeys([str, int, float, bool, NoneType], lambda value: value),
    datetime: stored_moment,
    timedelta: timedelta.total_seconds,
    dict: lambda value: {str(name): wire_value(item) for name, item in value.items()},
}


def encode_wire(value: Any) -> bytes:
    """One JSON document."""
    return _encode(wire_value(value)).encode(errors="replace")


# -- what describes it


@cache
def answer_model(cls: Any) -> type[BaseModel]:
    """What a value of this class looks like on the wire."""
    hints = get_type_hints(cls)
    fields: dict[str, Any] = {
        name: (_shown(hints[name]), Field(alias=camel(name))) for name in cls._fields
    }
    model: type[BaseModel] = create_model(
        cls.__name__,
        __config__=ConfigDict(extra="forbid"),
        __doc__=(cls.__doc__ or "").strip(),
        **fields,
    )
    return model


@cache
def page_model(cls: Any) -> type[BaseModel]:
    """A page of such values."""
    item: Any = answer_model(cls)
    model: type[BaseModel] = create_model(
        f"{cls.__name__}Page",
        __config__=ConfigDict(extra="forbid"),
        __doc__="Some rows, and the cursor for the next ones; null if these were the last.",
        items=(list[item], ...),
        next=(str | None, ...),
    )
    return model


def _shown(hint: Any) -> Any:
    origin = get_origin(hint)
    if hint is timedelta:
        return float
    if origin is tuple or hint is tuple:
        item = _shown(get_args(hint)[0]) if hint is not tuple else Any
        return list[item]  # type: ignore[valid-type]
    if origin in (Union, UnionType):
        found: Any = Union[tuple(_shown(part) for part in get_args(hint))]  # noqa: UP007
        return found
    if isinstance(hint, type) and hasattr(hint, "_fields"):
        return answer_model(hint)
    return hint
