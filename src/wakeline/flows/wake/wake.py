"""Wake an agent: build its context and open a session.

Reads one snapshot, makes the handoffs of cut-off sessions, gathers and renders the
context, then writes once: the session, its lease, the consumed handoff, the crossing,
the agent's last known time.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, Unpack

from wakeline.base import VERSION
from wakeline.base.digest import sha256_hex
from wakeline.base.errors import Conflict
from wakeline.context.assembly import AssembledText, places_of
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.liminal.crossing import (
    CrossingRecord,
    crossing_at_wake,
    crossing_changes,
    note_orientation,
    with_report,
)
from wakeline.flows.session.open_sessions import split_open_sessions
from wakeline.flows.wake.gather import HANDOFF, NOTHING, GatheredContext, Standpoint, gather_context
from wakeline.flows.wake.render import complete_for_intent, render_text, with_verified_receipts
from wakeline.flows.wake.request import ContextRequest, is_for_agents, parse_context_request
from wakeline.hydration.presets import AGENT_MODES
from wakeline.hydration.sources import AT_A_WAKE
from wakeline.liminal.gap import time_away
from wakeline.model.context import Crossing, Missing, Sibling, Woken
from wakeline.model.liminal import GapReport
from wakeline.model.log import Episode
from wakeline.model.session import (
    WAKE_TYPES,
    Handoff,
    Lease,
    Session,
    Thread,
    Wake,
    WakeType,
)
from wakeline.ports.store import Change, Unit, View
from wakeline.sessions.leases import new_lease
from wakeline.sessions.lifecycle import mark_cut_off, new_session

if TYPE_CHECKING:
    from wakeline.flows.session.cut_off import CutOffSession
    from wakeline.model.requests import PresetOptions, WakeRequest

SIBLING_TURNS = 6
RULE_PREFIX = "auto: "  # the prefix in a kept wake whose sources a rule chose


class WakeSnapshot(NamedTuple):
    """Everything that a wake read from its snapshot."""

    found: GatheredContext
    left: list[CutOffSession]
    siblings: tuple[Sibling, ...]
    crossed: CrossingRecord
    report: GapReport | None


def wake(
    place: Place,
    *,
    is_read_later: bool = False,
    has_turns: bool = False,
    is_only_one: bool = False,
    **wanted: Unpack[WakeRequest],
) -> Woken:
    """Wake the agent: returns its context and opens a session."""
    return wake_with_text(
        place,
        is_read_later=is_read_later,
        has_turns=has_turns,
        is_only_one=is_only_one,
        **wanted,
    )[0]


def wake_with_text(
    place: Place,
    *,
    is_read_later: bool = False,
    has_turns: bool = False,
    is_only_one: bool = False,
    wake_type: str = "gradual",
    thread: str | None = None,
    model_id: str | None = None,
    source: str | None = None,
    own_session_id: str | None = None,
    **wanted: Unpack[PresetOptions],
) -> tuple[Woken, AssembledText]:
    """Wake the agent; returns the result and the assembled text.

    With `is_read_later` the handoff is not marked as consumed: the caller does that later. Wakes
    whose sources a rule chose have the last turns if there is room; others with `has_turns`. With
    `is_only_one` no second session is opened for a `source`.
    """
    place.ask("wake")
    now = place.clock.now()
    asked = parse_context_request(place, otherwise=place.settings.text("wake.preset"), **wanted)
    kind = parse.choice(wake_type, WAKE_TYPES, field="wake_type")
    thread = parse.label(thread, field="thread")
    session = new_session(
        id=place.ids.new(now),
        at=now,
        thread_id=thread,
        mode=asked.mode,
        wake_type=kind,
        preset=asked.preset,
        model_id=parse.label(model_id, field="model_id"),
        source=parse.label(source, field="source"),
    )
    from wakeline.flows.identity.hand_edits import record_hand_edits

    record_hand_edits(place)
    seen = _seen(place, asked, now, thread, own_session_id, session, has_turns=has_turns)
    asked = seen.found.request  # rules may have chosen
    crossing = _crossing(seen, kind, now)
    made = render_text(place, seen.found, crossing)
    session = session._replace(project_id=seen.found.project_id, preset=asked.preset)
    with place.store.writing(place.by(at=now)) as unit:
        if is_only_one:
            _refuse_second(unit, session)
        wake = _delivered(session, seen.found, made, _rule(wanted, asked))
        _open(place, unit, session, seen, wake)
        if not is_read_later:
            left = seen.found.pieces.get(HANDOFF, NOTHING).rows
            mark_handoffs_consumed(unit, [handoff.id for handoff in left], session.id)
    if place.tell_of_gap is not None:
        place.tell_of_gap(crossing)
    woken = Woken(
        session_id=session.id,
        text=made.text,
        context=context_values(seen.found),
        liminal=crossing,
        tokens=made.tokens,
        budget=asked.budget,
        omitted=made.omitted,
        missing=tuple(seen.found.missing),
        shares=made.shares,
        warnings=seen.found.warnings,
        preset=asked.preset,
        preset_rule=asked.rule,
    )
    return woken, made


def _seen(
    place: Place,
    asked: ContextRequest,
    now: datetime,
    thread: str | None,
    own_session_id: str | None,
    session: Session,
    *,
    has_turns: bool,
) -> WakeSnapshot:
    """Read one snapshot: live sessions, cut-off sessions, and all that was requested."""
    with place.store.reading() as view:
        alive, dead = split_open_sessions(place, view, now, own_session_id)
        left = _left(place, view, dead, now)
        siblings = tuple(_sibling(view, session, lease) for session, lease in alive)
        at = Standpoint(
            now=now,
            thread=thread,
            wake_type=session.wake_type,
            made=tuple(item.handoff for item in left if item.handoff is not None),
            over=frozenset(each.id for each in dead),
            others_awake=frozenset(each.id for each, _ in alive),
            last_turns="always" if has_turns else "by rule",
        )
        found = gather_context(place, view, asked, at, also=AT_A_WAKE)
        last = next(iter(found.pieces.get(HANDOFF, NOTHING).rows), None)
        report = _report(place, view, found, last, now)
        across = crossing_at_wake(
            place,
            view,
            session_id=session.id,
            head=found.head,
            now=now,
            wake_type=session.wake_type,
            is_for_agents=is_for_agents(found.request),
            report=None if isinstance(report, Missing) else report,
        )
    found = complete_for_intent(place, with_verified_receipts(found), now)
    found = found._replace(missing=[*found.missing, *across.missing])
    if isinstance(report, Missing):
        found = found._replace(missing=[*found.missing, report])
        return WakeSnapshot(found, left, siblings, across, None)
    if report is not None:
        from wakeline.flows.liminal.gap_report import with_changed_files

        report = with_changed_files(found, report, now)
        across = with_report(across, report)
    return WakeSnapshot(found, left, siblings, across, report)


def _report(
    place: Place, view: View, found: GatheredContext, last: Handoff | None, now: datetime
) -> GapReport | Missing | None:
    """The report of the gap; None in modes in which the agent works without a person."""
    if found.request.mode in AGENT_MODES:
        return None
    from wakeline.flows.liminal.gap_report import gap_report

    return gap_report(place, view, found, last, now)


def _crossing(seen: WakeSnapshot, kind: WakeType, now: datetime) -> Crossing:
    """The crossing of this wake."""
    last = seen.found.head.last_known_at
    return Crossing(
        woke_at=now,
        wake_type=kind,
        last_known_at=last,
        away=time_away(last, now),
        cut_off=tuple(item.closed for item in seen.left if item.handoff is not None),
        siblings=seen.siblings,
        disorientation=seen.crossed.disorientation,
        gap=seen.crossed.gap,
        state=seen.crossed.state,
        drifts=seen.crossed.drifts,
        report=seen.report,
    )


def _left(place: Place, view: View, dead: list[Session], now: datetime) -> list[CutOffSession]:
    """The cut-off sessions with their handoffs; one without turns has no handoff."""
    if not dead:  # as in most wakes: then the reader of a log is not loaded
        return []
    from wakeline.flows.session.cut_off import CutOffSession, handoffs_for_cut_off

    spoke = [s for s in dead if view.one(Episode, "log.first_of_session", session_id=s.id)]
    silent = [s for s in dead if s not in spoke]
    made = handoffs_for_cut_off(place, view, spoke, now)
    return [*(CutOffSession(s, s._replace(ended_at=s.started_at), None) for s in silent), *made]


def _sibling(view: View, session: Session, lease: Lease) -> Sibling:
    turns = view.all(Episode, "log.talk_of_session", session_id=session.id, limit=SIBLING_TURNS)
    asked = [turn for turn in turns if turn.role == "user"]
    from wakeline.flows.session.titles import title_so_far

    return Sibling(
        session_id=session.id,
        title=session.title or title_so_far(view, session),
        thread_id=session.thread_id,
        since=session.started_at,
        last_heard_at=lease.renewed_at,
        host=lease.host,
        working_on=asked[-1].text[:200] if asked else None,
        working_on_id=asked[-1].id if asked else None,
    )


def _refuse_second(unit: Unit, session: Session) -> None:
    if any(each.source == session.source for each in unit.all(Session, "sessions.open")):
        raise Conflict(f"a session of {session.source} is open already.", todo="Continue in it.")


def _open(place: Place, unit: Unit, session: Session, seen: WakeSnapshot, wake: Wake) -> None:
    """Open the session, and save the delivered wake and the crossing."""
    unit.by = unit.by._replace(session_id=session.id)
    ends = [closed for item in seen.left if (closed := _close(place, unit, item)) is not None]
    if session.thread_id and unit.one(Thread, "sessions.thread", id=session.thread_id) is None:
        thread = Thread(session.thread_id, None, session.project_id, unit.by.at, False)
        unit.save("thread.opened", thread)
    unit.save_all(
        [
            Change("session.opened", session),
            *crossing_changes(place, seen.crossed, ends, session.thread_id),
            Change("wake.delivered", _without_forgotten(unit, wake)),
        ]
    )
    if any(guard.state == "unknown" for guard in seen.found.pieces.get("Guards", NOTHING).rows):
        from wakeline.flows.session.guards import record_unknown_guards

        record_unknown_guards(place, unit)
    minutes = place.settings.number("session.lease_minutes")
    unit.put(new_lease(session.id, place.holder, unit.by.at, minutes))
    unit.note_own_moment(unit.by.at)


def _close(place: Place, unit: Unit, item: CutOffSession) -> Session | None:
    """Close a cut-off session, unless it spoke or was closed since the snapshot.

    Returns the closed session if it has turns; else None, as nothing ended.
    """
    current = unit.one(Session, "sessions.by_id", id=item.session.id)
    lease = unit.one(Lease, "sessions.lease", session_id=item.session.id)
    has_spoken = lease is not None and lease.renewed_at > unit.by.at
    if current is None or current.state != "open" or has_spoken:
        return None
    titled = current._replace(title=item.closed.title, title_source_id=item.closed.title_source_id)
    closed = mark_cut_off(titled, item.closed.ended_at or unit.by.at)
    unit.save("session.cut_off", closed, current)
    unit.run("sessions.drop_lease", session_id=current.id)
    if item.handoff is None:
        return None
    from wakeline.flows.recall.searchable import save_searchable

    save_searchable(unit, "handoff.made_from_log", item.handoff)
    note_orientation(unit, current.id)
    if place.settings.flag("consolidate.at_end"):
        unit.add_job("consolidate")
    if place.settings.flag("letters.draft"):
        unit.add_job("letter", current.id)
    return closed


def mark_handoffs_consumed(unit: Unit, handoff_ids: Iterable[str], session_id: str) -> None:
    """Mark handoffs as consumed by a session."""
    for handoff_id in handoff_ids:
        handoff = unit.one(Handoff, "sessions.handoff", id=handoff_id)
        if handoff is not None and handoff.consumed_at is None:
            after = handoff._replace(consumed_at=unit.by.at, consumed_by=session_id)
            unit.save("handoff.consumed", after, handoff)


def _rule(wanted: PresetOptions, asked: ContextRequest) -> str:
    """A text that says what chose the sources."""
    if asked.rule is not None:
        rule = f"{RULE_PREFIX}{asked.rule}"
    elif wanted.get("sources") is not None:
        rule = "sources were named"
    elif wanted.get("preset"):
        rule = "the preset was named"
    elif asked.mode in AGENT_MODES:
        rule = f"mode {asked.mode}"
    else:
        rule = "setting wake.preset"
    return rule if wanted.get("exclude") is None else f"{rule}, without some"


def _without_forgotten(unit: Unit, wake: Wake) -> Wake:
    """The delivered wake without rows that were forgotten while it was built."""
    ids = {line[1] for line in wake.lines}.union(*(of for line in wake.lines for of in line[6:]))
    since = {"ids": sorted(ids), "after": wake.through}
    gone = frozenset(row_id for (row_id,) in unit.tuples("sessions.gone_since", **since))
    if not gone:
        return wake
    from wakeline.flows.forget.remake_rows import remade_wake

    return remade_wake(wake, gone)


def _delivered(session: Session, found: GatheredContext, made: AssembledText, rule: str) -> Wake:
    """The row that is kept of a wake. Of an error only its kind: its message may quote a row."""
    return Wake(
        id=session.id,
        at=session.started_at,
        through=found.head.seq,
        version=VERSION,
        preset=found.request.preset,
        rule=rule,
        framing=found.request.framing,
        budget=found.request.budget,
        tokens=made.tokens,
        text=made.text,
        text_hash=sha256_hex(made.text.encode()),
        lines=places_of(made),
        omitted=tuple(list(item) for item in made.omitted),
        missing=tuple([item.source, item.reason.partition(":")[0]] for item in found.missing),
        warnings=found.warnings,
        thread_id=session.thread_id,
    )


def context_values(found: GatheredContext) -> dict[str, object]:
    """The values from which the text was made."""
    return {
        "identity": found.identity,
        "documents": {d.kind: d.content for d in found.documents if not d.is_soul_entry},
        "soul": [d.content for d in found.documents if d.is_soul_entry],
        **{name: piece.rows for name, piece in found.pieces.items()},
        "missing": [item.source for item in found.missing],
    }
