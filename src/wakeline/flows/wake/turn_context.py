"""The context of one turn: the texts that hooks give for it, within a budget.

Reads one snapshot and writes nothing. Hooks of plugins are run in the same way as built-in ones.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from math import inf
from time import perf_counter
from typing import NamedTuple

from wakeline.base.errors import Invalid
from wakeline.context.assembly import assemble
from wakeline.context.hook_load import HookTime
from wakeline.context.hooks import run_hooks
from wakeline.context.modes import SHARED
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.memory.procedures import detect_procedure
from wakeline.flows.recall.recall import load_candidates
from wakeline.flows.wake.request import LEAST_BUDGET, MOST_BUDGET
from wakeline.hydration.turn_hooks import HOOKS, HookTurn, workday
from wakeline.hydration.wording import FRAMINGS
from wakeline.model.cognition import UNSETTLED, Entropy
from wakeline.model.context import Missing, Omitted, Share
from wakeline.model.identity import SoulEntry
from wakeline.model.log import MODES, Episode, Mode
from wakeline.model.memory import Fact
from wakeline.model.session import Handoff, Session, ThreadHandoff
from wakeline.ports.store import View
from wakeline.recall.analyse import query_terms, terms

MOST_LOOKED_AT = 200  # rows that share a word with the prompt
MOST_FACTS = 8
MOST_SAID = 6  # turns of earlier sessions
MOST_HEARD = 400  # turns of a day
MOST_PROMPT = 100_000
MOST_ANCHORS = 5
RELATION = ".relationship"


class TurnContext(NamedTuple):
    """The text for an agent at one turn, its tokens, and the time that each hook took."""

    text: str
    tokens: int
    mode: Mode
    omitted: tuple[Omitted, ...]
    shares: tuple[Share, ...]
    missing: tuple[Missing, ...]
    times: tuple[HookTime, ...]


def turn_context(
    place: Place,
    prompt: str = "",
    *,
    session_id: str | None = None,
    mode: str | None = None,
    budget: int | None = None,
    framing: str | None = None,
    gateway_restarted: bool = False,
    entropy: float | None = None,
    timer: Callable[[], float] = perf_counter,
) -> TurnContext:
    """Run every hook of the mode for a prompt and assemble their texts."""
    place.ask("hydrate")
    said = parse.label(prompt, field="prompt", most=MOST_PROMPT) or ""
    now = place.clock.now()
    usual = max(LEAST_BUDGET, place.settings.number("hook.prompt_tokens"))
    room = budget if budget is not None else usual
    session_id = session_id or place.current.session_id
    most = parse.whole_number(room, field="budget", least=LEAST_BUDGET, most=MOST_BUDGET)
    own = parse.choice(framing or place.settings.text("wake.framing"), FRAMINGS, field="framing")
    with place.store.reading() as view:
        session = view.one(Session, "sessions.by_id", id=session_id) if session_id else None
        kind = parse.choice(mode or (session.mode if session else "chat"), MODES, field="mode")
        turn = _turn(place, view, said, session, kind, now)
        unsettled = _measured(view, session) if entropy is None else _entropy(entropy)
        anchors = _anchors(place, view) if (unsettled or 0) > UNSETTLED else ()
    turn = turn._replace(
        framing=own,
        is_resumed=gateway_restarted,
        entropy=unsettled,
        anchors=anchors,
        procedure=detect_procedure(place, said) if kind == "code" and said else None,
    )
    found = run_hooks([*HOOKS, *(place.hooks or {}).values()], turn, kind, timer)
    made = assemble(found.blocks, most, place.tokens.count)
    return TurnContext(
        made.text, made.tokens, kind, made.omitted, made.shares, found.missing, found.times
    )


def _turn(
    place: Place, view: View, prompt: str, session: Session | None, mode: Mode, now: datetime
) -> HookTurn:
    zone = time_zone(place.identity.person_time_zone)
    modes = list(SHARED[mode])
    latest = view.all(Episode, "log.latest_in_modes", modes=modes, limit=MOST_HEARD)
    own = session.id if session else None
    last = view.one(Episode, "log.last_said", session_id=own) if own else None
    counted = view.tuples("log.exchange_count", session_id=own) if own else [(0,)]
    before = [turn for turn in latest if turn.kind == "conversation" and turn.session_id != own]
    thread = session.thread_id if session else None
    facts = _facts(view, prompt, now) if prompt else []
    return HookTurn(
        now=now,
        zone=zone,
        framing="first-person",
        mode=mode,
        prompt=prompt,
        person=place.identity.person_name or "",
        session=session,
        exchanges=int(next(iter(counted))[0]),
        last_exchange_at=None if last is None else last.at,
        is_resumed=False,
        handoff=view.one(Handoff, "sessions.latest_handoff"),
        thread=view.one(ThreadHandoff, "sessions.thread_handoff", thread_id=thread)
        if thread
        else None,
        said_before=tuple(reversed(before[:MOST_SAID])),
        workday=workday([turn.at for turn in latest if turn.role == "user"], now, zone),
        facts=tuple(each for each in facts if not each[0].key.endswith(RELATION)),
        procedure=None,
        relations=tuple(fact for fact, _ in facts if fact.key.endswith(RELATION)),
        entropy=None,
        anchors=(),
    )


def _facts(view: View, prompt: str, now: datetime) -> list[tuple[Fact, Fact | None]]:
    """Facts that are valid now and share a word with the prompt, each with the one it replaced."""
    asked = query_terms(prompt)
    seqs = [match.seq for match in view.search(asked, limit=MOST_LOOKED_AT)] if asked else []
    shared = set(asked)
    rows = [row for row in load_candidates(view, seqs) if row.kind == "fact"]
    ids = [row.id for row in rows if shared.intersection(terms(row.text))]
    keys: dict[str, None] = {}
    for fact_id in ids:
        fact = view.one(Fact, "memory.fact_by_id", id=fact_id)
        if fact is not None:
            keys.setdefault(fact.key)
    found: list[tuple[Fact, Fact | None]] = []
    for key in list(keys)[:MOST_FACTS]:
        history = view.all(Fact, "memory.fact_history", key=key)
        holding = [f for f in history if _holds(f, now)]
        if holding:
            others = [f for f in history if f.value != holding[-1].value and f.valid_from <= now]
            found.append((holding[-1], others[-1] if others else None))
    return found


def _measured(view: View, session: Session | None) -> float | None:
    """The entropy of the session's last exchange; None if none was measured yet."""
    last = view.one(Entropy, "cognition.latest", limit=1)
    is_own = last is not None and session is not None and last.session_id == session.id
    return last.score if last is not None and is_own else None


def _anchors(place: Place, view: View) -> tuple[tuple[str, str], ...]:
    """What steadies an agent: its core values, then its soul entries, with their ids."""
    own = place.identity
    held = [(own.id, f"value: {value}") for value in own.core_values_json]
    held += [
        (entry.id, f"{entry.kind}: {entry.text}")
        for entry in view.all(SoulEntry, "identities.soul")
        if entry.state == "in_force"
    ]
    return tuple(held[:MOST_ANCHORS])


def _entropy(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < inf:
        return float(value)
    raise Invalid(f"entropy is {value!r}.", todo="Use a number from 0 on.")


def _holds(fact: Fact, now: datetime) -> bool:
    is_on = fact.valid_from <= now and (fact.valid_to is None or fact.valid_to > now)
    return fact.recorded_to is None and is_on
