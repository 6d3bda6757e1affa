"""The processes that serve a home on a socket: uvicorn keeps them, this is what each of them does.

uvicorn's supervisor starts a worker again when it dies or no longer answers, and lets all of
them finish when it is told to stop.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from functools import partial
from socket import socket
from typing import TYPE_CHECKING, NamedTuple

from wakeline import engine
from wakeline.base.environment import share_metrics
from wakeline.base.errors import WakelineError
from wakeline.base.process import is_running

if TYPE_CHECKING:
    from wakeline.interfaces.rest.door import Door

SECONDS_TO_FINISH = 10
SECONDS_TO_ANSWER = 30  # a busy machine is no reason to end a worker
SECONDS_BEFORE_THE_NEXT = 5  # a home that cannot be opened must not keep the machine busy
FILES_FOR_AN_AGENT = 4  # that each thread may have open of it, at most
MOST_FILES = 65_536

log = logging.getLogger("wakeline.serve")


class Work(NamedTuple):
    """What a worker is told when it starts."""

    location: str
    tenant: str | None
    metrics_folder: str
    is_debugging: bool
    only_tools: bool = False
    agent: str | None = None


def serve_on(listener: socket, work: Work, workers: int) -> None:
    """Serve with so many processes until a signal stops them."""
    from uvicorn.config import STARTUP_FAILURE, Config
    from uvicorn.supervisors import Multiprocess

    config = Config(
        partial(make_worker, work),
        factory=True,
        workers=workers,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
        timeout_worker_healthcheck=SECONDS_TO_ANSWER,
    )
    logging.getLogger("uvicorn.error").setLevel(logging.INFO)  # it says which worker died
    with listener:
        supervisor = Multiprocess(config, [listener])
        _outlive_terminal()
        supervisor.run()
    # uvicorn stops when a worker cannot start, and gives no code for it.
    if any(process.exitcode == STARTUP_FAILURE for process in supervisor.processes):
        raise WakelineError("the server could not start.", todo="The lines above say why.")


def make_worker(work: Work) -> Door:
    """The application of one worker, made in its own process."""
    share_metrics(work.metrics_folder)  # before anything counts
    from wakeline.interfaces.rest.app import make_app
    from wakeline.interfaces.rest.service import Service
    from wakeline.interfaces.warm.server import WarmServer

    start_log(debugging=work.is_debugging)
    _outlive_terminal()
    threading.Thread(target=_follow_supervisor, daemon=True).start()
    _forget_dead_workers(work.metrics_folder)
    try:
        home = engine.open(work.location)
    except (WakelineError, OSError) as error:
        log.error("worker %s cannot open the home: %s", os.getpid(), error)  # noqa: TRY400 - a line
        time.sleep(SECONDS_BEFORE_THE_NEXT)
        sys.exit(1)
    files = allowed_files() // (FILES_FOR_AN_AGENT * home.settings.number("serve.threads"))
    service = Service(
        home,
        most_agents=max(1, min(files, home.settings.number("serve.agents"))),
        metrics_folder=work.metrics_folder,
        only_tenant=work.tenant,
    )
    log.info("worker %s started", os.getpid())
    return make_app(
        service,
        only_tools=work.only_tools,
        agent=work.agent,
        beside=WarmServer(home, service.residents.using),
    )


def _outlive_terminal() -> None:
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a terminal that closes stops nothing


def _follow_supervisor() -> None:
    """Nobody restarts or stops a worker whose supervisor was killed; so it goes too."""
    supervisor = multiprocessing.parent_process()
    if supervisor is not None:
        supervisor.join()
        signal.raise_signal(signal.SIGTERM)


def _forget_dead_workers(metrics_folder: str) -> None:
    """What a worker that is gone had open is not counted any more."""
    from prometheus_client.multiprocess import mark_process_dead

    # Each file is named after what it counts and its process: gauge_livesum_123.db
    names = {name.removesuffix(".db").rpartition("_")[2] for name in os.listdir(metrics_folder)}
    for number in map(int, filter(str.isdecimal, names)):
        if not is_running(number, ""):
            mark_process_dead(number, path=metrics_folder)  # type: ignore[no-untyped-call]


def start_log(*, debugging: bool = False) -> None:
    """Lines on standard error. A terminal that is gone must not raise."""
    logging.raiseExceptions = False
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.DEBUG if debugging else logging.INFO,
        format="%(asctime)s %(levelname)s %(name)s %(message)s",
    )
    for name in ("uvicorn.error", "mcp"):  # each start and request is no news
        logging.getLogger(name).setLevel(logging.WARNING)


def allowed_files() -> int:
    """How many files this process may have open, after asking for as many as it can get."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most
