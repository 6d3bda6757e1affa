"""Keep the turns that a host's hooks and transcripts report, each once.

The same turn may come as an event, as a delayed event, and from the transcript. A second report
is recognised by its source id, else by speaker, words and time.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from wakeline.base.errors import Conflict, NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.log.drafts import TurnDraft, drafts_of_events
from wakeline.flows.log.record import ensure_threads, renew_or_revive, with_exchange
from wakeline.log.deduplicate import RETRY_WINDOW
from wakeline.model.host import HostTurn
from wakeline.model.log import Episode, KeptMany
from wakeline.model.session import Session
from wakeline.ports.store import Unit
from wakeline.sessions.checkpoints import is_due

# The times of a transcript and of a hook differ by the time that the hook took to start.
SAME_MOMENT = timedelta(seconds=30)
AT_ONCE = timedelta(seconds=2)  # nobody says the same twice so quickly
LEAST_LOOK = 100
MOST_SESSIONS = 3  # of ours for one of the host: each lasts more than five compactions
LEAST_PART = 40  # characters of an answer that may stand for the whole of it


def keep_host_turns(
    place: Place,
    said: Sequence[HostTurn],
    *,
    session_id: str | None,
    thread: str | None = None,
    project: str | None = None,
    is_live: bool = True,
) -> KeptMany:
    """Keep the turns that a host reports, each once, and the new ones in their order.

    With `is_live` the session is running now: its lease is renewed, or it is reopened.
    """
    place.ask("record")
    if not said:
        return KeptMany((), 0, 0)
    now = place.clock.now()
    common: dict[str, Any] = {"session": session_id, "thread": thread, "mode": "code"}
    drafts = drafts_of_events(place, [{**_event(place, each), **common} for each in said], now)
    with place.store.writing(place.by(session_id=session_id, at=now)) as unit:
        if is_live:
            _go_on(place, unit, session_id)
        fresh = _new(unit, said, drafts, session_id, is_live=is_live)
        if fresh:
            ensure_threads(place, unit, fresh)
            kept = unit.append(_placed(unit, fresh, session_id, project), [d.terms for d in fresh])
            unit.run("jobs.add_derived", at=now)
            if is_live:
                unit.note_own_moment(now)
                _checkpoint(place, unit, session_id, kept)
        else:
            kept = []
    place.current.held.known_threads.update(
        d.episode.thread_id for d in fresh if d.episode.thread_id
    )
    return KeptMany(tuple(e.id for e in kept), len(kept), len(said) - len(kept))


def _checkpoint(place: Place, unit: Unit, session_id: str | None, kept: Sequence[Episode]) -> None:
    """Make a checkpoint of the session every few exchanges."""
    if session_id is None or kept[-1].kind != "conversation":
        return
    behind = int(unit.value("checkpoints.exchanges_since", session_id=session_id) or 0)
    if is_due(behind, is_answered=kept[-1].role == "agent"):
        from wakeline.flows.session.checkpoints import checkpoint_from_log

        checkpoint_from_log(place, unit, session_id)


def _event(place: Place, said: HostTurn) -> dict[str, Any]:
    """A reported turn as an event for the log."""
    of_role = {
        "user": (place.identity.person_name or "user", "user_direct"),
        "agent": (place.identity.display_name, "agent_inferred"),
    }
    speaker, origin = of_role.get(said.role, (None, "tool_output"))
    return {
        "text": said.text,
        "role": said.role,
        "kind": said.kind,
        "at": said.at,
        "source_id": said.source_id,
        "speaker": said.speaker or speaker,
        "origin": said.origin or origin,
        "metadata": said.metadata,
    }


def _go_on(place: Place, unit: Unit, session_id: str | None) -> None:
    try:
        renew_or_revive(place, unit, session_id)
    except (Conflict, NotFound):
        return  # it has ended: a late turn is kept in it all the same


def _new(
    unit: Unit,
    said: Sequence[HostTurn],
    drafts: Sequence[TurnDraft],
    session_id: str | None,
    *,
    is_live: bool,
) -> list[TurnDraft]:
    """The turns that the log does not hold yet."""
    sources = [each.source_id for each in said if each.source_id is not None]
    known = {e.source_id for e in unit.all(Episode, "log.by_sources", source_ids=sources)}
    look = max(LEAST_LOOK, 2 * len(said))
    heard: list[Episode] = []
    for each_id in _of_one_host(unit, session_id):
        heard += unit.all(Episode, "log.heard_in_session", session_id=each_id, limit=look)
    heard += unit.all(Episode, "log.latest_without_session", limit=look)
    heard = sorted((t for t in heard if t.kind == "conversation"), key=lambda turn: turn.seq)
    last = [turn for turn in heard if turn.session_id == session_id][-1:]
    fresh: list[TurnDraft] = []
    for each, draft in zip(said, drafts, strict=True):
        if each.source_id is not None and each.source_id in known:
            continue
        if each.kind == "conversation":
            if is_live and not each.is_copy:
                # Two hooks for one event, unless something was said in between.
                before = None if fresh else _nearest(draft.episode, last, RETRY_WINDOW)
            else:
                others = [turn for turn in heard if _is_copy(turn) != each.is_copy]
                before = _nearest(draft.episode, others, SAME_MOMENT)
                if before is None and not each.is_copy:  # two hooks, both delayed
                    before = _nearest(draft.episode, heard, AT_ONCE)
            if before is not None:
                if before in heard:
                    heard.remove(before)
                continue
        known.add(each.source_id)
        fresh.append(draft)
    return fresh


def _of_one_host(unit: Unit, session_id: str | None) -> list[str]:
    """The ids of a session and of earlier ones for the same session of the host."""
    session = unit.one(Session, "sessions.by_id", id=session_id) if session_id else None
    if session is None or session.source is None:
        return [] if session_id is None else [session_id]
    found = unit.all(Session, "sessions.all_by_source", source=session.source, limit=MOST_SESSIONS)
    return [each.id for each in found]


def _nearest(new: Episode, turns: Sequence[Episode], window: timedelta) -> Episode | None:
    """The kept turn with the same words and role that is nearest in time, or None."""
    same = [
        turn
        for turn in turns
        if turn.role == new.role and abs(turn.at - new.at) <= window and _same_words(new, turn)
    ]
    return min(same, key=lambda turn: abs(turn.at - new.at), default=None)


def _same_words(new: Episode, turn: Episode) -> bool:
    """Whether the texts are equal; for an answer, whether one is the last part of the other."""
    if new.content_hash == turn.content_hash or turn.forgotten_at is not None:
        return True  # a turn that was forgotten on purpose must not come back from a transcript
    if new.role != "agent":
        return False
    short, long = sorted((" ".join(new.text.split()), " ".join(turn.text.split())), key=len)
    return len(short) >= LEAST_PART and long.endswith(short)


def _is_copy(turn: Episode) -> bool:
    return bool(turn.metadata.get("transcript"))


def _placed(
    unit: Unit, drafts: Sequence[TurnDraft], session_id: str | None, project: str | None
) -> list[Episode]:
    """The turns with their exchanges: an answer joins the question before it."""
    project_id = parse.project_id(project, unit)
    last = unit.one(Episode, "log.last_said", session_id=session_id)
    role, exchange_id, index = (
        (last.role, last.exchange_id, last.exchange_index or 0) if last else ("", None, 0)
    )
    placed = []
    for draft in drafts:
        episode = draft.episode
        if episode.kind == "conversation":
            if exchange_id is None or (role, episode.role) != ("user", "agent"):
                exchange_id, index = unit.new_id(), unit.next_exchange()
            role = episode.role
            placed.append(with_exchange(episode, exchange_id, index, project_id))
        else:
            placed.append(episode._replace(exchange_id=exchange_id, project_id=project_id))
    return placed
