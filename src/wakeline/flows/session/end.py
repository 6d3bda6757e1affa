"""End a session: write its handoff, a message to the next one, and the thread's handoff."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from wakeline.base.errors import Conflict, Invalid
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.liminal.crossing import note_session_end
from wakeline.flows.recall.searchable import save_searchable
from wakeline.flows.session.current_session import find_session
from wakeline.flows.session.cut_off import MOST_PROJECTS, MOST_TURNS
from wakeline.flows.session.titles import opening_turns, with_title
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.agenda import Project
from wakeline.model.checkpoint import Checkpoint
from wakeline.model.guard import Guard
from wakeline.model.log import TRUST, Episode
from wakeline.model.message import Message
from wakeline.model.session import Handoff, Session, ThreadHandoff
from wakeline.ports.store import Unit
from wakeline.sessions.handoffs import handoff_from_log, is_silent, new_handoff, with_reading
from wakeline.sessions.lifecycle import mark_ended
from wakeline.sessions.rendering import render_handoff
from wakeline.sessions.threads import should_restart, thread_handoff

if TYPE_CHECKING:
    from wakeline.model.requests import HandoffFields

THREAD_TURNS = 60
OWN_PRIORITY = 3  # below the messages of others
KEPT_FOR = timedelta(days=7)  # an unread message is outdated then


class Ended(NamedTuple):
    """The session that ended and its handoff."""

    session: Session
    handoff: Handoff


def end(
    place: Place,
    *,
    session_id: str | None = None,
    summary: str | None = None,
    **fields: Unpack[HandoffFields],
) -> Ended:
    """End a session with a handoff; without a summary, one is made from its log."""
    place.ask("end")
    now = place.clock.now()
    with place.store.writing(place.by(at=now, session_id=session_id)) as unit:
        session = find_session(place, unit, session_id)
        if session.state == "ended":
            raise Conflict(f"session {session.id} has ended before.", todo="Wake the agent again.")
        unit.by = unit.by._replace(session_id=session.id)
        turns = unit.all(Episode, "log.of_session", session_id=session.id, limit=MOST_TURNS)
        closed = mark_ended(with_title(session, opening_turns(unit, session.id)), now)
        noted = unit.one(Checkpoint, "checkpoints.of_session", session_id=session.id)
        handoff = _handoff(place, unit, closed, turns, noted, summary, fields)
        save_searchable(unit, "handoff.left", handoff)
        if fields.get("key_decisions"):
            from wakeline.flows.beliefs.propose_decisions import propose_from_handoff

            propose_from_handoff(place, unit, handoff)
        unit.save("session.ended", closed, session)
        note_session_end(unit, closed, handoff)
        _leave_message(place, unit, handoff)
        unit.run("sessions.drop_lease", session_id=session.id)
        if noted is not None:
            is_told = summary is not None or bool(fields)
            from wakeline.flows.session.checkpoints import close_checkpoint

            close_checkpoint(unit, session.id, is_told=is_told)
        if unit.one(Guard, "guards.claimed") is not None:
            from wakeline.flows.session.guards import record_unknown_guards

            record_unknown_guards(place, unit)
        if session.thread_id is not None:
            write_thread_handoff(place, unit, session.thread_id, compacted=False)
        unit.note_own_moment(now)
        unit.add_job("archive")
        if place.settings.flag("consolidate.at_end"):
            unit.add_job("consolidate")
        if turns and place.settings.flag("letters.draft"):
            unit.add_job("letter", session.id)
    if not is_silent(handoff):
        zone = time_zone(place.identity.person_time_zone)
        place.store.write_handoff_file(render_handoff(handoff, now=now, time_zone=zone))
    return Ended(closed, handoff)


def _handoff(
    place: Place,
    unit: Unit,
    session: Session,
    turns: list[Episode],
    noted: Checkpoint | None,
    summary: str | None,
    fields: HandoffFields,
) -> Handoff:
    """The handoff in the agent's own words, completed from the log, or from the log alone."""
    projects = unit.all(Project, "agenda.active_projects", limit=MOST_PROJECTS)
    zone = time_zone(place.identity.person_time_zone)
    made = handoff_from_log(
        session,
        turns,
        id=unit.new_id(),
        at=unit.by.at,
        ended_at=session.ended_at or unit.by.at,
        projects=projects,
        time_zone=zone,
    )
    if noted is not None and not turns:  # then only the checkpoint says what was being done
        made = made._replace(working_on=noted.doing or noted.step or noted.next)
    if summary is not None or fields:
        given = {**fields, "summary": made.summary if summary is None else summary}
        most = place.settings.number("text.most_bytes")
        own = new_handoff(
            {name: _admitted(value, name, most) for name, value in given.items()},
            id=made.id,
            session=session,
            at=unit.by.at,
            author="agent",
            origin="agent_inferred",
            trust=TRUST["agent_inferred"],
            tokens=0,
        )
        # A summary that was made from the log keeps the turns it was made from as sources.
        own = own._replace(source_ids=made.source_ids if summary is None else ())
        made = with_reading(own, turns, projects=projects, time_zone=zone)
        if own.open_threads is not None:  # the agent's own words win over the log
            made = made._replace(open_threads=own.open_threads)
    return with_handoff_tokens(place, made)


def _leave_message(place: Place, unit: Unit, handoff: Handoff) -> None:
    """Keep the words to the next session as a message too: it is shown until it was read."""
    said = (handoff.message_to_next or "").strip()
    if not said:
        return
    save_searchable(
        unit,
        "message.sent",
        Message(
            id=unit.new_id(),
            sender=place.identity.name,
            text=said,
            kind="handoff",
            priority=OWN_PRIORITY,
            wants_reply=False,
            reply=None,
            origin=handoff.origin,
            trust=handoff.trust,
            tokens=place.tokens.count(said),
            created_at=unit.by.at,
            read_at=None,
            replied_at=None,
            is_deleted=False,
            session_id=handoff.session_id,
            expires_at=unit.by.at + KEPT_FOR,
            thread_id=handoff.thread_id,
        ),
    )


def _admitted(value: Any, field: str, most_bytes: int) -> Any:
    """A part of a handoff with every text in it checked and redacted; blank ones as they are."""
    if isinstance(value, str) and value.strip():
        return redact(clean_text(value, field=field, most_bytes=most_bytes))
    if isinstance(value, dict):
        return {key: _admitted(item, f"{field}.{key}", most_bytes) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_admitted(item, field, most_bytes) for item in value]
    return value


def with_handoff_tokens(place: Place, handoff: Handoff) -> Handoff:
    """The handoff with the tokens that its texts take."""
    texts = [value for value in handoff if isinstance(value, str)]
    return handoff._replace(tokens=place.tokens.count("\n".join(texts)))


def write_thread_handoff(
    place: Place, unit: Unit, thread_id: str, *, compacted: bool
) -> ThreadHandoff:
    """Write the handoff of a thread again from its latest turns."""
    before = unit.one(ThreadHandoff, "sessions.thread_handoff", thread_id=thread_id)
    turns = unit.all(Episode, "log.of_thread", thread_id=thread_id, limit=THREAD_TURNS)
    made = thread_handoff(
        thread_id,
        turns,
        before,
        at=unit.by.at,
        compacted=compacted,
        time_zone=time_zone(place.identity.person_time_zone),
    )
    made = made._replace(tokens=place.tokens.count(made.content))
    has_model = place.settings.text("model") != "none" and place.settings.flag("thread.model")
    if has_model and made.model is None and made.source_ids:
        unit.add_job("thread_prose", thread_id)
    return save_searchable(unit, "thread_handoff.written", made, before)


def compact_thread(place: Place, thread_id: str) -> tuple[ThreadHandoff, list[str]]:
    """Note a compaction of a thread's context: its new handoff, and the ids of ended sessions.

    After many compactions little is left of the talk. Then the sessions of the thread end, and
    the next wake starts from the log.
    """
    place.ask("compact_thread")
    name = parse.label(thread_id, field="thread")
    if name is None:
        raise Invalid("the thread has no name.", todo="Name it.")
    with place.store.writing(place.by()) as unit:
        made = write_thread_handoff(place, unit, name, compacted=True)
        open_ones = unit.all(Session, "sessions.open") if should_restart(made.compactions) else []
    over = [session.id for session in open_ones if session.thread_id == name]
    for session_id in over:
        end(place, session_id=session_id)
    return made, over
