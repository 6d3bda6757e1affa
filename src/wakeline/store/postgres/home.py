"""A home in a database: agents by name, and one agent's store.

Opening checks the role (one that bypasses row level security is refused), the schema (newer,
altered or missing is refused) and that row level security is on. It creates none of them;
`postgres_admin.initialise` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any

import psycopg

from wakeline.base.clock import Clock, Ids
from wakeline.base.errors import AlteredSchema, Conflict, HomeUnusable, NotFound, UnsafeRole
from wakeline.model.hydration import MinimalContext
from wakeline.model.identity import Identity
from wakeline.model.log import By, Scope
from wakeline.ports.store import Store, StoreHealth, Unit
from wakeline.store.folder import agent_key, name_taken, tenant_key, unknown_agent
from wakeline.store.migrate import pending_migrations
from wakeline.store.postgres.array_chunks import PostgresShelves
from wakeline.store.postgres.connections import Connection, Connections, connect, translate_errors
from wakeline.store.postgres.minimal_context import read_minimal_context
from wakeline.store.postgres.statements import delete_agent, query
from wakeline.store.postgres.units import PostgresUnit, PostgresView

if TYPE_CHECKING:
    from wakeline.model.message import Mail
    from wakeline.ports.jobs import Queue, WorkerRounds

INIT_ADVICE = (
    "Run `wakeline init --admin-url …` with an administrator's URL; it prints the one to use."
)


class PostgresStore:
    """One agent's rows in a database. It has no files."""

    def __init__(self, connections: Connections, scope: Scope, ids: Ids) -> None:
        self.scope = scope
        self.name: str | None = None
        self._connections = connections
        self._ids = ids

    @contextmanager
    def reading(self) -> Iterator[PostgresView]:
        with self._connections.reading(self.scope.tenant_id) as connection:
            yield PostgresView(connection, self.scope)

    @contextmanager
    def writing(self, by: By) -> Iterator[PostgresUnit]:
        with self._connections.writing(*self.scope) as transaction:
            if transaction.head is None:
                raise NotFound(f"the agent {self.scope.agent_id} is not there any more.")
            unit = PostgresUnit(transaction, self.scope, by, self._ids)
            yield unit
            unit.finish()

    def minimal_context(self, name: str, *, seconds: float, **asked: Any) -> MinimalContext | None:
        asked |= {"name": name, "tenant_id": self.scope.tenant_id}
        with self._connections.asking(seconds) as connection:
            try:
                row = connection.execute(query("database.hydrate_agent"), asked).fetchone()
            except psycopg.Error:
                return None  # the caller reads the parts one by one and can name the one that fails
        found = read_minimal_context(row[0]) if row is not None and row[0] is not None else None
        # Another agent may have taken the name since this one was opened.
        return found if found is not None and found.ai_identity.id == self.scope.agent_id else None

    @property
    def shelves(self) -> PostgresShelves:
        return PostgresShelves(self._connections, self.scope)

    def archive_folder(self) -> str | None:
        return None

    def document_files(self) -> dict[str, str]:
        return {}

    def unreadable_documents(self) -> dict[str, str]:
        return {}

    def document_touched_at(self, kind: str) -> datetime | None:  # noqa: ARG002 - as every store
        return None

    def write_document_file(self, kind: str, content: str) -> None:
        """Documents are rows here, and only rows."""

    def folder_texts(self, shelf: str) -> dict[str, str]:  # noqa: ARG002 - as every store
        return {}

    def write_folder_text(self, shelf: str, name: str, content: str) -> None:
        """What people would read in a folder are rows here, and only rows."""

    def write_handoff_file(self, content: str) -> None:
        """A handoff is a row here, and only a row."""

    def copy_files(self, folder: str) -> PostgresStore | None:  # noqa: ARG002 - as every store
        """None: there are no files; a copy is made by exporting the log."""
        return None

    def scrub(self) -> None:
        """Nothing to do: the server's vacuum clears away what dead rows held."""

    def health(self) -> StoreHealth:
        """The server's version and the schema version. The server itself checks its pages."""
        with self._connections.reading(self.scope.tenant_id) as connection:
            server = connection.info.server_version
            rows = connection.execute(query("database.applied")).fetchall()
        schema = max((int(version) for version, _ in rows), default=0)
        engine = f"PostgreSQL {server // 10_000}.{server % 10_000}"
        return StoreHealth(engine, schema, "kept by the server")

    def close(self) -> None:
        """The connections are the home's."""


class PostgresHome:
    """The agents of one tenant in a database."""

    engine = "postgres"

    def __init__(
        self,
        url: str,
        *,
        tenant_id: str,
        clock: Clock,
        ids: Ids,
        connections: Connections | None = None,
    ) -> None:
        self.tenant_id = tenant_key(tenant_id)
        self._url = url
        self._clock = clock
        self._ids = ids
        self._is_guest = connections is not None
        if connections is not None:
            self._connections, self.location = connections, connections.where
            return
        first = connect(url)
        self._connections = Connections(url, first)
        self.location = self._connections.where
        try:
            with translate_errors(self.location):
                check_role(first, self.location)
                check_schema(first, self.location)
        except BaseException:
            self.close()
            raise

    def of_tenant(self, tenant_id: str) -> PostgresHome:
        """Another tenant of the same database.

        The tenant is set for each transaction, so the connections can be shared: a server for
        many tenants needs no more of them than for one.
        """
        return PostgresHome(
            self._url,
            tenant_id=tenant_id,
            clock=self._clock,
            ids=self._ids,
            connections=self._connections,
        )

    def agents(self) -> list[str]:
        with self._view() as view:
            return [name for (name,) in view.tuples("database.names")]

    def store(self, name: str) -> PostgresStore | None:
        with self._view() as view:
            agent_id = view.value("database.agent_named", name=agent_key(name))
        return None if agent_id is None else self._store(agent_id)

    def create(self, identity: Identity, by: By) -> PostgresStore:
        """Make a new agent, whole or not at all. An agent that exists already is returned."""
        found = self.store(identity.name)
        if found is not None:
            return found
        scope = Scope(self.tenant_id, identity.id)
        try:
            with self._connections.writing(*scope) as transaction:
                unit = PostgresUnit(transaction, scope, by, self._ids)
                unit.save("identity.created", identity)
                unit.finish()
        except Conflict:
            # Another process was first and created the agent.
            found = self.store(identity.name)
            if found is None:
                raise
            return found
        return self._store(identity.id)

    def create_with(
        self,
        identity: Identity,
        by: By,
        fill: Callable[[Unit], None],
        furnish: Callable[[Store], None],
        make_room: Callable[[], None],
    ) -> PostgresStore:
        """Make an agent whose rows `fill` writes, whole or not at all."""
        make_room()
        if self.store(identity.name) is not None:
            raise name_taken(identity.name)
        scope = Scope(self.tenant_id, identity.id)
        with self._connections.writing(*scope) as transaction:
            unit = PostgresUnit(transaction, scope, by, self._ids)
            fill(unit)
            unit.finish()
        store = self._store(identity.id)
        furnish(store)
        return store

    def adopt_copy(
        self,
        files: str,
        identity: Identity,
        furnish: Callable[[Store], None],
        make_room: Callable[[], None],
    ) -> None:
        """Agents are not made of files here."""

    def open_copy(self, files: str) -> None:
        """Agents are not made of files here."""

    def set_aside(self, name: str) -> str | None:  # noqa: ARG002 - as every home
        """None: a database has no other place for an agent."""
        return None

    def sweep(self) -> None:
        """Nothing to do: an unfinished transaction leaves nothing."""

    def backups_folder(self) -> str | None:
        return None

    def rename(self, name: str, new_name: str) -> None:
        """Raise if the new name is taken. The name itself is in the identity row."""
        has_old, has_new = self.store(name) is not None, self.store(new_name) is not None
        if has_old and has_new:
            raise name_taken(new_name)
        if not has_old and not has_new:
            raise unknown_agent(name, self.location)

    def remove(self, name: str, last_look: Callable[[], None] | None = None) -> None:
        store = self.store(name)
        if store is None:
            raise unknown_agent(name, self.location)
        with self._connections.writing(*store.scope) as transaction:
            if transaction.head is None:
                raise unknown_agent(name, self.location)  # another was first
            if last_look is not None:
                last_look()
            tables = transaction.connection.execute(query("database.tables_of_agents")).fetchall()
            for (table,) in tables:
                transaction.connection.execute(delete_agent(table), store.scope._asdict())

    def agents_with_jobs(self) -> list[str]:
        with self._view() as view:
            return [name for (name,) in view.tuples("database.with_jobs")]

    def agents_due(self, now: datetime) -> list[str]:
        """The names of the agents that have jobs to run now."""
        with self._view() as view:
            return [name for (name,) in view.tuples("database.due", now=now)]

    def queue(self, rounds: WorkerRounds) -> Queue:
        if rounds.every_tenant and rounds.names is None:
            from wakeline.store.postgres.queue import PostgresQueue

            return PostgresQueue(self._url, self, rounds)
        from wakeline.store.postgres.tenant_queue import TenantQueue

        return TenantQueue(self, rounds)

    def name_of(self, agent_id: str) -> str | None:
        """The name of an agent of this tenant; None if it was removed."""
        with self._store(agent_id).reading() as view:
            found = view.one(Identity, "identities.own")
        return None if found is None else found.name

    def schedule_next_look(self, agent_id: str, now: datetime, seconds: float | None) -> None:
        """Schedule the next look at an agent in so many seconds; None: at the next call.

        Calls from during the look are removed, unless new jobs wait.
        """
        asked = {"tenant_id": self.tenant_id, "agent_id": agent_id}
        with self._connections.writing(self.tenant_id, agent_id) as transaction:
            if transaction.head is None:
                raise NotFound(f"the agent {agent_id} is not there any more.")
            transaction.connection.execute(query("database.call_off"), {**asked, "now": now})
            if seconds is not None:
                asked_for = {**asked, "seconds": seconds}
                transaction.connection.execute(query("database.call_worker"), asked_for)

    def post(self, mail: Mail) -> bool:  # noqa: ARG002 - as every home
        """False: all agents are in this database, so messages go directly to the receiver."""
        return False

    def mail_for(self, agent_id: str) -> list[Mail]:  # noqa: ARG002 - as every home
        return []

    def drop_mail(self, ids: Sequence[str]) -> None:
        """Nothing to do: no mail is stored."""

    def next_number(self, name: str) -> int:
        with self._connections.writing(self.tenant_id, "") as transaction:
            fields = {"tenant_id": self.tenant_id, "name": name}
            found = transaction.connection.execute(query("database.next_number"), fields)
            return int(found.fetchall()[0][0])

    def note_numbers(self, name: str, last: int) -> None:
        with self._connections.writing(self.tenant_id, "") as transaction:
            fields = {"tenant_id": self.tenant_id, "name": name, "last": last}
            transaction.connection.execute(query("database.note_numbers"), fields)

    def close(self) -> None:
        if not self._is_guest:
            self._connections.close()

    def _store(self, agent_id: str) -> PostgresStore:
        return PostgresStore(self._connections, Scope(self.tenant_id, agent_id), self._ids)

    @contextmanager
    def _view(self) -> Iterator[PostgresView]:
        with self._connections.reading(self.tenant_id) as connection:
            yield PostgresView(connection, Scope(self.tenant_id, ""))


def check_role(connection: Connection, where: str) -> None:
    """Raises if the role of a connection could see rows of other tenants."""
    row = connection.execute(query("database.unsafe_role")).fetchone()
    unsafe = row[1] if row is not None else None
    if unsafe:
        raise UnsafeRole(
            f"the role {row[0] if row else ''} of {where} is, or can become, {', '.join(unsafe)}: "
            "a superuser, a role that bypasses row level security, or the owner of the tables.",
            todo=INIT_ADVICE,
        )


def check_schema(connection: Connection, where: str) -> None:
    """Raises if the schema is not this version's, or a table has no row level security."""
    (found,) = connection.execute(query("database.schema")).fetchall()
    if not found[0]:
        raise HomeUnusable(f"{where} holds no home that this role may use.", todo=INIT_ADVICE)
    rows = connection.execute(query("database.applied")).fetchall()
    if pending_migrations(
        "postgres", [(int(version), str(sha256)) for version, sha256 in rows], where
    ):
        raise HomeUnusable(
            f"{where} was made by an older version.",
            todo="Run `wakeline init --admin-url …` again; it brings the schema up to date.",
        )
    open_tables = [name for (name,) in connection.execute(query("database.unwalled")).fetchall()]
    if open_tables:
        raise AlteredSchema(
            f"{where} has tables without row level security: {', '.join(open_tables)}.",
            todo="Run `ALTER TABLE … FORCE ROW LEVEL SECURITY` on them, or restore a backup.",
        )
