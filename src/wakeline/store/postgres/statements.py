"""Convert statements and values for the PostgreSQL driver, and rows to SQLite's form.

Pure functions: it does not know connections.
"""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from decimal import Decimal
from functools import cache
from typing import Any

from wakeline.base.clock import stored_moment
from wakeline.model.stored import Table
from wakeline.store.queries import Queries
from wakeline.store.rows import SCOPE, delete_sql, insert_sql, upsert_sql

QUERIES = Queries("postgres")
# Literals and casts stay as they are; every percent sign must be doubled.
_PARAMETER = re.compile(r"'(?:[^']|'')*'|::\s*\w+|:([A-Za-z_]\w*)")


@cache
def with_driver_parameters(sql: str) -> str:
    """Replace `:name` by `%(name)s`."""
    parts = []
    end = 0
    for found in _PARAMETER.finditer(sql):
        parts.append(sql[end : found.start()].replace("%", "%%"))
        parts.append(f"%({found[1]})s" if found[1] else found[0].replace("%", "%%"))
        end = found.end()
    return "".join((*parts, sql[end:].replace("%", "%%")))


@cache
def query(name: str) -> str:
    """A named statement, ready for the driver."""
    return with_driver_parameters(QUERIES[name])


@cache
def write_statement(kind: str, table: Table) -> str:
    """The insert, upsert or delete statement of a table."""
    if kind == "upsert":
        return with_driver_parameters(upsert_sql(table).format(key=", ".join((*SCOPE, *table.key))))
    return with_driver_parameters(insert_sql(table) if kind == "insert" else delete_sql(table))


@cache
def delete_agent(table: str) -> str:
    """The statement that deletes all rows of one agent from a table."""
    keys = " AND ".join(f"{column} = %({column})s" for column in SCOPE)
    return f"DELETE FROM {table} WHERE {keys}"


def driver_params(fields: dict[str, Any]) -> dict[str, Any]:
    """Parameters as the driver takes them: structures as JSON text."""
    for name, value in fields.items():
        if isinstance(value, (tuple, list, dict)):
            fields[name] = json.dumps(value, ensure_ascii=False)
        elif isinstance(value, timedelta):
            fields[name] = value.total_seconds()
    return fields


def plain_row(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A bare row as SQLite would give it: moments and structures as text."""
    return tuple(_PLAIN[type(v)](v) if type(v) in _PLAIN else v for v in row)


def _number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


_PLAIN: dict[type, Any] = {
    datetime: stored_moment,
    dict: _text,
    list: _text,
    bool: int,
    Decimal: _number,
}
