"""What was observed of an agent, where its living layer stands, and what was done about it."""

from datetime import datetime
from typing import Literal, NamedTuple, get_args

from wakeline.model.identity import Document
from wakeline.model.personality import PersonalityEntry

ObservedKind = Literal["preference", "habit", "topic", "way"]
OBSERVED_KINDS: tuple[ObservedKind, ...] = get_args(ObservedKind)


class Observation(NamedTuple):
    """One sentence of the living layer, and what it rests on.

    `keys` name what was seen: one, or several where a sentence tells of several at once. A sentence
    that a language model worded names it.
    """

    kind: ObservedKind
    keys: tuple[str, ...]
    text: str
    sessions: int
    first_at: datetime
    last_at: datetime
    source_ids: tuple[str, ...]  # of the turns, one a session at least
    row_ids: tuple[str, ...] = ()  # of the memories and facts that say so
    model: str | None = None


class PersonalityStep(NamedTuple):
    """What consolidation did about personality, and why it wrote nothing where it did not."""

    written: str | None  # the date of the new entry
    observations: int
    added: int
    removed: int
    drift: float | None  # from what was in force to what would be
    drift_from_center: float | None
    is_alert: bool
    model: str | None  # that was asked to word it
    dropped: int  # sentences of a model that no evidence bears out
    failed: str | None  # what a model that was asked failed of
    why: str | None


class Drifted(NamedTuple):
    """How far from its core personality was at a date."""

    date: str
    drift_from_center: float | None


class PersonalityStatus(NamedTuple):
    """Where the living layer stands now. What it was at earlier dates comes oldest first."""

    document: Document | None  # in force; None while it is the identity itself
    drift_from_center: float | None
    drift_from_previous: float | None
    measured_by: str
    alert_at: float
    is_alert: bool
    contradictions: tuple[str, ...]  # sentences that deny what the core says
    observations: tuple[Observation, ...]
    entries: int
    last: PersonalityEntry | None
    past: tuple[Drifted, ...]
    waiting: bool  # for the person, who has a version to decide about


class PersonalityText(NamedTuple):
    """The living layer as it is, and what each observed sentence in it rests on."""

    text: str
    version: int | None
    is_core: bool  # still the identity, word for word
    observations: tuple[Observation, ...]


class PersonalityReset(NamedTuple):
    """What a reset did. Without an entry there was nothing to do."""

    entry: PersonalityEntry | None
    before: str | None  # the date of the snapshot that brings it back
    removed: tuple[str, ...]  # sentences that went
    why: str | None
