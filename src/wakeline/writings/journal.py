"""A journal entry as Markdown, for its file. Takes a row and returns text."""

from __future__ import annotations

from datetime import tzinfo

from wakeline.language.ages import moment_text
from wakeline.language.markdown import contained
from wakeline.model.writings import JournalEntry


def render_entry(entry: JournalEntry, zone: tzinfo) -> str:
    """The whole entry, its moment in the given time zone."""
    mood = f", {entry.mood}" if entry.mood else ""
    title = " ".join((entry.title or "Journal").split())
    return f"# {title}\n\n{moment_text(entry.created_at, zone)}{mood}\n\n{contained(entry.text)}\n"
