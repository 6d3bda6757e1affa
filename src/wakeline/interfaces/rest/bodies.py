"""What requests may hold, in camelCase. Whatever is not listed is refused.

Types and lengths are checked here; what a text or a moment means is checked once, by the
flow that takes it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from wakeline.hydration.presets import ALL, AUTO, PRESETS
from wakeline.hydration.wording import Framing
from wakeline.interfaces.json_values import camel
from wakeline.interfaces.requests import Body
from wakeline.model.attachment import MOST_BYTES, Route
from wakeline.model.context import StageName
from wakeline.model.identity import DocumentKind, IdentityPolicy
from wakeline.model.liminal import ThresholdType
from wakeline.model.log import Kind, Mode, Origin, Role
from wakeline.model.session import PresenceState, WakeType

MOST_EVENTS = 1000
MOST_HITS = 100
MOST_NUMBER = 2**53
NAME = r"^[^\x00-\x1f]*$"

Id = Annotated[str, Field(max_length=100, pattern=r"^[0-9A-Za-z_.:-]+$")]
Name = Annotated[str, Field(max_length=200, pattern=NAME)]
Label = Annotated[str, Field(min_length=1, max_length=200, pattern=NAME)]
Remark = Annotated[str, Field(min_length=1, max_length=2000)]
Names = Annotated[list[Name], Field(max_length=100)]
Moment = Annotated[
    str, Field(max_length=64, json_schema_extra={"format": "date-time"}, pattern=NAME)
]
Project = Annotated[str, Field(max_length=200)] | Annotated[int, Field(ge=1, le=MOST_NUMBER)]
Importance = Annotated[float, Field(ge=0, le=10)]
Priority = Annotated[int, Field(ge=1, le=10)]
Rows = Annotated[int, Field(ge=0, le=1000)]
Mask = Annotated[int, Field(ge=0, le=ALL)]
Texts = str | Annotated[list[str], Field(max_length=1000)]


class NewWake(Body):
    """How an agent is put back together."""

    preset: Name | None = None
    wake_type: WakeType = "gradual"
    sources: Names | Mask | None = Field(
        default=None, description="Names of sources, or their mask, instead of a preset."
    )
    exclude: Names | Mask | None = Field(
        default=None, description="Names of sources, or their mask, to be left out."
    )
    budget: Annotated[int, Field(ge=200, le=1_000_000)] | None = None
    framing: Framing | None = None
    intent: Annotated[str, Field(max_length=1000)] | None = Field(
        default=None, description="What the agent is woken for."
    )
    thread: Name | None = None
    project: Project | None = None
    mode: Mode = "chat"
    model_id: Name | None = None
    source: Name | None = None
    own_session_id: Id | None = Field(
        default=None, description="The caller's session before this one; it is closed."
    )
    ai_name: Name | None = None
    identity_memory_limit: Rows | None = None
    pinned_memory_limit: Rows | None = None
    recent_memory_limit: Rows | None = None
    project_memory_limit: Rows | None = None
    content_max_length: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    pending_reply_limit: Rows | None = None
    notification_limit: Rows | None = None
    fact_limit: Rows | None = None
    min_fact_importance: Importance | None = None
    task_limit: Rows | None = None
    project_limit: Rows | None = None
    hint_limit: Rows | None = None


class WakeStaged(NewWake):
    """How an agent is put back together stage by stage."""

    force: bool = Field(default=False, description="Give every stage, whatever the level.")


class MoreStages(Body):
    """From where on a staged wake is taken further."""

    after: StageName | None = Field(default=None, description="The last stage that was given.")
    force: bool = Field(default=False, description="Give every stage, whatever the level.")


class Record(Body):
    """One exchange, or one half of it."""

    user: str | None = None
    agent: str | None = None
    thread: Name | None = None
    project: Project | None = None
    mode: Mode = "chat"
    session_id: Id | None = None
    at: Moment | None = None
    metadata: dict[str, Any] | None = None


class Observe(Body):
    """One thing that the agent saw or was told of."""

    text: str
    speaker: Name | None = None
    role: Role | None = None
    at: Moment | None = None
    kind: Kind | None = None
    source_id: Name | None = None
    session_id: Id | None = None
    thread: Name | None = None
    project: Project | None = None
    mode: Mode | None = None
    origin: Origin | None = None
    exchange_id: Id | None = None
    metadata: dict[str, Any] | None = None


class ObserveMany(Body):
    """A batch of them, kept whole or not at all."""

    events: Annotated[list[Observe], Field(min_length=1, max_length=MOST_EVENTS)]


class Recall(Body):
    """A question."""

    query: str
    k: Annotated[int, Field(ge=1, le=MOST_HITS)] = 10
    kinds: Names | None = None
    thread: Name | None = None
    project: Project | None = None
    speaker: Name | None = None
    since: Moment | None = None
    until: Moment | None = None
    role: Role | None = None
    as_of: Moment | None = None
    budget: Annotated[int, Field(ge=1, le=10_000_000)] | None = None
    topic: Name | None = None
    asked_in: Name | None = None
    injected: bool = False
    strategy: Name | None = None
    archived: bool = False


class SelfCare(Body):
    """What an agent wants to look after first."""

    focus: Name | None = None
    limit: Annotated[int, Field(ge=30, le=500)] = 500
    session_id: Id | None = None


class Cognition(Body):
    """What was in mind when a session ended."""

    working_memory: list[str] | None = None
    active_goals: list[str] | None = None
    open_questions: list[str] | None = None


class End(Body):
    """What a session leaves for the next one."""

    summary: str | None = None
    working_on: str | None = None
    open_threads: Texts | None = None
    key_decisions: Texts | None = None
    surprises: Texts | None = None
    presence_state: PresenceState | None = None
    emotional_valence: Annotated[float, Field(ge=-1, le=1)] | None = None
    emotional_arousal: Annotated[float, Field(ge=0, le=1)] | None = None
    coherence: Annotated[float, Field(ge=0, le=1)] | None = None
    internal_state: str | None = None
    human_mood: Annotated[str, Field(max_length=100)] | None = None
    human_energy: Annotated[str, Field(max_length=100)] | None = None
    relationship_notes: str | None = None
    message_to_next: str | None = None
    warnings: Texts | None = None
    recommendations: Texts | None = None
    model_id: Name | None = None
    session_source: Name | None = None
    cognition: Cognition | None = None


class Tags(Body):
    """Tags to be added, or to be taken off."""

    tags: Annotated[list[Name], Field(min_length=1, max_length=32)]
    remove: bool = False


class NewReceipt(Body):
    """A file that was shown to the agent: its content, or what it hashes to."""

    filename: Annotated[str, Field(min_length=1, max_length=255, pattern=r"^[^\x00-\x1f/\\]+$")]
    content: str | None = Field(
        default=None,
        description="The file in Base64. It is hashed and read, and not kept.",
        json_schema_extra={"contentEncoding": "base64"},
    )
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None = Field(
        default=None, description="Instead of the content, what it hashes to."
    )
    size: Annotated[int, Field(ge=0, le=MOST_BYTES)] | None = Field(
        default=None, description="With the hash, how many bytes it has."
    )
    text: str | None = Field(default=None, description="What was read out of it.")
    observation: str | None = Field(default=None, description="What was seen in it.")
    route: Route | None = None
    turn_id: Id | None = None
    exchange_id: Id | None = None
    session_id: Id | None = None
    thread: Name | None = None
    project: Project | None = None
    origin: Origin | None = None


class VerifyReceipts(Body):
    """Which receipts are looked at again; without ids, all of them."""

    ids: Annotated[list[Id], Field(max_length=200)] | None = None


class Reflect(Body):
    """What came of thinking about a memory; without it, only the use is noted."""

    text: str | None = None


class States(Body):
    """A state as it is, and as it is remembered."""

    domain: Name
    subject: Name
    current: str
    remembered: str | None


class Threshold(Body):
    """A boundary that was crossed."""

    type: ThresholdType
    from_state: str
    to_state: str
    significance: Annotated[float, Field(ge=0, le=1)] = 0.5
    aware: bool = True
    experience: str | None = None


class NewDocument(Body):
    """A version of an identity document, to be decided about."""

    kind: DocumentKind
    text: str


class DocumentText(Body):
    """A document as it is to be."""

    text: str


class DocumentDecision(Body):
    """Which version is meant; without one, the newest that is proposed."""

    version: Annotated[int, Field(ge=1, le=MOST_NUMBER)] | None = None


class Released(Body):
    """An action that may be done again, and why."""

    key: Label
    reason: Remark


class Decided(Body):
    """A task that may be restarted again, and why."""

    task: Label
    reason: Remark


class Reset(Body):
    """How far personality goes back: to what does not contradict the core, or to the core."""

    level: Literal["soft", "hard"]


class Rollback(Body):
    """Which snapshot comes back: its day, with a number where a day has several."""

    date: Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}(-\d{1,6})?$")]


class NewAgent(Body):
    """An agent to be made."""

    name: Name
    person: Name | None = None
    time_zone: Name | None = None


class ChangeAgent(Body):
    """What changes of who an agent is."""

    display_name: Name | None = None
    person_name: Name | None = None
    person_time_zone: Name | None = None
    model_key: Name | None = None
    model_display: Name | None = None
    origin: Annotated[str, Field(max_length=1000)] | None = None
    core_values_json: Names | None = None
    memory_config_json: dict[str, Any] | None = None
    identity_policy: IdentityPolicy | None = None


# What the flow calls a parameter that has another name on the wire.
RENAMED = {"project_id": "project", "exclude_sources": "exclude"}


class ExplainPreset(BaseModel):
    """The query of what `auto` would choose."""

    model_config = ConfigDict(alias_generator=camel, extra="forbid")

    wake_type: WakeType = "gradual"
    mode: Mode = "chat"
    budget: int | None = Field(default=None, ge=200, le=1_000_000)
    exclude: str | None = Field(
        default=None, max_length=1000, description="Names of sources, separated by commas."
    )
    own_session_id: str | None = Field(default=None, max_length=100, pattern=r"^[0-9A-Za-z_.:-]+$")


class Hydrate(BaseModel):
    """The query of `GET /api/hydrate`: what is put together, and how much of it."""

    model_config = ConfigDict(alias_generator=camel, extra="forbid")

    ai_name: str | None = Field(default=None, max_length=200)
    project_id: int | None = Field(default=None, ge=1, le=MOST_NUMBER)
    generate_system_prompt: bool = True
    identity_memory_limit: int = Field(default=20, ge=0, le=1000)
    pinned_memory_limit: int = Field(default=20, ge=0, le=1000)
    recent_memory_limit: int = Field(default=10, ge=0, le=1000)
    content_max_length: int = Field(default=500, ge=1, le=100_000)
    pending_reply_limit: int = Field(default=5, ge=0, le=1000)
    fact_limit: int = Field(default=30, ge=0, le=1000)
    min_fact_importance: int = Field(default=0, ge=0, le=10)
    preset: str | None = Field(default=None, json_schema_extra={"enum": [*PRESETS, AUTO]})
    budget: int | None = Field(default=None, ge=200, le=1_000_000)
    as_of: str | None = Field(
        default=None,
        max_length=64,
        pattern=NAME,
        description="The context as it was at this moment.",
        json_schema_extra={"format": "date-time"},
    )
    exclude_sources: str | None = Field(
        default=None,
        max_length=1000,
        description="Names of sources, separated by commas.",
        json_schema_extra={"example": "SurfacedMemory,Welcome"},
    )

    def wanted(self) -> dict[str, Any]:
        """What the flow is asked for, in its words."""
        found = self.model_dump()
        return {RENAMED.get(name, name): value for name, value in found.items()}
