"""Memories, facts, knowledge, the diary, entities and relationships, and the use of each."""

from datetime import datetime
from typing import Any, Literal, NamedTuple, get_args

from wakeline.model.log import Origin
from wakeline.model.stored import stored

MemoryType = Literal[
    "identity", "episodic", "semantic", "procedural", "instruction", "relationship"
]
# The agent's name for a memory that it keeps on purpose; stored as a tag.
MemoryKind = Literal[
    "observation", "research_fact", "experiment_outcome", "strategic_insight", "promise"
]
EntityType = Literal["person", "project", "concept", "preference", "fact"]
Written = Literal["deliberate", "consolidated", "self_care"]
SourceType = Literal["document", "web", "code", "conversation", "note"]
KnowledgeCategory = Literal[
    "science", "infrastructure", "meta", "people", "craft", "domain", "world"
]
PatternKind = Literal["static", "discovered", "model"]
PatternState = Literal["candidate", "active", "retired"]

MEMORY_TYPES: tuple[MemoryType, ...] = get_args(MemoryType)
MEMORY_KINDS: tuple[MemoryKind, ...] = get_args(MemoryKind)
ENTITY_TYPES: tuple[EntityType, ...] = get_args(EntityType)
SOURCE_TYPES: tuple[SourceType, ...] = get_args(SourceType)
KNOWLEDGE_CATEGORIES: tuple[KnowledgeCategory, ...] = get_args(KnowledgeCategory)
UseReason = Literal["recall", "reflection"]


@stored("memories", subject="memory", goes="remade", made_from=("source_ids",))
class Memory(NamedTuple):
    """Something worth keeping, with the episodes it came from. Importance lies in 0..1."""

    seq: int
    id: str
    project_id: str | None
    thread_id: str | None
    type: MemoryType
    title: str
    content: str
    importance: float
    is_pinned: bool
    tags: tuple[str, ...]
    entity_refs: tuple[str, ...]
    source_ids: tuple[str, ...]
    written: Written
    origin: Origin
    trust: float
    tokens: int
    superseded_by: str | None
    archived_at: datetime | None
    created_at: datetime
    updated_at: datetime
    is_deleted: bool

    @property
    def told(self) -> str:
        """The content after its title, or alone if it begins with the title."""
        return titled_content(self.title, self.content)


def titled_content(title: str, content: str) -> str:
    """The text of a memory as it is shown, and as its tokens are counted."""
    if not title or content.startswith(title.rstrip("…")):
        return content
    return f"{title}: {content}"


class MemorySource(NamedTuple):
    """A source of a memory: a turn, or a memory that has sources of its own.

    `depth` is the number of steps to it. A forgotten or unknown source has no text.
    """

    id: str
    kind: str
    depth: int
    at: datetime | None
    speaker: str | None
    text: str | None


class LinkedMemory(NamedTuple):
    """A memory that was active together with another, and how strongly they are linked now."""

    memory: Memory
    weight: float
    times: int


class Lineage(NamedTuple):
    """A memory with its sources, down to the turns, and the versions before and after it.

    `confidence` follows from the number of turns that support it; None if there are none.
    """

    memory: Memory
    confidence: float | None
    uses: int
    last_used: datetime | None
    sources: tuple[MemorySource, ...]
    superseded: tuple[Memory, ...]  # the memories that it superseded, the latest first
    superseded_by: tuple[Memory, ...]  # the memories that superseded it, up to the current one
    linked: tuple[LinkedMemory, ...]  # memories active together with it, the strongest link first


@stored("facts", subject="fact", goes="remade", made_from=("source_ids",))
class Fact(NamedTuple):
    """A value of a key, on two time axes: when it was true, and when the store knew it.

    `created_at` to `recorded_to` is the time in which the store believed this row;
    a row is never edited otherwise: a correction closes it and adds another.
    """

    seq: int
    id: str
    key: str
    value: str
    category: str | None
    importance: float
    valid_from: datetime
    valid_to: datetime | None
    created_at: datetime
    recorded_to: datetime | None
    superseded_by: str | None
    project_id: str | None
    source_ids: tuple[str, ...]
    origin: Origin
    trust: float
    tokens: int
    is_deleted: bool
    thread_id: str | None = None  # in which it was written


@stored("knowledge", subject="knowledge", goes="deleted", made_from=("source_ids",))
class Knowledge(NamedTuple):
    """An entry that was looked up, or given to the agent to read.

    `source_hash` tells versions of a source apart. How often an entry was used is counted in
    `Marks`, as for every row.
    """

    id: str
    source_type: SourceType
    source: str | None
    source_hash: str
    position: int  # among the entries of one source, from 0
    category: str | None
    topics: tuple[str, ...]
    title: str | None
    content: str
    importance: float
    project_id: str | None
    source_ids: tuple[str, ...]
    origin: Origin
    trust: float
    tokens: int
    superseded_by: str | None
    created_at: datetime
    is_deleted: bool
    thread_id: str | None = None  # in which it was written


class KnowledgeAdded(NamedTuple):
    """The entries of an added text in order, and how many are new, known and replaced."""

    entries: tuple[Knowledge, ...]
    added: int
    known: int
    replaced: int


class KnowledgeDetail(NamedTuple):
    """An entry with how often it was shown to the agent, and the entries it replaces."""

    entry: Knowledge
    times_surfaced: int
    replaces: tuple[str, ...]


@stored("diary", subject="diary_page", goes="deleted")
class DiaryPage(NamedTuple):
    """An agent's diary page of one day, by the person's calendar.

    A section is an object: `at`, `text`, and `mood` and `location` where they were given.
    """

    id: str
    day: str
    sections: tuple[Any, ...]
    origin: Origin
    trust: float
    tokens: int
    created_at: datetime
    updated_at: datetime
    is_deleted: bool


@stored("entities", goes="rebuilt", check="entities")
class Entity(NamedTuple):
    """A name that turns mention. Derived from the log.

    Names of the same thing share `canonical_id`, the id of the fullest name. `evidence` counts
    the signs for each type of entity; `aliases` are other spellings.
    """

    id: str
    name: str
    type: EntityType
    aliases: tuple[str, ...]
    first_seq: int  # 0 if it was never mentioned
    mention_count: int
    canonical_id: str = ""
    evidence: tuple[int, ...] = ()
    first_word: str = ""  # if the name may be a person's full name
    last_word: str = ""


@stored(
    "relationships",
    key=("from_id", "to_id", "relation"),
    goes="rebuilt",
    made_from=("source_ids",),
    check="relationships",
)
class Relationship(NamedTuple):
    """A directed relation between two entities, or of an entity to a value. Derived.

    `pattern` found it first. While it is pending, its subject is a guess: somebody said "she".
    """

    from_id: str
    to_id: str
    relation: str
    confidence: float
    source_ids: tuple[str, ...]
    updated_at: datetime
    is_pending: bool = False
    pattern: str = ""
    to_text: str = ""


@stored("graph_patterns", goes="rebuilt", check="patterns")
class GraphPattern(NamedTuple):
    """A wording from which relations are read: how often it was seen, how many it found first."""

    id: str
    kind: PatternKind
    relation: str
    seen: int
    found: int
    yield_score: float
    state: PatternState


@stored("extractions", subject="extraction", goes="deleted", made_from=("source_ids",))
class Extraction(NamedTuple):
    """The triples that a language model read in one turn. Stored, since it cannot be repeated.

    `source_ids` holds only the turn's id.
    """

    seq: int
    id: str
    source_ids: tuple[str, ...]
    model: str
    triples: tuple[Any, ...]
    origin: Origin
    trust: float
    created_at: datetime


@stored("marks", key=("subject_id",), goes="stays", because="counters; dropped with their row")
class Marks(NamedTuple):
    """Counters of one row, kept apart from its content, which never changes."""

    subject_id: str
    access_count: int
    last_accessed: datetime | None
    consolidated: bool


@stored("uses", subject="use", goes="stays", because="ids of rows")
class Use(NamedTuple):
    """Rows that were shown to the agent together, or one row that it reflected on."""

    seq: int
    id: str
    reason: UseReason
    subject_ids: tuple[str, ...]
    at: datetime


class Match(NamedTuple):
    """A row that full text found, with its BM25 score."""

    seq: int
    score: float


class Hit(NamedTuple):
    """One answer of a recall, with the signals that put it there."""

    id: str
    source_id: str | None
    kind: str
    text: str
    at: datetime
    score: float
    why: dict[str, float]
    speaker: str | None
    thread_id: str | None
    origin: Origin
    trust: float
    metadata: dict[str, Any]
