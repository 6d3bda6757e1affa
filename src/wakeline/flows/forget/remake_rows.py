"""Make rows that were read from turns again when some of those turns are forgotten.

A title, a thread's standing handoff and a handoff from the log are made from the turns
that remain. In a handoff that the agent wrote, its own words stay; what the log had
added to them is found by reading the log as it was before.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from datetime import tzinfo
from operator import itemgetter

from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.recall.searchable import indexed_words
from wakeline.flows.session.cut_off import MOST_PROJECTS, MOST_TURNS
from wakeline.flows.session.end import THREAD_TURNS, with_handoff_tokens
from wakeline.flows.session.titles import opening_turns, with_title
from wakeline.model.agenda import Project
from wakeline.model.checkpoint import Checkpoint
from wakeline.model.log import Episode
from wakeline.model.session import Handoff, Session, ThreadHandoff, Wake
from wakeline.model.writings import Letter
from wakeline.ports.store import View
from wakeline.reading.session_log import SessionReading, read_log
from wakeline.sessions.handoffs import handoff_from_log, with_reading
from wakeline.sessions.threads import NOTHING_SAID, thread_handoff
from wakeline.writings.letters import letter_without

# How a summary from the log begins; no other summary has these words.
LOG_SUMMARY_STARTS = ("The session ", 'The session "')
LOG_SUMMARY_ENDINGS = (" ended without a note on ", " was cut off on ")
FORGOTTEN_TEXT = "[forgotten]"
LOG_PARTS = ("key_topics", "temporal_markers")


def remade_session(view: View, session: Session, gone: frozenset[str]) -> Session:
    """A session with the title from its remaining turns, or without a title."""
    return with_title(session, _left(opening_turns(view, session.id), gone))


def remade_thread_handoff(
    place: Place, view: View, handoff: ThreadHandoff, gone: frozenset[str]
) -> ThreadHandoff:
    """A thread's standing handoff from the turns that remain."""
    turns = view.all(Episode, "log.of_thread", thread_id=handoff.thread_id, limit=THREAD_TURNS)
    # From the previous one only the count of compactions is kept.
    silent = handoff._replace(content=f"\n\n{NOTHING_SAID}", source_ids=(), model=None)
    made = thread_handoff(
        handoff.thread_id,
        _left(turns, gone),
        silent,
        at=handoff.updated_at,
        compacted=False,
        time_zone=time_zone(place.identity.person_time_zone),
    )
    return made._replace(tokens=place.tokens.count(made.content))


def remade_checkpoint(
    row: Checkpoint, gone: frozenset[str], guards: AbstractSet[str]
) -> Checkpoint:
    """A checkpoint without the keys of guards that are gone.

    If turns are gone it has the agent's own note alone; the next one reads the log again.
    """
    left = row._replace(guards=tuple(key for key in row.guards if key not in guards))
    if gone.isdisjoint(row.source_ids):
        return left
    return left._replace(asked=None, answered=None, left_open=(), working_set=(), source_ids=())


def remade_wake(wake: Wake, gone: frozenset[str]) -> Wake:
    """The text of a wake without the lines about rows that are gone.

    The hash of what was delivered and the ids stay: they show what was there.
    """
    text, moved = wake.text, 0
    lines = []
    for source, row_id, rank, tokens, was_at, length, *of in sorted(wake.lines, key=itemgetter(4)):
        at, left = was_at + moved, length
        if not gone.isdisjoint((row_id, *(of[0] if of else ()))):
            text = text[:at] + FORGOTTEN_TEXT + text[at + length :]
            left = len(FORGOTTEN_TEXT)
            moved += left - length
        lines.append([source, row_id, rank, tokens, at, left, *of])
    return wake._replace(text=text, lines=tuple(lines))


def remade_handoff(
    place: Place, view: View, handoff: Handoff, session: Session, gone: frozenset[str]
) -> Handoff:
    """A session's handoff without the turns that are gone."""
    turns = _turns(view, session.id)
    projects = view.all(Project, "agenda.active_projects", limit=MOST_PROJECTS)
    zone = time_zone(place.identity.person_time_zone)
    told = handoff_from_log(
        session,
        _left(turns, gone),
        id=handoff.id,
        at=handoff.created_at,
        ended_at=handoff.session_ended_at,
        projects=projects,
        time_zone=zone,
    )
    if handoff.author == "agent":
        own = _own_words(handoff, read_log(turns), told)._replace(title=session.title)
        told = _read_again(own, _left(turns, gone), projects, zone)
    return with_handoff_tokens(
        place, told._replace(consumed_at=handoff.consumed_at, consumed_by=handoff.consumed_by)
    )


def handoff_without_projects(
    place: Place, handoff: Handoff, projects: Sequence[Project]
) -> Handoff:
    """A handoff without the lines that name these projects."""
    named = tuple(f"- Project {project.key}: " for project in projects)
    lines = (handoff.open_threads or "").splitlines()
    left = [line for line in lines if not line.startswith(named)]
    if left == lines:
        return handoff
    return with_handoff_tokens(place, handoff._replace(open_threads="\n".join(left) or None))


def remade_letter(
    place: Place, view: View, letter: Letter, session: Session | None, gone: frozenset[str]
) -> Letter:
    """A letter without the turns and facts that are gone."""
    turns = [] if session is None else _left(_turns(view, session.id), gone)
    made = letter_without(letter, session, turns, gone)
    return made._replace(tokens=place.tokens.count(indexed_words(made)))


def _own_words(handoff: Handoff, reading: SessionReading, told: Handoff) -> Handoff:
    """An agent's handoff without what the log had added to it."""
    is_told = handoff.summary.startswith(LOG_SUMMARY_STARTS) and any(
        how in handoff.summary for how in LOG_SUMMARY_ENDINGS
    )
    asked = {f"{quote.speaker}: {quote.text}" for quote in reading.questions}
    cognition = {
        name: [item for item in items if item not in asked]
        for name, items in handoff.cognition.items()
        if name not in LOG_PARTS
    }
    return handoff._replace(
        summary=told.summary if is_told else handoff.summary,
        open_threads=None if _is_from_log(handoff.open_threads, reading) else handoff.open_threads,
        cognition=cognition,
        relational_state=None,
        source_ids=told.source_ids if is_told else (),
    )


def _is_from_log(open_threads: str | None, reading: SessionReading) -> bool:
    promised = tuple(f"- {c.speaker}: {c.text} (said " for c in reading.commitments)
    return all(
        line.startswith((*promised, "- Project ")) for line in (open_threads or "").splitlines()
    )


def _read_again(
    own: Handoff, turns: Sequence[Episode], projects: Sequence[Project], zone: tzinfo
) -> Handoff:
    made = with_reading(own, turns, projects=projects, time_zone=zone)
    if own.open_threads is not None:
        return made._replace(open_threads=own.open_threads)
    return made


def _turns(view: View, session_id: str) -> list[Episode]:
    return view.all(Episode, "log.of_session", session_id=session_id, limit=MOST_TURNS)


def _left(turns: Sequence[Episode], gone: frozenset[str]) -> list[Episode]:
    return [turn for turn in turns if turn.id not in gone]
