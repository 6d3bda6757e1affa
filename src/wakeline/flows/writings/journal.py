"""The journal: an agent's thoughts about itself. Shown only on request."""

from __future__ import annotations

from typing import Final

from wakeline.base.errors import NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.pages import HIGHEST_ID
from wakeline.flows.common.place import Place
from wakeline.flows.recall.recall import recall
from wakeline.flows.recall.searchable import JOURNAL, save_searchable
from wakeline.flows.writings.markdown_files import write_markdown_file
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.log import ORIGINS, TRUST, Origin
from wakeline.model.memory import Hit
from wakeline.model.writings import JournalEntry

MOST_LISTED: Final = 1000
MOST_TITLE: Final = 200


def write_journal(
    place: Place,
    text: str,
    *,
    title: str | None = None,
    mood: str | None = None,
    session_id: str | None = None,
    actor: str | None = None,
    origin: Origin = "agent_inferred",
) -> JournalEntry:
    """Write an entry. No wake shows it, and recall only if the journal is asked for."""
    place.ask("write_journal")
    origin = parse.choice(origin, ORIGINS, field="origin")
    most = place.settings.number("text.most_bytes")
    said = redact(clean_text(text, field="text", most_bytes=most))
    by = place.by(actor=actor, origin=origin, session_id=session_id)
    with place.writing(by) as unit:
        entry = JournalEntry(
            id=unit.new_id(),
            title=parse.label(title, field="title", most=MOST_TITLE),
            text=said,
            mood=parse.label(mood, field="mood"),
            session_id=by.session_id,
            origin=origin,
            trust=TRUST[origin],
            tokens=place.tokens.count(said),
            created_at=by.at,
            is_deleted=False,
            thread_id=place.thread(unit),
        )
        kept = save_searchable(unit, "journal_entry.written", entry)
    write_markdown_file(place, kept)
    return kept


def get_journal(place: Place, entry_id: str) -> JournalEntry:
    """One entry of the journal."""
    place.ask("recall")
    with place.store.reading() as view:
        found = view.one(JournalEntry, "journal.by_id", id=entry_id)
    if found is None or found.is_deleted:
        raise NotFound(
            f"the journal has no entry {entry_id}.", todo="`wakeline journal` lists them."
        )
    return found


def list_journal(
    place: Place,
    *,
    limit: int = MOST_LISTED,
    before: str | None = None,
    thread: str | None = None,
) -> list[JournalEntry]:
    """Entries, newest first: all, or those of a thread. `before` is the last id listed."""
    place.ask("recall")
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_LISTED)
    behind = parse.label(before, field="before") or HIGHEST_ID
    with place.store.reading() as view:
        of = {"after": behind, "thread_id": parse.label(thread, field="thread"), "limit": most}
        return view.all(JournalEntry, "pages.journal", **of)


def search_journal(place: Place, query: str, *, k: int = 10) -> list[Hit]:
    """The entries that answer a question best."""
    return recall(place, query, k=k, kinds=[JOURNAL])
