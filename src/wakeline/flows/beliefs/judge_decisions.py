"""Ask a language model which decisions an action goes against, if the settings allow it.

One question a check: the model is shown what the rules found and the decisions nearest in meaning,
and its answer replaces that of the rules. If it does not answer, or today's budget is spent, what
the rules found stays. Nothing is written but the cost.
"""

from __future__ import annotations

from collections.abc import Sequence

from wakeline.base.errors import WakelineError
from wakeline.beliefs.judging import MOST_ANSWER, MOST_SHOWN, SCHEMA, named_decisions, prompt_for
from wakeline.flows.beliefs.nearest_decisions import rank_by_nearness
from wakeline.flows.common.place import Place
from wakeline.flows.reading.spending import ModelMeter
from wakeline.model.decision import Decision

ModelVerdicts = dict[str, float]  # how sure the model is, by the id of a decision


def judge_decisions(
    place: Place, action: str, decisions: Sequence[Decision], found: Sequence[Decision]
) -> ModelVerdicts | None:
    """How surely the action goes against each decision; None if no model answered.

    `found` are the decisions that the rules found.
    """
    shown = _shown(place, action, decisions, found)
    prompt = prompt_for(action, shown)
    try:
        model = place.model()
        if model is None:
            return None
        meter = ModelMeter(place, model)
        if meter.cap_for(prompt, MOST_ANSWER) is not None:
            return None
        against = named_decisions(meter.ask(prompt, SCHEMA, most_tokens=MOST_ANSWER), len(shown))
    except WakelineError:  # refused, late, garbled or not set up: the answer of the rules stays
        return None
    return {shown[number].id: sure for number, sure in against.items()}


def _shown(
    place: Place, action: str, decisions: Sequence[Decision], found: Sequence[Decision]
) -> list[Decision]:
    """The decisions that the rules found, then the nearest others."""
    rest = [row for row in decisions if row not in found]
    if len(decisions) > MOST_SHOWN:
        rest = [each.decision for each in rank_by_nearness(place, action, rest)]
    return [*found, *rest][:MOST_SHOWN]
