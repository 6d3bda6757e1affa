"""The composition root and public face: one line a flow.

Knows which store and which minds are in use, joins them into a place for each
agent, and loads a flow's module when it is first called.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from itertools import count
from typing import Any, Self

from wakeline.base.clock import Clock, Ids, SystemClock, Ulids
from wakeline.base.config import Settings
from wakeline.base.config import load as load_settings
from wakeline.base.environment import home_location
from wakeline.base.errors import HomeUnusable, Invalid, NotFound
from wakeline.base.process import boot_id, host_name, is_running, process_start
from wakeline.engine.agent import Agent
from wakeline.engine.table import HOOK, LISTENERS, PLUGINS, STORES, WORK, load, load_flow
from wakeline.flows.place import Place
from wakeline.model.identity import Identity
from wakeline.model.session import Holder
from wakeline.ports.guardian import Guardian
from wakeline.ports.hooks import Gate, OpenGate
from wakeline.ports.store import Home as HomePort

__all__ = ["Agent", "Home", "is_database_url", "load_flow", "open"]

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
    if is_database_url(where):
        found = load_settings(None, overrides=settings)
        try:
            make = load(STORES["postgres"])
        except ModuleNotFoundError as error:
            raise HomeUnusable(
                f"a PostgreSQL home needs {error.name}.",
                todo="Install it with `pip install 'wakeline[postgres]'`.",
            ) from error
        port = make(where, tenant_id=tenant, clock=clock, ids=ids)
    elif "://" in where:
        raise Invalid(
            f"a home cannot be at {where.partition('://')[0]}://.",
            todo="Name a folder, or a database as postgresql://user:password@host/database.",
        )
    else:
        where = os.path.abspath(os.path.expanduser(where))
        found = load_settings(where, overrides=settings)
        port = load(STORES["folder"])(
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
        home.plugin_failures = load(PLUGINS)(wanted, home)
    return home


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
        self.gaps: Any = None
        self.hooks: dict[str, Any] = {}
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
        self, plugin_id: str, listener: Callable[[Any], Any]
    ) -> Callable[[], None]:
        """Tell a plugin of each gap that an agent wakes from. One listener a plugin: the last.

        Returns how to stop it. One that raises is put aside, and the wake goes on.
        """
        if self.gaps is None:
            self.gaps = load(LISTENERS)()
        stop: Callable[[], None] = self.gaps.register(plugin_id, listener)
        return stop

    def unregister_gap_listener(self, plugin_id: str) -> bool:
        """Tell a plugin no more. Whether it was told before."""
        return self.gaps is not None and bool(self.gaps.unregister(plugin_id))

    def register_context_hook(
        self,
        plugin_id: str,
        make: Callable[[Any], Any],
        *,
        priority: int,
        modes: Sequence[str] | None = None,
    ) -> Callable[[], None]:
        """Let a plugin add a block to the context of each turn. One a plugin: the last.

        `make` is given the turn and answers with a block or None. Returns how to stop it.
        """
        hook = load(HOOK)(plugin_id, priority, make, None if modes is None else tuple(modes))
        self.hooks[plugin_id] = hook

        def stop() -> None:
            if self.hooks.get(plugin_id) is hook:
                del self.hooks[plugin_id]

        return stop

    def agents(self) -> list[Identity]:
        """Who lives here."""
        found: list[Identity] = load_flow("agents")(self.port)
        return found

    def update(self, name: str, **changes: object) -> Identity:
        """Change an agent's identity row, as its person does: partner, values, memory config."""
        changed: Identity = load_flow("update_identity")(
            self.agent(name, create=False).place, **changes
        )
        self._let_go(name)
        return changed

    def rename(self, name: str, new_name: str) -> Identity:
        """Give an agent another name."""
        renamed: Identity = load_flow("rename_agent")(
            self.agent(name, create=False).place, new_name
        )
        return renamed

    def copy(self, name: str, new_name: str) -> Identity:
        """Make another agent with the same past."""
        copied: Identity = load_flow("copy_agent")(self._household(), self._opened(name), new_name)
        return copied

    def remove(self, name: str, *, to: str | None = None) -> str:
        """Delete an agent after a backup of it. Where the backup is."""
        path: str = load_flow("remove_agent")(self._opened(name), to=to)
        self._let_go(name)
        return path

    def backup(self, names: Sequence[str] | None = None, *, to: str | None = None) -> str:
        """Copy agents, all unless some are named, into a new folder. Where it is."""
        wanted = self.port.agents() if names is None else names
        path: str = load_flow("backup")([self._opened(name) for name in wanted], to=to).path
        return path

    def restore(
        self,
        path: str | os.PathLike[str],
        *,
        name: str | None = None,
        replace: bool = False,
        backup_to: str | None = None,
    ) -> list[Identity]:
        """Bring back agents from a backup, an archive or an export."""
        brought: list[Identity] = load_flow("restore")(
            self._household(), os.fspath(path), name=name, replace=replace, backup_to=backup_to
        )
        for identity in brought:
            self._let_go(identity.name)
        return brought

    def adopt(self, path: str | os.PathLike[str], *, name: str | None = None) -> Identity:
        """Take in an agent that was carried here as its one file, `memory.db`. The file stays."""
        adopted: Identity = load_flow("adopt_agent")(self._household(), os.fspath(path), name=name)
        return adopted

    def doctor(self) -> Any:
        """Whether the home is healthy, and what to do about each problem."""
        return load_flow("doctor")(
            self.port,
            settings=self.settings,
            clock=self.clock,
            here=self._own_holder(),
            running=is_running,
        )

    def jobs(self) -> list[Any]:
        """What waits, runs or is parked, of every agent here."""
        return self.each_with_jobs(lambda agent: agent.jobs.all())

    def each_with_jobs(self, ask: Callable[[Agent], list[Any]]) -> list[Any]:
        """The answers of all agents that may have jobs; each is open while it is asked."""
        found: list[Any] = []
        for name in self.port.with_jobs():
            with closing(self.passing(name)) as agent, suppress(NotFound):  # removed meanwhile
                found += ask(agent)
        return found

    def passing(self, name: str) -> Agent:
        """An agent that is there, for whoever closes it again."""
        return Agent(
            self, name, create=False, person=None, time_zone=None, holder=self._own_holder()
        )

    def work(self, **options: Any) -> Any:
        """Do what agents have asked for, as it comes, until `stop` is set: `wakeline worker`."""
        return load(WORK)(self, **options)

    def close(self) -> None:
        for agent in self._agents:
            agent.close()
        self._agents.clear()
        self.port.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _household(self) -> Any:
        return load_flow("household")(self.port, self._opened, self.clock, self.ids)

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
