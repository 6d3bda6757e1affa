"""One agent, as programs see it: every method calls one flow, loaded when it is first used."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal, Protocol, overload

from wakeline.base.errors import Damaged
from wakeline.base.process import is_running
from wakeline.engine.faces.face import full_id
from wakeline.flows.common.place import CurrentActivity, Place
from wakeline.minds.tokens import EstimatedTokens
from wakeline.model.identity import Identity
from wakeline.model.session import OWN_SESSION, OwnSession

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from datetime import datetime
    from typing import Unpack

    from wakeline.base.clock import Clock, Ids
    from wakeline.base.config import Settings
    from wakeline.context.hooks import ContextHook
    from wakeline.engine.faces.agenda import Hints, Projects, Tasks
    from wakeline.engine.faces.attachments import Attachments
    from wakeline.engine.faces.comms import Comms
    from wakeline.engine.faces.context import Context
    from wakeline.engine.faces.decisions import Decisions
    from wakeline.engine.faces.documents import Documents
    from wakeline.engine.faces.entities import Entities
    from wakeline.engine.faces.evals import Evals
    from wakeline.engine.faces.facts import Facts
    from wakeline.engine.faces.guards import Guards
    from wakeline.engine.faces.jobs import Jobs
    from wakeline.engine.faces.knowledge import KnowledgeBase
    from wakeline.engine.faces.liminal import Liminal
    from wakeline.engine.faces.memories import Memories
    from wakeline.engine.faces.messages import Messages
    from wakeline.engine.faces.personality import Personality
    from wakeline.engine.faces.principles import Principles
    from wakeline.engine.faces.procedures import Procedures
    from wakeline.engine.faces.restarts import Restarts
    from wakeline.engine.faces.soul import Soul
    from wakeline.engine.faces.summaries import Summaries
    from wakeline.engine.faces.threads import Threads
    from wakeline.engine.faces.wakes import Wakes
    from wakeline.engine.faces.working import Working
    from wakeline.engine.faces.writings import Diary, Journal, Letters
    from wakeline.flows.assessment.fingerprint import Fingerprint
    from wakeline.flows.forget.forget import Forgotten
    from wakeline.flows.home.rebuild import Rebuilt
    from wakeline.flows.home.status import Status
    from wakeline.flows.log.archive import ArchiveResult
    from wakeline.flows.memory.self_care import SelfCareResult
    from wakeline.flows.recall.search_stores import StoreHits
    from wakeline.flows.session.end import Ended
    from wakeline.flows.verify import Report
    from wakeline.flows.wake.stages import StagedWake, StagesGiven
    from wakeline.jobs.settle import SettleResult
    from wakeline.liminal.orientation_cost import OrientationCost
    from wakeline.model.belief import DraftCheck, DraftText
    from wakeline.model.checkpoint import Checkpoint, WorkText
    from wakeline.model.cognition import EntropyNow
    from wakeline.model.consolidation import ConsolidationResult
    from wakeline.model.context import Crossing, ExplainedPreset, Woken
    from wakeline.model.exchange import FullExchange
    from wakeline.model.fields import Name, NameList, RowId, Thousand
    from wakeline.model.hydration import HydrationContext
    from wakeline.model.log import Episode, Kept, KeptMany, Origin
    from wakeline.model.memory import Hit
    from wakeline.model.requests import (
        EventFields,
        HandoffFields,
        HydrationOptions,
        RecallFilters,
        SourceNames,
        WakeOptions,
    )
    from wakeline.model.session import Holder, ThreadHandoff
    from wakeline.plugins import Listeners
    from wakeline.ports.gate import Gate
    from wakeline.ports.guardian import Guardian
    from wakeline.ports.minds import Embedding, LanguageModel
    from wakeline.ports.store import HomeBackend as HomePort
    from wakeline.ports.store import Store
    from wakeline.reading.topic_tree import TopicNode


class OpenHome(Protocol):
    """An opened home, as far as an agent needs it."""

    port: HomePort
    settings: Settings
    clock: Clock
    ids: Ids
    gate: Gate
    guardian: Guardian | None
    hooks: dict[str, ContextHook]  # of plugins, by the name of each
    gaps: Listeners[Crossing] | None  # who listens to gaps; None if nobody does


class Agent:
    """One agent. Opened at its first use; holds the session that its wake opened."""

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
        self._current = CurrentActivity()

    # -- what it has, each kind behind its name; made when first asked for: most processes need none

    @cached_property
    def facts(self) -> Facts:
        from wakeline.engine.faces.facts import Facts

        return Facts(self)

    @cached_property
    def memories(self) -> Memories:
        from wakeline.engine.faces.memories import Memories

        return Memories(self)

    @cached_property
    def knowledge(self) -> KnowledgeBase:
        from wakeline.engine.faces.knowledge import KnowledgeBase

        return KnowledgeBase(self)

    @cached_property
    def procedures(self) -> Procedures:
        from wakeline.engine.faces.procedures import Procedures

        return Procedures(self)

    @cached_property
    def entities(self) -> Entities:
        from wakeline.engine.faces.entities import Entities

        return Entities(self)

    @cached_property
    def summaries(self) -> Summaries:
        from wakeline.engine.faces.summaries import Summaries

        return Summaries(self)

    @cached_property
    def decisions(self) -> Decisions:
        from wakeline.engine.faces.decisions import Decisions

        return Decisions(self)

    @cached_property
    def principles(self) -> Principles:
        from wakeline.engine.faces.principles import Principles

        return Principles(self)

    @cached_property
    def comms(self) -> Comms:
        from wakeline.engine.faces.comms import Comms

        return Comms(self)

    @cached_property
    def projects(self) -> Projects:
        from wakeline.engine.faces.agenda import Projects

        return Projects(self)

    @cached_property
    def tasks(self) -> Tasks:
        from wakeline.engine.faces.agenda import Tasks

        return Tasks(self)

    @cached_property
    def hints(self) -> Hints:
        from wakeline.engine.faces.agenda import Hints

        return Hints(self)

    @cached_property
    def messages(self) -> Messages:
        from wakeline.engine.faces.messages import Messages

        return Messages(self)

    @cached_property
    def attachments(self) -> Attachments:
        from wakeline.engine.faces.attachments import Attachments

        return Attachments(self)

    @cached_property
    def documents(self) -> Documents:
        from wakeline.engine.faces.documents import Documents

        return Documents(self)

    @cached_property
    def soul(self) -> Soul:
        from wakeline.engine.faces.soul import Soul

        return Soul(self)

    @cached_property
    def personality(self) -> Personality:
        from wakeline.engine.faces.personality import Personality

        return Personality(self)

    @cached_property
    def letters(self) -> Letters:
        from wakeline.engine.faces.writings import Letters

        return Letters(self)

    @cached_property
    def journal(self) -> Journal:
        from wakeline.engine.faces.writings import Journal

        return Journal(self)

    @cached_property
    def diary(self) -> Diary:
        from wakeline.engine.faces.writings import Diary

        return Diary(self)

    @cached_property
    def evals(self) -> Evals:
        from wakeline.engine.faces.evals import Evals

        return Evals(self)

    @cached_property
    def threads(self) -> Threads:
        from wakeline.engine.faces.threads import Threads

        return Threads(self)

    @cached_property
    def wakes(self) -> Wakes:
        from wakeline.engine.faces.wakes import Wakes

        return Wakes(self)

    @cached_property
    def liminal(self) -> Liminal:
        from wakeline.engine.faces.liminal import Liminal

        return Liminal(self)

    @cached_property
    def context(self) -> Context:
        from wakeline.engine.faces.context import Context

        return Context(self)

    @cached_property
    def working(self) -> Working:
        from wakeline.engine.faces.working import Working

        return Working(self)

    @cached_property
    def guards(self) -> Guards:
        from wakeline.engine.faces.guards import Guards

        return Guards(self)

    @cached_property
    def restarts(self) -> Restarts:
        from wakeline.engine.faces.restarts import Restarts

        return Restarts(self)

    @cached_property
    def jobs(self) -> Jobs:
        from wakeline.engine.faces.jobs import Jobs

        return Jobs(self)

    @property
    def session_id(self) -> str | None:
        """The session that this agent's wake opened, until it ends."""
        return self._current.session_id

    @session_id.setter
    def session_id(self, session_id: str | None) -> None:
        self._current.session_id = session_id
        self._current.exchange_id = None

    # -- the life of a session

    @overload
    def wake(
        self,
        preset: str | None = None,
        wake_type: str = "gradual",
        budget: int | None = None,
        *,
        staged: Literal[False] = False,
        as_of: datetime | str | None = None,
        **options: Unpack[WakeOptions],
    ) -> Woken: ...
    @overload
    def wake(
        self,
        preset: str | None = None,
        wake_type: str = "gradual",
        budget: int | None = None,
        *,
        staged: Literal[True],
        **options: Unpack[WakeOptions],
    ) -> StagedWake: ...
    def wake(
        self,
        preset: str | None = None,
        wake_type: str = "gradual",
        budget: int | None = None,
        *,
        staged: bool = False,
        as_of: datetime | str | None = None,
        **options: Unpack[WakeOptions],
    ) -> Woken | StagedWake:
        """Put the agent back together and open a session. See docs/wake.md for the options.

        A staged wake gives its text stage by stage, as the agent finds its way. With `as_of` it
        is a reading: what a wake would have found then. Nothing is recorded.
        """
        if as_of is not None:
            from wakeline.flows.wake.as_of import wake_as_of

            return wake_as_of(
                self.place, as_of, preset=preset, wake_type=wake_type, budget=budget, **options
            )
        options.setdefault("own_session_id", self.session_id)
        if staged:
            from wakeline.flows.wake.stages import wake_staged

            stages = wake_staged(
                self.place, preset=preset, wake_type=wake_type, budget=budget, **options
            )
            self.session_id = stages.session_id
            return stages
        from wakeline.flows.wake.wake import wake

        woken = wake(self.place, preset=preset, wake_type=wake_type, budget=budget, **options)
        self.session_id = woken.session_id
        return woken

    def more_stages(
        self, after: str | None = None, *, force: bool = False, session_id: str | None = None
    ) -> StagesGiven:
        """The stages of a wake behind one that was given, as far as they can be had now.

        For whoever no longer holds the staged wake: another process, a later request.
        """
        from wakeline.flows.wake.stages import more_stages

        wanted = full_id(self.place, session_id or self.session_id)
        return more_stages(self.place, wanted, after=after, force=force)

    def hydrate(
        self,
        preset: str | None = None,
        *,
        generate_system_prompt: bool = True,
        fast: bool | None = None,
        as_of: datetime | str | None = None,
        thread: str | None = None,
        **options: Unpack[HydrationOptions],
    ) -> HydrationContext:
        """Put the agent's context together without waking it: reads only, records nothing."""
        from wakeline.flows.wake.hydrate import hydrate

        return hydrate(
            self.place,
            preset=preset,
            generate_system_prompt=generate_system_prompt,
            fast=fast,
            as_of=as_of,
            thread=thread,
            **options,
        )

    def explain_preset(
        self,
        wake_type: str = "gradual",
        *,
        mode: str = "chat",
        budget: int | None = None,
        exclude: SourceNames | None = None,
        own_session_id: str | None = None,
    ) -> ExplainedPreset:
        """What the preset `auto` would choose now, and the table of its rules. Reads only."""
        from wakeline.flows.wake.preset_rules import explain_preset

        return explain_preset(
            self.place,
            wake_type=wake_type,
            mode=mode,
            budget=budget,
            exclude=exclude,
            own_session_id=own_session_id or self.session_id,
        )

    def end(
        self,
        summary: str | None = None,
        *,
        session_id: str | None = None,
        **fields: Unpack[HandoffFields],
    ) -> Ended:
        """End the session and leave a handoff; `message_to_next` and the other parts by name."""
        from wakeline.flows.session.end import end
        from wakeline.jobs.settle import settle

        self._write_down()
        ended = end(self.place, session_id=session_id or self.session_id, summary=summary, **fields)
        if ended.session.id == self.session_id:
            self.session_id = None
        # Whoever ends a session waits for it, but not for what another process is doing.
        settle(self.place, off_hours=False, wait=False)
        return ended

    def record(
        self,
        user: str | None = None,
        agent: str | None = None,
        *,
        thread: str | None = None,
        project: str | int | None = None,
        mode: str = "chat",
        session_id: str | OwnSession | None = OWN_SESSION,
        at: datetime | str | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> Kept:
        """Keep one exchange, or one half of it: in the own session, another, or none (None)."""
        from wakeline.flows.log.record import record

        return record(
            self.place,
            user=user,
            agent=agent,
            thread=thread,
            project=project,
            mode=mode,
            session_id=self.session_id if session_id is OWN_SESSION else session_id,
            at=at,
            metadata=metadata,
        )

    def checkpoint(
        self,
        doing: WorkText | None = None,
        *,
        step: Name | None = None,
        next: WorkText | None = None,
        state: Mapping[str, object] | None = None,
        guards: NameList = (),
        session_id: RowId | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Checkpoint:
        """Note what the agent is doing. It comes back after a compaction and after a crash.

        Without any words, only the part that is made from the log is brought up to date.
        """
        from wakeline.flows.session.checkpoints import checkpoint

        self._write_down()
        return checkpoint(
            self.place,
            doing,
            step=step,
            next=next,
            state=state,
            guards=guards,
            session_id=session_id,
            actor=actor,
            origin=origin,
        )

    def checkpoints(self, *, thread: Name | None = None, limit: Thousand = 50) -> list[Checkpoint]:
        """Checkpoints of sessions that left no handoff in the agent's own words, newest first."""
        from wakeline.flows.session.checkpoints import list_checkpoints

        return list_checkpoints(self.place, thread=thread, limit=limit)

    def get_checkpoint(self, checkpoint_id: RowId) -> Checkpoint:
        """One checkpoint."""
        from wakeline.flows.common.pages import row_by_id

        found: Checkpoint = row_by_id(self.place, "checkpoints", full_id(self.place, checkpoint_id))
        return found

    def observe(self, text: str, **event: Unpack[EventFields]) -> Kept:
        """Keep one thing that the agent saw or was told of."""
        from wakeline.flows.log.record import observe

        return observe(self.place, {"text": text, **event})

    def observe_many(
        self,
        events: Iterable[Mapping[str, object]],
        *,
        progress: Callable[[int], None] | None = None,
    ) -> KeptMany:
        """Keep a stream of events; `progress` hears how many each batch held."""
        from wakeline.flows.log.observe_many import observe_many

        return observe_many(self.place, events, progress=progress)

    def recall(self, query: str, k: int = 10, **filters: Unpack[RecallFilters]) -> list[Hit]:
        """The k rows that answer best, each with why."""
        from wakeline.flows.recall.recall import recall

        return recall(self.place, query, k=k, **filters)

    def recall_text(self, query: str, k: int = 10, **filters: Unpack[RecallFilters]) -> str:
        """The same as a block of quotes to put before the agent; each hit is counted as used."""
        from wakeline.flows.recall.quote_hits import recalled_text

        return recalled_text(self.place, query, k=k, **filters)

    def search(
        self, query: str, *, stores: Sequence[str] | None = None, k: int = 5
    ) -> list[StoreHits]:
        """What each store of what was written down answers, each in its own way."""
        from wakeline.flows.recall.search_stores import search

        return search(self.place, query, stores=stores, k=k)

    def fingerprint(
        self, session_id: str | None = None, *, against: str | None = None
    ) -> Fingerprint:
        """How the agent spoke in a session, and how far that is from another or from its centre."""
        from wakeline.flows.assessment.fingerprint import fingerprint

        return fingerprint(self.place, full_id(self.place, session_id), against=against)

    def check(self, draft: DraftText, *, session_id: RowId | None = None) -> DraftCheck:
        """Compare what a draft claims with the record: each claim with its verdict and source."""
        from wakeline.flows.beliefs.check_draft import check

        return check(self.place, draft, session_id=session_id)

    def watch(
        self, entity: str, *, every: float = 0.5, stop: threading.Event | None = None
    ) -> Iterator[Episode]:
        """Turns that mention an entity, as they are kept, until `stop` is set."""
        from threading import Event

        from wakeline.flows.graph.watch import mentions_since

        stop = stop or Event()
        through: int | None = None
        while True:
            seen = mentions_since(self.place, entity, through)
            through = seen.through
            yield from seen.turns
            if stop.wait(every):
                return

    def settle(self, *, wait: bool = True) -> SettleResult:
        """Wait until everything derived has caught up with the log.

        Where a language model is chosen and no session is alive, some turns are read by it too.
        With `wait=False`, what another process is doing is left to it.
        """
        from wakeline.jobs.settle import settle

        return settle(self.place, wait=wait)

    def consolidate(
        self,
        *,
        dry_run: bool = False,
        everything: bool = False,
        progress: Callable[[int], None] | None = None,
    ) -> ConsolidationResult:
        """Turn what was said into facts and memories, each with the turns that say so.

        `everything` also takes what was said within the last hour in a session that is open.
        """
        from wakeline.flows.memory.consolidate import consolidate

        return consolidate(self.place, dry_run=dry_run, everything=everything, progress=progress)

    def self_care(
        self,
        *,
        focus: str | None = None,
        limit: int = 500,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
        session_id: str | None = None,
    ) -> SelfCareResult:
        """Make one memory of many and fold what was said into summaries: the agent's own act.

        Only at home: while no other session is open. `focus` says what comes first.
        """
        from wakeline.flows.memory.self_care import self_care

        return self_care(
            self.place,
            focus=focus,
            limit=limit,
            actor=actor,
            origin=origin,
            session_id=session_id,
        )

    def topics(self, *, thread: str | None = None) -> list[TopicNode]:
        """What the newest turns are about, each topic behind the one that it is part of."""
        from wakeline.flows.writings.topics import list_topics

        return list_topics(self.place, thread=thread)

    def status(self) -> Status:
        """How the agent stands: sessions, counts, what is open."""
        from wakeline.flows.home.status import status

        return status(self.place)

    def entropy(self, *, limit: int = 20) -> EntropyNow:
        """How unsettled the agent is, and the latest exchanges with what made them so."""
        from wakeline.flows.assessment.entropy import entropy_now

        return entropy_now(self.place, limit=limit)

    def exchange(self, id: str) -> FullExchange:
        """An exchange with all that hangs on it, by its id or that of anything in it."""
        from wakeline.flows.log.exchange import get_exchange

        return get_exchange(self.place, full_id(self.place, id))

    def orientation_cost(self, session_id: str | None = None) -> OrientationCost:
        """Time, tokens and exchanges up to a session's first productive action."""
        from wakeline.flows.liminal.orientation_cost import orientation_cost

        return orientation_cost(self.place, full_id(self.place, session_id or self.session_id))

    def compact_thread(self, thread: str) -> ThreadHandoff:
        """Note that a thread's context was compacted. The fifth time its session ends: wake again.

        Then `session_id` is None.
        """
        from wakeline.flows.session.end import compact_thread

        self._write_down()
        made, over = compact_thread(self.place, thread)
        if self.session_id in over:
            self.session_id = None
        return made

    def _write_down(self) -> None:
        """What is in hand and in no log yet must not be lost with a context or a session."""
        if "working" in self.__dict__:
            self.working.flush()

    # -- what is kept

    def archive(self) -> ArchiveResult:
        """Bring the daily archive up to date and seal the days that are over."""
        from wakeline.flows.log.archive import archive

        return archive(self.place)

    def verify(self) -> Report:
        """Derive again what is stored; the report says where the two differ."""
        from wakeline.flows.verify import verify

        return verify(self.place)

    def rebuild(self, *, progress: Callable[[int], None] | None = None) -> Rebuilt:
        """Drop everything that is derived and make it again."""
        from wakeline.flows.home.rebuild import rebuild

        return rebuild(self.place, progress=progress)

    def forget(self, id: str) -> Forgotten:
        """Remove what was said or known from everywhere, leaving a tombstone without content."""
        from wakeline.flows.forget.forget import forget

        return forget(self.place, full_id(self.place, id))

    def export(self) -> Iterator[str]:
        """The whole log as lines of JSON, each text once."""
        from wakeline.flows.log.export import export_log

        return export_log(self.place)

    # -- how it is opened

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
        other._current = CurrentActivity(self._current.held)
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
        """Close the agent's store, if it was opened."""
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
            current=self._current,
            guardian=self._home.guardian,
            hooks=self._home.hooks,
            tell_of_gap=self._tell_of_gap,
        )

    def _tell_of_gap(self, crossing: Crossing) -> None:
        if self._home.gaps is not None:
            self._home.gaps.tell(crossing)

    def _embedding(self, name: str | None = None) -> Embedding | None:
        """An embedder, else that of the settings; None if it is `none` or not installed."""
        wanted = name or self._home.settings.text("embedder")
        if wanted not in self._embeddings:
            from wakeline.minds.embedders.choose import load_embedder

            self._embeddings[wanted] = load_embedder(self._home.settings, wanted)
        return self._embeddings[wanted]

    def _model(self) -> LanguageModel | None:
        """The language model of the settings; None if it is `none`."""
        from wakeline.minds.models.choose import load_model

        return load_model(self._home.settings)

    def _made(self) -> Store:
        from wakeline.flows.home.agents import create_agent

        return create_agent(
            self._home.port,
            self._name,
            create=self._create,
            person=self._person,
            time_zone=self._time_zone,
            settings=self._home.settings,
            clock=self._home.clock,
            ids=self._home.ids,
        )


def _as_found(store: Store, identity: Identity) -> Identity:
    """Who an agent is, under the name by which its home finds it."""
    return identity if store.name is None else identity._replace(name=store.name)
