"""Knowledge that an agent looked up or was given to read: add, replace, search, delete.

The same content is kept once. When a source is added again, unchanged entries stay,
changed parts get an entry that supersedes the old one, and missing parts are deleted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from wakeline.base.digest import sha256_hex
from wakeline.base.errors import NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.recall.recall import recall
from wakeline.flows.recall.searchable import save_searchable
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.log import ORIGINS, TRUST, Origin
from wakeline.model.memory import (
    KNOWLEDGE_CATEGORIES,
    SOURCE_TYPES,
    Hit,
    Knowledge,
    KnowledgeAdded,
    KnowledgeCategory,
    KnowledgeDetail,
    Marks,
)
from wakeline.model.requests import SearchFilters
from wakeline.ports.store import Unit, View
from wakeline.recall.splitting import split_entries

MOST_TITLE = 500
MOST_SOURCE = 2_000
MOST_TOPICS = 32
MOST_LISTED = 1_000
LAST = "~"  # sorts after every id


def add_knowledge(
    place: Place,
    content: str,
    *,
    source: str | None = None,
    source_type: str = "note",
    title: str | None = None,
    category: str | None = None,
    topics: Sequence[str] = (),
    importance: float = 5,
    project: str | int | None = None,
    source_ids: Sequence[str] = (),
    thread: str | None = None,
    actor: str | None = None,
    origin: Origin = "user_direct",
) -> KnowledgeAdded:
    """Add a text, whole or not at all; a long one becomes several entries."""
    place.ask("add_knowledge")
    now = place.clock.now()
    most = place.settings.number("text.most_bytes")
    text = redact(clean_text(content, field="content", most_bytes=most))
    where = parse.label(source, field="source", most=MOST_SOURCE)
    heading = parse.label(title, field="title", most=MOST_TITLE)
    origin = parse.choice(origin, ORIGINS, field="origin")
    entry = Knowledge(
        id="",
        source_type=parse.choice(source_type, SOURCE_TYPES, field="source_type"),
        source=where,
        source_hash="",
        position=0,
        category=_category(category),
        topics=parse.labels(topics, field="topics")[:MOST_TOPICS],
        title=None,
        content="",
        importance=parse.scaled_importance(importance),
        project_id=None,
        source_ids=parse.labels(source_ids, field="source_ids"),
        origin=origin,
        trust=TRUST[origin],
        tokens=0,
        superseded_by=None,
        created_at=now,
        is_deleted=False,
    )
    by = place.by(actor=actor, origin=origin, at=now)
    with place.writing(by) as unit:
        entry = entry._replace(
            project_id=parse.project_id(project, unit),
            thread_id=place.thread(unit, thread),
        )
        wanted = [
            entry._replace(
                id=unit.new_id(),
                position=position,
                title=part.heading if heading is None else heading,
                content=part.text,
                source_hash=sha256_hex(part.text.encode()),
                tokens=place.tokens.count(part.text),
            )
            for position, part in enumerate(split_entries(text))
        ]
        return _take_in(unit, wanted, where)


def _take_in(unit: Unit, wanted: Sequence[Knowledge], source: str | None) -> KnowledgeAdded:
    before = unit.all(Knowledge, "knowledge.of_source", source=source) if source else []
    old = {entry.source_hash: entry for entry in before}
    entries: list[Knowledge] = []
    new: list[Knowledge] = []
    here: dict[str, Knowledge] = {}  # a part that occurs twice is kept once
    for entry in wanted:
        found = here.get(entry.source_hash) or old.get(entry.source_hash)
        found = found or unit.one(Knowledge, "knowledge.by_hash", source_hash=entry.source_hash)
        if found is None:
            found = save_searchable(unit, "knowledge.added", entry)
            new.append(found)
        here[entry.source_hash] = found
        entries.append(found)
    gone = [entry for entry in before if entry.source_hash not in here]
    replaced = 0
    for at, entry in enumerate(gone):
        replaced += _replace(unit, entry, new[at] if at < len(new) else None)
    return KnowledgeAdded(tuple(dict.fromkeys(entries)), len(new), len(here) - len(new), replaced)


def _replace(unit: Unit, old: Knowledge, new: Knowledge | None) -> bool:
    """Supersede an entry, or delete it if there is no new one. Returns whether it was replaced."""
    if new is None:
        save_searchable(unit, "knowledge.deleted", old._replace(is_deleted=True), old)
        return False
    save_searchable(unit, "knowledge.superseded", old._replace(superseded_by=new.id), old)
    return True


def get_knowledge(place: Place, entry_id: str) -> KnowledgeDetail:
    """An entry, or the one that supersedes it now."""
    with place.store.reading() as view:
        passed: list[str] = []
        entry = _entry(view, entry_id)
        while entry.superseded_by is not None and entry.superseded_by not in passed:
            passed.append(entry.id)
            entry = _entry(view, entry.superseded_by)
        marks = view.one(Marks, "memory.marks", subject_id=entry.id)
        return KnowledgeDetail(entry, marks.access_count if marks else 0, tuple(passed))


def _entry(view: View, entry_id: str) -> Knowledge:
    found = view.one(Knowledge, "knowledge.by_id", id=entry_id)
    if found is None or found.is_deleted:
        raise NotFound(
            f"there is no entry of knowledge {entry_id}.", todo="`wakeline knowledge` shows them."
        )
    return found


def _category(given: str | None) -> KnowledgeCategory | None:
    return None if given is None else parse.choice(given, KNOWLEDGE_CATEGORIES, field="category")


def list_knowledge(
    place: Place,
    *,
    limit: int = MOST_LISTED,
    before: str | None = None,
    category: str | None = None,
    thread: str | None = None,
) -> list[Knowledge]:
    """Entries in use, newest first; `before` is the last id of the previous page."""
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_LISTED)
    bounds = {
        "before": before or LAST,
        "limit": most,
        "category": _category(category),
        "thread_id": parse.label(thread, field="thread"),
    }
    with place.store.reading() as view:
        return view.all(Knowledge, "knowledge.all", **bounds)


def search_knowledge(
    place: Place,
    query: str,
    *,
    topic: str | None = None,
    category: str | None = None,
    k: int = 10,
    **filters: Unpack[SearchFilters],
) -> list[Hit]:
    """The best entries by reciprocal ranks, limited to a topic or a category if given."""
    filters.setdefault("strategy", "rrf")
    filters.setdefault("kinds", ["knowledge"])
    return recall(place, query, k=k, topic=topic, category=_category(category), **filters)


def delete_knowledge(
    place: Place, entry_id: str, *, actor: str | None = None, origin: Origin = "user_direct"
) -> Knowledge:
    """Take an entry out of use. Its row stays; `forget` removes it for good."""
    place.ask("delete_knowledge")
    with place.writing(place.by(actor=actor, origin=origin)) as unit:
        before = _entry(unit, entry_id)
        return save_searchable(unit, "knowledge.deleted", before._replace(is_deleted=True), before)
