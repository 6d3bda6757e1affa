"""Create roles, schemas and grants of a home in PostgreSQL, as an administrator.

Two roles: the owner owns the tables and cannot log in; the application reads and
writes rows and can neither change a table nor see rows of other tenants. When run
again, it applies only what is new. Outside the
schemas `wakeline` and `wakeline_jobs` it touches nothing but these two roles.
"""

from __future__ import annotations

import os
from typing import Any

from wakeline.base.clock import new_secret
from wakeline.base.errors import HomeUnusable, UnsafeRole
from wakeline.store.migrate import migrations, pending_migrations
from wakeline.store.postgres.connections import (
    Connection,
    connect,
    translate_errors,
    url_of,
    url_parameters,
    url_without_password,
)
from wakeline.store.postgres.queue_schema import queue_schema, queue_scripts

try:
    from psycopg.sql import SQL, Composable, Identifier, Literal
except ImportError as error:  # pragma: no cover - the door has said so already
    raise HomeUnusable(str(error)) from error

APP_ROLE = "wakeline_app"
OWNER_ROLE = "wakeline_owner"
FUNCTIONS = ("hydrate_agent",)
FUNCTION_FOLDER = os.path.join(os.path.dirname(__file__), "functions")
SCHEMA, QUEUE_SCHEMA = "wakeline", "wakeline_jobs"
# Any number that no other program uses: two administrators at once queue on it.
ADMIN_LOCK = 0x77616B65


def initialise(
    admin_url: str,
    *,
    app_role: str = APP_ROLE,
    owner_role: str = OWNER_ROLE,
    password: str | None = None,
) -> str:
    """Make or update a home. Returns the URL with which the application opens it.

    A new application role gets the given password, or a random one. An existing role keeps
    its password, and the URL has none, unless a password is given.
    """
    where = url_without_password(admin_url)
    with translate_errors(where):
        connection = connect(admin_url)
        try:
            with connection.transaction():
                run_statement(connection, "SELECT pg_advisory_xact_lock({})", Literal(ADMIN_LOCK))
                make_owner_role(connection, owner_role)
                password = make_app_role(connection, app_role, password)
                make_schema(connection, owner_role, where, SCHEMA)
                make_schema(connection, owner_role, where, QUEUE_SCHEMA)
                make_queue(connection, owner_role)
                migrate_schema(connection, owner_role, where)
                make_functions(connection)
                grant_rights(connection, app_role, owner_role)
            return app_url(admin_url, connection, app_role, password)
        finally:
            connection.close()


def make_owner_role(connection: Connection, role: str) -> None:
    """Create the role that owns the tables. Nobody logs in as it."""
    if not _rows(connection, "SELECT 1 FROM pg_roles WHERE rolname = {}", Literal(role)):
        run_statement(
            connection,
            "CREATE ROLE {} NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE",
            Identifier(role),
        )
    may_become = _rows(
        connection,
        "SELECT 1 FROM pg_roles WHERE rolname = current_user AND rolsuper "
        "OR rolname = {0} AND pg_has_role(current_user, {0}, 'USAGE')",
        Literal(role),
    )
    if not may_become:
        run_statement(connection, "GRANT {} TO CURRENT_USER", Identifier(role))


def make_app_role(connection: Connection, role: str, password: str | None) -> str | None:
    """Create the application's role. Returns its password if it is known."""
    found = _rows(
        connection,
        "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = {}",
        Literal(role),
    )
    if found and found[0][0]:
        raise UnsafeRole(
            f"the role {role} is a superuser or bypasses row level security.",
            todo="Name another role for the application.",
        )
    if not found:
        password = password or new_secret()
        run_statement(
            connection,
            "CREATE ROLE {} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOINHERIT",
            Identifier(role),
        )
    if password is not None:
        # Hashed here, so that the server's log never holds it.
        hashed = connection.pgconn.encrypt_password(
            password.encode(), role.encode(), b"scram-sha-256"
        )
        run_statement(
            connection,
            "ALTER ROLE {} LOGIN PASSWORD {}",
            Identifier(role),
            Literal(hashed.decode()),
        )
    return password


def make_schema(connection: Connection, owner: str, where: str, schema: str) -> None:
    """Create one of our two schemas. Raises if it belongs to another owner."""
    found = _rows(
        connection,
        "SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = {}",
        Literal(schema),
    )
    if not found:
        run_statement(
            connection,
            "CREATE SCHEMA {} AUTHORIZATION {}",
            Identifier(schema),
            Identifier(owner),
        )
    elif found[0][0] != owner:
        raise HomeUnusable(
            f"the schema {schema} of {where} belongs to {found[0][0]}, not to {owner}. "
            "Nothing was changed.",
            todo="Name its owner as the owner role, or use another database.",
        )


def make_queue(connection: Connection, owner: str) -> None:
    """Bring the tables of the queue up to the installed library's version, as their owner."""
    scripts = queue_scripts()
    run_statement(connection, "SET LOCAL ROLE {}", Identifier(owner))
    run_statement(connection, "SET LOCAL search_path TO wakeline_jobs")
    run_statement(connection, "CREATE TABLE IF NOT EXISTS applied (name text PRIMARY KEY)")
    applied = {str(name) for (name,) in _rows(connection, "SELECT name FROM applied")}
    if applied:
        for name in sorted(scripts.keys() - applied):
            connection.execute(scripts[name].encode())
    else:
        connection.execute(queue_schema().encode())
    for name in sorted(scripts.keys() - applied):
        run_statement(connection, "INSERT INTO applied VALUES ({})", Literal(name))
    run_statement(connection, "RESET ROLE")


def migrate_schema(connection: Connection, owner: str, where: str) -> None:
    """Bring the schema up to this version, as its owner."""
    run_statement(connection, "SET LOCAL ROLE {}", Identifier(owner))
    run_statement(connection, "SET LOCAL search_path TO wakeline")
    run_statement(
        connection,
        "CREATE TABLE IF NOT EXISTS schema_migrations "
        "(version integer PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL)",
    )
    rows = _rows(connection, "SELECT version, sha256 FROM schema_migrations ORDER BY version")
    todo = pending_migrations(
        "postgres", [(int(version), str(sha256)) for version, sha256 in rows], where
    )
    for migration in migrations("postgres"):
        if migration.version in todo:
            connection.execute(migration.text)
            run_statement(
                connection,
                "INSERT INTO schema_migrations VALUES ({}, {}, {})",
                Literal(migration.version),
                Literal(migration.name),
                Literal(migration.sha256),
            )


def make_functions(connection: Connection) -> None:
    """The functions as this version has them, over whatever migrations or a person left."""
    for name in FUNCTIONS:
        with open(os.path.join(FUNCTION_FOLDER, f"{name}.sql"), encoding="utf-8") as source:
            connection.execute(source.read().encode())


def grant_rights(connection: Connection, app: str, owner: str) -> None:
    """Give the application access to rows; only the owner may change tables."""
    role = Identifier(app)
    run_statement(connection, "GRANT USAGE ON SCHEMA wakeline TO {}", role)
    run_statement(connection, "GRANT SELECT ON ALL TABLES IN SCHEMA wakeline TO {}", role)
    tables = _rows(
        connection,
        "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
        "WHERE n.nspname = 'wakeline' AND c.relkind IN ('r', 'p') AND c.relrowsecurity",
    )
    for (table,) in tables:
        run_statement(
            connection, "GRANT INSERT, UPDATE, DELETE ON {} TO {}", Identifier(table), role
        )
    # They run with the caller's rights, so row level security holds inside them too.
    run_statement(connection, "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA wakeline TO {}", role)
    # The queue has no row level security: it holds only ids of agents that have jobs.
    run_statement(connection, "GRANT USAGE ON SCHEMA wakeline_jobs TO {}", role)
    run_statement(
        connection,
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA wakeline_jobs TO {}",
        role,
    )
    run_statement(
        connection, "REVOKE INSERT, UPDATE, DELETE ON wakeline_jobs.applied FROM {}", role
    )
    run_statement(connection, "GRANT USAGE ON ALL SEQUENCES IN SCHEMA wakeline_jobs TO {}", role)
    run_statement(connection, "RESET ROLE")
    may_connect = _rows(
        connection,
        "SELECT has_database_privilege({}, current_database(), 'CONNECT')",
        Literal(app),
    )
    if not may_connect[0][0]:
        database = Identifier(connection.info.dbname)
        run_statement(connection, "GRANT CONNECT ON DATABASE {} TO {}", database, role)
    if _rows(
        connection, "SELECT 1 WHERE pg_has_role({}, {}, 'MEMBER')", Literal(app), Literal(owner)
    ):
        raise UnsafeRole(
            f"the role {app} is a member of {owner}. Nothing was changed.",
            todo=f"Take it out with REVOKE {owner} FROM {app}, or name another role.",
        )


def app_url(admin_url: str, connection: Connection, app_role: str, password: str | None) -> str:
    """The administrator's URL with the application's role in it."""
    parts = url_parameters(admin_url)
    for name in ("passfile", "sslcert", "sslkey", "sslpassword"):  # the administrator's own
        parts.pop(name, None)
    parts["dbname"] = connection.info.dbname
    return url_of(parts, user=app_role, password=password)


def run_statement(connection: Connection, sql: str, *parts: Composable) -> None:
    """Run one statement; the driver quotes its names and values."""
    connection.execute(SQL(sql).format(*parts))


def _rows(connection: Connection, sql: str, *parts: Composable) -> list[tuple[Any, ...]]:
    return connection.execute(SQL(sql).format(*parts)).fetchall()
