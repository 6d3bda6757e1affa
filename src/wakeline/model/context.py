"""The parts of a wake's context, what is missing or left out, and the finished wake."""

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
    """The rows that one source delivered."""

    source: str
    rows: tuple[Any, ...]


class Missing(NamedTuple):
    """A source that could not deliver, and why."""

    source: str
    reason: str


class Omitted(NamedTuple):
    """A row that was left out because of the budget."""

    source: str
    id: str
    tokens: int


class Share(NamedTuple):
    """The share of one source in the text: its lines, and their tokens with headings."""

    source: str
    lines: int
    tokens: int


class Sibling(NamedTuple):
    """Another session of the same agent that is alive now, and its current work."""

    session_id: str
    title: str | None
    thread_id: str | None
    since: datetime
    last_heard_at: datetime
    host: str
    working_on: str | None
    working_on_id: str | None = None  # the turn it was read from


class Crossing(NamedTuple):
    """The crossing from the agent's last own moment to this wake."""

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
    """A part of a wake's text, and the orientation level from which it is given."""

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
    """What the preset `auto` would choose now, by which rule, and all rules in order."""

    rule: str
    preset: str
    sources: tuple[str, ...]
    budget: int
    situation: dict[str, Any]
    rules: tuple[PresetRule, ...]


class Woken(NamedTuple):
    """The result of a wake. A wake as of a past moment only reads: it opens no session."""

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
    preset_rule: str | None = None  # the rule that chose, if the preset was `auto`
