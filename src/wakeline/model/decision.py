"""What an agent holds to: what it decided against, and what it found to work."""

from datetime import datetime
from typing import Literal, NamedTuple, get_args

from wakeline.model.log import Origin
from wakeline.model.stored import stored

PrincipleState = Literal["active", "retired"]
PRINCIPLE_STATES: tuple[PrincipleState, ...] = get_args(PrincipleState)
CheckKind = Literal["log", "tool", "fact"]
CHECK_KINDS: tuple[CheckKind, ...] = get_args(CheckKind)
TrialOutcome = Literal["success", "failure"]
DecisionState = Literal["in_force", "proposed", "reversed"]
DECISION_STATES: tuple[DecisionState, ...] = get_args(DecisionState)
JudgedBy = Literal["rules", "model"]


@stored("decisions", subject="decision")
class Decision(NamedTuple):
    """Something that was decided against, why, and when.

    One that was read in the log is proposed until somebody confirms it. One that was reversed
    stays, with when and why; `superseded_by` names the decision that took its place, if one did.
    """

    id: str
    decision: str
    wording: str  # what its words alone hash to: the same is known again by it
    reason: str | None
    state: DecisionState
    decided_at: datetime
    ended_at: datetime | None
    ended_because: str | None
    superseded_by: str | None
    source_ids: tuple[str, ...]
    origin: Origin
    trust: float
    tokens: int
    created_at: datetime
    thread_id: str | None = None  # in which it was written


class Matched(NamedTuple):
    """A word of a decision, the word by which an action says it, and how much of it, in 0..1."""

    said: str
    by: str
    share: float


class Conflict(NamedTuple):
    """A decision that a proposed action goes against: how surely, by which words, and in words.

    What a model says has no words of its own; they are there where rules found it too.
    """

    decision: Decision
    score: float
    why: tuple[Matched, ...]
    told: str
    by: JudgedBy = "rules"


class Near(NamedTuple):
    """A decision that is about the same as an action, by meaning; nobody has judged more."""

    decision: Decision
    likeness: float


class Weighed(NamedTuple):
    """What was decided that bears on an action: what it goes against, and what is near to it."""

    conflicts: tuple[Conflict, ...]
    near: tuple[Near, ...]


@stored("principles", subject="principle")
class Principle(NamedTuple):
    """A way to go about a situation, and how often it worked.

    `check_for` says what the log of a session must hold for it to have been followed, where
    `check_kind` says; `opposite` what shows that it was not. Without a check nothing is counted.
    """

    id: str
    situation: str  # WHEN
    response: str  # THEN
    check_kind: CheckKind | None
    check_for: str | None
    opposite: str | None
    successes: int
    failures: int
    quality: float
    state: PrincipleState
    retired_at: datetime | None
    retired_because: str | None
    source_ids: tuple[str, ...]
    origin: Origin
    trust: float
    tokens: int
    created_at: datetime
    updated_at: datetime
    thread_id: str | None = None  # in which it was written


@stored("principle_trials", subject="trial")
class Trial(NamedTuple):
    """That a principle was followed in a session, or not: once a session, with what shows it.

    `source_ids` are the turn in which its situation came up, and the entry that decided.
    """

    id: str
    principle_id: str
    session_id: str
    outcome: TrialOutcome
    source_ids: tuple[str, ...]
    at: datetime


class Fitting(NamedTuple):
    """A principle that fits a situation: how well, and by which words."""

    principle: Principle
    score: float
    why: tuple[Matched, ...]


@stored("tellings", subject="telling")
class Telling(NamedTuple):
    """What a contact was told, about what, and when. One that was taken back stays."""

    id: str
    contact: str
    contact_key: str  # its name as it is looked for
    topic: str | None
    said: str
    told_at: datetime
    withdrawn_at: datetime | None
    source_ids: tuple[str, ...]
    origin: Origin
    trust: float
    tokens: int
    created_at: datetime
    thread_id: str | None = None  # in which it was written


WarningKind = Literal["contradiction", "repetition"]


class CommsWarning(NamedTuple):
    """A sentence of a draft that contradicts or repeats what its reader was told, and how."""

    kind: WarningKind
    sentence: str
    telling: Telling
    why: str
    told: str
