"""Letters, journal entries, and the evaluation and fingerprint of a session."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal, NamedTuple, NotRequired, TypedDict, get_args

from wakeline.model.fields import Bounds, Moment, Paragraph
from wakeline.model.log import Origin
from wakeline.model.session import Author
from wakeline.model.stored import stored

LetterFactStanding = Literal["verified", "contradicted", "unverified"]
Dimension = Literal["focus", "depth", "restraint", "learning", "honesty"]

DIMENSIONS: tuple[Dimension, ...] = get_args(Dimension)
MOST_STREAM: Final = 40
MOST_FACTS: Final = 40


class StreamEntry(TypedDict):
    """An entry of a letter's stream: what was done, and when."""

    text: str
    at: NotRequired[Moment | None]


Score = Annotated[int, Bounds(1, 5, help="1 to 5.")]
LetterFacts = Annotated[Sequence[Paragraph], Bounds(most=MOST_FACTS)]
LetterStream = Annotated[Sequence[str | StreamEntry], Bounds(most=MOST_STREAM)]


@stored("letters", subject="letter", goes="remade", made_from=("source_ids", "facts", "stream"))
class Letter(NamedTuple):
    """A letter of one session to later sessions, in six sections.

    A fact is an object: `text` and `standing`, with `key`, `value` and `fact_id` if it is a known
    fact, and `holds` if the known fact says otherwise. An entry of the stream is an object: `at`,
    `text`, and `source_id` if it was read from a turn.
    """

    id: str
    session_id: str | None
    thread_id: str | None
    author: Author
    title: str | None
    facts: tuple[Any, ...]
    intent: str | None
    stream: tuple[Any, ...]
    whats_next: str | None
    composting: str | None
    unfinished: str | None
    source_ids: tuple[str, ...]
    origin: Origin
    trust: float
    tokens: int
    created_at: datetime
    is_deleted: bool


@stored("journal", subject="journal_entry", goes="deleted")
class JournalEntry(NamedTuple):
    """An agent's note about itself: why it chose something, what it noticed."""

    id: str
    title: str | None
    text: str
    mood: str | None
    session_id: str | None
    origin: Origin
    trust: float
    tokens: int
    created_at: datetime
    is_deleted: bool
    thread_id: str | None = None  # in which it was written


@stored("session_evals", subject="session_eval", goes="deleted")
class SessionEval(NamedTuple):
    """An agent's scores for one of its sessions, from 1 to 5, and the scores computed from the log.

    `computed` holds an object for each dimension that the log can measure: `score`, and the counts
    it was made of.
    """

    id: str
    session_id: str
    focus: int
    depth: int
    restraint: int
    learning: int
    honesty: int
    note: str | None
    computed: dict[str, Any]
    origin: Origin
    trust: float
    created_at: datetime
    updated_at: datetime
    is_deleted: bool
    thread_id: str | None = None  # in which it was written


class EvalComparison(NamedTuple):
    """An evaluation, and for each dimension how much higher it is than the score from the log."""

    judged: SessionEval
    differences: dict[str, float]


class DimensionMean(NamedTuple):
    """The means of one dimension over several sessions: the agent's own and that from the log."""

    dimension: Dimension
    own: float
    computed: float | None
    sessions: int  # those with a score from the log


class EvalMeans(NamedTuple):
    """The means of all dimensions over several sessions, and remarks on them."""

    sessions: int
    own: float
    dimensions: tuple[DimensionMean, ...]
    remarks: tuple[str, ...]


@stored("fingerprints", key=("session_id",), goes="rebuilt", check="fingerprints")
class SessionPrint(NamedTuple):
    """An agent's way of speaking in one session, as counts and rates. Derived.

    `through` is the last turn that was counted, `version` the method of counting.
    """

    session_id: str
    version: int
    through: int
    profile: dict[str, Any]
