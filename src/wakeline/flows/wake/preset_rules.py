"""The preset `auto`: one bounded query reads the situation, and a table of rules chooses."""

from __future__ import annotations

from datetime import datetime

from wakeline.flows.common.parse import choice
from wakeline.flows.common.place import Place
from wakeline.flows.session.open_sessions import split_open_sessions
from wakeline.flows.wake.request import (
    LEAST_BUDGET,
    MOST_BUDGET,
    ContextRequest,
    parse_context_request,
)
from wakeline.hydration.preset_rules import (
    DUE_WITHIN,
    WakeRule,
    WakeSituation,
    first_matching_rule,
    rules_with,
)
from wakeline.hydration.presets import AUTO, HydrationSource, Names, preset_name
from wakeline.liminal.gap import time_away
from wakeline.model.context import ExplainedPreset
from wakeline.model.log import Episode
from wakeline.model.session import WAKE_TYPES
from wakeline.ports.store import View

MOST_TASKS = 100  # so many of the most pressing open tasks are read


def apply_preset_rules(
    place: Place,
    view: View,
    asked: ContextRequest,
    *,
    last: datetime | None,
    now: datetime,
    wake_type: str,
    was_cut_off: bool,
) -> ContextRequest:
    """The request with the sources and the budget of the first rule that applies."""
    rules = rules_with(place.settings.text("wake.rules"))
    seen = wake_situation(
        view, asked, last=last, now=now, wake_type=wake_type, was_cut_off=was_cut_off
    )
    return _given(asked, first_matching_rule(rules, seen))


def explain_preset(
    place: Place,
    *,
    wake_type: str = "gradual",
    mode: str = "chat",
    budget: int | None = None,
    exclude: Names | None = None,
    own_session_id: str | None = None,
) -> ExplainedPreset:
    """What `auto` would choose now, and by which rule. Wakes nobody."""
    place.ask("hydrate")
    kind = choice(wake_type, WAKE_TYPES, field="wake_type")
    asked = parse_context_request(place, otherwise=AUTO, mode=mode, budget=budget, exclude=exclude)
    rules = rules_with(place.settings.text("wake.rules"))
    now = place.clock.now()
    with place.store.reading() as view:
        last = view.head().last_known_at
        _, dead = split_open_sessions(place, view, now, own_session_id)
        spoke = any(view.one(Episode, "log.first_of_session", session_id=s.id) for s in dead)
        seen = wake_situation(view, asked, last=last, now=now, wake_type=kind, was_cut_off=spoke)
    given = _given(asked, first_matching_rule(rules, seen))
    return ExplainedPreset(
        rule=given.rule or "",
        preset=given.preset,
        sources=tuple(source.name or "" for source in given.chosen),
        budget=given.budget,
        situation=seen._asdict(),
        rules=tuple(rule.as_preset_rule() for rule in rules),
    )


def wake_situation(
    view: View,
    asked: ContextRequest,
    *,
    last: datetime | None,
    now: datetime,
    wake_type: str,
    was_cut_off: bool,
) -> WakeSituation:
    """The situation that rules look at, read by one query."""
    bounds = {"now": now, "soon": now + DUE_WITHIN, "limit": MOST_TASKS}
    (waiting,) = view.tuples("agenda.pending", **bounds)
    unread, unanswered, due, is_cut_off = map(bool, waiting)
    return WakeSituation(
        away=time_away(last, now),
        wake_type=wake_type,
        mode=asked.mode,
        has_unread=unread,
        has_unanswered=unanswered,
        has_due=due,
        was_cut_off=was_cut_off or is_cut_off,
        budget=asked.budget if asked.is_own_budget else None,
    )


def _given(asked: ContextRequest, rule: WakeRule) -> ContextRequest:
    """The request with a rule's choice. A named budget stays; excluded sources stay out."""
    chosen: HydrationSource = rule.sources() & asked.chosen
    room = asked.budget
    if not asked.is_own_budget:
        room = max(LEAST_BUDGET, min(MOST_BUDGET, room * rule.percent // 100))
    name = preset_name(chosen, rule.gives.partition("+")[0])
    return asked._replace(
        preset=name, chosen=chosen, budget=room, rule=rule.name, is_brief=rule.is_brief
    )
