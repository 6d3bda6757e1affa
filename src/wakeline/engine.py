"""The composition root and public face: one line a flow.

Knows which store and which minds are in use, joins them into a place for each
agent, and loads a flow's module when it is first called.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from importlib import import_module
from itertools import count
from typing import Any, Self

from wakeline.base.clock import Clock, Ids, SystemClock, Ulids
from wakeline.base.config import Settings, home_location, load
from wakeline.base.errors import HomeUnusable
from wakeline.base.process import boot_id, host_name, is_running, process_start
from wakeline.flows.place import Current, Place
from wakeline.minds.tokens import EstimatedTokens
from wakeline.model.identity import Identity
from wakeline.model.log import Kept, KeptMany
from wakeline.model.session import Holder
from wakeline.ports.hooks import Gate, OpenGate
from wakeline.ports.store import Home as HomePort
from wakeline.ports.store import Store

FLOWS: dict[str, str] = {
    "wake": "wakeline.flows.wake:wake",
    "made_from_log": "wakeline.flows.cut_off:made_from_log",
    "end": "wakeline.flows.end:end",
    "own_session": "wakeline.flows.own_session:own_session",
    "compact_thread": "wakeline.flows.end:compact_thread",
    "record": "wakeline.flows.record:record",
    "observe": "wakeline.flows.record:observe",
    "observe_many": "wakeline.flows.record:observe_many",
    "recall": "wakeline.flows.recall:recall",
    "settle": "wakeline.flows.settle:settle",
    "derive_entities": "wakeline.flows.derive:derive_entities",
    "status": "wakeline.flows.status:status",
    "doctor": "wakeline.flows.doctor:doctor",
    "set_fact": "wakeline.flows.facts:set_fact",
    "get_fact": "wakeline.flows.facts:get_fact",
    "fact_history": "wakeline.flows.facts:fact_history",
    "current_facts": "wakeline.flows.facts:current_facts",
    "add_memory": "wakeline.flows.memories:add_memory",
    "pin_memory": "wakeline.flows.memories:pin_memory",
    "delete_memory": "wakeline.flows.memories:delete_memory",
    "list_memories": "wakeline.flows.memories:list_memories",
    "add_project": "wakeline.flows.agenda:add_project",
    "list_projects": "wakeline.flows.agenda:list_projects",
    "add_task": "wakeline.flows.agenda:add_task",
    "move_task": "wakeline.flows.agenda:move_task",
    "list_tasks": "wakeline.flows.agenda:list_tasks",
    "add_hint": "wakeline.flows.agenda:add_hint",
    "list_hints": "wakeline.flows.agenda:list_hints",
    "take_in_edits": "wakeline.flows.edits:take_in_edits",
    "documents": "wakeline.flows.documents:documents",
    "write_document": "wakeline.flows.documents:write_document",
    "accept_document": "wakeline.flows.documents:accept_document",
    "reject_document": "wakeline.flows.documents:reject_document",
    "document_diff": "wakeline.flows.document_diff:document_diff",
    "agents": "wakeline.flows.agents:agents",
    "new_identity": "wakeline.flows.agents:new_identity",
    "update_identity": "wakeline.flows.agents:update_identity",
    "rename_agent": "wakeline.flows.agents:rename_agent",
    "copy_agent": "wakeline.flows.restore:copy_agent",
    "remove_agent": "wakeline.flows.backup:remove_agent",
    "backup": "wakeline.flows.backup:backup",
    "restore": "wakeline.flows.restore:restore",
    "household": "wakeline.flows.restore:Household",
    "archive": "wakeline.flows.archive:archive",
    "verify": "wakeline.flows.verify:verify",
    "rebuild": "wakeline.flows.rebuild:rebuild",
    "forget": "wakeline.flows.forget:forget",
    "scrub": "wakeline.flows.forget:scrub",
    "export": "wakeline.flows.export:export",
}
STORES = {
    "folder": "wakeline.store.folder:FolderHome",
    "postgres": "wakeline.store.postgres:PostgresHome",
}
_handles = count(1)


def load_flow(name: str) -> Callable[..., Any]:
    """A flow by its name; its module is loaded now if it was not."""
    return _load(FLOWS[name])


def _load(path: str) -> Callable[..., Any]:
    module, _, name = path.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found


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
    settings: Mapping[str, str] | None = None,
) -> Home:
    """Open a home: a folder, which is made at the first write, or a PostgreSQL URL.

    `settings` override those of the home for as long as it is open.
    """
    where = home_location(os.fspath(location) if location is not None else None)
    clock, ids = clock or SystemClock(), ids or Ulids()
    if is_database_url(where):
        found = load(None, overrides=settings)
        try:
            make = _load(STORES["postgres"])
        except ModuleNotFoundError as error:
            raise HomeUnusable(
                f"a PostgreSQL home needs {error.name}.",
                todo="Install it with `pip install 'wakeline[postgres]'`.",
            ) from error
        port = make(where, tenant_id=tenant, clock=clock, ids=ids)
    else:
        where = os.path.abspath(os.path.expanduser(where))
        found = load(where, overrides=settings)
        port = _load(STORES["folder"])(
            where,
            tenant_id=tenant,
            clock=clock,
            ids=ids,
            synchronous=found.text("sqlite.synchronous"),
        )
    return Home(port, found, clock, ids, gate or OpenGate())


class Home:
    """A place where agents live."""

    def __init__(
        self, port: HomePort, settings: Settings, clock: Clock, ids: Ids, gate: Gate
    ) -> None:
        self.port = port
        self.settings = settings
        self.clock = clock
        self.ids = ids
        self.gate = gate
        self._agents: list[Agent] = []

    @property
    def location(self) -> str:
        return self.port.location

    @property
    def tenant(self) -> str:
        return self.port.tenant_id

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

    def agents(self) -> list[Identity]:
        """Who lives here."""
        found: list[Identity] = load_flow("agents")(self.port)
        return found

    def rename(self, name: str, new_name: str) -> Identity:
        """Give an agent another name."""
        renamed: Identity = load_flow("rename_agent")(
            self.agent(name, create=False).place, new_name
        )
        return renamed

    def doctor(self) -> Any:
        """Whether the home is healthy, and what to do about each problem."""
        return load_flow("doctor")(
            self.port,
            settings=self.settings,
            clock=self.clock,
            here=self._own_holder(),
            running=is_running,
        )

    def close(self) -> None:
        for agent in self._agents:
            agent.close()
        self._agents.clear()
        self.port.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _own_holder(self) -> Holder:
        process = os.getpid()
        return Holder(
            f"{process}.{next(_handles)}",
            host_name(),
            boot_id(),
            process,
            process_start(process),
        )


class Agent:
    """One agent. Opened at its first use; holds the session that its wake opened."""

    def __init__(
        self,
        home: Home,
        name: str,
        *,
        create: bool,
        person: str | None,
        time_zone: str | None,
        holder: Holder,
    ) -> None:
        self._home = home
        self._name = name
        self._create = create
        self._person = person
        self._time_zone = time_zone
        self._holder = holder
        self._place: Place | None = None
        self._current = Current()
        self.facts = Facts(self)
        self.memories = Memories(self)
        self.projects = Projects(self)
        self.tasks = Tasks(self)
        self.hints = Hints(self)
        self.documents = Documents(self)

    @property
    def session_id(self) -> str | None:
        """The session that this agent's wake opened, until it ends."""
        return self._current.session_id

    @session_id.setter
    def session_id(self, session_id: str | None) -> None:
        self._current.session_id = session_id
        self._current.exchange_id = None

    # -- the life of a session

    def wake(
        self,
        preset: str | None = None,
        wake_type: str = "gradual",
        budget: int | None = None,
        **options: Any,
    ) -> Any:
        """Put the agent back together and open a session. See docs/wake.md for the options."""
        woken = self.run(
            "wake",
            preset=preset,
            wake_type=wake_type,
            budget=budget,
            own_session_id=self.session_id,
            **options,
        )
        self.session_id = woken.session_id
        return woken

    def end(self, summary: str | None = None, **fields: Any) -> Any:
        """End the session and leave a handoff; `message_to_next` and the other parts by name."""
        session_id = fields.pop("session_id", self.session_id)
        ended = self.run("end", session_id=session_id, summary=summary, **fields)
        if ended.session.id == self.session_id:
            self.session_id = None
        self.settle()
        return ended

    def record(self, user: str | None = None, agent: str | None = None, **options: Any) -> Kept:
        """Keep one exchange, or one half of it."""
        options.setdefault("session_id", self.session_id)
        kept: Kept = self.run("record", user=user, agent=agent, **options)
        return kept

    def observe(self, text: str, **event: Any) -> Kept:
        """Keep one thing that the agent saw or was told of."""
        kept: Kept = self.run("observe", {"text": text, **event})
        return kept

    def observe_many(
        self,
        events: Iterable[Mapping[str, Any]],
        *,
        progress: Callable[[int], None] | None = None,
    ) -> KeptMany:
        """Keep a stream of events; `progress` hears how many each batch held."""
        kept: KeptMany = self.run("observe_many", events, progress=progress)
        return kept

    def recall(self, query: str, k: int = 10, **filters: Any) -> list[Any]:
        """The k rows that answer best, each with why."""
        hits: list[Any] = self.run("recall", query, k=k, **filters)
        return hits

    def settle(self) -> Any:
        """Wait until everything derived has caught up with the log."""
        return self.run("settle")

    def status(self) -> Any:
        """How the agent stands: sessions, counts, what is open."""
        return self.run("status")

    def compact_thread(self, thread: str) -> Any:
        """Note that a thread's context was compacted."""
        return self.run("compact_thread", thread)

    # -- how

    def run(self, name: str, *args: Any, **options: Any) -> Any:
        """Call a flow on this agent."""
        return load_flow(name)(self.place, *args, **options)

    @property
    def place(self) -> Place:
        if self._place is None:
            self._place = self._open()
        return self._place

    @property
    def identity(self) -> Identity:
        return self.place.identity

    @property
    def name(self) -> str:
        return self._name

    def close(self) -> None:
        if self._place is not None:
            self._place.store.close()
            self._place = None

    def _open(self) -> Place:
        store = self._home.port.store(self._name)
        if store is None:
            store = self._made()
        with store.reading() as view:
            identity = view.one(Identity, "identities.own")
        if identity is None:
            raise HomeUnusable(f"{self._name} has no identity row.", todo="Run `wakeline doctor`.")
        return Place(
            store=store,
            home=self._home.port,
            identity=identity,
            clock=self._home.clock,
            gate=self._home.gate,
            settings=self._home.settings,
            tokens=EstimatedTokens(),
            holder=self._holder,
            running=is_running,
            flow=load_flow,
            current=self._current,
        )

    def _made(self) -> Store:
        made: Store = load_flow("new_identity")(
            self._home.port,
            self._name,
            create=self._create,
            person=self._person,
            time_zone=self._time_zone,
            settings=self._home.settings,
            clock=self._home.clock,
            ids=self._home.ids,
        )
        return made


class Facts:
    """What is true, and what was."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent

    def set(self, key: str, value: str, **options: Any) -> Any:
        return self._agent.run("set_fact", key, value, **options)

    def get(self, key: str, *, at: datetime | None = None, known_at: datetime | None = None) -> Any:
        return self._agent.run("get_fact", key, at=at, known_at=known_at)

    def history(self, key: str) -> list[Any]:
        rows: list[Any] = self._agent.run("fact_history", key)
        return rows

    def all(self) -> list[Any]:
        rows: list[Any] = self._agent.run("current_facts")
        return rows


class Memories:
    """What is worth keeping."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent

    def add(self, content: str, *, tags: Sequence[str] = (), **options: Any) -> Any:
        return self._agent.run("add_memory", content, tags=tags, **options)

    def all(self) -> list[Any]:
        rows: list[Any] = self._agent.run("list_memories")
        return rows

    def pin(self, memory_id: str, *, pinned: bool = True) -> Any:
        return self._agent.run("pin_memory", memory_id, pinned=pinned)

    def delete(self, memory_id: str) -> Any:
        return self._agent.run("delete_memory", memory_id)


class Projects:
    """Bodies of work."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent

    def add(self, key: str, **options: Any) -> Any:
        return self._agent.run("add_project", key, **options)

    def all(self) -> list[Any]:
        rows: list[Any] = self._agent.run("list_projects")
        return rows


class Tasks:
    """Things to do."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent

    def add(self, title: str, **options: Any) -> Any:
        return self._agent.run("add_task", title, **options)

    def move(self, task: str | int, status: str, **options: Any) -> Any:
        return self._agent.run("move_task", task, status, **options)

    def all(self) -> list[Any]:
        rows: list[Any] = self._agent.run("list_tasks")
        return rows


class Hints:
    """Reminders that surface at a wake."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent

    def add(self, content: str, **options: Any) -> Any:
        return self._agent.run("add_hint", content, **options)

    def all(self) -> list[Any]:
        rows: list[Any] = self._agent.run("list_hints")
        return rows


class Documents:
    """Identity documents, in versions. Deciding on them is the person's."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent

    def all(self) -> list[Any]:
        rows: list[Any] = self._agent.run("documents")
        return rows

    def propose(self, kind: str, text: str, *, actor: str | None = None) -> Any:
        name = actor or self._agent.identity.name
        return self._agent.run("write_document", kind, text, actor=name, origin="agent_inferred")

    def diff(self, kind: str, *, version: int | None = None) -> str:
        text: str = self._agent.run("document_diff", kind, version=version)
        return text
