"""Consolidation: statements read from turns, the changes they cause, links and summaries."""

from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from wakeline.model.log import Origin
from wakeline.model.stored import stored

if TYPE_CHECKING:  # a wake loads this module and does not need that one
    from wakeline.model.personality_status import PersonalityStep

ExtractedKind = Literal["fact", "preference", "decision", "plan", "promise", "event", "relation"]
EXTRACTED_KINDS: tuple[ExtractedKind, ...] = get_args(ExtractedKind)


class ExtractedStatement(NamedTuple):
    """A statement that was read from one turn.

    `attribute` names what is said about the subject (`lives_in`, `likes`, `works_as`). A `single`
    attribute has one value at a time: a later value replaces it.
    """

    kind: ExtractedKind
    subject: str
    attribute: str
    value: str
    text: str  # a sentence that is clear without context, in the third person
    at: datetime  # when it was said
    when: datetime | None  # the day that the statement is about, if it names one
    source_id: str  # of the turn
    quote: str  # the words of the turn that say so
    confidence: float
    single: bool


@stored("consolidations", subject="consolidation", goes="stays", because="counts, and ids of rows")
class Consolidation(NamedTuple):
    """Turns of one session that were consolidated together, and the results.

    They are the session's turns after `after` and up to `through`, which are log sequences. The
    row is saved in one transaction with its results, so it also marks those turns as done. A row
    without turns counts memories that faded. Rules and a language model have separate rows: one
    with a `model` counts what that model read, and its tokens.
    """

    id: str
    session_id: str | None
    after: int
    through: int
    turns: int
    found: int
    inserted: int
    merged: int
    superseded: int
    faded: int
    row_ids: tuple[str, ...]  # rows added or repeated, which were active together
    at: datetime
    model: str | None = None
    dropped: int = 0  # statements of the model that no turn supports
    prompt_tokens: int = 0
    answer_tokens: int = 0


@stored("model_days", key=("day",), goes="stays", because="counts of a day")
class ModelDay(NamedTuple):
    """What an agent spent on a language model in one day, in the person's time zone."""

    day: str
    requests: int
    prompt_tokens: int
    answer_tokens: int
    cost: float  # by the price that was set then


@stored(
    "links", key=("from_id", "to_id"), goes="rebuilt", made_from=("from_id", "to_id"), check="links"
)
class Link(NamedTuple):
    """Two memories that were active together, the smaller id first. Derived from the log.

    `weight` lies in 0..1 and is the weight at `active_at`; it fades from then on.
    """

    from_id: str
    to_id: str
    weight: float
    times: int
    active_at: datetime


Period = Literal["day", "week", "month"]
PERIODS: tuple[Period, ...] = get_args(Period)  # by level


@stored("summaries", goes="rebuilt", made_from=("source_ids",), check="summaries")
class Summary(NamedTuple):
    """The summary of a day, a week or a month of one thread. Derived from the log.

    A sentence is an object: `text`, `source_id`, `score`, and `key` if the attribute has one value
    at a time. The sources of a day are the turns that it quotes, of a week its days, of a month
    its weeks. Days are in the person's time zone. `seq` is below 0: it is no entry of the log.
    """

    seq: int
    id: str
    level: int
    thread_id: str | None
    starts_on: str
    starts_at: datetime
    ends_at: datetime
    last_at: datetime  # of the last turn that it covers
    first_seq: int
    last_seq: int
    content: str
    sentences: tuple[Any, ...]
    source_ids: tuple[str, ...]
    turns: int
    origin: Origin
    trust: float
    tokens: int

    @property
    def period(self) -> Period:
        return PERIODS[self.level]


@stored(
    "conversation_summaries",
    subject="conversation_summary",
    goes="remade",
    made_from=("source_ids", "folded_into"),
)
class ConversationSummary(NamedTuple):
    """The summary that self-care wrote of one thread's conversations, up to `through` of the log.

    It includes the summary before it: `folds` names that one, whose `folded_into` names this one.
    `level` counts how often that has happened. Every sentence names its turns.
    """

    id: str
    thread_id: str | None
    focus: str | None
    level: int
    after: int
    through: int
    turns: int  # with those of the folded summary
    content: str
    sentences: tuple[Any, ...]
    source_ids: tuple[str, ...]
    folds: str | None
    folded_into: str | None
    origin: Origin
    trust: float
    tokens: int
    created_at: datetime
    is_deleted: bool


DerivedHow = Literal["inserted", "merged", "superseded", "held"]


class DerivedChange(NamedTuple):
    """One change that consolidation makes: the row, its text, and the turns that support it.

    `before` is the text of the superseded row. A `held` change is not made: `why` gives the reason.
    """

    how: DerivedHow
    kind: Literal["fact", "memory"]
    id: str
    text: str
    before: str | None
    source_ids: tuple[str, ...]
    session_id: str | None
    why: str | None = None
    model: str | None = None  # which one read it; None: rules


class ModelRun(NamedTuple):
    """One run of a language model over turns: what it read, what was found, and the cost.

    Turns wait if the model could not be asked, or gave no usable answer: `why` says why the run
    stopped, `todo` what helps, and `left` why single groups of turns wait.
    """

    model: str
    groups: int
    turns: int
    found: int
    dropped: int  # statements that no turn supports
    withheld: int  # turns with orders to a model, which it does not get
    requests: int
    prompt_tokens: int
    answer_tokens: int
    cost: float
    today: ModelDay  # with earlier runs of today
    waiting: int  # turns that it has not read
    left: tuple[str, ...] = ()
    why: str | None = None
    todo: str = ""


class ConsolidationResult(NamedTuple):
    """What a consolidation did, or would do in a dry run."""

    dry_run: bool
    at: datetime
    groups: int
    turns: int
    found: int
    inserted: int
    merged: int
    superseded: int
    held: int
    faded: int
    waiting: int  # turns that are too recent, in open sessions
    changes: tuple[DerivedChange, ...]
    personality: "PersonalityStep | None" = None  # the last step; not in a dry run
    studied: ModelRun | None = None  # None without a language model
