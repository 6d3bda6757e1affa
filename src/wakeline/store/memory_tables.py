"""Tables in memory that answer the same statements as an agent's database.

The caller fills them with rows of either engine and reads them as any other snapshot. It does
not know to which moment the rows belong.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import apsw

from wakeline.model.log import Scope
from wakeline.model.stored import Table, table_of
from wakeline.store.rows import sqlite_fields, sqlite_fields_from_json
from wakeline.store.sqlite import SqliteView, insert_statement, migrate

IN_MEMORY = ":memory:"


class RebuiltView(SqliteView):
    """A snapshot that the caller fills with rows."""

    def put_image(self, table: Table, image: dict[str, Any]) -> None:
        """Add a row from the JSON image in an event."""
        values = sqlite_fields_from_json(table.cls, image)
        self._connection.execute(insert_statement(table), (*self.scope, *values))

    def put(self, row: NamedTuple) -> None:
        """Add a row."""
        statement = insert_statement(table_of(row))
        self._connection.execute(statement, (*self.scope, *sqlite_fields(row)))

    def run(self, query: str, **params: Any) -> None:
        """Run a named statement that derives rows from the others."""
        self._execute(query, params)


@contextmanager
def open_memory_tables(scope: Scope) -> Iterator[RebuiltView]:
    """Open empty tables of one agent, until the block ends."""
    connection = apsw.Connection(IN_MEMORY)
    try:
        migrate(connection, "sqlite", IN_MEMORY)
        connection.execute("BEGIN")
        yield RebuiltView(connection, scope)
    finally:
        connection.close()
