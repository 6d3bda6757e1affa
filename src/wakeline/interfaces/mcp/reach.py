"""For whom a call is: the one agent of a process, or whoever a request's token names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from wakeline import engine
from wakeline.base.errors import NotFound, WakelineError
from wakeline.jobs.settle import settle as settle_now


class Reached(NamedTuple):
    """An agent that is open for one call, and how what is derived of it catches up."""

    agent: engine.Agent
    settle: Callable[[], None]


class Reach(Protocol):
    """How a server gets at the agent of a call. `request` is what the transport brought, if any."""

    def using(self, request: Any) -> Any:
        """The agent, as a context."""
        ...

    def caller(self, request: Any) -> str:
        """Who calls, as far as that tells callers apart."""
        ...

    def told(self, error: WakelineError) -> str:
        """An error, as this caller may read it."""
        ...


class OwnAgent:
    """One agent of one home, held by this process: its session lasts from call to call."""

    def __init__(self, home: engine.Home, name: str) -> None:
        self._agent = home.agent(name, create=False)

    @contextmanager
    def using(self, _: Any) -> Iterator[Reached]:
        def settle() -> None:
            settle_now(self._agent.place, off_hours=False, wait=False)

        yield Reached(self._agent, settle)

    @contextmanager
    def apart(self, tenant: str, name: str) -> Iterator[engine.Agent]:
        """The same agent for somebody else who asks for it: what is loaded is shared."""
        place = self._agent.place
        if (tenant, name) != (place.home.tenant_id, place.identity.name):
            raise NotFound(f"{name} is not the agent of this process.")
        yield self._agent.apart(place.holder)

    def caller(self, _: Any) -> str:
        return "stdio"

    def told(self, error: WakelineError) -> str:
        return str(error)
