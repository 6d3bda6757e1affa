"""Count from the log how principles did in sessions that have ended.

A session counts once for each principle, however often this runs: the trial is a row, and the
transaction that adds it looks for it first. So a run that was killed continues where it stopped.
"""

from __future__ import annotations

from collections.abc import Sequence

from wakeline.beliefs.principles import TOOLS, HeardTurn, count_trial, find_trial, sentence_words
from wakeline.beliefs.sentences import words_in
from wakeline.flows.beliefs.principles import word_likeness
from wakeline.flows.common.place import Place
from wakeline.flows.recall.searchable import save_searchable
from wakeline.model.decision import Principle, Trial
from wakeline.model.job import IndexMark
from wakeline.model.log import Episode, Event
from wakeline.model.session import Session
from wakeline.ports.store import Unit, View

JOB = "principles"
ACTOR = "principles"
MOST_SESSIONS = 100  # in one query
MOST_TURNS = 2_000  # of one session, the newest
MOST_PRINCIPLES = 1_000
MOST_EVENTS = 1_000


def verify_principles(place: Place) -> list[Trial]:
    """Count the trials of the sessions that ended since the last run, and return them."""
    made: list[Trial] = []
    while True:
        with place.store.reading() as view:
            head = view.head().seq
            mark = int(view.value("jobs.mark", name=JOB) or 0)
            ended = list(view.tuples("principles.ended", after=mark, limit=MOST_SESSIONS))
        for seq, session_id in ended:
            made += _verified(place, session_id, int(seq))
        if len(ended) < MOST_SESSIONS:
            break
    with place.store.writing(place.by(actor=ACTOR)) as unit:
        later = unit.value("consolidation.ended_since", after=max(mark, head))
        if later is None:
            unit.run("jobs.done", name=JOB, key="")
    return made


def has_untried_sessions(_place: Place, view: View) -> bool:
    """Whether a session has ended since the last run."""
    mark = int(view.value("jobs.mark", name=JOB) or 0)
    return view.value("consolidation.ended_since", after=mark) is not None


def _verified(place: Place, session_id: str, through: int) -> list[Trial]:
    """Add the trials of one session and move the mark past it."""
    with place.store.reading() as view:
        session = view.one(Session, "sessions.by_id", id=session_id)
        rows = [] if session is None else _untried(view, session_id)
        turns = _turns(view, session_id) if rows else []
        events = view.all(
            Event, "principles.facts_of_session", session_id=session_id, limit=MOST_EVENTS
        )
    found = _outcomes(place, rows, turns, events)
    with place.store.writing(place.by(actor=ACTOR)) as unit:
        made = [
            trial
            for row, outcome in found
            if (trial := _counted(unit, row.id, session_id, outcome)) is not None
        ]
        if through > int(unit.value("jobs.mark", name=JOB) or 0):
            unit.put(IndexMark(JOB, through))
    return made


def _untried(view: View, session_id: str) -> list[Principle]:
    rows = view.all(Principle, "principles.checkable", limit=MOST_PRINCIPLES)
    return [row for row in rows if _trial(view, row.id, session_id) is None]


def _turns(view: View, session_id: str) -> list[Episode]:
    return view.all(Episode, "log.of_session", session_id=session_id, limit=MOST_TURNS)


def _outcomes(
    place: Place, rows: Sequence[Principle], turns: Sequence[Episode], events: Sequence[Event]
) -> list[tuple[Principle, Trial]]:
    """The outcome for each principle that was tried, read outside of any transaction."""
    if not rows or not turns:
        return []
    heard = [
        HeardTurn(turn, [] if turn.kind in TOOLS else sentence_words(turn.text)) for turn in turns
    ]
    said = word_likeness(place, rows, (words for each in heard for words in each.sentences))
    found = []
    for row in rows:
        seen = find_trial(row, words_in(row.situation), heard, events, said)
        if seen is not None:
            trial = Trial("", row.id, "", seen.outcome, seen.source_ids, row.updated_at)
            found.append((row, trial))
    return found


def _counted(unit: Unit, principle_id: str, session_id: str, found: Trial) -> Trial | None:
    """Save a trial and count it for its principle; None if another process did so already."""
    before = unit.one(Principle, "principles.by_id", id=principle_id)
    if before is None or before.state != "active" or _trial(unit, principle_id, session_id):
        return None
    trial = found._replace(id=unit.new_id(), session_id=session_id, at=unit.by.at)
    unit.save("trial.made", trial)
    after = count_trial(before, trial.outcome, unit.by.at)
    is_over = after.state == "retired"
    save_searchable(unit, "principle.retired" if is_over else "principle.tried", after, before)
    return trial


def _trial(view: View, principle_id: str, session_id: str) -> Trial | None:
    asked = {"principle_id": principle_id, "session_id": session_id}
    return view.one(Trial, "principles.trial", **asked)
