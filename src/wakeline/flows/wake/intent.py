"""Add to a context the rows that matter for what a session is about to do.

The most important memories always come first, then what recall finds for the intent; together
they have a token bound of their own, and rows that do not fit are listed as omitted. Turns of
today and yesterday, fitting principles, and a known procedure for the task are added too. No
row is counted as used by this.
"""

from __future__ import annotations

from datetime import datetime, time, timedelta

from wakeline.context.modes import SHARED
from wakeline.flows.beliefs.principles import match_principles
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.memory.procedures import detect_procedure
from wakeline.flows.recall.recall import recall
from wakeline.flows.wake.gather import GatheredContext
from wakeline.model.context import Omitted, Piece
from wakeline.model.log import Episode
from wakeline.model.memory import Hit, Memory

RELEVANT = "RelevantMemories"
PROCEDURE = "Procedure"
PRINCIPLES = "Principles"
TURNS = "LatestTurns"
ALWAYS_ABOVE = 0.8
MOST_TOKENS = 2000
MOST_VITAL = 200
MOST_HITS = 10
MOST_TURNS = 20
MOST_FITTING = 5
BY_OTHER_WAYS = ("decision", "principle")  # which have a place of their own in the text


def with_intent_context(place: Place, found: GatheredContext, now: datetime) -> GatheredContext:
    """The context with rows for the intent; unchanged if there is no intent."""
    intent = found.request.intent or _where_it_stood(found)
    if intent is None:
        return found
    hits = recall(place, intent, k=MOST_HITS)
    with place.store.reading() as view:
        vital = view.all(Memory, "memory.vital", above=ALWAYS_ABOVE, limit=MOST_VITAL)
        modes = list(SHARED[found.request.mode])
        turns = view.all(Episode, "log.latest_in_modes", modes=modes, limit=MOST_TURNS)
        ids = [hit.id for hit in hits]
        apart = {i for (i,) in view.tuples("log.of_other_modes", ids=ids, modes=modes)}
    hits = [hit for hit in hits if hit.id not in apart and hit.kind not in BY_OTHER_WAYS]
    known = {memory.id for memory in vital}
    wanted: list[Memory | Hit] = [*vital, *(hit for hit in hits if hit.id not in known)]
    kept: list[Memory | Hit] = []
    omitted: list[Omitted] = []
    room = MOST_TOKENS
    for row in wanted:
        tokens = row.tokens if isinstance(row, Memory) else place.tokens.count(row.text)
        if tokens <= room:
            room -= tokens
            kept.append(row)
        else:
            omitted.append(Omitted(RELEVANT, row.id, tokens))
    shown = {row.id for row in kept}
    fresh = [turn for turn in _since_yesterday(found, turns, now) if turn.id not in shown]
    procedure = detect_procedure(place, intent)
    fitting = tuple(each.principle for each in match_principles(place, intent, limit=MOST_FITTING))
    pieces = {
        **found.pieces,
        **({PROCEDURE: Piece(PROCEDURE, (procedure,))} if procedure is not None else {}),
        **({PRINCIPLES: Piece(PRINCIPLES, fitting)} if fitting else {}),
        RELEVANT: Piece(RELEVANT, tuple(kept)),
        TURNS: Piece(TURNS, tuple(fresh)),
    }
    return found._replace(pieces=pieces, omitted=(*found.omitted, *omitted))


def _where_it_stood(found: GatheredContext) -> str | None:
    """What the last session was working on, by its handoff, or None."""
    for handoff in found.pieces["SessionHandoff"].rows if "SessionHandoff" in found.pieces else ():
        said: str | None = handoff.working_on or handoff.open_threads or handoff.summary
        return said
    return None


def _since_yesterday(found: GatheredContext, turns: list[Episode], now: datetime) -> list[Episode]:
    """Turns of today and yesterday, by the person's calendar, oldest first."""
    zone = time_zone(found.identity.person_time_zone)
    yesterday = now.astimezone(zone).date() - timedelta(days=1)
    start = datetime.combine(yesterday, time(), tzinfo=zone)
    return [turn for turn in reversed(turns) if start <= turn.at <= now and not turn.forgotten_at]
