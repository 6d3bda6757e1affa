"""One worker: a process that serves a home on a socket that was opened for it."""

from __future__ import annotations

import logging
import multiprocessing
import signal
import sys
import threading
from socket import socket
from typing import NamedTuple

from wakeline import engine
from wakeline.base.environment import share_metrics

SECONDS_TO_FINISH = 10
FILES_FOR_AN_AGENT = 4  # that each thread may have open of it, at most
MOST_FILES = 65_536


class Work(NamedTuple):
    """What a worker is told when it starts."""

    location: str
    tenant: str | None
    metrics_folder: str
    is_debugging: bool
    only_tools: bool = False
    agent: str | None = None


def run(work: Work, listener: socket) -> None:
    """Serve until told to stop, or until the supervisor is gone."""
    share_metrics(work.metrics_folder)  # before anything counts
    import uvicorn

    from wakeline.interfaces.rest.app import make_app
    from wakeline.interfaces.rest.service import Service
    from wakeline.interfaces.warm.server import Answering

    start_log(debugging=work.is_debugging)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a terminal that closes stops nothing
    home = engine.open(work.location)
    files = allowed_files() // (FILES_FOR_AN_AGENT * home.settings.number("serve.threads"))
    service = Service(
        home,
        most_agents=max(1, min(files, home.settings.number("serve.agents"))),
        metrics_folder=work.metrics_folder,
        only_tenant=work.tenant,
    )
    server = uvicorn.Server(
        uvicorn.Config(
            make_app(service, only_tools=work.only_tools, agent=work.agent),
            log_config=None,
            access_log=False,
            server_header=False,
            ws="none",
            timeout_graceful_shutdown=SECONDS_TO_FINISH,
        )
    )
    threading.Thread(target=_follow_supervisor, args=(server,), daemon=True).start()
    with Answering(home, service.residents.using):
        server.run([listener])


def _follow_supervisor(server: object) -> None:
    """Nobody restarts or stops a worker whose supervisor was killed; so it goes too."""
    supervisor = multiprocessing.parent_process()
    if supervisor is not None:
        supervisor.join()
        server.should_exit = True  # type: ignore[attr-defined]


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
