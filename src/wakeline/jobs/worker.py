"""A worker: runs the due jobs of a home's agents, in the order of its queue.

A failure of one agent does not stop it: the failure is reported, and the agent is tried later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from threading import Event, Lock
from time import perf_counter
from types import TracebackType
from typing import NamedTuple, Protocol, Self

from wakeline.base.clock import Clock
from wakeline.base.config import Settings
from wakeline.base.errors import Invalid, NotFound
from wakeline.flows.common.place import Place
from wakeline.jobs.tend import look_at_agent
from wakeline.model.identity import Identity
from wakeline.ports.jobs import WorkerRounds
from wakeline.ports.store import HomeBackend as HomePort

AFTER_A_FAILURE = timedelta(minutes=1)
MOST_AT_ONCE = 64


class WorkerAgent(Protocol):
    """An agent that is open while the worker runs its jobs."""

    @property
    def place(self) -> Place: ...

    @property
    def identity(self) -> Identity: ...

    def close(self) -> None: ...


class WorkerHome(Protocol):
    """The part of a home that a worker needs."""

    port: HomePort
    clock: Clock
    settings: Settings

    def passing(self, name: str) -> WorkerAgent: ...

    def of_tenant(self, tenant: str) -> Self: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class JobsLook(NamedTuple):
    """The result of one look at one agent. `trouble` says why the look itself failed."""

    tenant: str
    agent: str
    done: tuple[str, ...]
    failed: tuple[tuple[str, str], ...]
    held_by: str | None
    seconds: float
    trouble: str | None = None


class WorkerResult(NamedTuple):
    """The counts of a worker's run."""

    looks: int
    done: dict[str, int]  # how often, by job
    failed: int
    troubles: int


class LookCounts:
    """Counts the results of looks, from several threads."""

    def __init__(self) -> None:
        self._turn = Lock()
        self.looks = self.failed = self.troubles = 0
        self.done: Counter[str] = Counter()

    def add(self, looked: JobsLook) -> None:
        with self._turn:
            self.looks += 1
            self.done.update(looked.done)
            self.failed += len(looked.failed)
            self.troubles += looked.trouble is not None


def work(
    home: WorkerHome,
    *,
    agents: Sequence[str] | None = None,
    every_tenant: bool = False,
    at_once: int = 1,
    once: bool = False,
    stop: Event | None = None,
    tell: Callable[[JobsLook], None] = lambda _looked: None,
) -> WorkerResult:
    """Run the jobs of agents as they become due, until `stop`; with `once` until none is left."""
    if not 1 <= at_once <= MOST_AT_ONCE:
        raise Invalid(f"at_once is {at_once}.", todo=f"Use a number from 1 to {MOST_AT_ONCE}.")
    rounds = WorkerRounds(
        now=home.clock.now,
        look_seconds=home.settings.number("worker.look_seconds"),
        sweep_seconds=60.0 * home.settings.number("worker.sweep_minutes"),
        lease_seconds=home.settings.number("jobs.lease_seconds"),
        every_tenant=every_tenant,
        names=None if agents is None else [_there(home, name) for name in agents],
        at_once=at_once,
        once=once,
    )
    tally = LookCounts()
    left_alone = dict[tuple[str, str], datetime]()

    def look(tenant: str, name: str) -> datetime | None:
        # A look that fails may itself have touched the agent's files, as on a full disk.
        until = left_alone.get((tenant, name))
        if until is not None and home.clock.now() < until <= home.clock.now() + AFTER_A_FAILURE:
            return until
        looked, again_at = _look(home, tenant, name, patient=not once)
        tally.add(looked)
        if looked.done or looked.failed or looked.held_by or looked.trouble:
            tell(looked)
        if looked.trouble is not None and again_at is not None:
            left_alone[tenant, name] = again_at
        return again_at

    home.port.queue(rounds).run(look, stop or Event())
    return WorkerResult(tally.looks, dict(sorted(tally.done.items())), tally.failed, tally.troubles)


def _there(home: WorkerHome, name: str) -> str:
    """The stored name of an agent; raises NotFound if there is none."""
    with closing(home.passing(name)) as agent:
        return agent.identity.name


def _look(
    root: WorkerHome, tenant: str, name: str, *, patient: bool
) -> tuple[JobsLook, datetime | None]:
    begun = perf_counter()
    try:
        with root.of_tenant(tenant) as home, closing(home.passing(name)) as agent:
            tended = look_at_agent(agent.place, patient=patient)
    except NotFound:  # removed since: there is nothing left to do for it
        return JobsLook(tenant, name, (), (), None, perf_counter() - begun), None
    except Exception as error:
        looked = JobsLook(tenant, name, (), (), None, perf_counter() - begun, _said(error))
        return looked, root.clock.now() + AFTER_A_FAILURE
    done, failed, held_by, _ = tended.settled
    return JobsLook(tenant, name, done, failed, held_by, perf_counter() - begun), tended.again_at


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
