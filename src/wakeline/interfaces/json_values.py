"""Values as JSON, the same for every door.

A named tuple becomes an object with its field names, a moment ISO 8601 in UTC, a
span its seconds. It knows no value class by name.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

from wakeline.base.clock import stored_moment

SCALARS = (str, int, float, bool, type(None))


def plain_value(value: Any) -> Any:
    """A value as dicts, lists, text and numbers."""
    if isinstance(value, SCALARS):
        return value
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: plain_value(item) for name, item in zip(value._fields, value, strict=True)}
    if isinstance(value, dict):
        return {str(key): plain_value(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_value(item) for item in value]
    return _written(value)


def in_camel_case(value: Any) -> Any:
    """The same with the names of fields as `hydratedAt`. Keys that somebody chose stay."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {camel(name): in_camel_case(x) for name, x in zip(value._fields, value, strict=True)}
    if isinstance(value, (list, tuple)):
        return [in_camel_case(item) for item in value]
    return plain_value(value)


def camel(name: str) -> str:
    """A field's name as documents for others write it."""
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def _written(value: Any) -> str | float:
    if isinstance(value, datetime):
        return stored_moment(value)
    return value.total_seconds() if isinstance(value, timedelta) else str(value)


def encode_json(value: Any, *, indent: int | None = None) -> str:
    """One JSON document, without its line end."""
    return json.dumps(plain_value(value), ensure_ascii=False, indent=indent)
