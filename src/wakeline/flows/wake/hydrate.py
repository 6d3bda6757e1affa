"""Return an agent's context as a value: reads one snapshot and records nothing.

The preset `agent-minimal` has a fast path if the store has one: a single query. It returns the
same fields, but without the crossing, as no text is made there.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, Unpack

from wakeline.base.errors import Invalid
from wakeline.context.assembly import AssembledText
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.wake.as_of import gather_as_of
from wakeline.flows.wake.gather import (
    GROUNDING,
    GROUNDING_PENDING,
    GatheredContext,
    Standpoint,
    ask_guardian,
    gather_context,
)
from wakeline.flows.wake.render import (
    complete_for_intent,
    grounding_text,
    render_text,
    welcome_text,
    with_verified_receipts,
)
from wakeline.flows.wake.request import ContextRequest, parse_context_request
from wakeline.hydration.context_value import identity_fields, source_fields
from wakeline.hydration.gather import call_or_missing
from wakeline.hydration.presets import PRESETS, HydrationSource, names_of
from wakeline.hydration.sources import WITH_A_TEXT
from wakeline.language.ages import moment_text
from wakeline.liminal.gap import time_away
from wakeline.model.context import Crossing, Missing
from wakeline.model.hydration import HydrationContext, MinimalContext

if TYPE_CHECKING:
    from wakeline.model.requests import PresetOptions

ALL = "all"
MINIMAL = "agent-minimal"
NOT_WRITTEN = AssembledText("", 0, (), ())


def hydrate(
    place: Place,
    *,
    generate_system_prompt: bool = True,
    fast: bool | None = None,
    as_of: datetime | str | None = None,
    thread: str | None = None,
    **wanted: Unpack[PresetOptions],
) -> HydrationContext:
    """Build the agent's context from explicit sources, a preset, the mode, or all sources.

    The fast path is taken where it is enough; `fast=True` demands it, `fast=False` forbids it.
    With `as_of`, everything is as it was recorded at that time.
    With a thread, the text has receipts of the files that were shown in it.
    """
    place.ask("hydrate")
    asked = parse_context_request(place, otherwise=MINIMAL if fast else ALL, **wanted)
    if as_of is not None:
        then, past, withheld = gather_as_of(place, asked, as_of)
        whole = _written(place, past, then, generate_system_prompt=generate_system_prompt)
        return whole._replace(withheld=withheld)
    now = place.clock.now()
    is_served = _is_served(place, asked)
    if fast and not is_served:
        raise Invalid(
            f"the fast path returns {MINIMAL} and nothing else.",
            todo="Leave `fast` out, or the intent and the sources.",
        )
    if is_served and fast is not False:
        found = _at_once(place, asked, now)
        if found is not None:
            return _minimal(place, asked, now, found)
    named = parse.label(thread, field="thread")
    has_text = _has_text(asked, generate_system_prompt=generate_system_prompt)
    also = (*(WITH_A_TEXT if has_text else ()), *(["Attachments"] if named else ()))
    with place.store.reading() as view:
        read = gather_context(place, view, asked, Standpoint(now, named), also=also)
    read = complete_for_intent(place, with_verified_receipts(read), now)
    return _written(place, read, now, generate_system_prompt=generate_system_prompt)


def _has_text(asked: ContextRequest, *, generate_system_prompt: bool) -> bool:
    return generate_system_prompt and HydrationSource.SystemPrompt in asked.chosen


def _written(
    place: Place, found: GatheredContext, now: datetime, *, generate_system_prompt: bool
) -> HydrationContext:
    """The gathered context as one value, with its text if one is wanted."""
    asked = found.request  # rules may have chosen
    last = found.head.last_known_at
    made = NOT_WRITTEN
    if _has_text(asked, generate_system_prompt=generate_system_prompt):
        crossing = Crossing(now, "gradual", last, time_away(last, now), (), ())
        made = render_text(place, found, crossing)
    return HydrationContext(
        **_about(asked, now, found.identity.person_time_zone),
        welcome=welcome_text(found),
        system_prompt=made.text or None,
        grounding_message=grounding_text(found),
        missing=tuple(found.missing),
        warnings=found.warnings,
        tokens=made.tokens,
        omitted=made.omitted,
        shares=made.shares,
        withheld=(),
        **identity_fields(found.identity, found.documents),
        **source_fields(found.pieces, now, asked.limits),
    )


def _about(asked: ContextRequest, now: datetime, zone: str) -> dict[str, Any]:
    """The fields of a context that describe the context itself."""
    return {
        "hydrated_at": now,
        "hydrated_at_local": moment_text(now, time_zone(zone)),
        "preset": asked.preset,
        "preset_rule": asked.rule,
        "sources": names_of(asked.chosen),
        "budget": asked.budget,
    }


# -- the fast path


def _is_served(place: Place, asked: ContextRequest) -> bool:
    """Whether the fast path returns all that is requested."""
    is_minimal = asked.chosen == PRESETS[MINIMAL]
    return is_minimal and asked.intent is None and not place.settings.flag("wake.proactive")


def _at_once(place: Place, asked: ContextRequest, now: datetime) -> MinimalContext | None:
    """What the store returns in one query; None if it has no fast path."""
    key = number = None
    if isinstance(asked.project, str):
        key = asked.project
        number = int(key) if parse.is_number(key) else None
    elif asked.project is not None:
        number = asked.project
    if isinstance(number, bool):  # not a project number, though Python counts it as an int
        return None
    limits = asked.limits
    return place.store.minimal_context(
        place.identity.name,
        seconds=place.settings.number("wake.source_milliseconds") / 1000,
        project=number,
        project_key=key,
        moment=now,
        mem_limit=limits.identity_memory_limit,
        fact_limit=limits.fact_limit,
        min_fact_importance=limits.min_fact_importance,
        task_limit=limits.task_limit,
        project_limit=limits.project_limit,
        hint_limit=limits.hint_limit,
        content_max=limits.content_max_length,
    )


def _minimal(
    place: Place, asked: ContextRequest, now: datetime, found: MinimalContext
) -> HydrationContext:
    """The context made from the fast path. The guardian is asked here too."""
    *fields, last_known_at, ended, entropy, unfinished = found
    told = (last_known_at, now, ended, entropy, unfinished)
    said = call_or_missing(GROUNDING, lambda: ask_guardian(place, *told))
    missing = (said,) if isinstance(said, Missing) else ()
    brought = dict(zip(MinimalContext._fields, fields, strict=False))
    return HydrationContext(
        **_about(asked, now, found.identity.time_zone),
        welcome=None,
        system_prompt=None,
        grounding_message=None,
        missing=missing,
        warnings=() if said is None or missing else (GROUNDING_PENDING,),
        tokens=0,
        omitted=(),
        shares=(),
        **{**source_fields({}, now, asked.limits), **brought},
    )
