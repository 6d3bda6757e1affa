"""One agent, as programs see it: one line a flow."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wakeline.base.clock import Clock, Ids
from wakeline.base.config import Settings
from wakeline.base.errors import Damaged
from wakeline.base.process import is_running
from wakeline.base.values import Protocol
from wakeline.engine.table import EMBEDDER, FACES, MODEL, load, load_flow
from wakeline.flows.place import Current, Place
from wakeline.hydration.short_ids import is_short
from wakeline.minds.tokens import EstimatedTokens
from wakeline.model.identity import Identity
from wakeline.model.log import Kept, KeptMany
from wakeline.model.session import Holder
from wakeline.ports.guardian import Guardian
from wakeline.ports.hooks import Gate
from wakeline.ports.minds import Embedding, LanguageModel
from wakeline.ports.store import Home as HomePort
from wakeline.ports.store import Store

if TYPE_CHECKING:
    from wakeline.engine.beliefs import Comms, Decisions, Principles
    from wakeline.engine.context import Context
    from wakeline.engine.evals import Evals
    from wakeline.engine.faces import (
        Attachments,
        Diary,
        Documents,
        Entities,
        Facts,
        Hints,
        Jobs,
        Knowledge,
        Liminal,
        Memories,
        Messages,
        Personality,
        Procedures,
        Projects,
        Soul,
        Summaries,
        Tasks,
        Wakes,
    )
    from wakeline.engine.guards import Guards
    from wakeline.engine.in_hand import Working
    from wakeline.engine.restarts import Restarts
    from wakeline.engine.writings import Journal, Letters, Threads


class OpenHome(Protocol):
    """An opened home, as far as an agent needs it."""

    port: HomePort
    settings: Settings
    clock: Clock
    ids: Ids
    gate: Gate
    guardian: Guardian | None
    hooks: dict[str, Any]  # of plugins, by the name of each
    gaps: Any  # who listens to gaps; None if nobody does


class Agent:
    """One agent. Opened at its first use; holds the session that its wake opened."""

    # Its faces, by the table, each made when it is first asked for: most processes need none.
    facts: Facts
    jobs: Jobs
    liminal: Liminal
    memories: Memories
    personality: Personality
    summaries: Summaries
    soul: Soul
    diary: Diary
    letters: Letters
    journal: Journal
    evals: Evals
    knowledge: Knowledge
    procedures: Procedures
    decisions: Decisions
    principles: Principles
    comms: Comms
    attachments: Attachments
    entities: Entities
    projects: Projects
    tasks: Tasks
    hints: Hints
    guards: Guards
    restarts: Restarts
    messages: Messages
    documents: Documents
    wakes: Wakes
    threads: Threads
    context: Context
    working: Working

    def __init__(
        self,
        home: OpenHome,
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
        self._embeddings: dict[str, Embedding | None] = {}  # each looked for once
        self._current = Current()

    if not TYPE_CHECKING:  # else any name would be right

        def __getattr__(self, name: str) -> Any:
            if name not in FACES:
                raise AttributeError(f"an agent has no {name}")
            face = self.__dict__[name] = load(FACES[name])(self)
            return face

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
        *,
        staged: bool = False,
        **options: Any,
    ) -> Any:
        """Put the agent back together and open a session. See docs/wake.md for the options.

        A staged wake gives its text stage by stage, as the agent finds its way. With `as_of` it
        is a reading: what a wake would have found then. Nothing is recorded.
        """
        as_of = options.pop("as_of", None)
        if as_of is not None:
            asked = {"preset": preset, "wake_type": wake_type, "budget": budget, **options}
            for name in ("model_id", "source"):  # of a session, and none is opened
                asked.pop(name, None)
            return self.run("wake_as_of", as_of, **asked)
        woken = self.run(
            "wake_staged" if staged else "wake",
            preset=preset,
            wake_type=wake_type,
            budget=budget,
            own_session_id=self.session_id,
            **options,
        )
        self.session_id = woken.session_id
        return woken

    def more_stages(
        self, after: str | None = None, *, force: bool = False, session_id: str | None = None
    ) -> Any:
        """The stages of a wake behind one that was given, as far as they can be had now.

        For whoever no longer holds the staged wake: another process, a later request.
        """
        return self.run("more_stages", session_id or self.session_id, after=after, force=force)

    def hydrate(self, preset: str | None = None, **options: Any) -> Any:
        """Put the agent's context together without waking it: reads only, records nothing."""
        return self.run("hydrate", preset=preset, **options)

    def explain_preset(self, wake_type: str = "gradual", **options: Any) -> Any:
        """What the preset `auto` would choose now, and the table of its rules. Reads only."""
        options.setdefault("own_session_id", self.session_id)
        return self.run("explain_preset", wake_type=wake_type, **options)

    def end(self, summary: str | None = None, **fields: Any) -> Any:
        """End the session and leave a handoff; `message_to_next` and the other parts by name."""
        session_id = fields.pop("session_id", self.session_id)
        self._write_down()
        ended = self.run("end", session_id=session_id, summary=summary, **fields)
        if ended.session.id == self.session_id:
            self.session_id = None
        # Whoever ends a session waits for it, but not for what another process is doing.
        self.run("settle", off_hours=False, wait=False)
        return ended

    def record(self, user: str | None = None, agent: str | None = None, **options: Any) -> Kept:
        """Keep one exchange, or one half of it."""
        options.setdefault("session_id", self.session_id)
        kept: Kept = self.run("record", user=user, agent=agent, **options)
        return kept

    def checkpoint(self, doing: str | None = None, **options: Any) -> Any:
        """Note what the agent is doing, with `step`, `next`, `state` and `guards`.

        It comes back after a compaction and after a crash. Without words, from the log alone.
        """
        self._write_down()
        return self.run("checkpoint", doing, **options)

    def checkpoints(self, *, limit: int = 50) -> list[Any]:
        """How sessions stand that have not ended in words of their own, the newest first."""
        rows: list[Any] = self.run("list_checkpoints", limit=limit)
        return rows

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

    def fingerprint(self, session_id: str | None = None, *, against: str | None = None) -> Any:
        """How the agent spoke in a session, and how far that is from another or from its centre."""
        return self.run("fingerprint", session_id, against=against)

    def search(self, query: str, *, stores: Sequence[str] | None = None, k: int = 5) -> list[Any]:
        """What each store of what was written down answers, each in its own way."""
        found: list[Any] = self.run("search", query, stores=stores, k=k)
        return found

    def recall_text(self, query: str, k: int = 10, **filters: Any) -> str:
        """The same as a block of quotes to put before the agent; each hit is counted as used."""
        text: str = self.run("recalled_text", query, k=k, **filters)
        return text

    def check(self, draft: str, *, session_id: str | None = None) -> Any:
        """What a draft claims, each claim with its verdict and source. See docs/claims.md."""
        return self.run("check", draft, session_id=session_id)

    def watch(
        self, entity: str, *, every: float = 0.5, stop: threading.Event | None = None
    ) -> Iterator[Any]:
        """Turns that mention an entity, as they are kept, until `stop` is set."""
        stop = stop or threading.Event()
        through: int | None = None
        while True:
            seen = self.run("mentions_since", entity, through)
            through = seen.through
            yield from seen.turns
            if stop.wait(every):
                return

    def settle(self, *, wait: bool = True) -> Any:
        """Wait until everything derived has caught up with the log.

        Where a language model is chosen and no session is alive, some turns are read by it too.
        With `wait=False`, what another process is doing is left to it.
        """
        return self.run("settle", wait=wait)

    def consolidate(
        self,
        *,
        dry_run: bool = False,
        everything: bool = False,
        progress: Callable[[int], None] | None = None,
    ) -> Any:
        """Turn what was said into facts and memories, each with the turns that say so.

        `everything` also takes what was said within the last hour in a session that is open.
        """
        return self.run("consolidate", dry_run=dry_run, everything=everything, progress=progress)

    def self_care(self, *, focus: str | None = None, **options: Any) -> Any:
        """Make one memory of many and fold what was said into summaries: the agent's own act.

        Only at home: while no other session is open. `focus` says what comes first.
        """
        return self.run("self_care", focus=focus, **options)

    def topics(self, *, thread: str | None = None) -> list[Any]:
        """What the newest turns are about, each topic behind the one that it is part of."""
        rows: list[Any] = self.run("list_topics", thread=thread)
        return rows

    def status(self) -> Any:
        """How the agent stands: sessions, counts, what is open."""
        return self.run("status")

    def entropy(self, *, limit: int = 20) -> Any:
        """How unsettled the agent is, and the latest exchanges with what made them so."""
        return self.run("entropy", limit=limit)

    def exchange(self, id: str) -> Any:
        """An exchange with all that hangs on it, by its id or that of anything in it."""
        return self.run("exchange", id)

    def orientation_cost(self, session_id: str | None = None) -> Any:
        """Time, tokens and exchanges up to a session's first productive action."""
        return self.run("orientation_cost", session_id or self.session_id)

    def compact_thread(self, thread: str) -> Any:
        """Note that a thread's context was compacted. The fifth time its session ends: wake again.

        Then `session_id` is None.
        """
        self._write_down()
        made, over = self.run("compact_thread", thread)
        if self.session_id in over:
            self.session_id = None
        return made

    def _write_down(self) -> None:
        """What is in hand and in no log yet must not be lost with a context or a session."""
        if "working" in self.__dict__:
            self.working.flush()

    # -- what is kept

    def archive(self) -> Any:
        """Bring the daily archive up to date and seal the days that are over."""
        return self.run("archive")

    def verify(self) -> Any:
        """Derive again what is stored; the report says where the two differ."""
        return self.run("verify")

    def rebuild(self, *, progress: Callable[[int], None] | None = None) -> Any:
        """Drop everything that is derived and make it again."""
        return self.run("rebuild", progress=progress)

    def forget(self, id: str) -> Any:
        """Remove what was said or known from everywhere, leaving a tombstone without content."""
        return self.run("forget", id)

    def export(self) -> Iterator[str]:
        """The whole log as lines of JSON, each text once."""
        lines: Iterator[str] = self.run("export")
        return lines

    # -- how

    def run(self, name: str, *args: Any, **options: Any) -> Any:
        """Call a flow on this agent. Ids may be given as a wake shows them: by their end."""
        if any(map(is_short, args)):
            whole = load_flow("whole_id")
            args = tuple(whole(self.place, given) if is_short(given) else given for given in args)
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

    def apart(self, holder: Holder) -> Agent:
        """The same opened agent for another caller: what is open is shared, the session is not.

        Whoever opened it closes it.
        """
        other = Agent(
            self._home, self._name, create=False, person=None, time_zone=None, holder=holder
        )
        other._current = Current(self._current.held)
        other._place = self.place._replace(current=other._current, holder=holder)
        return other

    def look_again(self) -> bool:
        """Read anew who the agent is. False if it is gone or goes by another name now."""
        with self.place.store.reading() as view:
            identity = view.one(Identity, "identities.own")
        found = identity and _as_found(self.place.store, identity)
        if found is None or found.name != self.place.identity.name:
            return False
        self._place = self.place._replace(identity=found)
        return True

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
            raise Damaged(f"{self._name} has no identity row.", todo="Run `wakeline doctor`.")
        return Place(
            store=store,
            home=self._home.port,
            identity=_as_found(store, identity),
            clock=self._home.clock,
            ids=self._home.ids,
            gate=self._home.gate,
            settings=self._home.settings,
            tokens=EstimatedTokens(),
            embedding=self._embedding,
            model=self._model,
            holder=self._holder,
            running=is_running,
            flow=load_flow,
            current=self._current,
            guardian=self._home.guardian,
            hooks=self._home.hooks,
            tell_of_gap=self._tell_of_gap,
        )

    def _tell_of_gap(self, crossing: Any) -> None:
        if self._home.gaps is not None:
            self._home.gaps.tell(crossing)

    def _embedding(self, name: str | None = None) -> Embedding | None:
        """An embedder, else that of the settings; None if it is `none` or not installed."""
        wanted = name or self._home.settings.text("embedder")
        if wanted not in self._embeddings:
            self._embeddings[wanted] = load(EMBEDDER)(self._home.settings, wanted)
        return self._embeddings[wanted]

    def _model(self) -> LanguageModel | None:
        """The language model of the settings; None if it is `none`."""
        found: LanguageModel | None = load(MODEL)(self._home.settings)
        return found

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


def _as_found(store: Store, identity: Identity) -> Identity:
    """Who an agent is, under the name by which its home finds it."""
    return identity if store.name is None else identity._replace(name=store.name)
