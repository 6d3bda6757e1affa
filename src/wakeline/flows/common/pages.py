"""Lists, one page at a time, newest first. Ids sort by the time they were made."""

from __future__ import annotations

from typing import Any, NamedTuple

from wakeline.base.errors import NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.identity.hand_edits import record_hand_edits
from wakeline.flows.memory.facts import clean_fact_key
from wakeline.flows.memory.memories import memory_filters
from wakeline.flows.session.guards import current_guards
from wakeline.model.agenda import Hint, Project, Task
from wakeline.model.checkpoint import Checkpoint
from wakeline.model.consolidation import PERIODS, Summary
from wakeline.model.decision import Decision, Principle, Telling
from wakeline.model.guard import Guard
from wakeline.model.identity import Document, SoulEntry
from wakeline.model.liminal import (
    DriftObservation,
    GapExperience,
    ThresholdMoment,
    WakeDisorientation,
)
from wakeline.model.memory import DiaryPage, Fact, Knowledge, Memory
from wakeline.model.message import Message
from wakeline.model.personality import PersonalityEntry
from wakeline.model.procedure import Procedure
from wakeline.model.restart import Restart
from wakeline.model.session import Handoff, Session, Wake
from wakeline.model.writings import JournalEntry, Letter, SessionEval

MOST_PER_PAGE = 200
# Lists whose rows belong to a thread; the others belong to the agent as a whole.
THREADED = frozenset(
    "sessions wakes handoffs tasks hints facts messages unread_messages unanswered_messages "
    "knowledge guards decisions principles tellings checkpoints drifts thresholds letters journal "
    "evals".split()
)
# Sorts after every id: ULIDs are digits and capital letters.
HIGHEST_ID = "~"


class Page(NamedTuple):
    """Some rows, and the cursor of the next page; None if these were the last."""

    items: tuple[Any, ...]
    next: str | None


class ListKind(NamedTuple):
    """A kind of list: the class of its rows, and the query for one row if there is one."""

    cls: type[Any]
    one: str = ""


LISTS: dict[str, ListKind] = {
    "sessions": ListKind(Session, "sessions.by_id"),
    "wakes": ListKind(Wake, "sessions.wake"),
    "handoffs": ListKind(Handoff, "sessions.handoff"),
    "memories": ListKind(Memory, "memory.by_id"),
    "projects": ListKind(Project),
    "tasks": ListKind(Task, "agenda.task"),
    "hints": ListKind(Hint, "agenda.hint"),
    "messages": ListKind(Message, "agenda.message"),
    "unread_messages": ListKind(Message),
    "unanswered_messages": ListKind(Message),
    "knowledge": ListKind(Knowledge),
    "procedures": ListKind(Procedure),
    "decisions": ListKind(Decision, "decisions.by_id"),
    "principles": ListKind(Principle, "principles.by_id"),
    "tellings": ListKind(Telling, "comms.by_id"),
    "documents": ListKind(Document),
    "facts": ListKind(Fact),
    "fact_history": ListKind(Fact),
    "disorientations": ListKind(WakeDisorientation, "liminal.wake"),
    "gaps": ListKind(GapExperience, "liminal.gap"),
    "drifts": ListKind(DriftObservation, "liminal.drift"),
    "thresholds": ListKind(ThresholdMoment, "liminal.threshold"),
    "personality_entries": ListKind(PersonalityEntry),
    "summaries": ListKind(Summary),
    "soul": ListKind(SoulEntry),
    "diary": ListKind(DiaryPage),
    "guards": ListKind(Guard),
    "letters": ListKind(Letter, "letters.by_id"),
    "journal": ListKind(JournalEntry, "journal.by_id"),
    "evals": ListKind(SessionEval),
    "checkpoints": ListKind(Checkpoint, "checkpoints.by_id"),
    "restarts": ListKind(Restart),
}


def list_page(
    place: Place,
    name: str,
    *,
    limit: int,
    after: str | None = None,
    key: str | None = None,
    **wanted: Any,
) -> Page:
    """The rows after the cursor `after`, at most `limit`. `wanted` filters some lists."""
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_PER_PAGE)
    bounds: dict[str, Any] = {"after": after or HIGHEST_ID, "limit": most + 1}
    if name in ("facts", "unread_messages"):
        bounds["now"] = place.clock.now()
    if name == "fact_history":
        bounds["key"] = clean_fact_key(key)
    if name == "documents":
        record_hand_edits(place)
    with place.store.reading() as view:
        if name == "memories":
            bounds |= memory_filters(view, **wanted)
        elif name == "summaries":
            bounds |= summary_filters(**wanted)
        elif name in THREADED:
            bounds["thread_id"] = parse.label(wanted.get("thread"), field="thread")
        rows = view.all(LISTS[name].cls, f"pages.{name}", **bounds)
        if name == "guards":
            rows = current_guards(place, view, rows, place.clock.now())
    return Page(tuple(rows[:most]), rows[most - 1].id if len(rows) > most else None)


def summary_filters(*, level: str | None = None, thread: str | None = None) -> dict[str, Any]:
    """The filters of the summary list as query parameters."""
    period = None if level is None else parse.choice(level, PERIODS, field="level")
    return {
        "level": None if period is None else PERIODS.index(period),
        "thread_id": parse.label(thread, field="thread"),
    }


def row_by_id(place: Place, name: str, id: str) -> Any:
    """One row by its id. Raises NotFound if it was deleted."""
    listed = LISTS[name]
    with place.store.reading() as view:
        found = view.one(listed.cls, listed.one, id=id)
    if found is None or getattr(found, "is_deleted", False):
        raise NotFound(f"there is no {listed.cls.__name__.lower()} {id}.")
    return found
