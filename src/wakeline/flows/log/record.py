"""Keep turns: exchanges, observations, and batches of them.

Everything is redacted, measured and analysed before the transaction begins. The
transaction tells a retry from a new turn, appends and indexes turns, and adds the jobs
that derive the rest. Acknowledged means durable and searchable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from wakeline.base.clock import stored_moment
from wakeline.base.errors import Conflict, Invalid, NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.log.drafts import TurnDraft, drafts_of_events, drafts_of_exchange
from wakeline.log.deduplicate import ImportedTurnIndex, TurnKey, is_retry
from wakeline.model.log import Episode, Kept
from wakeline.model.session import Session, Thread
from wakeline.ports.store import Unit, View
from wakeline.sessions.checkpoints import is_due
from wakeline.sessions.leases import new_lease
from wakeline.sessions.lifecycle import mark_revived

LIVE_KINDS = ("observation", "tool_result", "error")


def record(
    place: Place,
    *,
    user: str | None = None,
    agent: str | None = None,
    thread: str | None = None,
    project: str | int | None = None,
    mode: str = "chat",
    session_id: str | None = None,
    at: datetime | str | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> Kept:
    """Keep one exchange, or one half of it, in which the agent itself took part."""
    place.ask("record")
    if user is None and agent is None:
        raise Invalid("there is nothing to record.", todo="Give user=, agent=, or both.")
    now = place.clock.now()
    drafts = drafts_of_exchange(
        place,
        user,
        agent,
        thread=thread,
        mode=mode,
        session_id=session_id,
        at=at,
        metadata=metadata,
        now=now,
    )
    by = place.by(session_id=session_id, at=now)
    with place.store.writing(by) as unit:
        kept = _keep_exchange(place, unit, drafts, project)
    if thread is not None and kept.duplicate_of is None:
        place.current.held.known_threads.add(thread)
    place.current.exchange_id = kept.exchange_id
    return kept


def observe(place: Place, event: Mapping[str, Any]) -> Kept:
    """Keep one thing that the agent saw or heard of. The agent's last known time stays.

    A tool result, an error or an observation belongs to the current exchange.
    """
    place.ask("observe")
    if event.get("kind") in LIVE_KINDS:
        under_way = {"session": place.current.session_id, "exchange": place.current.exchange_id}
        event = {**under_way, **event}
    now = place.clock.now()
    many, duplicate_of, session_id = keep_batch(place, drafts_of_events(place, [event], now), now)
    return Kept(many, None, session_id, duplicate_of[0])


# -- one exchange


def _keep_exchange(
    place: Place, unit: Unit, drafts: Sequence[TurnDraft], project: str | int | None
) -> Kept:
    session_id = drafts[0].episode.session_id
    last_hash, behind = _last(place, unit, session_id)
    before = _retried(unit, drafts, unit.by.at, last_hash)
    if before:
        ids = tuple(row.id for row in before)
        return Kept(ids, before[0].exchange_id, session_id, ids[0])
    renew_or_revive(place, unit, session_id)
    ensure_threads(place, unit, drafts)
    exchange_id, index = _exchange(unit, drafts)
    found = parse.project_id(project, unit)
    kept = unit.append(
        [with_exchange(d.episode, exchange_id, index, found) for d in drafts],
        [d.terms for d in drafts],
    )
    unit.note_own_moment(unit.by.at)
    unit.run("jobs.add_derived", at=unit.by.at)
    # An answer alone joins an exchange that was counted already.
    behind += 1 if drafts[0].episode.role != "agent" or not behind else 0
    if session_id is not None:
        if is_due(behind, is_answered=kept[-1].role == "agent"):
            from wakeline.flows.session.checkpoints import checkpoint_from_log

            checkpoint_from_log(place, unit, session_id)
            behind = 0
        place.current.behind[session_id] = behind
    return Kept(tuple(e.id for e in kept), exchange_id, session_id)


def with_exchange(
    episode: Episode, exchange_id: str, index: int, project_id: str | None
) -> Episode:
    # By position: `_replace` would look up all 24 fields by name.
    fields = (*episode[:2], exchange_id, index, *episode[4:6], project_id, *episode[7:])
    return tuple.__new__(Episode, fields)


def _exchange(unit: Unit, drafts: Sequence[TurnDraft]) -> tuple[str, int]:
    """Id and number of the exchange: an answer alone joins the question before it."""
    if drafts[0].episode.role == "agent":
        session_id = drafts[0].episode.session_id
        last = unit.one(Episode, "log.last_said", session_id=session_id)
        if last is not None and last.role == "user" and last.exchange_id is not None:
            return last.exchange_id, last.exchange_index or 0
    return unit.new_id(), unit.next_exchange()


# -- a batch


def keep_batch(
    place: Place, drafts: Sequence[TurnDraft], now: datetime, told: ImportedTurnIndex | None = None
) -> tuple[tuple[str, ...], list[str | None], str | None]:
    """Keep turns in one transaction.

    Returns their ids in the order given, for each the first id if it was kept before, and the
    session of the first.
    """
    with place.writing(place.by(at=now, actor="import")) as unit:
        first_of = _known_sources(unit, drafts)
        before = [] if first_of else _retried_batch(unit, drafts, now)
        if before:
            found = tuple(row.id for row in before)
            return found, list(found), drafts[0].episode.session_id
        if told is not None:
            told.load_turns(_told_at(unit, drafts))
        ids, duplicate_of, new = _number(unit, drafts, first_of, told)
        ensure_threads(place, unit, new)
        unit.append([d.episode for d in new], [d.terms for d in new])
        if new:
            unit.run("jobs.add_derived", at=now)
    place.current.held.known_threads.update(d.episode.thread_id for d in new if d.episode.thread_id)
    return tuple(ids), duplicate_of, drafts[0].episode.session_id


def _number(
    unit: Unit,
    drafts: Sequence[TurnDraft],
    first_of: dict[str, Episode],
    told: ImportedTurnIndex | None,
) -> tuple[list[str], list[str | None], list[TurnDraft]]:
    """Sort out duplicates: the ids, the first ids of duplicates, and the drafts that are new."""
    ids: list[str] = []
    duplicate_of: list[str | None] = []
    new: list[TurnDraft] = []
    projects: dict[object, str | None] = {}
    for draft in drafts:
        source_id = draft.episode.source_id
        first = first_of.get(source_id) if source_id is not None else None
        if first is not None:
            _same_content(first, draft.episode)
        first_id = first.id if first is not None else _told_before(told, draft)
        if first_id is not None:
            ids.append(first_id)
            duplicate_of.append(first_id)
            continue
        if draft.project is not None:
            if draft.project not in projects:
                projects[draft.project] = parse.project_id(draft.project, unit)
            draft = _in_project(draft, projects[draft.project])  # noqa: PLW2901 - the same turn
        if source_id is not None:
            first_of[source_id] = draft.episode
        ids.append(draft.episode.id)
        duplicate_of.append(None)
        new.append(draft)
    return ids, duplicate_of, new


def _told_before(told: ImportedTurnIndex | None, draft: TurnDraft) -> str | None:
    if told is None or not _is_told(draft):
        return None
    each = draft.episode
    found = told.first_id(TurnKey(each.at, each.speaker, each.session_id, each.content_hash))
    if found is None:
        told.mark_matched(each.id)
    return found


def _is_told(draft: TurnDraft) -> bool:
    """Whether a turn comes from a transcript that gives its time but no source id."""
    episode = draft.episode
    return draft.has_own_time and episode.source_id is None and episode.origin == "import"


def _told_at(unit: Unit, drafts: Sequence[TurnDraft]) -> list[tuple[str, TurnKey]]:
    """The turns of the log that have the same times as these drafts."""
    moments = sorted({stored_moment(draft.episode.at) for draft in drafts if _is_told(draft)})
    if not moments:
        return []
    found = unit.all(Episode, "log.told_at", moments=moments)
    return [(e.id, TurnKey(e.at, e.speaker, e.session_id, e.content_hash)) for e in found]


def _in_project(draft: TurnDraft, project_id: str | None) -> TurnDraft:
    return draft._replace(episode=draft.episode._replace(project_id=project_id))


def _known_sources(unit: Unit, drafts: Sequence[TurnDraft]) -> dict[str, Episode]:
    wanted = [d.episode.source_id for d in drafts if d.episode.source_id is not None]
    if not wanted:
        return {}
    found = unit.all(Episode, "log.by_sources", source_ids=wanted)
    return {str(e.source_id): e for e in found}


def _same_content(first: Episode, again: Episode) -> None:
    if first.forgotten_at is not None:
        return  # it was forgotten on purpose; keeping it again would bring it back
    if (first.content_hash, first.speaker) != (again.content_hash, again.speaker):
        raise Conflict(
            f"source_id {again.source_id!r} was kept before with other content (as {first.id}).",
            todo="A source never changes: use a new source_id for a new version.",
        )


# -- shared by both


def _tail(view: View, session_id: str | None, limit: int) -> list[Episode]:
    """The last turns of one session, oldest first."""
    if session_id is None:
        rows = view.all(Episode, "log.latest_without_session", limit=limit)
    else:
        rows = view.all(Episode, "log.latest_of_session", session_id=session_id, limit=limit)
    return rows[::-1]


def _retried(
    view: View, drafts: Sequence[TurnDraft], now: datetime, last_hash: Any
) -> list[Episode]:
    """The turns that were just kept and are now sent again; none if the drafts are new."""
    session_id = drafts[0].episode.session_id
    # One hash rules out nearly everything: whole turns are read only where it matches.
    if last_hash != drafts[-1].episode.content_hash:
        return []
    tail = _tail(view, session_id, len(drafts))
    return tail if _is_retry(tail, drafts, now) else []


def _retried_batch(view: View, drafts: Sequence[TurnDraft], now: datetime) -> list[Episode]:
    """The same for a batch: only one without sources, of one session, can be a retry."""
    sessions = {d.episode.session_id for d in drafts}
    if len(sessions) > 1 or any(d.episode.source_id is not None for d in drafts):
        return []
    return _retried(view, drafts, now, _last_hash(view, drafts[0].episode.session_id))


def _last(place: Place, view: View, session_id: str | None) -> tuple[Any, int]:
    """The hash of the last turn of a session, and the exchanges since its checkpoint.

    A process that records in a session counts them itself; several processes each count their own.
    """
    behind = 0 if session_id is None else place.current.behind.get(session_id)
    if session_id is None or behind is not None:
        return _last_hash(view, session_id), behind or 0
    found = next(iter(view.tuples("log.last_of_session", session_id=session_id)), (None, 0))
    return found[0], int(found[1])


def _last_hash(view: View, session_id: str | None) -> Any:
    if session_id is None:
        return view.value("log.last_hash_without_session")
    return view.value("log.last_hash_of_session", session_id=session_id)


def _is_retry(tail: Sequence[Episode], drafts: Sequence[TurnDraft], now: datetime) -> bool:
    if len(tail) != len(drafts):
        return False
    if any(d.has_own_time and d.episode.at != e.at for d, e in zip(drafts, tail, strict=True)):
        return False
    return is_retry(
        [(e.speaker, e.content_hash, e.recorded_at) for e in tail],
        [(d.episode.speaker, d.episode.content_hash) for d in drafts],
        now=now,
    )


def renew_or_revive(place: Place, unit: Unit, session_id: str | None) -> None:
    """Renew the lease of a session that records; reopen a session that was marked as cut off."""
    if session_id is None or place.renew(unit, session_id):
        return
    session = unit.one(Session, "sessions.by_id", id=session_id)
    if session is None:
        raise NotFound(f"there is no session {session_id}.", todo="Wake the agent first.")
    if session.state == "ended":
        raise Conflict(f"session {session_id} has ended.", todo="Wake the agent again.")
    if session.state == "cut_off":
        unit.save("session.revived", mark_revived(session), session)
    minutes = place.settings.number("session.lease_minutes")
    unit.put(new_lease(session_id, place.holder, unit.by.at, minutes))


def ensure_threads(place: Place, unit: Unit, drafts: Sequence[TurnDraft]) -> None:
    """Open the threads that the drafts name, unless they exist."""
    wanted = {
        d.episode.thread_id for d in drafts if d.episode.thread_id
    } - place.current.held.known_threads
    for thread_id in sorted(wanted):
        ensure_thread(unit, thread_id)


def ensure_thread(unit: Unit, thread_id: str, project_id: str | None = None) -> None:
    """Open a thread unless it exists."""
    if unit.one(Thread, "sessions.thread", id=thread_id) is None:
        unit.save("thread.opened", Thread(thread_id, None, project_id, unit.by.at, False))
