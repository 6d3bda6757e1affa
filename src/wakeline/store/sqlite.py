"""One agent in one SQLite file, through apsw.

WAL, full synchronisation, one connection a thread. Writers queue on a lock file
of their own before they begin, so SQLite itself never has to answer "busy". It
does not know folders, names or what the rows mean.
"""

from __future__ import annotations

import errno
import os
from _thread import get_ident
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from functools import cache
from time import monotonic
from typing import Any, NamedTuple, TypeVar

import apsw

from wakeline.base.clock import Ids
from wakeline.base.errors import (
    Busy,
    Conflict,
    Damaged,
    DiskFull,
    HomeUnusable,
    NotFound,
    WakelineError,
)
from wakeline.model.log import By, Episode, Event, Head, Scope
from wakeline.model.memory import Match
from wakeline.model.stored import Table, table_of, table_of_class
from wakeline.ports.store import Change, StoreHealth
from wakeline.store.locks import WAIT_SECONDS, FileLock
from wakeline.store.log_lines import LoggedChange, change_of, event_of, seal_turn
from wakeline.store.migrate import migrations, pending_migrations
from wakeline.store.queries import Queries, parameter_names
from wakeline.store.rows import (
    delete_sql,
    insert_sql,
    read_row,
    read_rows,
    sqlite_fields,
    sqlite_rows,
    sqlite_value,
    upsert_sql,
)

Row = TypeVar("Row", bound=NamedTuple)
BUSY_MILLISECONDS = 10_000
WRITE_LOCK = "write.lock"
STEPS_BETWEEN_LOOKS = 10_000  # of SQLite's virtual machine: well below a millisecond
NO_HEAD = Head(0, "", 0, None)
QUERIES = Queries("sqlite")
RESTORE_ADVICE = "Run `wakeline doctor`; `wakeline restore` brings back a backup or the archive."
PLAIN = frozenset([str, int, float, bytes, bool, type(None)])  # bound as they are
_WRITES: dict[tuple[str, str], str] = {}


@contextmanager
def translate_errors(path: str) -> Iterator[None]:
    """Translate driver errors to Wakeline's errors. SQLite's errors are caught only here."""
    try:
        yield
    except apsw.BusyError as error:
        raise Busy(f"{path} is locked by another program.", todo="Try again.") from error
    except apsw.FullError as error:
        raise _disk_full(path) from error
    except apsw.ConstraintError as error:
        raise Conflict(f"{path} holds a row that this one contradicts ({error}).") from error
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise Damaged(
            f"{path} is not a whole SQLite database ({error}).", todo=RESTORE_ADVICE
        ) from error
    except (apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError) as error:
        raise HomeUnusable(
            f"{path} cannot be opened for writing ({error}).",
            todo="Check that the folder exists and that you may write to it.",
        ) from error
    except apsw.IOError as error:
        if _no_space(path):
            raise _disk_full(path) from error
        raise HomeUnusable(
            f"{path} cannot be read or written ({error}).", todo="Run `wakeline doctor`."
        ) from error
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise _disk_full(path) from error
        raise HomeUnusable(
            f"{path} cannot be used ({error.strerror}).",
            todo="Check that the folder exists and that you may write to it.",
        ) from error


def _no_space(path: str) -> bool:
    if not hasattr(os, "statvfs"):
        return False
    found = os.statvfs(os.path.dirname(path) or ".")
    return found.f_bavail * found.f_frsize < 1 << 20


def _disk_full(path: str) -> DiskFull:
    return DiskFull(
        f"the disk is full; nothing of this write was kept in {path}.",
        todo="Make room and try again. What was acknowledged before is safe.",
    )


def open_connection(
    path: str, *, synchronous: str = "FULL", vfs: str | None = None
) -> apsw.Connection:
    """A connection with the settings that every writer needs."""
    connection = apsw.Connection(path, vfs=vfs)
    connection.set_busy_timeout(BUSY_MILLISECONDS)
    connection.execute(f"PRAGMA synchronous={synchronous}").fetchall()
    return connection


def create_database(path: str, kind: str, *, vfs: str | None = None) -> None:
    """Make a new database file, readable by its owner alone, in WAL mode."""
    with translate_errors(path):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        connection = open_connection(path, vfs=vfs)
        connection.execute("PRAGMA journal_mode=WAL").fetchall()
        migrate(connection, kind, path)
        connection.close()


def applied_migrations(connection: apsw.Connection) -> list[tuple[int, str]]:
    """The migrations that a database has recorded."""
    try:
        rows = connection.execute("SELECT version, sha256 FROM schema_migrations ORDER BY version")
        return [(int(version), str(sha256)) for version, sha256 in rows]
    except apsw.SQLError:
        return []


def migrate(connection: apsw.Connection, kind: str, path: str) -> None:
    """Bring a database up to this version's schema, one transaction a migration."""
    todo = pending_migrations(kind, applied_migrations(connection), path)
    if not todo:
        return
    known = {migration.version: migration for migration in migrations(kind)}
    for version in todo:
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS schema_migrations "
                "(version INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL)"
            )
            if version not in [done for done, _ in applied_migrations(connection)]:
                connection.execute(known[version].text).fetchall()
                connection.execute(
                    "INSERT INTO schema_migrations VALUES (?, ?, ?)",
                    (version, known[version].name, known[version].sha256),
                )
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise


def _statement(kind: str, table: Table) -> str:
    """The insert, upsert or delete of a table, made once."""
    found = _WRITES.get((kind, table.name))
    if found is None:
        if kind == "upsert":
            found = upsert_sql(table).format(key=", ".join(table.key or ("agent_id",)))
        else:
            found = insert_sql(table) if kind == "insert" else delete_sql(table)
        _WRITES[kind, table.name] = found
    return found


def insert_statement(table: Table) -> str:
    """The insert of a table, values by position."""
    return _statement("insert", table)


@cache
def _numbered(query: str) -> tuple[str, tuple[str, ...]]:
    """A named statement and its parameter names. Binding by number takes a third of the time."""
    return QUERIES[query], parameter_names(QUERIES[query])


class _Within:
    """A block that interrupts its statements after a time limit.

    SQLite asks every few steps whether to continue, so a long statement is stopped; a read leaves
    the transaction intact. Python code in the block is not stopped.
    """

    def __init__(self, connection: apsw.Connection, seconds: float) -> None:
        self._connection = connection
        self._seconds = seconds

    def __enter__(self) -> None:
        end = monotonic() + self._seconds
        self._connection.set_progress_handler(lambda: monotonic() > end, STEPS_BETWEEN_LOOKS)

    def __exit__(self, _kind: object, error: BaseException | None, _at: object) -> None:
        self._connection.set_progress_handler(None)
        if isinstance(error, apsw.InterruptError):
            raise Busy(f"it took longer than {self._seconds:g} s.") from error


class SqliteView:
    """One snapshot of one agent's file."""

    def __init__(self, connection: apsw.Connection, scope: Scope) -> None:
        self.scope = scope
        self._connection = connection

    def all(self, cls: type[Row], query: str, **params: Any) -> list[Row]:
        return read_rows(cls, self._execute(query, params))

    def one(self, cls: type[Row], query: str, **params: Any) -> Row | None:
        for row in self._execute(query, params):
            return read_row(cls, row)
        return None

    def value(self, query: str, **params: Any) -> Any:
        for row in self._execute(query, params):
            return row[0]
        return None

    def tuples(self, query: str, **params: Any) -> Iterator[tuple[Any, ...]]:
        return self._execute(query, params)

    def row(self, cls: type[Row], row: Sequence[Any]) -> Row:
        return read_row(cls, row[: len(cls._fields)])

    def prefetch(
        self, reads: Sequence[Callable[..., object]], *given: Any, seconds: float | None = None
    ) -> None:
        """Nothing to do: a statement is a function call here, not a round trip."""

    def time_limit(self, seconds: float) -> _Within:
        return _Within(self._connection, seconds)

    def search(self, terms: Sequence[str], *, limit: int) -> list[Match]:
        if not terms:
            return []
        question = " OR ".join(f'"{term}"' for term in terms)
        rows = self.tuples("fulltext.search", question=question, limit=limit)
        return [Match(int(seq), float(score)) for seq, score in rows]

    def head(self) -> Head:
        return self.one(Head, "log.head") or NO_HEAD

    def indexed_terms(self) -> Iterator[tuple[int, list[str]]]:
        from wakeline.store.sqlite_upkeep import indexed_terms

        return indexed_terms(self)

    def index_faults(self) -> list[str]:
        from wakeline.store.sqlite_upkeep import index_faults

        return index_faults(self)

    def _execute(self, query: str, params: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
        params["tenant_id"], params["agent_id"] = self.scope
        sql, names = _numbered(query)
        values = [
            value if type(value := params[name]) in PLAIN else sqlite_value(value) for name in names
        ]
        cursor: Iterator[tuple[Any, ...]] = self._connection.execute(sql, values)
        return cursor


class SqliteUnit(SqliteView):
    """One transaction on one agent's file."""

    def __init__(self, connection: apsw.Connection, scope: Scope, by: By, ids: Ids) -> None:
        super().__init__(connection, scope)
        self.by = by
        self._ids = ids
        self._head: Head | None = None

    def new_id(self) -> str:
        return self._ids.new(self.by.at)

    def head(self) -> Head:
        if self._head is None:
            self._head = super().head()
        return self._head

    def next_exchange(self) -> int:
        head = self.head()
        today = self.by.at.date().isoformat()
        index = head.exchange_index + 1 if head.exchange_day == today else 1
        self._head = Head(head.seq, today, index, head.last_known_at)
        return index

    def note_own_moment(self, at: datetime) -> None:
        head = self.head()
        self._head = Head(head.seq, head.exchange_day, head.exchange_index, at)

    def append(self, episodes: Sequence[Episode], terms: Sequence[Sequence[str]]) -> list[Episode]:
        head = self.head()
        kept = [seal_turn(episode, seq) for seq, episode in enumerate(episodes, head.seq + 1)]
        self._head = Head(head.seq + len(kept), *head[1:])
        self._insert_many(kept)
        self._connection.executemany(
            QUERIES["fulltext.add"],
            [(e.seq, " ".join(words)) for e, words in zip(kept, terms, strict=True)],
        )
        return kept

    def save(self, kind: str, row: Row, before: NamedTuple | None = None) -> Row:
        seq = self.head().seq + 1
        if "seq" in row._fields:
            row = row._replace(seq=seq)
        self._put("upsert", row)
        self._log(change_of(kind, row, before))
        return row

    def save_all(self, changes: Sequence[Change]) -> None:
        rows: dict[str, list[tuple[Any, ...]]] = {}
        events = []
        head = self.head()
        for seq, (kind, given, before) in enumerate(changes, head.seq + 1):
            row = given._replace(seq=seq) if "seq" in given._fields else given
            changed = change_of(kind, row, before)
            event = event_of(changed, self.by, seq=seq, id=self.new_id())
            events.append((*self.scope, *sqlite_fields(event)))
            upsert = _statement("upsert", table_of(row))
            rows.setdefault(upsert, []).append((*self.scope, *sqlite_fields(row)))
        for upsert, fields in rows.items():
            self._connection.executemany(upsert, fields)
        self._connection.executemany(_statement("insert", table_of_class(Event)), events)
        self._head = head._replace(seq=head.seq + len(events))

    def remove(self, kind: str, row: NamedTuple) -> None:
        table = table_of(row)
        keys = [sqlite_value(getattr(row, name)) for name in table.key]
        self._connection.execute(_statement("delete", table), (*self.scope, *keys))
        self._log(LoggedChange(kind, row, None, None))

    def put(self, row: NamedTuple) -> None:
        """Write one row as it is, without an event: replay, and operational tables."""
        self._put("upsert", row)

    def run(self, query: str, **params: Any) -> int:
        self._execute(query, params)
        return int(self._connection.changes())

    def index(self, seq: int, terms: Sequence[str]) -> None:
        self._connection.execute(QUERIES["fulltext.add"], (seq, " ".join(terms)))

    def unindex(self, seq: int) -> None:
        self._connection.execute(QUERIES["fulltext.remove"], (seq,))
        self.run("recall.drop_reading", seq=seq)
        self.run("recall.drop_vectors", seq=seq)

    def add_job(self, name: str, key: str = "") -> None:
        self.run("jobs.add", name=name, key=key, at=self.by.at)

    def finish(self) -> None:
        """Write the new end of the log; called once, before the commit."""
        if self._head is not None:
            self._put("upsert", self._head)

    def replay(self, entries: Sequence[Episode | Event], head: Head) -> None:
        """Restore log entries as they were, with their sequences and hashes."""
        for entry in entries:
            self._put("insert", entry)
        self._head = head

    def _insert_many(self, episodes: Sequence[Episode]) -> None:
        self._connection.executemany(
            _statement("insert", table_of_class(Episode)),
            sqlite_rows(self.scope, episodes),
        )

    def _log(self, changed: LoggedChange) -> None:
        head = self.head()
        event = event_of(changed, self.by, seq=head.seq + 1, id=self.new_id())
        self._put("insert", event)
        self._head = head._replace(seq=event.seq)

    def _put(self, kind: str, row: NamedTuple) -> None:
        # The statement names each column once, in this order, so values go by position.
        statement = _statement(kind, table_of(row))
        self._connection.execute(statement, (*self.scope, *sqlite_fields(row)))


class SqliteStore:
    """One agent's rows in one file."""

    def __init__(
        self,
        path: str,
        ids: Ids,
        *,
        synchronous: str = "FULL",
        vfs: str | None = None,
        tenant_id: str = "default",
        wait_seconds: float = WAIT_SECONDS,
    ) -> None:
        self.path = path
        self._ids = ids
        self._synchronous = synchronous
        self._vfs = vfs
        self._lock = FileLock(os.path.join(os.path.dirname(path), WRITE_LOCK), seconds=wait_seconds)
        self._connections: dict[int, apsw.Connection] = {}  # by thread
        self._file: tuple[int, int] | None = None
        self.name: str | None = None
        self.scope = Scope(tenant_id, "")
        self.scope = Scope(tenant_id, self._agent_id())

    def _agent_id(self) -> str:
        with translate_errors(self.path):
            connection = self._connection()
            done = applied_migrations(connection)
            if not done:  # a file is made with its schema: this one was emptied
                self.close()
                raise Damaged(f"{self.path} holds no agent.", todo=RESTORE_ADVICE)
            if pending_migrations("sqlite", done, self.path):
                with self._lock:
                    migrate(connection, "sqlite", self.path)
            for (agent_id,) in connection.execute(QUERIES["identities.own_id"]):
                return str(agent_id)
        return ""

    def reopen_as(self, scope: Scope) -> None:
        """Use the scope of a new identity, before its row is written."""
        self.scope = scope

    def minimal_context(self, name: str, *, seconds: float, **asked: Any) -> None:
        """None: one statement gains nothing here, since a statement needs no round trip."""

    @contextmanager
    def reading(self) -> Iterator[SqliteView]:
        with translate_errors(self.path):
            connection = self._connection()
            connection.execute("BEGIN")
            try:
                yield SqliteView(connection, self.scope)
            finally:
                # A damaged page ends the transaction by itself.
                if connection.in_transaction:
                    connection.execute("COMMIT")

    @contextmanager
    def writing(self, by: By) -> Iterator[SqliteUnit]:
        with translate_errors(self.path), self._lock:
            connection = self._connection()
            connection.execute("BEGIN IMMEDIATE")
            try:
                unit = SqliteUnit(connection, self.scope, by, self._ids)
                yield unit
                unit.finish()
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def health(self) -> StoreHealth:
        """The versions in use, and the result of SQLite's own quick check."""
        with translate_errors(self.path):
            self._connection()  # raises if the file was replaced since it was opened
            # On a new connection: one that has used full text caches its state, and the check would
            # report what others have written since as damage.
            with closing(open_connection(self.path, vfs=self._vfs)) as connection:
                told = [str(row[0]) for row in connection.execute("PRAGMA quick_check(10)")]
                schema = max((version for version, _ in applied_migrations(connection)), default=0)
        engine = f"SQLite {apsw.sqlite_lib_version()}"
        # The findings come in one text, below a line that names the file.
        found = [line for text in told for line in text.splitlines() if not line.startswith("***")]
        return StoreHealth(engine, schema, "ok", () if told == ["ok"] else tuple(found or told))

    def close(self) -> None:
        for connection in self._connections.values():
            connection.close()
        self._connections.clear()
        self._file = None
        self._lock.close()

    def _connection(self) -> apsw.Connection:
        """This thread's connection. Raises if the file was removed or replaced since it was opened.

        Writes to a removed or replaced file would be lost.
        """
        try:
            file = os.stat(self.path)
        except FileNotFoundError:
            raise NotFound(f"there is no agent at {self.path}.") from None
        self._file = self._file or (file.st_dev, file.st_ino)
        if self._file != (file.st_dev, file.st_ino):
            raise Conflict(f"{self.path} was replaced since it was opened.", todo="Open it again.")
        found = self._connections.get(get_ident())
        if found is None:
            found = open_connection(self.path, synchronous=self._synchronous, vfs=self._vfs)
            self._connections[get_ident()] = found
        return found


__all__ = ["SqliteStore", "SqliteUnit", "SqliteView", "WakelineError", "create_database"]
