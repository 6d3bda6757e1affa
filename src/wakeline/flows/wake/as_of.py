"""An agent's context as it was at an earlier time: the same sources, over rebuilt tables.

The log is read up to the last entry that was written at that time or before, and the tables
that sources read are rebuilt from it in memory, for both engines. So a source does not know that
it reads the past. Rows that were forgotten since cannot be shown; their ids are listed.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import NamedTuple, Unpack

from wakeline.base.errors import Invalid, NotFound
from wakeline.flows.assessment.entropy import latest_entropy_as_of
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.common.replay import head_from_log
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.recall.uses import marks_as_of
from wakeline.flows.wake.gather import LAST_EXCHANGES, GatheredContext, Standpoint, gather_context
from wakeline.flows.wake.render import render_text
from wakeline.flows.wake.request import ContextRequest, parse_context_request
from wakeline.flows.wake.wake import context_values
from wakeline.hydration.presets import HydrationSource as S
from wakeline.hydration.sources import OF_THE_PAST
from wakeline.liminal.gap import time_away
from wakeline.model.context import Crossing, Woken
from wakeline.model.identity import Identity
from wakeline.model.requests import PresetOptions
from wakeline.model.session import WAKE_TYPES
from wakeline.model.tables import tables_by_subject
from wakeline.ports.store import View
from wakeline.store.memory_tables import RebuiltView, open_memory_tables

# The tables that every hydration reads, and those that a source reads besides.
ALWAYS = ("identity", "document", "soul_entry", "fact", "guard", "decision")
READ_BY: dict[S, str] = {
    S.IdentityMemories: "memory",
    S.PinnedMemories: "memory",
    S.RecentMemories: "memory",
    S.ProjectMemories: "memory",
    S.ActiveProjects: "project",
    S.CurrentTasks: "task",
    S.KeyFacts: "fact",
    S.ProjectFacts: "fact",
    S.CoreTeamDoc: "document",
    S.SurfacedMemory: "memory",
    S.Notifications: "message",
    S.SessionHandoff: "handoff",  # and letters, see `_kinds`
    S.Hints: "hint",
    S.MemoryConfig: "identity",
}
DELETED = ".deleted"


class PastContext(NamedTuple):
    """The context at an earlier time, and the ids of rows that were forgotten since."""

    at: datetime
    found: GatheredContext
    withheld: tuple[str, ...]


def gather_as_of(
    place: Place, asked: ContextRequest, as_of: datetime | str, *, thread: str | None = None
) -> PastContext:
    """Gather the requested context as it was recorded at an earlier time."""
    now = place.clock.now()
    at = parse.moment(as_of, field="as_of", now=now)
    if at > now:
        raise Invalid(f"as_of is {at.isoformat()}, which is in the future.", todo="Give the past.")
    if asked.intent is not None:
        raise Invalid(
            "an intent cannot be combined with as_of.",
            todo="Leave the intent out, or ask `recall` with --as-of.",
        )
    with place.store.reading() as view, open_memory_tables(view.scope) as past:
        through = _through(view, at)
        withheld = _fill(view, past, _kinds(asked, thread), at, through)
        own = past.one(Identity, "identities.own")
        if own is None:
            raise NotFound(
                f"{place.identity.name} did not exist yet at {at.isoformat()}.",
                todo="Give a later moment.",
            )
        zone = time_zone(own.person_time_zone)
        for measured in latest_entropy_as_of(view, through, zone, limit=LAST_EXCHANGES):
            past.put(measured)
        found = gather_context(
            place, past, asked, Standpoint(at, thread, is_past=True), also=OF_THE_PAST
        )
    return PastContext(at, found, withheld)


def wake_as_of(
    place: Place,
    as_of: datetime | str,
    *,
    wake_type: str = "gradual",
    thread: str | None = None,
    model_id: str | None = None,
    source: str | None = None,
    own_session_id: str | None = None,
    **wanted: Unpack[PresetOptions],
) -> Woken:
    """What a wake would have delivered at an earlier time. Opens no session, records nothing.

    The log does not say which sessions were alive or cut off, so neither is in the result.
    """
    del model_id, source, own_session_id  # only for opening a session
    place.ask("hydrate")
    kind = parse.choice(wake_type, WAKE_TYPES, field="wake_type")
    asked = parse_context_request(place, otherwise=place.settings.text("wake.preset"), **wanted)
    thread = parse.label(thread, field="thread")
    at, found, withheld = gather_as_of(place, asked, as_of, thread=thread)
    last = found.head.last_known_at
    crossing = Crossing(at, kind, last, time_away(last, at), (), ())
    made = render_text(place, found, crossing)
    return Woken(
        session_id=None,
        text=made.text,
        context=context_values(found),
        liminal=crossing,
        tokens=made.tokens,
        budget=asked.budget,
        omitted=made.omitted,
        missing=tuple(found.missing),
        shares=made.shares,
        warnings=found.warnings,
        preset=asked.preset,
        withheld=withheld,
    )


def _kinds(asked: ContextRequest, thread: str | None) -> set[str]:
    """The kinds of rows whose tables must be rebuilt."""
    kinds = {*ALWAYS, *(READ_BY[source] for source in asked.chosen if source in READ_BY)}
    if asked.project is not None:
        kinds.add("project")
    if S.SessionHandoff in asked.chosen:
        kinds.add("letter")
    if thread is not None:
        kinds.add("thread_handoff")
    return kinds


def _fill(
    view: View, past: RebuiltView, kinds: set[str], at: datetime, through: int
) -> tuple[str, ...]:
    """Rebuild the tables as they were. Returns the ids of rows whose content was forgotten."""
    withheld: list[str] = []
    for kind, row_id, last, after, forgotten_at in view.tuples(
        "past.rows", kinds=sorted(kinds), through=through
    ):
        if after is not None:
            past.put_image(tables_by_subject()[kind], json.loads(after))
        elif forgotten_at is not None and not last.endswith(DELETED):
            withheld.append(row_id)
    if "memory" in kinds:
        for mark in marks_as_of(view, through, at):
            past.put(mark)
        past.run("memory.fill_idle")
    past.put(head_from_log(view, through))
    return tuple(withheld)


def _through(view: View, at: datetime) -> int:
    """The last entry of the log that was written at a given time or before.

    The log is in the order of its commits, so everything up to that entry existed then.
    """
    found = (view.value(query, at=at) for query in ("past.last_turn", "past.last_event"))
    return max(int(seq or 0) for seq in found)
