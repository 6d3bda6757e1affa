"""What a wake puts together: pieces, what is missing, what was left out, and the whole."""

from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple

from wakeline.model.liminal import (
    DriftObservation,
    GapExperience,
    GapReport,
    LiminalState,
    WakeDisorientation,
)
from wakeline.model.session import Session, WakeType


class Piece(NamedTuple):
    """What one source delivered: its rows and, for the text, its lines with their ids."""

    source: str
    rows: tuple[Any, ...]


class Missing(NamedTuple):
    """A source that could not deliver, and why."""

    source: str
    reason: str


class Omitted(NamedTuple):
    """Something that the budget left out."""

    source: str
    id: str
    tokens: int


class Share(NamedTuple):
    """What one source has of the text: its lines, and their tokens with their headings."""

    source: str
    lines: int
    tokens: int


class Sibling(NamedTuple):
    """Another session of the same agent that is alive now, and what it is doing."""

    session_id: str
    title: str | None
    thread_id: str | None
    since: datetime
    last_heard_at: datetime
    host: str
    working_on: str | None
    working_on_id: str | None = None  # the turn that says so


class Crossing(NamedTuple):
    """The gap between the last own moment and this wake."""

    woke_at: datetime
    wake_type: WakeType
    last_known_at: datetime | None
    away: timedelta | None
    cut_off: tuple[Session, ...]
    siblings: tuple[Sibling, ...]
    disorientation: WakeDisorientation | None = None
    gap: GapExperience | None = None
    state: LiminalState | None = None
    drifts: tuple[DriftObservation, ...] = ()
    report: GapReport | None = None


StageName = Literal["identity", "relationships", "operational", "notifications"]


class Stage(NamedTuple):
    """A part of a wake's text, and the orientation from which on it is given."""

    name: StageName
    level_needed: float
    text: str
    tokens: int
    sources: tuple[str, ...]


class PresetRule(NamedTuple):
    """A rule of the preset `auto`: when it holds, what it reads, and its percent of the budget."""

    name: str
    when: str
    sources: str
    percent: int


class ExplainedPreset(NamedTuple):
    """What `auto` would choose now, which rule says so, and every rule in its order."""

    rule: str
    preset: str
    sources: tuple[str, ...]
    budget: int
    situation: dict[str, Any]
    rules: tuple[PresetRule, ...]


class Woken(NamedTuple):
    """An agent put back together. As of a moment in the past it is only read: no session."""

    session_id: str | None
    text: str
    context: dict[str, Any]
    liminal: Crossing
    tokens: int
    budget: int
    omitted: tuple[Omitted, ...]
    missing: tuple[Missing, ...]
    shares: tuple[Share, ...] = ()
    warnings: tuple[str, ...] = ()
    preset: str = ""
    withheld: tuple[str, ...] = ()
    preset_rule: str | None = None  # which rule chose, where the preset was `auto`
