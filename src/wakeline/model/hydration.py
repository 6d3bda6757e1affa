"""An agent's context as one value: what a hydration returns."""

from datetime import datetime
from typing import Any, NamedTuple

from wakeline.model.agenda import Hint, Project, Task
from wakeline.model.context import Missing, Omitted, Share
from wakeline.model.log import Origin
from wakeline.model.memory import Fact, MemoryType
from wakeline.model.message import Message
from wakeline.model.session import Handoff


class HumanPartner(NamedTuple):
    """An agent's person, as far as the agent may know."""

    name: str | None
    time_zone: str
    about: str | None


class AiIdentity(NamedTuple):
    """The agent itself."""

    id: str
    name: str
    display_name: str
    model: str | None
    origin: str | None
    core_values: tuple[str, ...]
    about: str | None


class MemorySummary(NamedTuple):
    """A memory, its content cut to the length that was asked for."""

    id: str
    type: MemoryType
    title: str
    content: str
    is_cut: bool
    importance: float
    is_pinned: bool
    tags: tuple[str, ...]
    project_id: str | None
    origin: Origin
    trust: float
    created_at: datetime
    updated_at: datetime


class SurfacedMemory(NamedTuple):
    """An old memory that was brought up again, and what to do with it."""

    prompt: str
    memory: MemorySummary
    reason: str
    days_since_accessed: int
    access_count: int
    instruction: str


class Notifications(NamedTuple):
    """Unread messages, and messages that wait for a reply; one message may be both."""

    unread: tuple[Message, ...]
    pending_replies: tuple[Message, ...]


class MinimalContext(NamedTuple):
    """The minimal context that an agent needs to act, and what its guardian needs to know."""

    identity: HumanPartner
    ai_identity: AiIdentity
    preferences: str | None
    ai_personality: str | None
    privacy: str | None
    identity_memories: tuple[MemorySummary, ...]
    active_projects: tuple[Project, ...]
    current_tasks: tuple[Task, ...]
    key_facts: tuple[str, ...]
    project_facts: dict[str, str]
    hints: tuple[Hint, ...]
    last_known_at: datetime | None
    ended_facts: tuple[Fact, ...]
    entropy: float | None
    unfinished: tuple[str, ...]


class HydrationContext(NamedTuple):
    """The context of an agent. Sources that were not requested are empty or None."""

    hydrated_at: datetime
    hydrated_at_local: str
    preset: str
    sources: tuple[str, ...]
    welcome: str | None
    identity: HumanPartner
    ai_identity: AiIdentity
    preferences: str | None
    ai_personality: str | None
    privacy: str | None
    identity_memories: tuple[MemorySummary, ...]
    pinned_memories: tuple[MemorySummary, ...]
    recent_memories: tuple[MemorySummary, ...]
    project_memories: tuple[MemorySummary, ...]
    surfaced_memory: SurfacedMemory | None
    active_projects: tuple[Project, ...]
    current_tasks: tuple[Task, ...]
    key_facts: tuple[str, ...]
    project_facts: dict[str, str] | None
    core_team_doc: str | None
    notifications: Notifications | None
    last_session: Handoff | None
    hints: tuple[Hint, ...]
    memory_config: dict[str, Any] | None
    system_prompt: str | None
    grounding_message: str | None
    missing: tuple[Missing, ...]
    warnings: tuple[str, ...]
    tokens: int
    budget: int
    omitted: tuple[Omitted, ...]
    shares: tuple[Share, ...]
    # As of a past moment: the ids of rows that existed then and were forgotten since.
    withheld: tuple[str, ...] = ()
    preset_rule: str | None = None
