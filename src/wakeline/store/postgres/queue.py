"""The queue of a database: calls workers, on any number of machines, for agents with jobs.

The queue is procrastinate's, in the schema `wakeline_jobs`. A trigger on `jobs` adds the agent's
ids to it in the transaction that adds the job, once for each agent, and no two workers look at
one agent at a time. A worker that dies is noticed by its missing heartbeat; another worker then
looks at its agent. It does not know what a look does, nor a tenant before it has read one from
the queue.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any, Protocol, Self

import procrastinate
import psycopg
from procrastinate.exceptions import ConnectorException

from wakeline.base.errors import HomeUnusable, NotFound
from wakeline.ports.jobs import AgentLook, WorkerRounds
from wakeline.store.postgres.connections import connect, connection_arguments, translate_errors
from wakeline.store.postgres.queue_schema import queue_scripts
from wakeline.store.postgres.statements import query

QUEUE = "wakeline"  # a name of the server's channels holds 63 bytes, so tenants cannot be queues
TASK = "tend"
OPTIONS = "-c search_path=wakeline_jobs"
BEATS = 3  # heartbeats of a worker in the time after which it counts as gone
SECONDS_BETWEEN_LOOKS = 0.2  # at the stop event

log = logging.getLogger("wakeline.worker")


class QueuedHome(Protocol):
    """A home in a database, as far as its queue needs it."""

    @property
    def location(self) -> str: ...

    def of_tenant(self, tenant: str) -> Self: ...

    def name_of(self, agent_id: str) -> str | None: ...

    def schedule_next_look(self, agent_id: str, at: datetime, seconds: float | None) -> None: ...


class PostgresQueue:
    """Calls `look` for agents of all tenants of a database when they are in the queue."""

    def __init__(self, url: str, home: QueuedHome, rounds: WorkerRounds) -> None:
        self._url = url
        self._home = home
        self._rounds = rounds
        self._ended: set[int] = set()  # finished looks that the queue may show as running
        # It logs each job with its arguments; the worker has its own log lines.
        logging.getLogger("procrastinate").setLevel(logging.CRITICAL)
        self._check_schema()

    def run(self, look: AgentLook, stop: threading.Event) -> None:
        if self._rounds.once:
            with self._asking() as ask:
                ask("database.take_over", seconds=self._rounds.lease_seconds)
                ask("database.hurry")
                while not stop.is_set() and ask("database.is_called"):
                    asyncio.run(self._work(look, stop))
            return
        while not stop.is_set():
            try:
                asyncio.run(self._work(look, stop))
            except (ConnectorException, psycopg.Error) as error:
                log.warning("%s does not answer: %s", self._home.location, error)
            if not stop.is_set():  # the server may have been started again
                stop.wait(self._rounds.look_seconds)

    async def _work(self, look: AgentLook, stop: threading.Event) -> None:
        """One run of the library's worker, until it is told to stop or finds nothing."""
        app = self._app(look)
        lease = self._rounds.lease_seconds
        async with app.open_async():
            await self._take_over(app, set(self._ended))
            worker = asyncio.ensure_future(
                app.run_worker_async(
                    queues=[QUEUE],
                    concurrency=self._rounds.at_once,
                    wait=not self._rounds.once,
                    fetch_job_polling_interval=self._rounds.look_seconds,
                    listen_notify=not self._rounds.once,
                    delete_jobs="successful",  # what failed is put back
                    install_signal_handlers=False,
                    update_heartbeat_interval=lease / BEATS,
                    stalled_worker_timeout=lease,
                )
            )
            beside = asyncio.ensure_future(self._keep_taking_over(app))
            try:
                is_told = False
                while not worker.done():
                    if stop.is_set() and not is_told:
                        is_told = worker.cancel()  # it finishes what it has begun
                    await asyncio.wait([worker], timeout=SECONDS_BETWEEN_LOOKS)
                if not worker.cancelled():
                    worker.result()
            finally:
                beside.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await beside
        if self._rounds.once:
            # Agents of other workers, or of workers that are gone, may not be done yet.
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    def _app(self, look: AgentLook) -> procrastinate.App:
        given = connection_arguments(self._url)
        given["options"] = f"{given['options']} {OPTIONS}"
        del given["autocommit"]  # the library sets it itself
        app = procrastinate.App(
            connector=procrastinate.PsycopgConnector(
                kwargs=given, min_size=1, max_size=2 + self._rounds.at_once
            )
        )

        @app.task(name=TASK, queue=QUEUE, pass_context=True)
        def tend(context: procrastinate.JobContext, tenant: str, agent: str) -> None:
            try:
                self._tend(tenant, agent, look)
            except Exception as error:
                log.warning("%s/%s could not be looked at: %s", tenant, agent, error)
                raise
            finally:
                if context.job.id is not None:
                    self._ended.add(context.job.id)

        return app

    def _tend(self, tenant: str, agent: str, look: AgentLook) -> None:
        home = self._home.of_tenant(tenant)
        name = home.name_of(agent)
        if name is None:
            return  # removed meanwhile: nothing to do
        again_at = look(tenant, name)
        seconds = None if again_at is None else self._seconds_until(again_at)
        with contextlib.suppress(NotFound):  # removed while it was looked at
            home.schedule_next_look(agent, self._rounds.now(), seconds)

    def _seconds_until(self, at: datetime) -> float:
        seconds = (at - self._rounds.now()).total_seconds()
        # Never immediately: the process that holds the agent's jobs needs time to finish.
        return min(max(seconds, 1.0), self._rounds.sweep_seconds)

    async def _keep_taking_over(self, app: procrastinate.App) -> None:
        while True:
            over = set(self._ended)
            await asyncio.sleep(self._rounds.lease_seconds / BEATS)
            with contextlib.suppress(ConnectorException):  # the worker itself will notice
                # A look that ended while the server was down is still shown as running, with a
                # live heartbeat: only its own worker knows that it has ended.
                await self._take_over(app, over)
                self._ended -= over

    async def _take_over(self, app: procrastinate.App, ended: Collection[int] = ()) -> None:
        """Requeue the agents of workers that are gone, and of looks that have ended."""
        await app.connector.execute_query_one_async(
            "SELECT wakeline.take_over(%(seconds)s, %(ended)s::bigint[]) AS taken",
            seconds=self._rounds.lease_seconds,
            ended=list(ended),
        )

    def _check_schema(self) -> None:
        with self._asking() as ask:
            applied = {str(name) for (name,) in ask("database.queue_scripts", rows=True)}
        if queue_scripts().keys() - applied:
            raise HomeUnusable(
                f"{self._home.location} has a queue of an older version.",
                todo="Run `wakeline init --admin-url …` again; it brings the schema up to date.",
            )

    @contextlib.contextmanager
    def _asking(self) -> Iterator[Any]:
        """A function that runs named statements on the queue, on its own connection."""
        with translate_errors(self._home.location):
            connection = connect(self._url)
            try:
                connection.execute("SET search_path TO wakeline_jobs")

                def ask(name: str, *, rows: bool = False, **params: Any) -> Any:
                    cursor = connection.execute(query(name), params or None)
                    if rows:
                        return cursor.fetchall()
                    return cursor.fetchone()[0] if cursor.description else None  # type: ignore[index]

                yield ask
            finally:
                connection.close()
