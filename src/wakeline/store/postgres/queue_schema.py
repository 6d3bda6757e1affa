"""The SQL scripts of the queue's tables, read from the procrastinate library.

No code of the library is run. It does not know connections.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from wakeline.base.errors import HomeUnusable

LIBRARY = "procrastinate"


def queue_schema() -> str:
    """The script of the whole schema, for a new database."""
    return (_folder() / "schema.sql").read_text(encoding="utf-8")


def queue_scripts() -> dict[str, str]:
    """The migration scripts of the schema, by name; names sort in order of versions."""
    files = (_folder() / "migrations").glob("*.sql")
    return {file.name: file.read_text(encoding="utf-8") for file in files}


def _folder() -> Path:
    found = find_spec(LIBRARY)
    if found is None or found.origin is None:
        raise HomeUnusable(
            f"a home in PostgreSQL needs the {LIBRARY} package for its workers.",
            todo="Run `pip install 'wakeline[postgres]'`.",
        )
    return Path(found.origin).parent / "sql"
