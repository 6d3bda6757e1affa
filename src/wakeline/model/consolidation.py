"""What experience becomes: what a turn says, and what came of reading it."""

from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from wakeline.model.log import Origin
from wakeline.model.stored import stored

if TYPE_CHECKING:  # a wake loads this module, and has no use for that one
    from wakeline.model.personality_status import PersonalityStep

ExtractedKind = Literal["fact", "preference", "decision", "plan", "promise", "event", "relation"]
EXTRACTED_KINDS: tuple[ExtractedKind, ...] = get_args(ExtractedKind)


class Extracted(NamedTuple):
    """Something that one turn says, as it can be kept.

    `attribute` names what is said of the subject (`lives_in`, `likes`, `works_as`). One that is
    `single` has one value at a time: another one said later takes its place.
    """

    kind: ExtractedKind
    subject: str
    attribute: str
    value: str
    text: str  # a sentence that stands by itself, in the third person
    at: datetime  # when it was said
    when: datetime | None  # the day it tells of, where it tells of one
    source_id: str  # of the turn
    quote: str  # the words of the turn that say so
    confidence: float
    single: bool


@stored("consolidations", subject="consolidation")
class Consolidation(NamedTuple):
    """Turns of one session that were consolidated together, and what came of them.

    They are the session's turns behind `after` and up to `through`, which count the log. The
    row is saved in one transaction with what it tells of, so it is also the mark that those
    turns are done. One without turns tells of memories that faded. Rules and a language model
    each have marks of their own: one with a `model` says what that read, and what it took.
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
    row_ids: tuple[str, ...]  # what was added or said again: active together
    at: datetime
    model: str | None = None
    dropped: int = 0  # statements of the model that no turn bears out
    prompt_tokens: int = 0
    answer_tokens: int = 0


@stored("model_days", key=("day",))
class ModelDay(NamedTuple):
    """What an agent spent on a language model in one day of its person."""

    day: str
    requests: int
    prompt_tokens: int
    answer_tokens: int
    cost: float  # by the price that was set then


@stored("links", key=("from_id", "to_id"))
class Link(NamedTuple):
    """Two memories that were active together, the smaller id first. Derived from the log.

    `weight` lies in 0..1 and is that of `active_at`; it fades from then on.
    """

    from_id: str
    to_id: str
    weight: float
    times: int
    active_at: datetime


Period = Literal["day", "week", "month"]
PERIODS: tuple[Period, ...] = get_args(Period)  # by level


@stored("summaries")
class Summary(NamedTuple):
    """What a day, a week or a month of one thread held. Derived from the log.

    A sentence is an object: `text`, `source_id`, `score`, and `key` where there is one value at
    a time. A day names the turns that it quotes, a week its days, a month its weeks. Days are
    those of the person's time zone. `seq` lies below 0, since none of the log is its own.
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


@stored("conversation_summaries", subject="conversation_summary")
class ConversationSummary(NamedTuple):
    """What self-care made of the conversations of one thread, up to `through` of the log.

    It holds what the one before it held, which it `folds` and which says so itself; `level` counts
    how often that has happened. Sentences name their turns, also those that were folded.
    """

    id: str
    thread_id: str | None
    focus: str | None
    level: int
    after: int
    through: int
    turns: int  # also of what is folded
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


class Derived(NamedTuple):
    """One change that consolidation makes: to which row, what it says, and which turns say so.

    `before` is what the row superseded said. What is held changes nothing: `why` says why.
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


class Studied(NamedTuple):
    """What a language model was asked, what came of it, and what it cost.

    What it could not be asked, or answered with nothing that can be used, waits: `why` says why
    it stopped and `todo` what helps, `left` why single groups of turns wait.
    """

    model: str
    groups: int
    turns: int
    found: int
    dropped: int  # statements that no turn bears out
    withheld: int  # turns that give a model orders: it is not shown them
    requests: int
    prompt_tokens: int
    answer_tokens: int
    cost: float
    today: ModelDay  # with what was spent before
    waiting: int  # turns that it has not read
    left: tuple[str, ...] = ()
    why: str | None = None
    todo: str = ""


class Consolidated(NamedTuple):
    """What a run did, or would do."""

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
    waiting: int  # turns that are too young, in sessions that are not over
    changes: tuple[Derived, ...]
    personality: "PersonalityStep | None" = None  # the last step; a dry run does not come to it
    studied: Studied | None = None  # None without a language model
