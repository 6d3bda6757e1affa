"""Observations of an agent's personality, the status of its living layer, and changes to it."""

from datetime import datetime
from typing import Literal, NamedTuple, get_args

from wakeline.model.identity import Document
from wakeline.model.personality import PersonalityEntry

ObservedKind = Literal["preference", "habit", "topic", "way"]
OBSERVED_KINDS: tuple[ObservedKind, ...] = get_args(ObservedKind)


class PersonalityObservation(NamedTuple):
    """One sentence of the living layer, and its evidence.

    `keys` name what was observed: several if one sentence combines several observations. `model`
    is the language model that worded the sentence, if one did.
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
    """What consolidation did to the personality, or why it wrote nothing."""

    written: str | None  # the date of the new entry
    observations: int
    added: int
    removed: int
    drift: float | None  # from the text in force to the new text
    drift_from_center: float | None
    is_alert: bool
    model: str | None  # the model that was asked to word it
    dropped: int  # sentences of a model without evidence
    failed: str | None  # why the model failed
    why: str | None


class DatedDrift(NamedTuple):
    """The drift of the personality from its core at one date."""

    date: str
    drift_from_center: float | None


class PersonalityStatus(NamedTuple):
    """The status of the living layer now, with its drift at earlier dates, oldest first."""

    document: Document | None  # in force; None while the identity itself is used
    drift_from_center: float | None
    drift_from_previous: float | None
    measured_by: str
    alert_at: float
    is_alert: bool
    contradictions: tuple[str, ...]  # sentences that contradict the core
    observations: tuple[PersonalityObservation, ...]
    entries: int
    last: PersonalityEntry | None
    past: tuple[DatedDrift, ...]
    waiting: bool  # for the person to decide about a version


class PersonalityText(NamedTuple):
    """The text of the living layer, and the evidence for its observed sentences."""

    text: str
    version: int | None
    is_core: bool  # still the identity, word for word
    observations: tuple[PersonalityObservation, ...]


class PersonalityReset(NamedTuple):
    """What a reset did. `entry` is None if there was nothing to do."""

    entry: PersonalityEntry | None
    before: str | None  # the date of the snapshot that undoes the reset
    removed: tuple[str, ...]  # removed sentences
    why: str | None
