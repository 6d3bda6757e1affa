"""Connections to a PostgreSQL server, transactions, and the translation of driver errors.

A transaction sets the tenant, the schema and the time limits in its first statement,
and they end with it. It does not know agents or rows.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import quote, urlencode
from weakref import WeakKeyDictionary

from wakeline.base.errors import (
    Busy,
    Conflict,
    Damaged,
    DiskFull,
    HomeUnusable,
    Invalid,
    Unreachable,
)

try:
    import psycopg
    from psycopg import errors
    from psycopg.conninfo import conninfo_to_dict
except ImportError as error:
    raise HomeUnusable(
        f"a home in PostgreSQL needs the psycopg package ({error}).",
        todo="Run `pip install 'wakeline[postgres]'`.",
    ) from error

from wakeline.store.postgres.statements import QUERIES, with_driver_parameters

if TYPE_CHECKING:
    from psycopg_pool import ConnectionPool

MOST_CONNECTIONS = 16
SECONDS_FOR_A_CONNECTION = 30.0
READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
WRITING = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
# A writer waits for the one before it as long as it would for the lock file of a folder home.
LIMITS = {"lock_timeout": "30s", "statement_timeout": "120s", "idle_timeout": "300s"}
CONNECTING = {"connect_timeout": "10", "keepalives_idle": "60", "application_name": "wakeline"}

Connection = psycopg.Connection[tuple[Any, ...]]
B = TypeVar("B")


class Transaction(NamedTuple):
    """A connection inside a writing transaction, in pipeline mode."""

    connection: Connection
    pipeline: psycopg.Pipeline
    head: tuple[Any, ...] | None


# -- addresses


def url_parameters(url: str) -> dict[str, Any]:
    """The parts of a connection URL, with our defaults for missing ones."""
    try:
        given = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # The driver's message quotes the URL, and with it the password.
        raise Invalid(
            "the database URL cannot be read.",
            todo="Write it as postgresql://user:password@host:5432/database, "
            "special characters percent-encoded.",
        ) from None
    return {**CONNECTING, **given}


def url_of(parts: dict[str, Any], *, user: str | None = None, password: str | None = None) -> str:
    """A connection URL from its parts, for another user if one is given."""
    user = user or parts.get("user")
    host = str(parts.get("host") or "")
    apart = {"user", "password", "host", "port", "dbname", *CONNECTING}
    rest = {name: value for name, value in parts.items() if name not in apart and value}
    place = ""
    if host.startswith("/") or "," in host:  # a socket's folder, or several hosts
        rest = {"host": host, **rest} | ({"port": parts["port"]} if parts.get("port") else {})
    else:
        place = f"[{host}]" if ":" in host else host
        place += f":{parts['port']}" if parts.get("port") else ""
    secret = f":{quote(password, safe='')}" if password else ""
    login = f"{quote(user, safe='')}{secret}@" if user else ""
    query = f"?{urlencode(rest, safe='/')}" if rest else ""
    return f"postgresql://{login}{place}/{quote(str(parts.get('dbname') or ''), safe='')}{query}"


def url_without_password(url: str) -> str:
    """A connection URL without its passwords, for messages."""
    parts = url_parameters(url)
    return url_of({**parts, "password": None, "sslpassword": None})


def connect(url: str) -> Connection:
    """Open one connection in autocommit mode."""
    with translate_errors(url_without_password(url)):
        return psycopg.connect(**connection_arguments(url))


def connection_arguments(url: str) -> dict[str, Any]:
    """The driver's arguments for one connection."""
    parts = url_parameters(url)
    # Moments are read in the connection's time zone; all other code uses UTC.
    options = f"{parts.get('options') or ''} -c TimeZone=UTC".strip()
    return {**parts, "options": options, "autocommit": True}


# -- errors


@contextmanager
def translate_errors(where: str) -> Iterator[None]:
    """Translate driver errors to Wakeline's errors. PostgreSQL's errors are caught only here."""
    try:
        yield
    except errors.UniqueViolation as error:
        raise Conflict(
            f"another row has this value already ({error.diag.constraint_name}).",
            todo="Nothing was written.",
        ) from error
    except errors.DiskFull as error:
        raise DiskFull(
            f"the disk of {where} is full; nothing of this write was kept.",
            todo="Make room and try again. What was acknowledged before is safe.",
        ) from error
    except _BUSY as error:
        raise Busy(f"{where} is busy ({_said(error)}).", todo="Try again.") from error
    except _NOT_OURS as error:
        raise HomeUnusable(
            f"{where} cannot be used ({_said(error)}).",
            todo="Run `wakeline init --admin-url …` with an administrator's URL.",
        ) from error
    except (errors.DataCorrupted, errors.IndexCorrupted) as error:
        raise Damaged(
            f"{where} is damaged ({_said(error)}).", todo="Restore it from a backup."
        ) from error
    except (psycopg.DataError, errors.ProgramLimitExceeded) as error:
        raise Invalid(f"the database does not take this ({_said(error)}).") from error
    except errors.PipelineAborted as error:
        # The block caught the error of a write and continued.
        raise _not_kept(where) from error
    except psycopg.OperationalError as error:
        raise Unreachable(
            f"{where} does not answer ({_said(error)}).",
            todo="Check that the server runs, and the user and password in the URL.",
        ) from error


_BUSY = (
    errors.LockNotAvailable,
    errors.SerializationFailure,
    errors.DeadlockDetected,
    errors.QueryCanceled,
    errors.TooManyConnections,
)
_NOT_OURS = (
    errors.InsufficientPrivilege,
    errors.UndefinedTable,
    errors.UndefinedColumn,
    errors.InvalidSchemaName,
    errors.ReadOnlySqlTransaction,
)


def _not_kept(where: str) -> HomeUnusable:
    return HomeUnusable(f"{where} did not keep this write.", todo="Try again.")


def _said(error: psycopg.Error) -> str:
    """The driver's message in one line."""
    return " ".join((error.diag.message_primary or str(error)).split())


def server_milliseconds(seconds: float) -> int:
    """A time for the server in milliseconds; never 0, which means no limit."""
    return max(1, int(seconds * 1000))


# -- connections


class Connections:
    """The connections of one home.

    The first connection, which checked the database, is used as long as one is enough;
    a pool, with its threads, is opened when a second one is needed.
    """

    def __init__(self, url: str, first: Connection) -> None:
        self.where = url_without_password(url)
        self._url = url
        self._first: Connection = first
        self._first_is_free = True
        self._pool: ConnectionPool[Connection] | None = None
        self._lock = threading.Lock()
        self._is_closed = False
        self._seconds: WeakKeyDictionary[Connection, float] = WeakKeyDictionary()

    @contextmanager
    def reading(self, tenant_id: str) -> Iterator[Connection]:
        """A connection inside a read-only snapshot of one tenant."""
        with translate_errors(self.where), self._begun(partial(_reading, tenant_id)) as connection:
            yield connection

    @contextmanager
    def writing(self, tenant_id: str, agent_id: str) -> Iterator[Transaction]:
        """A transaction that locks one agent for writing, committed when its block ends."""
        begin = partial(_writing, tenant_id, agent_id, self.where)
        with translate_errors(self.where), self._begun(begin) as transaction:
            yield transaction

    @contextmanager
    def filling(self, tenant_id: str) -> Iterator[Connection]:
        """A transaction on derived rows that nobody else writes, so it locks no agent."""
        with translate_errors(self.where), self._begun(partial(_filling, tenant_id)) as connection:
            yield connection

    @contextmanager
    def asking(self, seconds: float) -> Iterator[Connection]:
        """A connection in autocommit mode, with a time limit for each statement.

        The limit is set once for each connection, so that a statement needs one round trip.
        Every transaction sets its own limit.
        """
        with translate_errors(self.where), self._lent() as connection, _taken_back(connection):
            if self._seconds.get(connection) != seconds:
                connection.execute(f"SET statement_timeout = {server_milliseconds(seconds)}")
                self._seconds[connection] = seconds
            yield connection

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.close()
        self._first.close()

    @contextmanager
    def _begun(self, begin: Callable[[Connection], AbstractContextManager[B]]) -> Iterator[B]:
        """A transaction on one of our connections, committed when its block ends.

        When a server stops or restarts, its connections end a moment before we notice. If a
        connection is gone at its first statement, nothing was done yet, so another one is
        tried, as often as there are connections.
        """
        for tries_left in reversed(range(MOST_CONNECTIONS + 1)):
            has_begun = False
            connection: Connection | None = None
            try:
                with self._lent() as connection, _taken_back(connection), begin(connection) as it:
                    has_begun = True
                    yield it
                return
            except psycopg.OperationalError:
                is_gone = connection is not None and connection.closed
                if has_begun or not is_gone or not tries_left:
                    raise

    @contextmanager
    def _lent(self) -> Iterator[Connection]:
        with self._lock:
            if self._is_closed:
                raise HomeUnusable(f"the home {self.where} is closed.", todo="Open it again.")
            is_first, self._first_is_free = self._first_is_free, False
        if not is_first:
            with self._from_pool() as connection:
                yield connection
            return
        try:
            yield self._alive()
        finally:
            with self._lock:
                self._first_is_free = True

    def _alive(self) -> Connection:
        """The first connection, reopened if the server has closed it."""
        try:
            _still_there(self._first)
        except psycopg.OperationalError:
            self._first.close()
            self._first = connect(self._url)
        return self._first

    @contextmanager
    def _from_pool(self) -> Iterator[Connection]:
        from psycopg_pool import PoolTimeout

        pool = self._opened_pool()
        try:
            connection = pool.getconn()
        except PoolTimeout as error:
            connect(self._url).close()  # raises if the server does not answer
            raise Busy(
                f"all {MOST_CONNECTIONS} connections to {self.where} are in use.",
                todo="Try again.",
            ) from error
        try:
            yield connection
        finally:
            pool.putconn(connection)

    def _opened_pool(self) -> ConnectionPool[Connection]:
        from psycopg_pool import ConnectionPool

        with self._lock:
            if self._pool is None:
                self._pool = ConnectionPool(
                    kwargs=connection_arguments(self._url),
                    min_size=1,
                    max_size=MOST_CONNECTIONS - 1,
                    timeout=SECONDS_FOR_A_CONNECTION,
                    check=_still_there,
                    name="wakeline",
                    open=True,
                )
            return self._pool


def _still_there(connection: Connection) -> None:
    """Raises if the server has closed an idle connection. Looks at the socket only."""
    if connection.closed:
        raise errors.ConnectionDoesNotExist("the connection is closed")
    # The first call reads the server's last message, if any; the second sees the end.
    connection.pgconn.consume_input()
    connection.pgconn.consume_input()


# -- transactions


@contextmanager
def _reading(tenant_id: str, connection: Connection) -> Iterator[Connection]:
    with connection.pipeline():
        connection.execute(READING)
        entered = _enter(connection, tenant_id)
    _assert_tenant(entered, tenant_id)
    yield connection
    connection.execute("COMMIT")


@contextmanager
def _writing(
    tenant_id: str, agent_id: str, where: str, connection: Connection
) -> Iterator[Transaction]:
    with connection.pipeline() as pipeline, sync_on_error(pipeline):
        connection.execute(WRITING)
        entered = _enter(connection, tenant_id)
        # In the same round trip. Locked at the start and not at the first write: what
        # a unit reads before it writes must still be true when it writes.
        locked = connection.execute(
            with_driver_parameters(QUERIES["database.lock_head"]),
            {"tenant_id": tenant_id, "agent_id": agent_id},
        )
        head = locked.fetchone()
        _assert_tenant(entered, tenant_id)
        yield Transaction(connection, pipeline, head)
        committed = connection.execute("COMMIT")
    if committed.statusmessage != "COMMIT":
        raise _not_kept(where)  # the server has rolled back


@contextmanager
def _filling(tenant_id: str, connection: Connection) -> Iterator[Connection]:
    connection.execute(WRITING)
    _assert_tenant(_enter(connection, tenant_id), tenant_id)
    yield connection
    connection.execute("COMMIT")


def _enter(connection: Connection, tenant_id: str) -> psycopg.Cursor[tuple[Any, ...]]:
    return connection.execute(
        with_driver_parameters(QUERIES["database.enter"]), {"tenant_id": tenant_id, **LIMITS}
    )


def _assert_tenant(entered: psycopg.Cursor[tuple[Any, ...]], tenant_id: str) -> None:
    found = entered.fetchone()
    if found is None or found[0] != tenant_id:
        raise HomeUnusable("the database did not take the tenant of this transaction.")


@contextmanager
def sync_on_error(pipeline: psycopg.Pipeline) -> Iterator[None]:
    """On an error, collect pending answers first: the driver would log them as lost."""
    try:
        yield
    except BaseException:
        with suppress(psycopg.Error):
            pipeline.sync()
        raise


@contextmanager
def _taken_back(connection: Connection) -> Iterator[None]:
    """Roll back if the block raises."""
    try:
        yield
    except BaseException:
        with suppress(psycopg.Error):  # if the connection is gone, the server rolls back itself
            connection.rollback()
        raise
