"""State rows that recall finds: saved and indexed in one step.

A memory or a fact is indexed under the sequence of its last change. Other rows are
filed: the table `filed` holds the sequence under which their words are indexed. It is the
sequence of the event that last changed what ranking reads, so a handoff that is read or a
task that is moved keeps its place. `filed_by_events` computes the same from the log alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from wakeline.base.clock import stored_moment
from wakeline.flows.common.replay import row_from_event
from wakeline.model.agenda import Hint, Project, Task
from wakeline.model.attachment import Receipt
from wakeline.model.consolidation import ConversationSummary, Summary
from wakeline.model.decision import Decision, Principle
from wakeline.model.identity import Document, SoulEntry
from wakeline.model.job import IndexMark
from wakeline.model.log import TRUST, Event, Origin
from wakeline.model.memory import DiaryPage, Fact, Knowledge, Memory
from wakeline.model.message import Message
from wakeline.model.recall import Filed
from wakeline.model.session import Handoff, ThreadHandoff
from wakeline.model.stored import table_of, table_of_class
from wakeline.model.writings import JournalEntry, Letter
from wakeline.ports.store import Unit, View
from wakeline.recall.analyse import terms
from wakeline.store.rows import subject_id

Searchable = TypeVar("Searchable", bound=NamedTuple)
INDEX = "filed"  # the mark: rows of older versions are filed too


class SearchEntry(NamedTuple):
    """A row of state in the form that recall indexes and shows."""

    kind: str
    text: str
    at: datetime
    thread_id: str | None
    project_id: str | None
    importance: float
    origin: Origin
    trust: float
    metadata: dict[str, Any]


RANKED_FIELDS = SearchEntry._fields.index("origin")  # ranking reads the fields before it


class FiledRow(NamedTuple):
    """A filed row with the sequence under which it is indexed."""

    seq: int
    row: Any


# -- the text and weight of each kind

JOURNAL = "journal"
ON_REQUEST = frozenset({JOURNAL})  # found only when the caller names the kind
DEFAULT_IMPORTANCE = 0.5  # the importance of rows that have none of their own
HIGHEST_PRIORITY = 10
HANDOFF_PARTS = (
    "message_to_next",
    "summary",
    "working_on",
    "open_threads",
    "key_decisions",
    "surprises",
    "warnings",
    "recommendations",
    "relationship_notes",
    "internal_state",
)


def _memory(m: Memory) -> SearchEntry:
    text = f"{m.title}: {m.content}" if m.title and m.title != m.content else m.content
    about = {"type": m.type, "superseded_by": m.superseded_by}
    return SearchEntry(
        "memory", text, m.created_at, m.thread_id, m.project_id, m.importance, m.origin, m.trust,
        about,
    )  # fmt: skip


def _fact(f: Fact) -> SearchEntry:
    until = None if f.valid_to is None else stored_moment(f.valid_to)
    about = {
        "key": f.key,
        "current": f.recorded_to is None,  # believed; `recall` checks whether it is valid now
        "valid_to": until,
        "superseded_by": f.superseded_by,
    }
    return SearchEntry(
        "fact", f"{f.key} = {f.value}", f.valid_from, f.thread_id, f.project_id, f.importance,
        f.origin, f.trust, about,
    )  # fmt: skip


def _handoff(h: Handoff) -> SearchEntry:
    parts = [getattr(h, name) for name in HANDOFF_PARTS]
    text = "\n".join(part for part in parts if part)
    about = {"session_id": h.session_id, "author": h.author}
    return SearchEntry(
        "handoff",
        text,
        h.session_ended_at,
        h.thread_id,
        None,
        DEFAULT_IMPORTANCE,
        h.origin,
        h.trust,
        about,
    )


def _thread_handoff(t: ThreadHandoff) -> SearchEntry:
    about = {"of": "thread", "compactions": t.compactions}
    return SearchEntry(
        "summary",
        t.content,
        t.updated_at,
        t.thread_id,
        None,
        DEFAULT_IMPORTANCE,
        t.origin,
        t.trust,
        about,
    )


def _document(d: Document) -> SearchEntry:
    at = d.decided_at or d.created_at
    about = {"document": d.kind, "version": d.version}
    return SearchEntry(
        "document", d.content, at, None, None, DEFAULT_IMPORTANCE, d.origin, d.trust, about
    )


def _task(t: Task) -> SearchEntry:
    text = f"{t.title}\n{t.description}" if t.description else t.title
    about = {"number": t.number, "status": t.status}
    importance = t.priority / HIGHEST_PRIORITY
    return SearchEntry(
        "task", text, t.created_at, t.thread_id, t.project_id, importance, t.origin, t.trust, about
    )


def _hint(h: Hint) -> SearchEntry:
    is_pending = h.completed_at is None and h.dismissed_at is None
    importance = h.priority / HIGHEST_PRIORITY
    return SearchEntry(
        "hint", h.content, h.created_at, h.thread_id, None, importance, h.origin, h.trust,
        {"pending": is_pending},
    )  # fmt: skip


def _project(p: Project) -> SearchEntry:
    named = p.title if p.title == p.key else f"{p.key}: {p.title}"
    text = f"{named}\n{p.summary}" if p.summary else named
    origin: Origin = "user_direct"
    return SearchEntry(
        "project", text, p.updated_at, None, p.id, DEFAULT_IMPORTANCE, origin, TRUST[origin],
        {"number": p.number, "status": p.status},
    )  # fmt: skip


def _knowledge(k: Knowledge) -> SearchEntry:
    text = f"{k.title}\n{k.content}" if k.title else k.content
    about = {"source": k.source, "source_type": k.source_type, "topics": list(k.topics)}
    about["category"] = k.category
    return SearchEntry(
        "knowledge",
        text,
        k.created_at,
        k.thread_id,
        k.project_id,
        k.importance,
        k.origin,
        k.trust,
        about,
    )


def _message(m: Message) -> SearchEntry:
    text = m.text if m.reply is None else f"{m.text}\n{m.reply}"
    about = {"sender": m.sender, "kind": m.kind, "replied": m.replied_at is not None}
    importance = m.priority / HIGHEST_PRIORITY
    return SearchEntry(
        "message", text, m.created_at, m.thread_id, None, importance, m.origin, m.trust, about
    )


def _receipt(r: Receipt) -> SearchEntry:
    text = "\n".join(part for part in (r.filename, r.observation, r.text) if part)
    about = {"path": r.source_path, "sha256": r.sha256, "mime": r.mime, "status": r.status}
    return SearchEntry(
        "attachment", text, r.created_at, None, None, DEFAULT_IMPORTANCE, r.origin, r.trust, about
    )


def _summary(s: Summary) -> SearchEntry:
    about = {
        "of": s.period,
        "starts_on": s.starts_on,
        "turns": s.turns,
        "source_ids": list(s.source_ids),
    }
    return SearchEntry(
        "summary",
        s.content,
        s.last_at,
        s.thread_id,
        None,
        DEFAULT_IMPORTANCE,
        s.origin,
        s.trust,
        about,
    )


def _soul_entry(s: SoulEntry) -> SearchEntry:
    text = f"{s.kind}: {s.text}"
    return SearchEntry(
        "soul",
        text,
        s.created_at,
        None,
        None,
        DEFAULT_IMPORTANCE,
        s.origin,
        s.trust,
        {"state": s.state},
    )


def _diary_page(d: DiaryPage) -> SearchEntry:
    text = "\n".join(section["text"] for section in d.sections)
    about = {"day": d.day, "sections": len(d.sections)}
    return SearchEntry(
        "diary", text, d.updated_at, None, None, DEFAULT_IMPORTANCE, d.origin, d.trust, about
    )


def _letter(x: Letter) -> SearchEntry:
    said = [x.title, x.intent, *(fact["text"] for fact in x.facts), x.whats_next, x.unfinished]
    said += [x.composting, *(entry["text"] for entry in x.stream)]
    about = {"session_id": x.session_id, "author": x.author, "title": x.title}
    text = "\n".join(part for part in said if part)
    return SearchEntry(
        "letter",
        text,
        x.created_at,
        x.thread_id,
        None,
        DEFAULT_IMPORTANCE,
        x.origin,
        x.trust,
        about,
    )


def _journal_entry(j: JournalEntry) -> SearchEntry:
    text = f"{j.title}\n{j.text}" if j.title else j.text
    about = {"session_id": j.session_id, "mood": j.mood}
    return SearchEntry(
        JOURNAL, text, j.created_at, j.thread_id, None, DEFAULT_IMPORTANCE, j.origin, j.trust, about
    )


def _decision(d: Decision) -> SearchEntry:
    text = f"{d.decision}\n{d.reason}" if d.reason else d.decision
    about = {"state": d.state}
    return SearchEntry(
        "decision",
        text,
        d.decided_at,
        d.thread_id,
        None,
        DEFAULT_IMPORTANCE,
        d.origin,
        d.trust,
        about,
    )


def _principle(p: Principle) -> SearchEntry:
    text = f"WHEN {p.situation} THEN {p.response}"
    about = {"situation": p.situation, "quality": p.quality}
    return SearchEntry(
        "principle",
        text,
        p.created_at,
        p.thread_id,
        None,
        DEFAULT_IMPORTANCE,
        p.origin,
        p.trust,
        about,
    )


def _conversation(c: ConversationSummary) -> SearchEntry:
    about = {
        "of": "conversation",
        "turns": c.turns,
        "through": c.through,
        "source_ids": list(c.source_ids),
    }
    return SearchEntry(
        "summary",
        c.content,
        c.created_at,
        c.thread_id,
        None,
        DEFAULT_IMPORTANCE,
        c.origin,
        c.trust,
        about,
    )


class SearchableKind(NamedTuple):
    """How rows of one class are turned into search entries."""

    entry_of: Callable[[Any], SearchEntry]
    is_searchable: Callable[[Any], bool]
    by_id: str = ""  # for filed rows: the query that reads one by its id


def _is_kept(row: Any) -> bool:
    return not row.is_deleted


KINDS: dict[type[Any], SearchableKind] = {
    Memory: SearchableKind(_memory, _is_kept),
    # Only facts that are still believed.
    Fact: SearchableKind(_fact, lambda f: not f.is_deleted and f.recorded_to is None),
    Handoff: SearchableKind(_handoff, _is_kept, "sessions.handoff"),
    ThreadHandoff: SearchableKind(
        _thread_handoff, lambda t: bool(t.content), "sessions.thread_handoff"
    ),
    Document: SearchableKind(_document, lambda d: d.state == "in_force", "integrity.document"),
    Task: SearchableKind(_task, _is_kept, "integrity.task"),
    Hint: SearchableKind(_hint, _is_kept, "integrity.hint"),
    Project: SearchableKind(_project, _is_kept, "agenda.project"),
    Message: SearchableKind(_message, _is_kept, "integrity.message"),
    # Only the last of a chain of versions.
    Knowledge: SearchableKind(
        _knowledge, lambda k: not k.is_deleted and k.superseded_by is None, "knowledge.by_id"
    ),
    Receipt: SearchableKind(_receipt, _is_kept, "attachments.by_id"),
    SoulEntry: SearchableKind(
        _soul_entry, lambda s: s.state in ("in_force", "leaving"), "identities.soul_entry"
    ),
    DiaryPage: SearchableKind(_diary_page, _is_kept, "integrity.diary_page"),
    # Not letters drafted from the log: recall finds the turns themselves.
    Letter: SearchableKind(
        _letter, lambda x: x.author == "agent" and not x.is_deleted, "letters.by_id"
    ),
    # Not proposals that were read in the log: recall finds the turns themselves.
    Decision: SearchableKind(_decision, lambda d: d.state == "in_force", "decisions.by_id"),
    Principle: SearchableKind(_principle, lambda p: p.state == "active", "principles.by_id"),
    JournalEntry: SearchableKind(_journal_entry, _is_kept, "journal.by_id"),
    ConversationSummary: SearchableKind(
        _conversation,
        lambda c: bool(c.content) and c.folded_into is None and not c.is_deleted,
        "care.conversation",
    ),
    # In no index: they are read when a question asks for summaries.
    Summary: SearchableKind(_summary, lambda s: bool(s.content)),
}
FILED = {cls: kind for cls, kind in KINDS.items() if kind.by_id}
HIT_KINDS = (
    *("memory", "fact", "knowledge", "handoff", "summary", "document", "task", "hint", "project"),
    "message",
    "attachment",
    "soul",
    "diary",
    "letter",
    "decision",
    "principle",
    *ON_REQUEST,
)


def search_entry(row: Any) -> SearchEntry:
    """The search entry of a row of state."""
    return KINDS[type(row)].entry_of(row)


def is_searchable(row: Any) -> bool:
    """Whether full text holds a row: not if it is deleted or superseded, for example."""
    return KINDS[type(row)].is_searchable(row)


def indexed_words(row: Any) -> str:
    """The text whose words are indexed for a row."""
    if isinstance(row, Memory):
        return f"{row.title}\n{row.content}"
    if isinstance(row, Fact):
        return f"{row.key}\n{row.value}"
    return search_entry(row).text


# -- saving


def save_searchable(
    unit: Unit, kind: str, row: Searchable, before: Searchable | None = None
) -> Searchable:
    """Save a row and put its current words into full text."""
    saved = unit.save(kind, row, before)
    if isinstance(saved, (Memory, Fact)):
        if before is not None and is_searchable(before):
            unit.unindex(before.seq)  # type: ignore[attr-defined]
        if isinstance(saved, Memory):
            _note_idle(unit, saved, is_new=before is None)
        if is_searchable(saved):
            _index(unit, saved.seq, saved)
    elif _must_refile(before, saved):
        refile_row(unit, saved)
    elif not is_searchable(saved):
        unfile(unit, saved)
    return saved


def index_saved_row(unit: Unit, row: Memory | Fact) -> None:
    """Put a row that was just saved into full text, where it has no older words."""
    if isinstance(row, Memory):
        _note_idle(unit, row, is_new=False)
    if is_searchable(row):
        _index(unit, row.seq, row)


def _note_idle(unit: Unit, memory: Memory, *, is_new: bool) -> None:
    """Update the list of idle memories, which may be brought up again."""
    if not is_new:
        unit.run("memory.drop_idle", id=memory.id)
    unit.run("memory.add_idle", id=memory.id)


def _must_refile(before: Any, row: Any) -> bool:
    """Whether what ranking reads of a row has changed: its words, time or weight."""
    if row is None or not is_searchable(row):
        return False
    return (
        before is None
        or not is_searchable(before)
        or search_entry(before)[:RANKED_FIELDS] != search_entry(row)[:RANKED_FIELDS]
    )


def refile_row(unit: Unit, row: Any) -> None:
    """File a row that was just saved under the sequence of its newest event."""
    unfile(unit, row)
    if is_searchable(row):
        _file(unit, Filed(unit.head().seq, table_of(row).subject, subject_id(row)), row)


def unfile(unit: Unit, row: Any) -> None:
    """Take a row out of full text."""
    about = {"kind": table_of(row).subject, "id": subject_id(row)}
    seq = unit.value("recall.filed_under", **about)
    if seq is not None:
        unit.unindex(int(seq))
        unit.run("recall.unfile", **about)


def _file(unit: Unit, filed: Filed, row: Any) -> None:
    unit.put(filed)
    _index(unit, filed.seq, row)


def _index(unit: Unit, seq: int, row: Any) -> None:
    unit.index(seq, terms(indexed_words(row)))
    unit.add_job("readings")


# -- reading


def filed_between(view: View, after: int, through: int) -> list[FiledRow]:
    """The filed rows of a stretch of sequences, in order."""
    return _rows(view, view.all(Filed, "recall.filed_between", after=after, through=through))


def filed_at(view: View, seqs: Sequence[int]) -> list[FiledRow]:
    """The filed rows of some sequences, in order."""
    return _rows(view, view.all(Filed, "recall.filed_at", seqs=list(seqs)))


def all_filed(view: View) -> list[FiledRow]:
    """Every filed row, in order."""
    return _rows(view, view.all(Filed, "recall.all_filed"))


def _rows(view: View, filed: Sequence[Filed]) -> list[FiledRow]:
    # One by one: few answers of a recall are filed rows, and an agent has not many of them.
    found = []
    for each in filed:
        cls = _BY_SUBJECT.get(each.kind)
        if cls is None:
            continue  # rows of this kind are not filed
        row: Any = view.one(cls, FILED[cls].by_id, **{table_of_class(cls).key[0]: each.id})
        if row is not None and is_searchable(row):
            found.append(FiledRow(each.seq, row))
    return found


_BY_SUBJECT: dict[str, type[Any]] = {table_of_class(cls).subject: cls for cls in FILED}


def filed_by_events(view: View) -> Iterator[Filed]:
    """The entries that the table `filed` must hold, computed from the log."""
    for subject in _BY_SUBJECT:
        filed: Filed | None = None
        before: Any = None
        for event in view.all(Event, "integrity.events_of_kind", subject_kind=subject):
            if filed is None or filed.id != event.subject_id:
                if filed is not None and filed.seq:
                    yield filed
                filed, before = Filed(0, subject, event.subject_id), None
            row = None if event.after is None else row_from_event(event)
            if row is None or not is_searchable(row):
                filed = filed._replace(seq=0)
            elif _must_refile(before, row):
                filed = filed._replace(seq=event.seq)
            before = row
        if filed is not None and filed.seq:
            yield filed


def refile_all(unit: Unit) -> None:
    """Make the table `filed` again from the log. The caller rebuilds full text."""
    unit.run("recall.clear_filed")
    for filed in filed_by_events(unit):
        unit.put(filed)
    unit.put(IndexMark(INDEX, unit.head().seq))


def file_missing(unit: Unit) -> int:
    """File the rows of the log that are not filed yet. Returns how many there were."""
    known = set(unit.all(Filed, "recall.all_filed"))
    missing = [filed for filed in filed_by_events(unit) if filed not in known]
    for filed in missing:
        for row in _rows(unit, [filed]):
            _file(unit, filed, row.row)
    unit.put(IndexMark(INDEX, unit.head().seq))
    return len(missing)
