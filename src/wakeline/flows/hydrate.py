"""An agent's context as a value: reads one snapshot and records nothing."""

from __future__ import annotations

from typing import Any

from wakeline.context.assembly import Assembled
from wakeline.flows import parse
from wakeline.flows.hydrating import (
    completed,
    gathered,
    grounding_text,
    parse_asked,
    verified,
    welcome_text,
    with_receipts,
    written,
)
from wakeline.flows.place import Place
from wakeline.flows.zones import time_zone
from wakeline.hydration.presets import HydrationSource
from wakeline.hydration.whole import delivered, selves
from wakeline.liminal.gap import time_away
from wakeline.model.context import Crossing
from wakeline.model.hydration import HydrationContext
from wakeline.sessions.age import moment_text

ALL = "all"
NOT_WRITTEN = Assembled("", 0, (), ())


def hydrate(
    place: Place,
    *,
    generate_system_prompt: bool = True,
    thread: str | None = None,
    **wanted: Any,
) -> HydrationContext:
    """Put the agent's context together. Explicit sources, a preset, the mode, or everything.

    With a thread, the text has receipts of the files that were shown in it.
    """
    place.ask("hydrate")
    now = place.clock.now()
    asked = parse_asked(place, otherwise=ALL, **wanted)
    with place.store.reading() as view:
        found = gathered(place, view, asked, now)
        found = with_receipts(place, view, found, now, parse.label(thread, field="thread"), None)
    found = completed(place, verified(place, found), now)
    asked = found.asked  # rules may have chosen
    last = found.head.last_known_at
    made = NOT_WRITTEN
    if generate_system_prompt and HydrationSource.SystemPrompt in asked.chosen:
        crossing = Crossing(now, "gradual", last, time_away(last, now), (), ())
        made = written(place, found, crossing)
    return HydrationContext(
        hydrated_at=now,
        hydrated_at_local=moment_text(now, time_zone(found.identity.person_time_zone)),
        preset=asked.preset,
        preset_rule=asked.rule,
        sources=tuple(source.name or "" for source in asked.chosen),
        welcome=welcome_text(found),
        system_prompt=made.text or None,
        grounding_message=grounding_text(found),
        missing=tuple(found.missing),
        warnings=found.warnings,
        tokens=made.tokens,
        budget=asked.budget,
        omitted=made.omitted,
        shares=made.shares,
        **selves(found.identity, found.documents),
        **delivered(found.pieces, now, asked.limits),
    )
