"""What only a home in PostgreSQL promises: its walls, its refusals, and how one is made."""

import os
import random
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from tests import postgres
from tests.contract.relay import relayed
from tests.contract.stores import (
    BY,
    a_task,
    a_turn,
    an_identity,
    everything,
    keep,
    open_database,
)
from wakeline.base.errors import (
    AlteredSchema,
    Busy,
    Conflict,
    Damaged,
    DiskFull,
    HomeUnusable,
    Invalid,
    NewerSchema,
    NotFound,
    Unreachable,
    UnsafeRole,
)
from wakeline.model.job import IndexMark
from wakeline.model.tables import all_tables
from wakeline.store.migrate import EARLIER
from wakeline.store.postgres.connections import LIMITS, translate_errors
from wakeline.store.postgres.statements import with_driver_parameters
from wakeline.store.postgres_admin import initialise
from wakeline.store.queries import Queries

# -- walls


def test_a_tenant_sees_no_row_of_another_even_if_the_statement_forgot_to_ask(pg_url: str) -> None:
    theirs, ours = open_database(pg_url, "theirs"), open_database(pg_url, "ours")
    store = theirs.create(an_identity(), BY)
    with store.writing(BY) as unit:
        unit.append([a_turn("secret")], [["secret"]])
        unit.save("task.added", a_task(theirs.next_number("task")))
        unit.add_job("entities")
        unit.put(IndexMark("vectors", 1))
    seen = {tenant: rows_of_all_tables(pg_url, tenant) for tenant in ("theirs", "ours", "")}
    assert {table for table, rows in seen["theirs"].items() if rows} >= {
        *("identities", "episodes", "events", "tasks", "jobs", "postings", "text_lengths"),
        *("text_totals", "index_marks", "log_heads", "numbers"),
    }
    assert set(seen["ours"].values()) == set(seen[""].values()) == {0}
    assert ours.agents() == []
    assert ours.store("ash") is None
    theirs.close()
    ours.close()


def test_a_row_cannot_be_written_into_another_tenant(pg_url: str) -> None:
    home = open_database(pg_url)
    with pytest.raises(HomeUnusable), home._connections.writing("default", "") as transaction:
        transaction.connection.execute("INSERT INTO numbers VALUES ('theirs', 'task', 1)")
    with pytest.raises(HomeUnusable), home._connections.writing("default", "") as transaction:
        transaction.connection.execute("INSERT INTO schema_migrations VALUES (9, 'x', 'y')")
    with pytest.raises(HomeUnusable), home._connections.writing("default", "") as transaction:
        transaction.connection.execute("ALTER TABLE numbers DISABLE ROW LEVEL SECURITY")
    home.close()


def test_every_table_has_its_wall_and_leads_with_its_tenant(pg_url: str) -> None:
    with postgres.administrator(admin_of(pg_url)) as connection:
        tables = connection.execute(
            "SELECT relname, relrowsecurity AND relforcerowsecurity FROM pg_class "
            "WHERE relnamespace = 'wakeline'::regnamespace AND relkind = 'r'"
        ).fetchall()
        indexes = connection.execute(
            "SELECT indexdef FROM pg_indexes WHERE schemaname = 'wakeline'"
        ).fetchall()
    assert [name for name, walled in tables if not walled] == ["schema_migrations"]
    assert {table.name for table in all_tables()} <= {name for name, _ in tables}
    loose = [d for (d,) in indexes if "(tenant_id" not in str(d) and "migrations" not in str(d)]
    assert loose == []


@pytest.mark.parametrize("attribute", ["SUPERUSER", "BYPASSRLS", "IN ROLE wakeline_owner"])
def test_a_role_that_could_look_over_the_wall_is_refused(pg_url: str, attribute: str) -> None:
    with postgres.administrator(admin_of(pg_url)) as connection:
        role = f"too_strong_{os.getpid()}"  # roles belong to the server, which workers share
        connection.execute(f"CREATE ROLE {role} LOGIN PASSWORD 'pw' {attribute}")
        try:
            with pytest.raises(UnsafeRole, match=role):
                open_database(as_user(pg_url, role, "pw"))
        finally:
            connection.execute(f"DROP ROLE {role}")


def test_the_superusers_url_is_refused(pg_url: str) -> None:
    with pytest.raises(UnsafeRole):
        open_database(admin_of(pg_url))


# -- what goes wrong


@pytest.mark.parametrize(
    ("url", "error"),
    [
        ("postgresql://ash:hush-hush@127.0.0.1:1/wakeline", Unreachable),
        ("postgresql://ash:hush-hush@no.such.host.invalid/wakeline", Unreachable),
        ("postgresql://ash:hush-hush%zz@127.0.0.1/wakeline", Invalid),
        ("postgresql://ash:hush-hush@127.0.0.1:1/wakeline?nothing=1", Invalid),
    ],
)
def test_a_server_that_does_not_answer_is_named_without_the_password(
    url: str, error: type[Exception]
) -> None:
    with pytest.raises(error) as raised:
        open_database(url)
    assert "hush-hush" not in str(raised.value) + repr(raised.value)


def test_a_wrong_password_is_told_and_not_shown(pg_url: str) -> None:
    with pytest.raises(Unreachable, match="password authentication failed") as raised:
        open_database(as_user(pg_url, "wakeline_app", "hush-hush"))
    assert "hush-hush" not in str(raised.value)


def test_the_home_shows_where_it_is_without_the_password(pg_url: str) -> None:
    home = open_database(pg_url)
    assert home.location == pg_url.replace(f":{postgres.PASSWORD}", "")
    home.close()


def test_a_database_without_our_schema_says_how_to_make_one(pg_server: None) -> None:
    with (
        postgres.fresh_database("template1") as name,
        pytest.raises(HomeUnusable, match="init --admin-url"),
    ):
        open_database(postgres.app_url(name))


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ("INSERT INTO schema_migrations VALUES (99, 'later', 'x')", NewerSchema),
        ("UPDATE schema_migrations SET sha256 = 'x'", AlteredSchema),
        ("DELETE FROM schema_migrations", HomeUnusable),
        ("ALTER TABLE facts NO FORCE ROW LEVEL SECURITY", AlteredSchema),
    ],
)
def test_a_schema_that_is_not_ours_is_refused(
    pg_url: str, change: str, error: type[Exception]
) -> None:
    with postgres.administrator(admin_of(pg_url)) as connection:
        connection.execute("SET search_path TO wakeline")
        connection.execute(change)
    with pytest.raises(error):
        open_database(pg_url)


def test_a_home_made_when_migrations_still_held_the_function_opens(pg_url: str) -> None:
    with postgres.administrator(admin_of(pg_url)) as connection:
        connection.execute("SET search_path TO wakeline")
        for (_, version), sha256 in EARLIER.items():
            connection.execute(
                "UPDATE schema_migrations SET sha256 = %s WHERE version = %s", (sha256, version)
            )
    open_database(pg_url).close()


def test_a_write_that_was_caught_inside_the_block_is_never_acknowledged(pg_url: str) -> None:
    home = open_database(pg_url)
    store = home.create(an_identity(), BY)

    def write_and_catch() -> None:
        with store.writing(BY) as unit:
            unit.append([a_turn(source_id="D1:3")] * 2, [[], []])
            with pytest.raises(psycopg.errors.UniqueViolation):
                unit.value("log.first_moment")

    with pytest.raises(HomeUnusable, match="did not keep"):
        write_and_catch()
    with store.reading() as view:
        assert view.head().seq == 1
    home.close()


@pytest.mark.parametrize(
    ("driver", "ours"),
    [
        (psycopg.errors.LockNotAvailable, Busy),
        (psycopg.errors.SerializationFailure, Busy),
        (psycopg.errors.QueryCanceled, Busy),
        (psycopg.errors.DiskFull, DiskFull),
        (psycopg.errors.UniqueViolation, Conflict),
        (psycopg.errors.InsufficientPrivilege, HomeUnusable),
        (psycopg.errors.DataCorrupted, Damaged),
        (psycopg.errors.AdminShutdown, Unreachable),
        (psycopg.DataError, Invalid),
    ],
)
def test_what_the_driver_says_is_translated_at_one_door(
    driver: type[Exception], ours: type[Exception]
) -> None:
    with pytest.raises(ours), translate_errors("there"):
        raise driver


def test_a_writer_that_waits_too_long_for_another_is_told_to_try_again(
    pg_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "lock_timeout", "50ms")
    home = open_database(pg_url)
    store = home.create(an_identity(), BY)
    with store.writing(BY), ThreadPoolExecutor(1) as other:
        waiting = other.submit(keep, store, "me too")
        with pytest.raises(Busy):
            waiting.result()
    home.close()


def test_a_closed_home_says_so(pg_url: str) -> None:
    home = open_database(pg_url)
    home.close()
    with pytest.raises(HomeUnusable, match="closed"):
        home.agents()


def test_a_home_outlives_the_end_of_its_connections(pg_url: str) -> None:
    home = open_database(pg_url)
    store = home.create(an_identity(), BY)
    with store.reading(), store.reading():  # the pool is open too
        pass
    with postgres.administrator(admin_of(pg_url)) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    assert [turn.seq for turn in keep(store, "still here")] == [2]
    with store.reading() as one, store.reading() as two:
        assert one.head() == two.head()
    home.close()


def test_a_connection_that_is_gone_at_its_first_statement_is_no_error(
    pg_url: str, tmp_path: Path
) -> None:
    with relayed(pg_url, tmp_path) as (url, relay):
        home = open_database(url)
        store = home.create(an_identity(), BY)
        with store.reading(), store.reading():  # the pool is open too
            pass
        relay.lose_all()
        assert [turn.seq for turn in keep(store, "still here")] == [2]
        relay.lose_all()
        with store.reading() as one, store.reading() as two:
            assert one.head() == two.head()
        assert relay.lost >= 2
        home.close()


def test_a_connection_that_is_gone_within_a_write_takes_it_back(
    pg_url: str, tmp_path: Path
) -> None:
    with relayed(pg_url, tmp_path) as (url, relay):
        home = open_database(url)
        store = home.create(an_identity(), BY)

        def write_and_lose() -> None:
            with store.writing(BY) as unit:
                relay.lose_all()
                unit.save("task.added", a_task())

        with pytest.raises(Unreachable):
            write_and_lose()
        with store.reading() as view:
            assert view.head().seq == 1
        home.close()


def test_a_writer_to_an_agent_that_is_gone_is_told_so(pg_url: str) -> None:
    home = open_database(pg_url)
    store = home.create(an_identity(), BY)
    home.remove("ash")
    with pytest.raises(NotFound):
        keep(store, "hello?")
    home.close()


# -- the administrator's part


def test_making_a_home_again_changes_nothing(pg_url: str) -> None:
    home = open_database(pg_url)
    store = home.create(an_identity(), BY)
    keep(store, "hello")
    again = initialise(admin_of(pg_url))
    assert again == home.location  # the role keeps its password, which nobody knows here
    assert len(everything(store)) == 2
    home.close()


def test_a_home_with_roles_of_its_own_can_be_opened_with_the_url_that_is_returned(
    pg_server: None,
) -> None:
    with postgres.fresh_database("template1") as name:
        roles = {"app_role": f"my app {os.getpid()}", "owner_role": f"my-owner-{os.getpid()}"}
        try:
            url = initialise(postgres.admin_url(name), **roles)
            home = open_database(url)
            home.create(an_identity(), BY)
            assert home.agents() == ["ash"]
            home.close()
            with pytest.raises(HomeUnusable, match="belongs to my-owner-"):
                initialise(postgres.admin_url(name))
        finally:
            with postgres.administrator(postgres.admin_url(name)) as connection:
                for role in roles.values():
                    connection.execute(f'DROP OWNED BY "{role}" CASCADE')
                    connection.execute(f'DROP ROLE "{role}"')


def test_an_administrator_who_is_no_superuser_can_make_a_home(pg_server: None) -> None:
    with postgres.fresh_database("template1") as name:
        admin = f"admin_{os.getpid()}"
        with postgres.administrator(postgres.admin_url(name)) as connection:
            connection.execute(f"CREATE ROLE {admin} LOGIN PASSWORD 'pw' CREATEROLE")
            connection.execute(f"GRANT CREATE ON DATABASE {name} TO {admin}")
        roles = {"app_role": f"app_of_{admin}", "owner_role": f"owner_of_{admin}"}
        try:
            url = initialise(postgres.app_url(name, user=admin, password="pw"), **roles)
            open_database(url).close()
        finally:
            with postgres.administrator(postgres.admin_url(name)) as connection:
                for role in (*roles.values(), admin):
                    connection.execute(f"DROP OWNED BY {role} CASCADE")
                    connection.execute(f"DROP ROLE {role}")


def test_a_search_finds_terms_through_the_key_behind_the_wall(pg_url: str) -> None:
    home = open_database(pg_url)
    store = home.create(an_identity(), BY)
    chance = random.Random(3)
    vocabulary = [f"w{n}" for n in range(5000)]
    with store.writing(BY) as unit:
        for seq in range(2, 2002):
            unit.index(seq, chance.sample(vocabulary, 10))
    asked = {**store.scope._asdict(), "terms": ["w1", "w2", "w3"], "limit": 10}
    sql = "EXPLAIN " + with_driver_parameters(Queries("postgres")["fulltext.search"])
    for _ in range(2):  # before and after the server knows its statistics
        with home._connections.reading("default") as connection:
            plan = "\n".join(str(line) for (line,) in connection.execute(sql, asked))
        assert "postings_pkey" in plan
        assert "Seq Scan on postings" not in plan
        with postgres.administrator(admin_of(pg_url)) as connection:
            connection.execute("ANALYZE wakeline.postings")
    home.close()


# -- how


def admin_of(url: str) -> str:
    return as_user(url, "postgres", "")


def as_user(url: str, user: str, password: str) -> str:
    return re.sub("//[^@]*@", f"//{user}:{password}@", url)


def rows_of_all_tables(url: str, tenant: str) -> dict[str, int]:
    """How many rows the application sees as one tenant, asking for all of them."""
    with psycopg.connect(url) as connection:
        connection.execute("SELECT set_config('wakeline.tenant', %s, true)", (tenant,))
        tables = connection.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'wakeline'::regnamespace "
            "AND relkind IN ('r', 'v') AND relname <> 'schema_migrations'"
        ).fetchall()
        counts = {}
        for (table,) in tables:
            row = connection.execute(f"SELECT count(*) FROM wakeline.{table}").fetchone()
            counts[table] = row[0] if row else 0
    return counts
