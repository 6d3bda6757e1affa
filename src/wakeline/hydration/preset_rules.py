"""Which sources and how large a budget suit a wake: the table behind the preset `auto`.

The first rule that holds decides. What a rule gives can be changed by a setting such as
`moment=lean/60, called=off`; its condition cannot. It reads nothing: the situation is
handed in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from wakeline.base.errors import Invalid
from wakeline.hydration.presets import (
    AGENT_MODES,
    HydrationSource,
    sources_named,
    sources_of,
)
from wakeline.model.context import PresetRule

MOMENT: Final = timedelta(minutes=30)
LONG_GAP: Final = timedelta(days=3)
DAY: Final = timedelta(days=1)
DUE_WITHIN: Final = timedelta(days=1)
NARROW, TIGHT = 1200, 2200  # tokens
LEAST_PERCENT, MOST_PERCENT = 10, 1000
OFF: Final = "off"


class WakeSituation(NamedTuple):
    """The facts that a rule may look at. `away` is None at the first wake."""

    away: timedelta | None
    wake_type: str
    mode: str
    has_unread: bool
    has_unanswered: bool
    has_due: bool
    was_cut_off: bool
    budget: int | None = None  # if somebody named one

    @property
    def is_pending(self) -> bool:
        """Whether somebody or something waits for the agent."""
        return self.has_unread or self.has_unanswered or self.has_due


class WakeRule(NamedTuple):
    """A condition, in words and as a function; the sources that it gives; percent of the budget."""

    name: str
    when: str
    holds: Callable[[WakeSituation], bool]
    gives: str
    percent: int
    is_brief: bool = False  # whether the wake has short headings

    def sources(self) -> HydrationSource:
        """The sources that it gives: a preset, and those named after a plus."""
        preset, *more = self.gives.split("+")
        return sources_of(preset) | sources_named(more)

    def as_preset_rule(self) -> PresetRule:
        """The rule as a value to show to people."""
        return PresetRule(self.name, self.when, self.gives, self.percent)


def _is_agent(seen: WakeSituation) -> bool:
    return seen.mode in AGENT_MODES


def _has_less(seen: WakeSituation, tokens: int) -> bool:
    return seen.budget is not None and seen.budget < tokens


def _is_within(seen: WakeSituation, span: timedelta) -> bool:
    return seen.away is not None and seen.away < span


RULES: Final[tuple[WakeRule, ...]] = (
    WakeRule(
        "robot-pending",
        "mode robot, and a session was cut off, or a message or a task waits",
        lambda seen: _is_agent(seen) and (seen.was_cut_off or seen.is_pending),
        "agent-minimal+SessionHandoff+Notifications+GroundingMessage",
        75,
    ),
    WakeRule("robot", "mode robot", _is_agent, "agent-minimal+GroundingMessage", 50),
    WakeRule("first-wake", "never awake before", lambda seen: seen.away is None, "all", 100),
    WakeRule(
        "narrow",
        f"a budget below {NARROW} tokens was named: room for what is in force",
        lambda seen: _has_less(seen, NARROW),
        "agent-minimal+SessionHandoff+Notifications+GroundingMessage",
        100,
        is_brief=True,
    ),
    WakeRule(
        "tight",
        f"a budget below {TIGHT} tokens was named: no room for what is not needed",
        lambda seen: _has_less(seen, TIGHT),
        "agent-minimal+SessionHandoff+Notifications+PinnedMemories+ProjectMemories+RecentMemories"
        "+GroundingMessage",
        100,
        is_brief=True,
    ),
    WakeRule(
        "named",
        "a larger budget was named: all that there is competes for it",
        lambda seen: seen.budget is not None,
        "all",
        100,
    ),
    WakeRule(
        "cut-off", "the session before was cut off", lambda seen: seen.was_cut_off, "all", 150
    ),
    WakeRule(
        "long-gap",
        "away three days or longer",
        lambda seen: not _is_within(seen, LONG_GAP),
        "all",
        150,
    ),
    WakeRule(
        "pending",
        "a message is unread or unanswered, or a task is due within a day",
        lambda seen: seen.is_pending,
        "interactive+GroundingMessage",
        100,
    ),
    WakeRule(
        "scheduled",
        "wake type scheduled: nobody is there to be met",
        lambda seen: seen.wake_type == "scheduled",
        "agent-minimal+SessionHandoff+GroundingMessage",
        50,
    ),
    WakeRule(
        "moment",
        "away less than 30 minutes",
        lambda seen: _is_within(seen, MOMENT),
        "agent-minimal+SessionHandoff+GroundingMessage",
        50,
    ),
    WakeRule(
        "called",
        "wake type called or sudden: somebody waits for an answer",
        lambda seen: seen.wake_type in ("called", "sudden"),
        "lean+GroundingMessage",
        75,
    ),
    WakeRule(
        "day",
        "away less than a day",
        lambda seen: _is_within(seen, DAY),
        "lean+KeyFacts+GroundingMessage",
        100,
    ),
    WakeRule("otherwise", "always", lambda _: True, "all", 100),
)
LAST: Final = RULES[-1].name


def rules_with(changes: str) -> tuple[WakeRule, ...]:
    """The rules with a person's changes: `NAME=PRESET+Source/PERCENT` or `NAME=off`, by commas."""
    found = {rule.name: rule for rule in RULES}
    for change in filter(None, (part.strip() for part in changes.split(","))):
        name, is_given, wanted = (part.strip() for part in change.partition("="))
        if name not in found or not is_given:
            raise _refused(change, f"Rules are {', '.join(rule.name for rule in RULES)}.")
        if wanted == OFF:
            if name == LAST:
                raise _refused(change, f"{LAST} has to stay: something must be chosen.")
            del found[name]
        else:
            found[name] = _changed(found[name], wanted, change)
    return tuple(found.values())


def _changed(rule: WakeRule, wanted: str, change: str) -> WakeRule:
    gives, _, percent = wanted.partition("/")
    room = rule.percent
    if percent:
        if not re.fullmatch(r"[0-9]{1,4}", percent):
            raise _refused(change, "Write the budget in percent, as in lean/60.")
        room = int(percent)
        if not LEAST_PERCENT <= room <= MOST_PERCENT:
            raise _refused(change, f"Use {LEAST_PERCENT} to {MOST_PERCENT} percent.")
    changed = rule._replace(gives=gives or rule.gives, percent=room)
    try:
        changed.sources()
    except Invalid as error:
        raise _refused(change, error.todo) from None
    return changed


def _refused(change: str, todo: str) -> Invalid:
    return Invalid(f"wake.rules has {change!r}, which is no change of a rule.", todo=todo)


def first_matching_rule(rules: Sequence[WakeRule], seen: WakeSituation) -> WakeRule:
    """The first rule that holds."""
    return next(rule for rule in rules if rule.holds(seen))
