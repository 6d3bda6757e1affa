"""Count what an agent spends on its language model, and enforce the caps of a day.

Days are those of the person's time zone. Tokens are those that the server counted, or an
estimate if it counts none; money follows from the price in the settings. The cap is checked
before each request, with the longest possible answer, so it is never exceeded. It does not know
what is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import Any, NamedTuple

from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.model.consolidation import ModelDay
from wakeline.ports.minds import LanguageModel, Usage
from wakeline.ports.store import View

MILLION = 1_000_000
LEAST_REQUEST = 2_000  # tokens; with less left than this, the day counts as spent


class SpendingCap(NamedTuple):
    """Why no request is allowed, and what to do about it."""

    why: str
    todo: str


class ModelMeter:
    """Asks a model within the caps of the agent, and counts what was spent."""

    def __init__(self, place: Place, model: LanguageModel) -> None:
        self._place = place
        self._model = model
        self.name = model.name
        self.requests = self.prompt_tokens = self.answer_tokens = 0
        self.cost = 0.0

    def cap_for(self, prompt: str, most_tokens: int) -> SpendingCap | None:
        """The cap that a request would exceed, or None if it is allowed."""
        tokens = self._place.tokens.count(prompt)
        with self._place.store.reading() as view:
            return _capped(self._place, spent_today(self._place, view), tokens, most_tokens)

    def ask(self, prompt: str, schema: Mapping[str, Any], *, most_tokens: int) -> dict[str, Any]:
        """The answer as an object of a schema. An unusable answer is counted too."""
        self.requests += 1
        heard: list[Usage] = []
        try:
            return self._model.complete_as(
                prompt, schema, most_tokens=most_tokens, spent=heard.append
            )
        finally:
            self._note(prompt, heard[0] if heard else Usage(0, 0, ""))

    def _note(self, prompt: str, usage: Usage) -> None:
        place = self._place
        shown, answered = usage.prompt_tokens, usage.answer_tokens
        shown = place.tokens.count(prompt) if shown is None else shown
        answered = place.tokens.count(usage.text) if answered is None else answered
        cost = model_cost(place, shown, answered)
        self.prompt_tokens += shown
        self.answer_tokens += answered
        self.cost += cost
        with place.store.writing(place.by(actor="worker")) as unit:
            day = spent_today(place, unit)
            unit.put(
                day._replace(
                    requests=day.requests + 1,
                    prompt_tokens=day.prompt_tokens + shown,
                    answer_tokens=day.answer_tokens + answered,
                    cost=day.cost + cost,
                )
            )


def model_cost(place: Place, prompt_tokens: int, answer_tokens: int) -> float:
    """The cost of tokens by the price in the settings; 0 if no price is set."""
    settings = place.settings
    return (
        prompt_tokens * settings.amount("model.price_prompt")
        + answer_tokens * settings.amount("model.price_answer")
    ) / MILLION


def spent_today(place: Place, view: View) -> ModelDay:
    """What was spent since midnight in the person's time zone."""
    day = _here(place).date().isoformat()
    found = view.one(ModelDay, "consolidation.model_day", day=day)
    return found or ModelDay(day, 0, 0, 0, 0.0)


def is_day_spent(place: Place, view: View) -> bool:
    """Whether the cap allows no further request today."""
    spent = spent_today(place, view)
    return bool(spent.requests) and _capped(place, spent, LEAST_REQUEST, 0) is not None


def next_day_start(place: Place) -> datetime:
    """When the person's next day begins."""
    here = _here(place)
    return datetime.combine(here.date() + timedelta(days=1), time(), here.tzinfo)


def _here(place: Place) -> datetime:
    return place.clock.now().astimezone(time_zone(place.identity.person_time_zone))


def _capped(place: Place, spent: ModelDay, shown: int, most_answered: int) -> SpendingCap | None:
    settings = place.settings
    most_tokens = settings.number("model.most_tokens_a_day")
    most_cost = settings.amount("model.most_cost_a_day")
    tokens = spent.prompt_tokens + spent.answer_tokens
    if most_tokens and tokens + shown + most_answered > most_tokens:
        told = f"{tokens:,} of {most_tokens:,} tokens"
        return _told("model.most_tokens_a_day", told, f"{shown + most_answered:,} tokens", spent)
    next_one = model_cost(place, shown, most_answered)
    if most_cost and spent.cost + next_one > most_cost:
        told = f"{spent.cost:.4g} of {most_cost:.4g}"
        return _told("model.most_cost_a_day", told, f"{next_one:.4g}", spent)
    return None


def _told(setting: str, spent: str, next_one: str, day: ModelDay) -> SpendingCap:
    if not day.requests:
        why = f"One request may take {next_one}, and {setting} allows less."
        return SpendingCap(why, f"Raise {setting}.")
    why = f"{spent} of today are spent, and one more request may take {next_one}."
    return SpendingCap(why, f"The rest is read tomorrow, or raise {setting}.")
