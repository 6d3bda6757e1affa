"""What several readings will ask for, fetched in one round trip.

Each reading is first run against a view that only notes its first statement; all of them
are then sent together, and the reading itself finds its rows at hand. One that fails ends
only itself: what was sent behind it is sent again. It does not know sources or values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, NamedTuple, NoReturn

import psycopg

from wakeline.model.log import Scope
from wakeline.store.postgres import statements
from wakeline.store.postgres.door import Connection, milliseconds, quiet

SAVEPOINT = "SAVEPOINT source"
_backs = count(1)

Found = list[tuple[Any, ...]] | psycopg.Error


class Question(NamedTuple):
    """A named statement and its parameters."""

    query: str
    params: dict[str, Any]

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from another question of the same view."""
        return self.query, repr(sorted(self.params.items()))


class _Noted(Exception):
    """A reading has said what it will ask for."""


class Noting:
    """Stands in for a view until the first question, which it keeps."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.question: Question | None = None

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
        self.question = self.question or Question(query, params)
        raise _Noted


def questions(
    reads: Iterable[Callable[..., object]], given: Sequence[Any], scope: Scope
) -> list[Question]:
    """The first question of each reading. One that has none, or does otherwise, waits its turn."""
    found = []
    for read in reads:
        noting = Noting(scope)
        with suppress(Exception):  # it will say so itself when it is really run
            read(noting, *given)
        if noting.question is not None:
            found.append(noting.question)
    return found


def fetched(
    connection: Connection, asked: Sequence[Question], scope: Scope, *, seconds: float | None
) -> dict[tuple[str, str], Found]:
    """The rows of each question, or why there are none; without a time the first error is raised.

    A savepoint named `source` is left behind if there is a time.
    """
    found: dict[tuple[str, str], Found] = {}
    waiting = list(asked)
    while waiting:
        rows, error = _sent(connection, waiting, scope, seconds)
        found.update(zip([question.key for question in waiting], rows, strict=False))
        if error is None:
            return found
        if seconds is None:
            raise error
        go_back(connection)
        found[waiting[len(rows)].key] = error
        waiting = waiting[len(rows) + 1 :]
    return found


def _sent(
    connection: Connection, asked: Sequence[Question], scope: Scope, seconds: float | None
) -> tuple[list[list[tuple[Any, ...]]], psycopg.Error | None]:
    """The rows of the questions up to the first that fails, and its error."""
    cursors: list[psycopg.Cursor[tuple[Any, ...]]] = []
    failed: psycopg.Error | None = None
    try:
        with connection.pipeline() as pipeline, quiet(pipeline):
            if seconds is not None:
                connection.execute(timeout(seconds))
                connection.execute(SAVEPOINT)
            for question in asked:
                fields = {**question.params, **scope._asdict()}
                sql = statements.query(question.query)
                cursors.append(connection.execute(sql, statements.params(fields)))
    except psycopg.Error as error:
        failed = error
    rows = []
    for cursor in cursors:
        if cursor.pgresult is None:
            break
        rows.append(cursor.fetchall())
    return rows, failed


def go_back(connection: Connection) -> None:
    """To the savepoint, behind an error.

    What was sent behind the error was never prepared, and the driver believes that it was. At a
    rollback it forgets what it believes, but only if it has not seen the text of it before.
    """
    connection.execute(f"ROLLBACK TO SAVEPOINT source -- {next(_backs)}")


def timeout(seconds: float) -> str:
    """Statements of this transaction are given up after so long."""
    return f"SET LOCAL statement_timeout = {milliseconds(seconds)}"
