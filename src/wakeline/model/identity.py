"""Who an agent is: its identity row, its person, and its documents."""

from datetime import datetime
from typing import Any, Literal, NamedTuple, get_args

from wakeline.model.log import Origin
from wakeline.model.stored import stored

DocumentKind = Literal[
    "identity",
    "personality",
    "soul",
    "protocol",
    "anchor",
    "tools",
    "preferences",
    "privacy",
    "core_team",
    "memory",
    "standing",
]
DocumentState = Literal["proposed", "in_force", "superseded", "rejected"]
IdentityPolicy = Literal["locked", "operator_gated", "agent_managed"]

DOCUMENT_KINDS: tuple[DocumentKind, ...] = get_args(DocumentKind)
# Documents for sessions in which the person talks with the agent, and for no others.
MAIN_SESSION: frozenset[DocumentKind] = frozenset({"memory", "standing"})
POLICIES: tuple[IdentityPolicy, ...] = get_args(IdentityPolicy)

DOCUMENT_MOVES: dict[DocumentState, frozenset[DocumentState]] = {
    "proposed": frozenset({"in_force", "rejected"}),
    "in_force": frozenset({"superseded"}),
    "superseded": frozenset({"in_force"}),
    "rejected": frozenset(),
}


@stored(
    "identities",
    subject="identity",
    goes="stays",
    because="the agent itself, which `remove` takes out of a home",
)
class Identity(NamedTuple):
    """The agent itself, apart from what it remembers and what it does."""

    id: str
    name: str
    display_name: str
    model_key: str | None
    model_display: str | None
    origin: str | None
    core_values_json: tuple[str, ...]
    memory_config_json: dict[str, Any]
    person_name: str | None
    person_time_zone: str
    identity_policy: IdentityPolicy
    created_at: datetime
    updated_at: datetime
    is_deleted: bool


@stored("documents", subject="document", goes="deleted")
class Document(NamedTuple):
    """One version of one identity document. Versions are added, never edited."""

    id: str
    kind: DocumentKind
    version: int
    state: DocumentState
    content: str
    content_hash: str
    tokens: int
    origin: Origin
    trust: float
    created_at: datetime
    decided_at: datetime | None
    decided_by: str | None

    @property
    def is_soul_entry(self) -> bool:
        """Whether this is a soul entry that a wake reads in the form of a document."""
        return self.version == 0


SoulKind = Literal["belief", "value", "fear", "conviction"]
SoulState = Literal["proposed", "in_force", "leaving", "removed", "rejected"]

SOUL_KINDS: tuple[SoulKind, ...] = get_args(SoulKind)

# `leaving`: still in force, but the agent asks for its removal.
SOUL_MOVES: dict[SoulState, frozenset[SoulState]] = {
    "proposed": frozenset({"in_force", "rejected"}),
    "in_force": frozenset({"leaving", "removed"}),
    "leaving": frozenset({"in_force", "removed"}),
    "removed": frozenset(),
    "rejected": frozenset(),
}


@stored("soul_entries", subject="soul_entry", goes="deleted")
class SoulEntry(NamedTuple):
    """A belief, value, fear or conviction. It is never summarised, faded or archived."""

    id: str
    kind: SoulKind
    text: str
    state: SoulState
    origin: Origin
    trust: float
    tokens: int
    created_at: datetime
    decided_at: datetime | None
    decided_by: str | None
