"""A home, opened: who lives there, and what is done with all of them.

Knows which store is in use and joins it with what stands around it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from itertools import count
from typing import TYPE_CHECKING, Self, TypeVar

from wakeline.base.clock import Clock, Ids, SystemClock, Ulids
from wakeline.base.config import Settings, load_settings
from wakeline.base.environment import home_location
from wakeline.base.errors import HomeUnusable, Invalid, NotFound
from wakeline.base.process import boot_id, host_name, is_running, process_start
from wakeline.engine.agent import Agent
from wakeline.flows.common.place import Place
from wakeline.model.identity import Identity
from wakeline.model.session import Holder
from wakeline.ports.gate import Gate, OpenGate
from wakeline.ports.guardian import Guardian
from wakeline.ports.store import HomeBackend as HomePort

if TYPE_CHECKING:
    from threading import Event
    from typing import Unpack

    from wakeline.context.assembly import Block
    from wakeline.context.hooks import ContextHook
    from wakeline.flows.home.doctor import Checkup
    from wakeline.flows.home.restore import HomeAccess
    from wakeline.hydration.turn_hooks import HookTurn
    from wakeline.jobs.listing import ListedJob
    from wakeline.jobs.worker import JobsLook, WorkerResult
    from wakeline.model.context import Crossing
    from wakeline.model.log import Mode
    from wakeline.model.requests import IdentityChanges
    from wakeline.plugins import Listeners

T = TypeVar("T")

_handles = count(1)


def is_database_url(location: str) -> bool:
    """Whether a home is a database rather than a folder."""
    return location.startswith(("postgresql://", "postgres://"))


def open(  # noqa: A001 - the public contract's name
    location: str | os.PathLike[str] | None = None,
    *,
    tenant: str = "default",
    clock: Clock | None = None,
    ids: Ids | None = None,
    gate: Gate | None = None,
    guardian: Guardian | None = None,
    settings: Mapping[str, str] | None = None,
) -> Home:
    """Open a home: a folder, which is made at the first write, or a PostgreSQL URL.

    `settings` override those of the home for as long as it is open; `guardian` looks after
    agents as they wake, instead of the one that goes by rules.
    """
    where = home_location(os.fspath(location) if location is not None else None)
    clock, ids = clock or SystemClock(), ids or Ulids()
    port: HomePort
    if is_database_url(where):
        found = load_settings(None, overrides=settings)
        port = _database(where, tenant, clock, ids)
    elif "://" in where:
        raise Invalid(
            f"a home cannot be at {where.partition('://')[0]}://.",
            todo="Name a folder, or a database as postgresql://user:password@host/database.",
        )
    else:
        where = os.path.abspath(os.path.expanduser(where))
        found = load_settings(where, overrides=settings)
        from wakeline.store.folder import FolderHome

        port = FolderHome(
            where,
            tenant_id=tenant,
            clock=clock,
            ids=ids,
            synchronous=found.text("sqlite.synchronous"),
            wait_seconds=found.amount("sqlite.wait_seconds"),
        )
    home = Home(port, found, clock, ids, gate or OpenGate(), guardian)
    wanted = [name.strip() for name in found.text("plugins").split(",") if name.strip()]
    if wanted:
        from wakeline.plugins import load_plugins

        home.plugin_failures = load_plugins(wanted, home)
    return home


def _database(url: str, tenant: str, clock: Clock, ids: Ids) -> HomePort:
    try:
        from wakeline.store.postgres import PostgresHome
    except ModuleNotFoundError as error:
        raise HomeUnusable(
            f"a PostgreSQL home needs {error.name}.",
            todo="Install it with `pip install 'wakeline[postgres]'`.",
        ) from error
    return PostgresHome(url, tenant_id=tenant, clock=clock, ids=ids)


class Home:
    """A place where agents live."""

    def __init__(
        self,
        port: HomePort,
        settings: Settings,
        clock: Clock,
        ids: Ids,
        gate: Gate,
        guardian: Guardian | None = None,
    ) -> None:
        self.port = port
        self.settings = settings
        self.clock = clock
        self.ids = ids
        self.gate = gate
        self.guardian = guardian
        self.gaps: Listeners[Crossing] | None = None
        self.hooks: dict[str, ContextHook] = {}
        self.plugin_failures: dict[str, str] = {}
        self._agents: list[Agent] = []

    @property
    def location(self) -> str:
        return self.port.location

    @property
    def tenant(self) -> str:
        return self.port.tenant_id

    def of_tenant(self, tenant: str) -> Home:
        """The same place for another tenant. What can be shared is; the first is closed last."""
        home = Home(self.port.of_tenant(tenant), self.settings, self.clock, self.ids, self.gate)
        home.hooks, home.gaps = self.hooks, self.gaps  # plugins are the whole home's
        return home

    def agent(
        self,
        name: str,
        *,
        create: bool = True,
        person: str | None = None,
        time_zone: str | None = None,
        holder: Holder | None = None,
    ) -> Agent:
        """An agent by its name, made at its first use unless `create` is false."""
        agent = Agent(
            self,
            name,
            create=create,
            person=person,
            time_zone=time_zone,
            holder=holder or self._own_holder(),
        )
        self._agents.append(agent)
        return agent

    def register_gap_listener(
        self, plugin_id: str, listener: Callable[[Crossing], object]
    ) -> Callable[[], None]:
        """Tell a plugin of each gap that an agent wakes from. One listener a plugin: the last.

        Returns how to stop it. One that raises is put aside, and the wake goes on.
        """
        if self.gaps is None:
            from wakeline.plugins import Listeners

            self.gaps = Listeners()
        return self.gaps.register(plugin_id, listener)

    def unregister_gap_listener(self, plugin_id: str) -> bool:
        """Tell a plugin no more. Whether it was told before."""
        return self.gaps is not None and self.gaps.unregister(plugin_id)

    def register_context_hook(
        self,
        plugin_id: str,
        make: Callable[[HookTurn], Block | None],
        *,
        priority: int,
        modes: Sequence[Mode] | None = None,
    ) -> Callable[[], None]:
        """Let a plugin add a block to the context of each turn. One a plugin: the last.

        `make` is given the turn and answers with a block or None. Returns how to stop it.
        """
        from wakeline.context.hooks import ContextHook

        hook = ContextHook(plugin_id, priority, make, None if modes is None else tuple(modes))
        self.hooks[plugin_id] = hook

        def stop() -> None:
            if self.hooks.get(plugin_id) is hook:
                del self.hooks[plugin_id]

        return stop

    def agents(self) -> list[Identity]:
        """Who lives here."""
        from wakeline.flows.home.agents import read_agents

        return read_agents(self.port)

    def update(self, name: str, **changes: Unpack[IdentityChanges]) -> Identity:
        """Change an agent's identity row, as its person does: partner, values, memory config."""
        from wakeline.flows.home.agents import update_identity

        changed = update_identity(self.agent(name, create=False).place, **changes)
        self._let_go(name)
        return changed

    def rename(self, name: str, new_name: str) -> Identity:
        """Give an agent another name."""
        from wakeline.flows.home.agents import rename_agent

        return rename_agent(self.agent(name, create=False).place, new_name)

    def copy(self, name: str, new_name: str) -> Identity:
        """Make another agent with the same past."""
        from wakeline.flows.home.restore import copy_agent

        return copy_agent(self._household(), self._opened(name), new_name)

    def remove(self, name: str, *, to: str | None = None) -> str:
        """Delete an agent after a backup of it. Where the backup is."""
        from wakeline.flows.home.backup import remove_agent

        path = remove_agent(self._opened(name), to=to)
        self._let_go(name)
        return path

    def backup(self, names: Sequence[str] | None = None, *, to: str | None = None) -> str:
        """Copy agents, all unless some are named, into a new folder. Where it is."""
        wanted = self.port.agents() if names is None else names
        from wakeline.flows.home.backup import backup

        return backup([self._opened(name) for name in wanted], to=to).path

    def restore(
        self,
        path: str | os.PathLike[str],
        *,
        name: str | None = None,
        replace: bool = False,
        backup_to: str | None = None,
    ) -> list[Identity]:
        """Bring back agents from a backup, an archive or an export."""
        from wakeline.flows.home.restore import restore

        brought = restore(
            self._household(), os.fspath(path), name=name, replace=replace, backup_to=backup_to
        )
        for identity in brought:
            self._let_go(identity.name)
        return brought

    def adopt(self, path: str | os.PathLike[str], *, name: str | None = None) -> Identity:
        """Take in an agent that was carried here as its one file, `memory.db`. The file stays."""
        from wakeline.flows.home.adopt import adopt_agent

        return adopt_agent(self._household(), os.fspath(path), name=name)

    def doctor(self) -> Checkup:
        """Whether the home is healthy, and what to do about each problem."""
        from wakeline.flows.home.doctor import doctor

        return doctor(
            self.port,
            settings=self.settings,
            clock=self.clock,
            here=self._own_holder(),
            running=is_running,
        )

    def jobs(self) -> list[ListedJob]:
        """What waits, runs or is parked, of every agent here."""
        return self.each_with_jobs(lambda agent: agent.jobs.all())

    def each_with_jobs(self, ask: Callable[[Agent], list[T]]) -> list[T]:
        """The answers of all agents that may have jobs; each is open while it is asked."""
        found: list[T] = []
        for name in self.port.agents_with_jobs():
            with closing(self.passing(name)) as agent, suppress(NotFound):  # removed meanwhile
                found += ask(agent)
        return found

    def passing(self, name: str) -> Agent:
        """An agent that is there, for whoever closes it again."""
        return Agent(
            self, name, create=False, person=None, time_zone=None, holder=self._own_holder()
        )

    def work(
        self,
        *,
        agents: Sequence[str] | None = None,
        every_tenant: bool = False,
        at_once: int = 1,
        once: bool = False,
        stop: Event | None = None,
        tell: Callable[[JobsLook], None] = lambda _looked: None,
    ) -> WorkerResult:
        """Do what agents have asked for, as it comes, until `stop` is set: `wakeline worker`."""
        from wakeline.jobs.worker import work

        return work(
            self,
            agents=agents,
            every_tenant=every_tenant,
            at_once=at_once,
            once=once,
            stop=stop,
            tell=tell,
        )

    def close(self) -> None:
        """Close every agent that was opened here, then the home."""
        for agent in self._agents:
            agent.close()
        self._agents.clear()
        self.port.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _household(self) -> HomeAccess:
        from wakeline.flows.home.restore import HomeAccess

        return HomeAccess(self.port, self._opened, self.clock, self.ids)

    def _opened(self, name: str) -> Place:
        return self.agent(name, create=False).place

    def _let_go(self, name: str) -> None:
        """Close what is open of an agent whose rows are not the same any more."""
        for agent in self._agents:
            if agent.name.strip().casefold() == name.strip().casefold():
                agent.close()

    def _own_holder(self) -> Holder:
        process = os.getpid()
        return Holder(
            f"{process}.{next(_handles)}",
            host_name(),
            boot_id(),
            process,
            process_start(process),
        )
