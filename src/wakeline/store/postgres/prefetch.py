"""Fetch the first query of several readers in one round trip.

Each reader is first run against a view that only notes its first query; all queries are then
sent together, and when the reader runs, its rows are already there. A query that fails affects
only itself: the queries after it are sent again. It does not know sources or values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, NamedTuple, NoReturn

import psycopg

from wakeline.model.log import Scope
from wakeline.store.postgres import statements
from wakeline.store.postgres.connections import Connection, server_milliseconds, sync_on_error

SAVEPOINT = "SAVEPOINT source"
_backs = count(1)

PrefetchedRows = list[tuple[Any, ...]] | psycopg.Error


class QueryCall(NamedTuple):
    """A named statement and its parameters."""

    query: str
    params: dict[str, Any]

    @property
    def key(self) -> tuple[str, str]:
        """The key by which the rows of this query are found again."""
        return self.query, repr(sorted(self.params.items()))


class _Noted(Exception):
    """Stops a reader after its first query."""


class NotingView:
    """A stand-in for a view that notes the first query and stops the reader."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.question: QueryCall | None = None

    def all(self, _cls: type[Any], query: str, **params: Any) -> NoReturn:
        self._note(query, params)

    def one(self, _cls: type[Any], query: str, **params: Any) -> NoReturn:
        self._note(query, params)

    def value(self, query: str, **params: Any) -> NoReturn:
        self._note(query, params)

    tuples = value

    def head(self) -> NoReturn:
        self._note("log.head", {})

    def _note(self, query: str, params: dict[str, Any]) -> NoReturn:
        self.question = self.question or QueryCall(query, params)
        raise _Noted


def first_queries(
    reads: Iterable[Callable[..., object]], given: Sequence[Any], scope: Scope
) -> list[QueryCall]:
    """The first query of each reader. Readers without one are skipped."""
    found = []
    for read in reads:
        noting = NotingView(scope)
        with suppress(Exception):  # it will raise again when it is really run
            read(noting, *given)
        if noting.question is not None:
            found.append(noting.question)
    return found


def fetch_queries(
    connection: Connection, asked: Sequence[QueryCall], scope: Scope, *, seconds: float | None
) -> dict[tuple[str, str], PrefetchedRows]:
    """The rows of each query, or its error. Without a time limit the first error is raised.

    With a time limit, a savepoint named `source` remains.
    """
    found: dict[tuple[str, str], PrefetchedRows] = {}
    waiting = list(asked)
    while waiting:
        rows, error = _sent(connection, waiting, scope, seconds)
        found.update(zip([question.key for question in waiting], rows, strict=False))
        if error is None:
            return found
        if seconds is None:
            raise error
        roll_back_to_savepoint(connection)
        found[waiting[len(rows)].key] = error
        waiting = waiting[len(rows) + 1 :]
    return found


def _sent(
    connection: Connection, asked: Sequence[QueryCall], scope: Scope, seconds: float | None
) -> tuple[list[list[tuple[Any, ...]]], psycopg.Error | None]:
    """The rows of the queries before the first that fails, and its error."""
    cursors: list[psycopg.Cursor[tuple[Any, ...]]] = []
    failed: psycopg.Error | None = None
    try:
        with connection.pipeline() as pipeline, sync_on_error(pipeline):
            if seconds is not None:
                connection.execute(timeout_statement(seconds))
                connection.execute(SAVEPOINT)
            for question in asked:
                fields = {**question.params, **scope._asdict()}
                sql = statements.query(question.query)
                cursors.append(connection.execute(sql, statements.driver_params(fields)))
    except psycopg.Error as error:
        failed = error
    rows = []
    for cursor in cursors:
        if cursor.pgresult is None:
            break
        rows.append(cursor.fetchall())
    return rows, failed


def roll_back_to_savepoint(connection: Connection) -> None:
    """Roll back to the savepoint after an error.

    The driver believes that statements sent after the error were prepared, though they were not.
    It forgets this at a rollback, but only at one whose text it has not seen before.
    """
    connection.execute(f"ROLLBACK TO SAVEPOINT source -- {next(_backs)}")


def timeout_statement(seconds: float) -> str:
    """The SQL that limits the time of statements in this transaction."""
    return f"SET LOCAL statement_timeout = {server_milliseconds(seconds)}"
