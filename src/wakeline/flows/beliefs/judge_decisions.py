"""Let a language model say which decisions an action goes against, where it is wanted.

One question a check: it is shown what rules found and the decisions nearest in meaning. What it
says of those holds. Where it does not answer, or nothing more may be spent today, it says nothing,
and what rules found stands. Nothing is written but what was spent.
"""

from __future__ import annotations

from collections.abc import Sequence

from wakeline.base.errors import WakelineError
from wakeline.beliefs.judging import MOST_ANSWER, MOST_SHOWN, SCHEMA, named, prompt_for
from wakeline.flows.beliefs.nearest_decisions import nearest_first
from wakeline.flows.common.place import Place
from wakeline.flows.reading.spending import Meter
from wakeline.model.decision import Decision

Judged = dict[str, float]  # decisions by their id, and how sure the model is


def judge_decisions(
    place: Place, action: str, decisions: Sequence[Decision], found: Sequence[Decision]
) -> Judged | None:
    """What the action goes against; `found` is what rules say. None where no model answered."""
    shown = _shown(place, action, decisions, found)
    prompt = prompt_for(action, shown)
    try:
        model = place.model()
        if model is None:
            return None
        meter = Meter(place, model)
        if meter.capped(prompt, MOST_ANSWER) is not None:
            return None
        against = named(meter.ask(prompt, SCHEMA, most_tokens=MOST_ANSWER), len(shown))
    except WakelineError:  # refused, late, garbled or not set up: rules have answered
        return None
    return {shown[number].id: sure for number, sure in against.items()}


def _shown(
    place: Place, action: str, decisions: Sequence[Decision], found: Sequence[Decision]
) -> list[Decision]:
    """What rules found, then the nearest."""
    rest = [row for row in decisions if row not in found]
    if len(decisions) > MOST_SHOWN:
        rest = [each.decision for each in nearest_first(place, action, rest)]
    return [*found, *rest][:MOST_SHOWN]
