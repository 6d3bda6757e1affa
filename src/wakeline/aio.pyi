# The same names for asynchronous callers. Written by `python -m tests.aio_stub`.

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from threading import Event
from typing import Literal, Self, Unpack, overload

from wakeline.base.clock import Clock, Ids
from wakeline.context.assembly import Block
from wakeline.flows.assessment.fingerprint import Fingerprint
from wakeline.flows.forget.forget import Forgotten
from wakeline.flows.graph.entities import (
    KnownEntity,
)
from wakeline.flows.graph.known_things import Relation
from wakeline.flows.home.doctor import Checkup
from wakeline.flows.home.rebuild import Rebuilt
from wakeline.flows.home.status import Status
from wakeline.flows.identity.identity_files import IdentityFileImport
from wakeline.flows.identity.personality_files import PersonalityExport
from wakeline.flows.liminal.files import (
    LiminalExport,
    LiminalImport,
)
from wakeline.flows.liminal.state import (
    LiminalStanding,
)
from wakeline.flows.log.archive import ArchiveResult
from wakeline.flows.memory.self_care import SelfCareResult
from wakeline.flows.memory.summaries import SummaryDetail
from wakeline.flows.reading.deepen import DeepenResult
from wakeline.flows.recall.search_stores import StoreHits
from wakeline.flows.session.end import Ended
from wakeline.flows.session.threads import ThreadStanding, ThreadWhole
from wakeline.flows.session.working_memory import PendingWork
from wakeline.flows.verify import Report
from wakeline.flows.wake.history import DeliveredWake
from wakeline.flows.wake.stages import StagedWake, StagesGiven
from wakeline.flows.wake.turn_context import TurnContext
from wakeline.hydration.turn_hooks import HookTurn
from wakeline.jobs.listing import ListedJob
from wakeline.jobs.settle import SettleResult
from wakeline.jobs.worker import JobsLook, WorkerResult
from wakeline.liminal.orientation_cost import OrientationCost
from wakeline.liminal.trends import Trends
from wakeline.model.agenda import Every, Hint, Project, ProjectStatus, Task, TaskStatus
from wakeline.model.attachment import AttachmentDetail, Receipt, VerifiedReceipt
from wakeline.model.belief import DraftCheck, DraftText
from wakeline.model.checkpoint import Checkpoint, WorkText
from wakeline.model.cognition import EntropyNow
from wakeline.model.consolidation import ConsolidationResult, Summary
from wakeline.model.context import Crossing, ExplainedPreset, Woken
from wakeline.model.decision import (
    CheckKind,
    CommsWarning,
    Contact,
    Decision,
    DecisionCheck,
    DecisionConflict,
    DecisionState,
    FittingPrinciple,
    Principle,
    PrincipleState,
    Telling,
    Trial,
)
from wakeline.model.exchange import FullExchange
from wakeline.model.fields import (
    Address,
    Day,
    Fraction,
    Hits,
    Importance,
    Key,
    Label,
    LongText,
    Moment,
    Name,
    NameList,
    NearCount,
    Phrases,
    Priority,
    ProjectRef,
    Question,
    Reason,
    Remark,
    RowId,
    Rows,
    Statement,
    TaskRef,
    TaskType,
    Thousand,
    ToldText,
    Words,
)
from wakeline.model.guard import ClaimMinutes, Guard, GuardOutcome, GuardState, ToolPattern
from wakeline.model.hydration import HydrationContext
from wakeline.model.identity import Document, Identity, SoulEntry, SoulKind
from wakeline.model.liminal import (
    DriftObservation,
    GapExperience,
    GapReport,
    LiminalState,
    ThresholdMoment,
    WakeDisorientation,
)
from wakeline.model.log import Episode, Kept, KeptMany, Mode, Origin
from wakeline.model.memory import (
    DiaryPage,
    EntityType,
    Fact,
    GraphPattern,
    Hit,
    Knowledge,
    KnowledgeAdded,
    KnowledgeCategory,
    KnowledgeDetail,
    Lineage,
    Memory,
    MemoryKind,
    MemoryType,
    SourceType,
)
from wakeline.model.message import Mail, Message, MessageKind
from wakeline.model.personality import PersonalityEntry
from wakeline.model.personality_status import PersonalityReset, PersonalityStatus, PersonalityText
from wakeline.model.procedure import Procedure
from wakeline.model.requests import (
    EventFields,
    HandoffFields,
    HydrationOptions,
    IdentityChanges,
    RecallFilters,
    SearchFilters,
    SourceNames,
    WakeOptions,
)
from wakeline.model.restart import Restart
from wakeline.model.session import Holder, OwnSession, ThreadHandoff, Wake
from wakeline.model.writings import (
    EvalComparison,
    EvalMeans,
    JournalEntry,
    Letter,
    LetterFacts,
    LetterStream,
    Score,
)
from wakeline.ports.gate import Gate
from wakeline.ports.guardian import Guardian
from wakeline.reading.topic_tree import TopicNode

class Projects:
    async def add(
        self,
        key: Name,
        *,
        title: str | None = None,
        summary: str | None = None,
        status: ProjectStatus = "active",
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Project: ...
    async def update(
        self,
        project: ProjectRef,
        *,
        title: str | None = None,
        summary: str | None = None,
        status: ProjectStatus | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Project: ...
    async def all(self) -> list[Project]: ...

class Tasks:
    async def add(
        self,
        title: str,
        *,
        description: str | None = None,
        project: ProjectRef | None = None,
        status: TaskStatus = "todo",
        priority: Priority = 5,
        due: Moment | None = None,
        thread: Name | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Task: ...
    async def move(
        self,
        task: TaskRef,
        status: TaskStatus,
        *,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Task: ...
    async def all(self, *, thread: Name | None = None) -> list[Task]: ...

class Hints:
    async def add(
        self,
        content: str,
        *,
        category: Name | None = None,
        priority: Priority = 5,
        recurring: bool = False,
        every: Every | None = None,
        trigger_at: Moment | None = None,
        source_memory_id: RowId | None = None,
        thread: Name | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Hint: ...
    async def complete(
        self, hint_id: RowId, *, actor: str | None = None, origin: Origin = "user_direct"
    ) -> Hint: ...
    async def dismiss(
        self, hint_id: RowId, *, actor: str | None = None, origin: Origin = "user_direct"
    ) -> Hint: ...
    async def get(self, hint_id: RowId) -> Hint: ...
    async def all(self, *, thread: Name | None = None) -> list[Hint]: ...

class Attachments:
    async def add(
        self,
        path: str | bytes | os.PathLike[str],
        *,
        observation: str | None = None,
        text: str | None = None,
        route: str | None = None,
        turn: str | None = None,
        exchange: str | None = None,
        thread: str | None = None,
        session: str | None = None,
        project: str | int | None = None,
        actor: str | None = None,
        origin: Origin = "import",
    ) -> Receipt: ...
    async def add_many(
        self,
        paths: Sequence[str | bytes | os.PathLike[str]],
        *,
        observation: str | None = None,
        text: str | None = None,
        route: str | None = None,
        turn: str | None = None,
        exchange: str | None = None,
        thread: str | None = None,
        session: str | None = None,
        project: str | int | None = None,
        actor: str | None = None,
        origin: Origin = "import",
    ) -> list[Receipt]: ...
    async def receive(
        self,
        filename: str,
        *,
        content: bytes | None = None,
        sha256: str | None = None,
        size: int | None = None,
        text: str | None = None,
        observation: str | None = None,
        route: str | None = None,
        turn: str | None = None,
        exchange: str | None = None,
        thread: str | None = None,
        session: str | None = None,
        project: str | int | None = None,
        actor: str | None = None,
        origin: Origin = "import",
    ) -> Receipt: ...
    async def observe(self, receipt_id: RowId, observation: str) -> Receipt: ...
    async def get(self, receipt_id: RowId) -> AttachmentDetail: ...
    async def all(self, *, limit: Thousand = 1000, after: RowId | None = None) -> list[Receipt]: ...
    async def verify(self, *ids: str) -> list[VerifiedReceipt]: ...

class Comms:
    async def told(
        self,
        contact: Name,
        text: ToldText,
        *,
        topic: Name | None = None,
        told_at: Moment | None = None,
        source_ids: NameList = (),
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Telling: ...
    async def about(
        self, contact: Name, *, topic: Name | None = None, limit: Thousand = 1000
    ) -> list[Telling]: ...
    async def check(self, contact: Name, draft: LongText) -> list[CommsWarning]: ...
    async def all(self, *, thread: Name | None = None, limit: Thousand = 1000) -> list[Telling]: ...
    async def contacts(self) -> list[Contact]: ...
    async def withdraw(
        self, telling_id: RowId, *, actor: str | None = None, origin: Origin = "user_direct"
    ) -> Telling: ...

class Context:
    async def assemble(
        self,
        prompt: str = "",
        *,
        session_id: str | None = None,
        mode: str | None = None,
        budget: int | None = None,
        framing: str | None = None,
        gateway_restarted: bool = False,
        entropy: float | None = None,
    ) -> TurnContext: ...

class Decisions:
    async def add(
        self,
        decision: Statement,
        reason: Reason | None = None,
        *,
        decided_at: Moment | None = None,
        replaces: RowId | None = None,
        source_ids: NameList = (),
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Decision: ...
    async def check(
        self, action: LongText, *, least: Fraction = 0.65
    ) -> list[DecisionConflict]: ...
    async def weigh(self, action: LongText, *, k: NearCount = 8) -> DecisionCheck: ...
    async def all(
        self,
        *,
        state: DecisionState | None = None,
        thread: Name | None = None,
        limit: Thousand = 1000,
    ) -> list[Decision]: ...
    async def get(self, decision_id: RowId) -> Decision: ...
    async def confirm(
        self,
        decision_id: RowId,
        *,
        reason: Reason | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Decision: ...
    async def reverse(
        self,
        decision_id: RowId,
        because: Reason | None = None,
        *,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Decision: ...

class Documents:
    async def all(self) -> list[Document]: ...
    async def propose(self, kind: str, text: str, *, actor: str | None = None) -> Document: ...
    async def propose_sections(self, *, actor: str | None = None) -> list[Document]: ...
    async def import_folder(
        self, folder: str | os.PathLike[str], *, actor: str | None = None
    ) -> list[IdentityFileImport]: ...
    async def diff(self, kind: str, *, version: int | None = None) -> str: ...

class Entities:
    async def all(
        self, *, type: EntityType | None = None, limit: Rows = 1000
    ) -> list[KnownEntity]: ...
    async def get(self, name: Name) -> KnownEntity | None: ...
    async def relations(self, name: Name) -> list[Relation]: ...
    async def assign(
        self,
        name: Name,
        relationship: Name,
        *,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Fact: ...
    async def deepen(
        self, *, limit: int | None = None, progress: Callable[[int], None] | None = None
    ) -> DeepenResult: ...
    async def patterns(self) -> list[GraphPattern]: ...

class Evals:
    async def add(
        self,
        *,
        focus: Score,
        depth: Score,
        restraint: Score,
        learning: Score,
        honesty: Score,
        note: str | None = None,
        session_id: RowId | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> EvalComparison: ...
    async def all(
        self, *, limit: Thousand = 1000, before: RowId | None = None, thread: Name | None = None
    ) -> list[EvalComparison]: ...
    async def means(self, *, limit: Thousand = 1000) -> EvalMeans: ...

class Facts:
    async def set(
        self,
        key: Key,
        value: str,
        *,
        category: Name | None = None,
        importance: Importance = 5,
        valid_from: Moment | None = None,
        valid_to: Moment | None = None,
        project: ProjectRef | None = None,
        source_ids: NameList = (),
        thread: Name | None = None,
        session_id: RowId | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Fact: ...
    async def get(
        self, key: Key, *, at: Moment | None = None, known_at: Moment | None = None
    ) -> Fact | None: ...
    async def end(
        self,
        key: Key,
        *,
        at: Moment | None = None,
        planned: bool = False,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Fact: ...
    async def history(self, key: Key) -> list[Fact]: ...
    async def all(self, *, thread: Name | None = None, limit: Rows = ...) -> list[Fact]: ...

class Guards:
    async def claim(
        self,
        key: Label,
        what: Remark,
        *,
        tool: Name | None = None,
        pattern: ToolPattern | None = None,
        session_id: RowId | None = None,
        minutes: ClaimMinutes | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Guard: ...
    async def done(
        self,
        key: Label,
        note: Remark | None = None,
        *,
        session_id: RowId | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Guard: ...
    async def failed(
        self,
        key: Label,
        note: Remark | None = None,
        *,
        session_id: RowId | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Guard: ...
    async def resolve(
        self,
        key: Label,
        outcome: GuardOutcome,
        *,
        reason: Remark,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Guard: ...
    async def state(self, key: Label) -> GuardState | None: ...
    async def get(self, key: Label) -> Guard: ...
    async def all(
        self, *, state: GuardState | None = None, thread: Name | None = None, limit: Thousand = 200
    ) -> list[Guard]: ...

class Jobs:
    async def all(self) -> list[ListedJob]: ...
    async def retry(self, name: str | None = None) -> list[ListedJob]: ...
    async def drop(self, name: str | None = None) -> list[ListedJob]: ...

class KnowledgeBase:
    async def add(
        self,
        content: str,
        *,
        source: Address | None = None,
        source_type: SourceType = "note",
        title: Words | None = None,
        category: KnowledgeCategory | None = None,
        topics: NameList = (),
        importance: Importance = 5,
        project: ProjectRef | None = None,
        source_ids: NameList = (),
        thread: Name | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> KnowledgeAdded: ...
    async def all(
        self,
        *,
        limit: Thousand = 1000,
        before: RowId | None = None,
        category: KnowledgeCategory | None = None,
        thread: Name | None = None,
    ) -> list[Knowledge]: ...
    async def get(self, entry_id: RowId) -> KnowledgeDetail: ...
    async def search(
        self,
        query: str,
        *,
        topic: Name | None = None,
        k: Hits = 10,
        category: KnowledgeCategory | None = None,
        **filters: Unpack[SearchFilters],
    ) -> list[Hit]: ...
    async def delete(
        self, entry_id: RowId, *, actor: str | None = None, origin: Origin = "user_direct"
    ) -> Knowledge: ...

class Liminal:
    async def state(self) -> LiminalState: ...
    async def standing(self) -> LiminalStanding: ...
    async def prompt(self) -> str | None: ...
    async def detect_drift(
        self,
        domain: str,
        subject: str,
        current: str,
        remembered: str | None,
        *,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> DriftObservation | None: ...
    async def mark_threshold(
        self,
        type: str,
        from_state: str,
        to_state: str,
        significance: float = 0.5,
        *,
        aware: bool = True,
        experience: str | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> ThresholdMoment: ...
    async def gaps(
        self, *, limit: int | None = None, before: str | None = None
    ) -> list[GapExperience]: ...
    async def drifts(
        self, *, limit: int | None = None, before: str | None = None
    ) -> list[DriftObservation]: ...
    async def thresholds(
        self, *, limit: int | None = None, before: str | None = None
    ) -> list[ThresholdMoment]: ...
    async def wakes(
        self, *, limit: int | None = None, before: str | None = None
    ) -> list[WakeDisorientation]: ...
    async def report(self, gap_id: str | None = None) -> GapReport: ...
    async def trends(self) -> Trends: ...
    async def export_files(
        self, folder: str | os.PathLike[str], *, everything: bool = False
    ) -> LiminalExport: ...
    async def import_files(self, folder: str | os.PathLike[str]) -> LiminalImport: ...

class Memories:
    async def add(
        self,
        content: str,
        *,
        tags: NameList = (),
        type: MemoryType | None = None,
        kind: MemoryKind | None = None,
        title: Words | None = None,
        importance: Importance = 5,
        pinned: bool = False,
        thread: Name | None = None,
        project: ProjectRef | None = None,
        source_ids: NameList = (),
        reflects_on: RowId | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
        session_id: RowId | None = None,
    ) -> Memory: ...
    async def get(self, memory_id: RowId) -> Memory: ...
    async def all(
        self,
        *,
        type: MemoryType | None = None,
        kind: MemoryKind | None = None,
        tag: Name | None = None,
        project: ProjectRef | None = None,
        thread: Name | None = None,
        pinned: bool | None = None,
        archived: bool | None = False,
        limit: Rows = 10000,
        after: RowId = "",
    ) -> list[Memory]: ...
    async def update(
        self,
        memory_id: RowId,
        *,
        content: str | None = None,
        title: Words | None = None,
        importance: Importance | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Memory: ...
    async def edit(
        self,
        memory_id: RowId,
        content: str,
        *,
        title: Words | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Memory: ...
    async def lineage(self, memory_id: RowId) -> Lineage: ...
    async def tag(self, memory_id: RowId, *tags: str) -> Memory: ...
    async def untag(self, memory_id: RowId, *tags: str) -> Memory: ...
    async def pin(
        self,
        memory_id: RowId,
        *,
        pinned: bool = True,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Memory: ...
    async def archive(
        self,
        memory_id: RowId,
        *,
        archived: bool = True,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Memory: ...
    async def unarchive(
        self, memory_id: RowId, *, actor: str | None = None, origin: Origin = "user_direct"
    ) -> Memory: ...
    async def reflect(self, memory_id: RowId, text: str | None = None) -> Memory | None: ...
    async def delete(
        self, memory_id: RowId, *, actor: str | None = None, origin: Origin = "user_direct"
    ) -> Memory: ...

class Messages:
    async def send(
        self,
        text: LongText,
        *,
        sender: Name | None = None,
        kind: MessageKind = "message",
        priority: Priority = 5,
        wants_reply: bool = False,
        expires_at: Moment | None = None,
        origin: Origin = "user_direct",
    ) -> Message: ...
    async def mail(
        self,
        to: Name,
        text: LongText,
        *,
        kind: MessageKind = "message",
        priority: Priority = 5,
        wants_reply: bool = False,
        expires_at: Moment | None = None,
    ) -> Mail: ...
    async def get(self, message_id: RowId) -> Message: ...
    async def read(
        self, message_id: RowId, *, actor: str | None = None, origin: Origin = "agent_inferred"
    ) -> Message: ...
    async def acknowledge(self, message_id: RowId) -> Message: ...
    async def reply(
        self,
        message_id: RowId,
        text: LongText | None = None,
        *,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Message: ...
    async def delete(
        self, message_id: RowId, *, actor: str | None = None, origin: Origin = "agent_inferred"
    ) -> Message: ...
    async def all(
        self,
        *,
        unread: bool = False,
        unanswered: bool = False,
        limit: Rows = 10000,
        after: Name = "",
    ) -> list[Message]: ...

class Personality:
    async def status(self) -> PersonalityStatus: ...
    async def show(self) -> PersonalityText: ...
    async def diff(self, against: str = "core") -> str: ...
    async def history(
        self, *, limit: int = 100, before: str | None = None
    ) -> list[PersonalityEntry]: ...
    async def reset_soft(self, *, actor: str | None = None) -> PersonalityReset: ...
    async def rollback(self, date: str, *, actor: str | None = None) -> PersonalityReset: ...
    async def reset_hard(self, *, actor: str | None = None) -> PersonalityReset: ...
    async def export(self, folder: str | os.PathLike[str]) -> PersonalityExport: ...

class Principles:
    async def add(
        self,
        when: Statement,
        then: Statement,
        *,
        check: Phrases | None = None,
        check_kind: CheckKind = "log",
        opposite: Phrases | None = None,
        source_ids: NameList = (),
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Principle: ...
    async def match(
        self, situation: LongText, *, limit: Thousand = 10
    ) -> list[FittingPrinciple]: ...
    async def verify(self) -> list[Trial]: ...
    async def all(
        self, *, state: PrincipleState | None = None, thread: Name | None = None
    ) -> list[Principle]: ...
    async def get(self, principle_id: RowId) -> Principle: ...
    async def trials(self, principle_id: RowId) -> list[Trial]: ...
    async def retire(
        self,
        principle_id: RowId,
        because: Statement | None = None,
        *,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Principle: ...
    async def restore(
        self, principle_id: RowId, *, actor: str | None = None, origin: Origin = "user_direct"
    ) -> Principle: ...

class Procedures:
    async def write(
        self,
        task_type: TaskType,
        content: str,
        *,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Procedure: ...
    async def note(
        self,
        task_type: TaskType,
        *,
        success: Words | None = None,
        failure: Words | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Procedure: ...
    async def all(self) -> list[Procedure]: ...
    async def get(self, task_type: TaskType) -> Procedure: ...
    async def detect(self, text: str) -> Procedure | None: ...
    async def delete(
        self, task_type: TaskType, *, actor: str | None = None, origin: Origin = "user_direct"
    ) -> Procedure: ...

class Restarts:
    async def begin(
        self, task: Label, *, session_key: Label, message: Remark, budget: Thousand
    ) -> Restart: ...
    async def call(self, task: Label) -> Restart: ...
    async def reached(self, task: Label, key: Label) -> Restart: ...
    async def identified(self, task: Label, key: Label) -> Restart: ...
    async def went_on(self, task: Label, *, finished: bool = False) -> Restart: ...
    async def failed(self, task: Label, failure: Remark) -> Restart: ...
    async def report(self, task: Label, issue: Remark) -> Restart: ...
    async def hand_back(self, task: Label, *, reason: Remark) -> Restart: ...
    async def get(self, task: Label) -> Restart: ...
    async def all(self, *, limit: Thousand = 50) -> list[Restart]: ...

class Soul:
    async def all(self, *, history: bool = False) -> list[SoulEntry]: ...
    async def add(
        self,
        kind: SoulKind,
        text: str,
        *,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> SoulEntry: ...
    async def remove(
        self, entry_id: RowId, *, actor: str | None = None, origin: Origin = "agent_inferred"
    ) -> SoulEntry: ...

class Summaries:
    async def all(
        self,
        *,
        level: str | None = None,
        thread: str | None = None,
        limit: int = 10000,
        after: str | None = None,
    ) -> list[Summary]: ...
    async def get(self, summary_id: str) -> SummaryDetail: ...

class Threads:
    async def get(self, name: str) -> ThreadWhole: ...
    async def all(self, *, limit: int = 1000, after: str | None = None) -> list[ThreadStanding]: ...

class Wakes:
    async def all(self, *, limit: int = 100, before: str | None = None) -> list[Wake]: ...
    async def get(self, wake_id: str) -> DeliveredWake: ...
    async def last(self) -> DeliveredWake: ...

class Working:
    async def hold(self, name: str, text: str) -> None: ...
    async def get(self, name: str) -> str | None: ...
    async def drop(self, name: str) -> None: ...
    async def all(self) -> dict[str, str]: ...
    async def flush(self) -> int: ...
    async def turns(self, *, limit: int = 20) -> list[Episode]: ...
    async def waiting(self) -> PendingWork: ...

class Letters:
    async def write(
        self,
        *,
        title: Name | None = None,
        facts: LetterFacts | None = None,
        intent: str | None = None,
        stream: LetterStream | None = None,
        whats_next: str | None = None,
        composting: str | None = None,
        unfinished: str | None = None,
        session_id: RowId | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Letter: ...
    async def get(self, letter_id: RowId = "latest") -> Letter: ...
    async def all(
        self,
        *,
        limit: Thousand = 1000,
        before: RowId | None = None,
        session_id: RowId | None = None,
        thread: Name | None = None,
    ) -> list[Letter]: ...

class Journal:
    async def write(
        self,
        text: str,
        *,
        title: Name | None = None,
        mood: Name | None = None,
        session_id: RowId | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> JournalEntry: ...
    async def get(self, entry_id: RowId) -> JournalEntry: ...
    async def all(
        self, *, limit: Thousand = 1000, before: RowId | None = None, thread: Name | None = None
    ) -> list[JournalEntry]: ...
    async def search(self, query: Question, *, k: Hits = 10) -> list[Hit]: ...

class Diary:
    async def write(
        self,
        text: str,
        *,
        day: Day | None = None,
        mood: Name | None = None,
        location: Name | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
        session_id: RowId | None = None,
    ) -> DiaryPage: ...
    async def show(self, day: Day | None = None) -> DiaryPage: ...
    async def all(
        self, *, limit: Thousand = 1000, before: Day | None = None
    ) -> list[DiaryPage]: ...
    async def search(self, query: Question, *, k: Hits = 10) -> list[Hit]: ...

class Agent:
    @property
    def facts(self) -> Facts: ...
    @property
    def memories(self) -> Memories: ...
    @property
    def knowledge(self) -> KnowledgeBase: ...
    @property
    def procedures(self) -> Procedures: ...
    @property
    def entities(self) -> Entities: ...
    @property
    def summaries(self) -> Summaries: ...
    @property
    def decisions(self) -> Decisions: ...
    @property
    def principles(self) -> Principles: ...
    @property
    def comms(self) -> Comms: ...
    @property
    def projects(self) -> Projects: ...
    @property
    def tasks(self) -> Tasks: ...
    @property
    def hints(self) -> Hints: ...
    @property
    def messages(self) -> Messages: ...
    @property
    def attachments(self) -> Attachments: ...
    @property
    def documents(self) -> Documents: ...
    @property
    def soul(self) -> Soul: ...
    @property
    def personality(self) -> Personality: ...
    @property
    def letters(self) -> Letters: ...
    @property
    def journal(self) -> Journal: ...
    @property
    def diary(self) -> Diary: ...
    @property
    def evals(self) -> Evals: ...
    @property
    def threads(self) -> Threads: ...
    @property
    def wakes(self) -> Wakes: ...
    @property
    def liminal(self) -> Liminal: ...
    @property
    def context(self) -> Context: ...
    @property
    def working(self) -> Working: ...
    @property
    def guards(self) -> Guards: ...
    @property
    def restarts(self) -> Restarts: ...
    @property
    def jobs(self) -> Jobs: ...
    @property
    def session_id(self) -> str | None: ...
    @overload
    async def wake(
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
    async def wake(
        self,
        preset: str | None = None,
        wake_type: str = "gradual",
        budget: int | None = None,
        *,
        staged: Literal[True],
        **options: Unpack[WakeOptions],
    ) -> StagedWake: ...
    async def more_stages(
        self, after: str | None = None, *, force: bool = False, session_id: str | None = None
    ) -> StagesGiven: ...
    async def hydrate(
        self,
        preset: str | None = None,
        *,
        generate_system_prompt: bool = True,
        fast: bool | None = None,
        as_of: datetime | str | None = None,
        thread: str | None = None,
        **options: Unpack[HydrationOptions],
    ) -> HydrationContext: ...
    async def explain_preset(
        self,
        wake_type: str = "gradual",
        *,
        mode: str = "chat",
        budget: int | None = None,
        exclude: SourceNames | None = None,
        own_session_id: str | None = None,
    ) -> ExplainedPreset: ...
    async def end(
        self,
        summary: str | None = None,
        *,
        session_id: str | None = None,
        **fields: Unpack[HandoffFields],
    ) -> Ended: ...
    async def record(
        self,
        user: str | None = None,
        agent: str | None = None,
        *,
        thread: str | None = None,
        project: str | int | None = None,
        mode: str = "chat",
        session_id: str | OwnSession | None = ...,
        at: datetime | str | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> Kept: ...
    async def checkpoint(
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
    ) -> Checkpoint: ...
    async def checkpoints(
        self, *, thread: Name | None = None, limit: Thousand = 50
    ) -> list[Checkpoint]: ...
    async def get_checkpoint(self, checkpoint_id: RowId) -> Checkpoint: ...
    async def observe(self, text: str, **event: Unpack[EventFields]) -> Kept: ...
    async def observe_many(
        self,
        events: Iterable[Mapping[str, object]],
        *,
        progress: Callable[[int], None] | None = None,
    ) -> KeptMany: ...
    async def recall(
        self, query: str, k: int = 10, **filters: Unpack[RecallFilters]
    ) -> list[Hit]: ...
    async def recall_text(
        self, query: str, k: int = 10, **filters: Unpack[RecallFilters]
    ) -> str: ...
    async def search(
        self, query: str, *, stores: Sequence[str] | None = None, k: int = 5
    ) -> list[StoreHits]: ...
    async def fingerprint(
        self, session_id: str | None = None, *, against: str | None = None
    ) -> Fingerprint: ...
    async def check(self, draft: DraftText, *, session_id: RowId | None = None) -> DraftCheck: ...
    async def watch(
        self, entity: str, *, every: float = 0.5, stop: threading.Event | None = None
    ) -> Iterator[Episode]: ...
    async def settle(self, *, wait: bool = True) -> SettleResult: ...
    async def consolidate(
        self,
        *,
        dry_run: bool = False,
        everything: bool = False,
        progress: Callable[[int], None] | None = None,
    ) -> ConsolidationResult: ...
    async def self_care(
        self,
        *,
        focus: str | None = None,
        limit: int = 500,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
        session_id: str | None = None,
    ) -> SelfCareResult: ...
    async def topics(self, *, thread: str | None = None) -> list[TopicNode]: ...
    async def status(self) -> Status: ...
    async def entropy(self, *, limit: int = 20) -> EntropyNow: ...
    async def exchange(self, id: str) -> FullExchange: ...
    async def orientation_cost(self, session_id: str | None = None) -> OrientationCost: ...
    async def compact_thread(self, thread: str) -> ThreadHandoff: ...
    async def archive(self) -> ArchiveResult: ...
    async def verify(self) -> Report: ...
    async def rebuild(self, *, progress: Callable[[int], None] | None = None) -> Rebuilt: ...
    async def forget(self, id: str) -> Forgotten: ...
    async def export(self) -> Iterator[str]: ...
    @property
    def identity(self) -> Identity: ...
    @property
    def name(self) -> str: ...
    async def look_again(self) -> bool: ...
    async def close(self) -> None: ...

class Home:
    @property
    def location(self) -> str: ...
    @property
    def tenant(self) -> str: ...
    def agent(
        self,
        name: str,
        *,
        create: bool = True,
        person: str | None = None,
        time_zone: str | None = None,
        holder: Holder | None = None,
    ) -> Agent: ...
    async def register_gap_listener(
        self, plugin_id: str, listener: Callable[[Crossing], object]
    ) -> Callable[[], None]: ...
    async def unregister_gap_listener(self, plugin_id: str) -> bool: ...
    async def register_context_hook(
        self,
        plugin_id: str,
        make: Callable[[HookTurn], Block | None],
        *,
        priority: int,
        modes: Sequence[Mode] | None = None,
    ) -> Callable[[], None]: ...
    async def agents(self) -> list[Identity]: ...
    async def update(self, name: str, **changes: Unpack[IdentityChanges]) -> Identity: ...
    async def rename(self, name: str, new_name: str) -> Identity: ...
    async def copy(self, name: str, new_name: str) -> Identity: ...
    async def remove(self, name: str, *, to: str | None = None) -> str: ...
    async def backup(self, names: Sequence[str] | None = None, *, to: str | None = None) -> str: ...
    async def restore(
        self,
        path: str | os.PathLike[str],
        *,
        name: str | None = None,
        replace: bool = False,
        backup_to: str | None = None,
    ) -> list[Identity]: ...
    async def adopt(self, path: str | os.PathLike[str], *, name: str | None = None) -> Identity: ...
    async def doctor(self) -> Checkup: ...
    async def jobs(self) -> list[ListedJob]: ...
    async def work(
        self,
        *,
        agents: Sequence[str] | None = None,
        every_tenant: bool = False,
        at_once: int = 1,
        once: bool = False,
        stop: Event | None = None,
        tell: Callable[[JobsLook], None] = ...,
    ) -> WorkerResult: ...
    async def close(self) -> None: ...
    async def __aenter__(self) -> Self: ...
    async def __aexit__(self, *_: object) -> None: ...

def open(
    location: str | os.PathLike[str] | None = None,
    *,
    tenant: str = "default",
    clock: Clock | None = None,
    ids: Ids | None = None,
    gate: Gate | None = None,
    guardian: Guardian | None = None,
    settings: Mapping[str, str] | None = None,
) -> Home: ...
