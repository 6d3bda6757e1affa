"""The agents that a server has open: found by tenant and name, shared, closed when unused.

Requests share what is open of an agent (connections, what recall has loaded), never its
session. It knows threads; it does not know HTTP.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress

from wakeline import engine
from wakeline.base.errors import Conflict, Invalid, NotFound, WakelineError
from wakeline.base.process import boot_id, host_name
from wakeline.model.session import Holder
from wakeline.sessions.leases import UNKNOWN_PROCESS
from wakeline.store.folder import agent_key, unknown_agent

# An agent may be renamed, removed or restored behind our back; this old may our view of it be.
SECONDS_BETWEEN_LOOKS = 2.0

Key = tuple[str, str]

log = logging.getLogger("wakeline.serve")


class ResidentAgent:
    """One open agent, and how many requests are using it."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self.agent: engine.Agent | None = None
        self.home: engine.Home | None = None
        self.users = 0
        self.looked_at = 0.0
        self.is_leaving = False

    def close(self) -> None:
        if self.agent is not None:
            self.agent.close()
        if self.home is not None:
            self.home.close()


class Residents:
    """Open agents, at most `most` that nobody uses."""

    def __init__(self, root: engine.Home, *, most: int) -> None:
        self.root = root
        self._most = most
        self._open: OrderedDict[Key, ResidentAgent] = OrderedDict()
        self._to_settle: set[Key] = set()
        self._settler = ThreadPoolExecutor(1, "wakeline-settle")
        self._lock = threading.Lock()
        # Nobody can ask whether a caller elsewhere still runs: its lease alone decides.
        self._here = Holder("serve", host_name(), boot_id(), UNKNOWN_PROCESS, "")

    @contextmanager
    def using(self, tenant: str, name: str) -> Iterator[engine.Agent]:
        """An agent for one request, with no session but those that the request names."""
        key = (tenant, self._known_name(name))
        while True:
            resident = self._enter(key)
            try:
                with resident.turn:
                    agent = self._ready(resident, key)
                if agent is None:
                    self._forget(key, resident)
                    continue
                holder = self._here._replace(name=f"rest.{self._new_id()}")
                try:
                    yield agent.apart(holder)
                except (NotFound, Conflict):
                    resident.looked_at = 0.0  # it may be the agent itself that has changed
                    raise
                return
            except BaseException:
                if resident.agent is None:
                    self._forget(key, resident)
                raise
            finally:
                self._leave(resident)

    @contextmanager
    def tenant(self, tenant: str) -> Iterator[engine.Home]:
        """The home of one tenant, for what concerns no single agent."""
        with self.root.of_tenant(tenant) as home:
            yield home

    def settle_soon(self, tenant: str, name: str) -> None:
        """Let what is derived of an agent catch up, after whoever waits for that already.

        In a thread of its own: a swarm that ends its sessions at once must not take the
        threads that answer requests.
        """
        key = (tenant, self._known_name(name))
        with self._lock:
            if key in self._to_settle:
                return
            self._to_settle.add(key)
        self._settler.submit(self._settle, key).add_done_callback(_report)

    def idle(self) -> None:
        """Wait until everything that was to catch up has."""
        self._settler.submit(lambda: None).result()

    def _settle(self, key: Key) -> None:
        with self._lock:
            self._to_settle.discard(key)  # asked for from here on, it runs once more
        try:
            with self.using(*key) as agent:
                agent.settle(wait=False)  # a worker of the home may be at it
        except WakelineError as error:
            log.warning("what is derived of %s has to wait: %s", key[1], error)

    def look_again(self, tenant: str, name: str) -> None:
        """The next request sees what has just changed about an agent."""
        with self._lock:
            found = self._open.get((tenant, self._known_name(name)))
        if found is not None:
            found.looked_at = 0.0

    def __len__(self) -> int:
        return len(self._open)

    def close(self) -> None:
        # What was not begun waits as a job in its store, for the next who settles.
        self._settler.shutdown(wait=True, cancel_futures=True)
        with self._lock:
            found = list(self._open.values())
            self._open.clear()
        for resident in found:
            resident.close()

    def _known_name(self, name: str) -> str:
        try:
            return agent_key(name)
        except Invalid:
            raise unknown_agent(name, self.root.location) from None

    def _new_id(self) -> str:
        return self.root.ids.new(self.root.clock.now())

    def _enter(self, key: Key) -> ResidentAgent:
        with self._lock:
            found = self._open.get(key)
            if found is None:
                found = self._open[key] = ResidentAgent()
            self._open.move_to_end(key)
            found.users += 1
            return found

    def _ready(self, resident: ResidentAgent, key: Key) -> engine.Agent | None:
        """The agent, opened; None if what was open is not that agent any more."""
        if resident.is_leaving:
            return None
        now = time.monotonic()
        if resident.agent is None:
            resident.home = self.root.of_tenant(key[0])
            agent = engine.Agent(
                resident.home,
                key[1],
                create=False,
                person=None,
                time_zone=None,
                holder=self._here,
            )
            _ = agent.place  # opens it, or says that there is none
            resident.agent = agent
        elif now - resident.looked_at > SECONDS_BETWEEN_LOOKS:
            is_same = False
            with suppress(NotFound, Conflict):
                is_same = resident.agent.look_again()
            if not is_same:
                return None
        resident.looked_at = now
        return resident.agent

    def _forget(self, key: Key, resident: ResidentAgent) -> None:
        with self._lock:
            resident.is_leaving = True
            if self._open.get(key) is resident:
                del self._open[key]

    def _leave(self, resident: ResidentAgent) -> None:
        doomed: list[ResidentAgent] = []
        with self._lock:
            resident.users -= 1
            if resident.is_leaving and resident.users == 0:
                doomed.append(resident)
            too_many = len(self._open) - self._most
            if too_many > 0:
                idle = [key for key, found in self._open.items() if found.users == 0]
                doomed += [self._open.pop(key) for key in idle[:too_many]]
        for one in doomed:
            with suppress(WakelineError):
                one.close()


def _report(done: Future[None]) -> None:
    if not done.cancelled() and done.exception() is not None:
        log.error("settling failed", exc_info=done.exception())
