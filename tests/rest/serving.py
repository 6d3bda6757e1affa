"""A served home for tests: the real application over a real home, called in this process.

`Served` knows how to make tokens, to call, and to look at everything that is stored behind
the application's back.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import httpx2
from psycopg.conninfo import conninfo_to_dict
from starlette.testclient import TestClient

import wakeline
from tests.builders import QUICK
from wakeline.base.clock import SystemClock, Ulids
from wakeline.interfaces.rest.app import make_app
from wakeline.interfaces.rest.keys import KeyFile
from wakeline.interfaces.rest.service import Service
from wakeline.interfaces.rest.tokens import issue

TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'"
Rows = dict[str, list[tuple[Any, ...]]]


class Served:
    """One home behind its application."""

    def __init__(
        self, location: str, service: Service, client: TestClient, keys: KeyFile, folder: Path
    ) -> None:
        self.location = location
        self.service = service
        self.client = client
        self.keys = keys
        self.folder = folder
        self._ids = Ulids()

    def token(
        self,
        tenant: str = "default",
        role: str = "agent",
        agent: str | None = None,
        subject: str | None = None,
    ) -> str:
        now = SystemClock().now()
        key = self.keys.ring().current
        assert key is not None
        return issue(
            lambda: key,
            id=self._ids.new(now),
            tenant=tenant,
            role=role,
            agent=agent,
            subject=subject,
            days=1,
            now=now,
        ).token

    def call(
        self, method: str, path: str, body: Any = None, *, token: str | None = None, **more: Any
    ) -> httpx2.Response:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        headers.update(more.pop("headers", {}))
        if "content" not in more:
            more["json"] = body
        return self.client.request(method, path, headers=headers, **more)

    def caller(self, **claims: Any) -> Caller:
        return Caller(self, self.token(**claims))

    def audit(self) -> list[dict[str, Any]]:
        """The lines of the audit's file; a database home has none."""
        file = Path(self.location) / "audit.jsonl"
        if not file.exists():
            return []
        return [json.loads(line) for line in file.read_text().splitlines()]

    def everything(self) -> Rows:
        """Every row of every table of every tenant, when nothing is being derived."""
        self.service.residents.idle()
        return rows_of_database(self.location) if "://" in self.location else self._of_folder()

    def _of_folder(self) -> Rows:
        found: Rows = {}
        for file in sorted(Path(self.location).rglob("memory.db")):
            connection = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
            for (table,) in connection.execute(TABLES).fetchall():
                rows = connection.execute(f"SELECT * FROM {table}").fetchall()
                found[f"{file.parent.name}.{table}"] = sorted(rows, key=repr)
            connection.close()
        return found


class Caller:
    """Somebody with a token."""

    def __init__(self, served: Served, token: str) -> None:
        self._served = served
        self.token = token

    def __call__(self, method: str, path: str, body: Any = None, **more: Any) -> httpx2.Response:
        return self._served.call(method, path, body, token=self.token, **more)

    def ok(self, method: str, path: str, body: Any = None) -> Any:
        """The answer of a call that must succeed."""
        answer = self(method, path, body)
        assert answer.status_code in (200, 201), (method, path, answer.status_code, answer.text)
        return answer.json()


def rows_of_database(location: str) -> Rows:
    """Every row, seen by the superuser, whom no policy holds back."""
    from tests import postgres

    name = str(conninfo_to_dict(location)["dbname"])
    with postgres.administrator(postgres.admin_url(name)) as connection:
        tables = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'wakeline' ORDER BY 1"
        ).fetchall()
        return {
            str(table): sorted(
                connection.execute(f"SELECT * FROM wakeline.{table}".encode()).fetchall(), key=repr
            )
            for (table,) in tables
        }


def digest(rows: Rows) -> str:
    return hashlib.sha256(repr(sorted(rows.items())).encode()).hexdigest()


@contextmanager
def served(
    location: str,
    folder: Path,
    *,
    settings: dict[str, str] | None = None,
    has_keys: bool = True,
    only_tenant: str | None = None,
) -> Iterator[Served]:
    """Serve a home in this process."""
    path = folder / "keys.json"
    keys = KeyFile(str(path))
    if has_keys:
        now = SystemClock().now()
        keys.rotate(id="first", now=now)
    home = wakeline.open(location, settings={**QUICK, "keys": str(path), **(settings or {})})
    service = Service(home, only_tenant=only_tenant)
    with TestClient(make_app(service), raise_server_exceptions=False) as client:
        yield Served(location, service, client, keys, folder)
