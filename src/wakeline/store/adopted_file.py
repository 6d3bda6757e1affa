"""Open one agent's database file that was brought here alone, through a temporary copy.

The file itself is not changed: it may be on a read-only medium, or another home may have it open.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

import apsw

from wakeline.base.clock import Ids
from wakeline.base.errors import Damaged
from wakeline.store.folder import DATABASE, FolderStore
from wakeline.store.sqlite import BUSY_MILLISECONDS, translate_errors
from wakeline.store.sqlite_upkeep import copy_database

READ_ONLY = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
NEEDED = {"identities", "episodes", "events", "schema_migrations"}


@contextmanager
def open_copied_file(path: str, ids: Ids) -> Iterator[FolderStore]:
    """Open a copy of the file in a temporary folder, which is removed after the block."""
    with tempfile.TemporaryDirectory(prefix="wakeline-carried-") as folder:
        copy = os.path.join(folder, DATABASE)
        with translate_errors(path):
            source = _opened(path)
            try:
                copy_database(source, copy)
            except (apsw.CorruptError, apsw.NotADBError) as error:
                raise Damaged(
                    f"{path} is not a whole SQLite database.", todo="Use another copy."
                ) from error
            finally:
                source.close()
            tenant_id = _tenant(path, copy)
        store = FolderStore(folder, ids, synchronous="OFF", tenant_id=tenant_id)
        try:
            yield store
        finally:
            store.close()


def _opened(path: str) -> apsw.Connection:
    """A read-only connection. If nobody has the file open, no file is created beside it either."""
    alone = "" if os.path.exists(f"{path}-wal") else "?immutable=1"
    source = apsw.Connection(f"file:{quote(os.path.abspath(path))}{alone}", flags=READ_ONLY)
    source.set_busy_timeout(BUSY_MILLISECONDS)
    return source


def _tenant(path: str, copy: str) -> str:
    """The tenant of the file. Raises Damaged if the file is damaged or holds no agent."""
    connection = apsw.Connection(copy)
    try:
        found = [str(row[0]) for row in connection.execute("PRAGMA quick_check(10)")]
        if found != ["ok"]:
            raise Damaged(f"{path} is damaged ({found[0]}).", todo="Use another copy.")
        tables = {str(name) for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
        if tables >= NEEDED:
            for (tenant_id,) in connection.execute("SELECT tenant_id FROM identities"):
                return str(tenant_id)
        raise Damaged(f"{path} holds no agent.", todo="Name an agent's memory.db.")
    finally:
        connection.close()
