"""Decisions, principles, and what contacts were told."""

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


@stored("decisions", subject="decision", goes="deleted", made_from=("source_ids",))
class Decision(NamedTuple):
    """A decision against something, with its reason and time.

    A decision that was read from the log is proposed until somebody confirms it. A reversed one
    is kept, with time and reason; `superseded_by` names the decision that replaced it, if any.
    """

    id: str
    decision: str
    wording: str  # hash of its words alone, to recognise the same decision
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


class MatchedWord(NamedTuple):
    """A word of a decision, the matching word of an action, and how well they match, in 0..1."""

    said: str
    by: str
    share: float


class DecisionConflict(NamedTuple):
    """A decision that a proposed action goes against, with score, matched words and explanation.

    A conflict that a model found has matched words only if rules found it too.
    """

    decision: Decision
    score: float
    why: tuple[MatchedWord, ...]
    told: str
    by: JudgedBy = "rules"


class NearDecision(NamedTuple):
    """A decision close to an action in meaning. Whether it conflicts is not judged."""

    decision: Decision
    likeness: float


class DecisionCheck(NamedTuple):
    """The decisions that concern an action: those it conflicts with, and those near it."""

    conflicts: tuple[DecisionConflict, ...]
    near: tuple[NearDecision, ...]


@stored("principles", subject="principle", goes="deleted", made_from=("source_ids",))
class Principle(NamedTuple):
    """A rule for a kind of situation, and how often it worked.

    `check_for` is what the session's log must contain if the principle was followed, and
    `check_kind` where to look; `opposite` is what shows that it was not followed. Without a check
    nothing is counted.
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


@stored("principle_trials", subject="trial", goes="deleted", made_from=("principle_id",))
class Trial(NamedTuple):
    """Whether a principle was followed in one session, with the evidence. One a session.

    `source_ids` are the turn in which the situation came up, and the entry that decided.
    """

    id: str
    principle_id: str
    session_id: str
    outcome: TrialOutcome
    source_ids: tuple[str, ...]
    at: datetime


class FittingPrinciple(NamedTuple):
    """A principle that fits a situation: how well, and by which words."""

    principle: Principle
    score: float
    why: tuple[MatchedWord, ...]


@stored("tellings", subject="telling", goes="deleted", made_from=("source_ids",))
class Telling(NamedTuple):
    """What a contact was told, about which topic, and when. A withdrawn row is kept."""

    id: str
    contact: str
    contact_key: str  # the normalised name, for look-ups
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


class Contact(NamedTuple):
    """Somebody who was told something: how often, and when last."""

    contact: str
    tellings: int
    last_at: datetime


WarningKind = Literal["contradiction", "repetition"]


class CommsWarning(NamedTuple):
    """A sentence of a draft that contradicts or repeats what its reader was told, and how."""

    kind: WarningKind
    sentence: str
    telling: Telling
    why: str
    told: str
