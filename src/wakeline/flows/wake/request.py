"""Parse a request for a context: which sources, how large, for which mode."""

from __future__ import annotations

from typing import Any, NamedTuple

from wakeline.base.errors import Invalid
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.hydration.presets import AGENT_MODES, HydrationSource, Names, chosen_sources
from wakeline.hydration.sources import Limits
from wakeline.hydration.wording import FRAMINGS, Framing
from wakeline.model.log import MODES, Mode

LEAST_BUDGET = 200
MOST_BUDGET = 1_000_000
MOST_ROWS = 1000
MOST_LENGTH = 1_000_000
MOST_INTENT = 1000


class ContextRequest(NamedTuple):
    """A parsed request for a context."""

    preset: str
    chosen: HydrationSource
    mode: Mode
    limits: Limits
    budget: int
    framing: Framing
    project: str | int | None
    intent: str | None
    is_own_budget: bool = False  # the caller named it
    rule: str | None = None  # the rule of `auto` that chose
    is_brief: bool = False  # the rule wants short headings
    most_characters: int | None = None  # a second bound, for readers that limit characters too


def parse_context_request(
    place: Place,
    *,
    otherwise: str,
    preset: str | None = None,
    sources: Names | None = None,
    exclude: Names | None = None,
    mode: str = "chat",
    budget: int | None = None,
    framing: str | None = None,
    project: str | int | None = None,
    intent: str | None = None,
    most_characters: int | None = None,
    **limits: Any,
) -> ContextRequest:
    """The parsed request, or an error that says what is allowed."""
    kind = parse.choice(mode, MODES, field="mode")
    name, chosen = chosen_sources(
        sources=sources, preset=preset, exclude=exclude, mode=kind, otherwise=otherwise
    )
    room = budget if budget is not None else place.settings.number("wake.budget")
    return ContextRequest(
        preset=name,
        chosen=chosen,
        mode=kind,
        limits=_limits(limits),
        budget=parse.whole_number(room, field="budget", least=LEAST_BUDGET, most=MOST_BUDGET),
        framing=parse.choice(
            framing or place.settings.text("wake.framing"), FRAMINGS, field="framing"
        ),
        project=project,
        intent=parse.label(intent, field="intent", most=MOST_INTENT),
        is_own_budget=budget is not None,
        most_characters=most_characters,
    )


def _limits(given: dict[str, Any]) -> Limits:
    unknown = given.keys() - set(Limits._fields)
    if unknown:
        raise Invalid(
            f"there is no limit {', '.join(sorted(unknown))}.",
            todo=f"Use {', '.join(Limits._fields)}.",
        )
    checked: dict[str, Any] = {}
    for name, value in given.items():
        if value is None:
            continue
        if name == "ai_name":
            checked[name] = parse.label(value, field=name)
        elif name == "min_fact_importance":
            checked[name] = parse.scaled_importance(value, field=name)
        else:
            least, most = (1, MOST_LENGTH) if name == "content_max_length" else (0, MOST_ROWS)
            checked[name] = parse.whole_number(value, field=name, least=least, most=most)
    return Limits(**checked)


def is_for_agents(asked: ContextRequest) -> bool:
    """Whether this is for an agent that works while nobody talks with it, by mode or preset."""
    return asked.mode in AGENT_MODES or asked.preset == "agent-minimal"
