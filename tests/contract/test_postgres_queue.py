"""The queue of workers in a database: called in the transaction that asks, ids alone, put back."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

import wakeline
from tests import postgres
from tests.builders import QUICK, an_agent, an_exchange
from tests.contract.test_jobs import eventually
from wakeline.base.errors import HomeUnusable
from wakeline.store.postgres_admin import initialise

DEAD = 60.0  # seconds without a heartbeat


@pytest.fixture
def home(pg_url: str) -> Iterator[wakeline.Home]:
    with wakeline.open(pg_url, settings=QUICK) as home:
        yield home


@pytest.fixture
def admin(pg_url: str) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
    database = pg_url.rpartition("?")[0].rpartition("/")[2]
    with psycopg.connect(postgres.admin_url(database), autocommit=True) as connection:
        connection.execute("SET search_path TO wakeline_jobs")
        yield connection


def calls(admin: psycopg.Connection[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return admin.execute(
        "SELECT status::text, lock, args FROM procrastinate_jobs ORDER BY id"
    ).fetchall()


def test_a_write_that_is_taken_back_takes_its_call_back(home: wakeline.Home, admin: Any) -> None:
    ash = an_agent(home)
    ash.settle()
    home.work(every_tenant=True, once=True)
    place = ash.place

    def ask_and_fail() -> None:
        with place.store.writing(place.by()) as unit:
            unit.add_job("archive")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ask_and_fail()
    assert calls(admin) == []
    with place.store.writing(place.by()) as unit:
        unit.add_job("archive")
    assert len(calls(admin)) == 1


def test_an_agent_is_called_for_once_with_ids_alone(home: wakeline.Home, admin: Any) -> None:
    ash = an_agent(home)
    for number in range(3):
        an_exchange(ash, number, thread="garden")
    agent_id = ash.identity.id
    assert calls(admin) == [
        ("todo", f"default/{agent_id}", {"tenant": "default", "agent": agent_id})
    ]


def test_when_everything_is_done_nobody_is_called_for(
    home: wakeline.Home, admin: Any, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("ash", "birch"):
        an_exchange(an_agent(home, name))
    with caplog.at_level(logging.WARNING):
        worked = home.work(every_tenant=True, once=True)
    assert worked.looks == 2, "one look an agent"
    assert caplog.records == []
    assert calls(admin) == []
    assert admin.execute("SELECT count(*) FROM procrastinate_events").fetchone() == (0,)
    assert admin.execute("SELECT count(*) FROM procrastinate_workers").fetchone() == (0,)


def test_what_is_asked_for_while_an_agent_is_looked_at_is_not_called_off(
    home: wakeline.Home, admin: Any
) -> None:
    ash = an_agent(home)
    an_exchange(ash)
    now = home.clock.now()
    home.port.schedule_next_look(ash.identity.id, now, None)  # type: ignore[attr-defined]
    assert len(calls(admin)) == 1
    ash.settle()
    home.port.schedule_next_look(ash.identity.id, now, None)  # type: ignore[attr-defined]
    assert calls(admin) == []
    home.port.schedule_next_look(ash.identity.id, now, 3600.0)  # type: ignore[attr-defined]
    later = "SELECT scheduled_at > now() + interval '59 minutes' FROM procrastinate_jobs"
    assert admin.execute(later).fetchall() == [(True,)]
    an_exchange(ash, 2)
    sooner = "SELECT scheduled_at IS NULL FROM procrastinate_jobs"
    assert admin.execute(sooner).fetchall() == [(True,)], "whoever asks does not wait for that"


def test_what_a_worker_that_is_gone_was_looking_at_is_put_back_once(
    home: wakeline.Home, admin: Any
) -> None:
    ash = an_agent(home)
    an_exchange(ash)
    (worker,) = admin.execute("SELECT worker_id FROM procrastinate_register_worker_v1()").fetchone()
    admin.execute("SELECT procrastinate_fetch_job_v2(NULL, %s)", (worker,))
    take_over = "SELECT wakeline.take_over(%s, '{}')"
    assert admin.execute(take_over, (DEAD,)).fetchone() == (0,), "its heart beats"
    admin.execute("UPDATE procrastinate_workers SET last_heartbeat = now() - interval '2 minutes'")
    assert admin.execute(take_over, (DEAD,)).fetchone() == (1,)
    assert admin.execute(take_over, (DEAD,)).fetchone() == (0,)
    assert [status for status, *_ in calls(admin)] == ["todo"]
    # Called for again while the dead worker held it: one call is left, and it can be taken.
    admin.execute("SELECT procrastinate_fetch_job_v2(NULL, %s)", (worker,))
    admin.execute("SELECT wakeline.call_worker('default', %s, 0)", (ash.identity.id,))
    assert [status for status, *_ in calls(admin)] == ["doing", "todo"]
    assert admin.execute(take_over, (DEAD,)).fetchone() == (1,)
    assert [status for status, *_ in calls(admin)] == ["todo"]
    assert home.work(every_tenant=True, once=True).done["readings"] == 1


def test_a_look_that_failed_is_put_back(home: wakeline.Home, admin: Any) -> None:
    an_exchange(an_agent(home))
    (worker,) = admin.execute("SELECT worker_id FROM procrastinate_register_worker_v1()").fetchone()
    (number,) = admin.execute(
        "SELECT (procrastinate_fetch_job_v2(NULL, %s)).id", (worker,)
    ).fetchone()
    admin.execute("SELECT procrastinate_finish_job_v1(%s, 'failed', false)", (number,))
    assert home.work(every_tenant=True, once=True).done["readings"] == 1
    assert calls(admin) == []


def test_the_application_may_use_the_queue_and_change_nothing_of_its_tables(pg_url: str) -> None:
    with psycopg.connect(pg_url, autocommit=True) as app:
        for refused in (
            "DELETE FROM wakeline_jobs.applied",
            "DROP TABLE wakeline_jobs.procrastinate_jobs",
            "CREATE TABLE wakeline_jobs.more (id int)",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                app.execute(refused)


def test_a_worker_refuses_a_queue_that_lacks_what_its_library_needs(
    home: wakeline.Home, admin: Any
) -> None:
    admin.execute("DELETE FROM applied WHERE name LIKE '03.04%'")
    with pytest.raises(HomeUnusable, match="older version"):
        home.work(every_tenant=True, once=True)


def test_what_waited_before_there_was_a_queue_is_called_for(
    home: wakeline.Home, admin: Any, pg_url: str
) -> None:
    an_exchange(an_agent(home))
    with wakeline.open(pg_url, tenant="other", settings=QUICK) as other:
        an_exchange(an_agent(other, "birch"))
    admin.execute("DROP SCHEMA wakeline_jobs CASCADE")
    admin.execute("DROP TABLE wakeline.job_claims")
    admin.execute("DROP TRIGGER job_asked ON wakeline.jobs")
    for function in ("job_asked()", "call_worker", "call_off", "take_over"):
        admin.execute(f"DROP FUNCTION wakeline.{function}")
    admin.execute("DELETE FROM wakeline.schema_migrations WHERE name = 'claims'")
    database = pg_url.rpartition("?")[0].rpartition("/")[2]
    initialise(postgres.admin_url(database), password=postgres.PASSWORD)
    assert len(calls(admin)) == 2
    with wakeline.open(pg_url, settings=QUICK) as again:
        assert again.work(every_tenant=True, once=True).done["readings"] == 2


def test_a_database_is_brought_from_one_version_of_the_queue_to_the_next(
    home: wakeline.Home, admin: Any, pg_url: str
) -> None:
    """Scripts that did not run yet are run, in order; what ran is left."""
    admin.execute("DELETE FROM applied WHERE name LIKE '03.03%'")
    admin.execute("DROP FUNCTION procrastinate_fetch_job_v2")
    database = pg_url.rpartition("?")[0].rpartition("/")[2]
    initialise(postgres.admin_url(database), password=postgres.PASSWORD)
    found = "SELECT count(*) FROM pg_proc WHERE proname = 'procrastinate_fetch_job_v2'"
    assert admin.execute(found).fetchone() == (1,)
    assert home.work(every_tenant=True, once=True).troubles == 0


def end_connections(admin: Any) -> None:
    """End every connection to the database but this one, and wait until they are gone."""
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    ended = [
        pid
        for pid, _ in admin.execute(f"SELECT pid, pg_terminate_backend(pid) {others}").fetchall()
    ]
    left = "SELECT count(*) FROM pg_stat_activity WHERE pid = ANY(%s)"
    assert eventually(lambda: admin.execute(left, (ended,)).fetchone() == (0,))


def test_a_worker_outlives_its_connections(home: wakeline.Home, admin: Any, pg_url: str) -> None:
    hurried = {
        "worker.wait_seconds": "0",
        "worker.look_seconds": "1",
        "jobs.lease_seconds": "5",
    }
    stop = threading.Event()

    def work() -> None:
        with wakeline.open(pg_url, settings=hurried) as own:
            own.work(every_tenant=True, stop=stop)

    ash = an_agent(home)
    worker = threading.Thread(target=work)
    worker.start()
    try:
        for number in range(3):
            an_exchange(ash, number)
            assert eventually(lambda: home.jobs() == [])
            end_connections(admin)
    finally:
        stop.set()
        worker.join(60)
    assert not worker.is_alive()
