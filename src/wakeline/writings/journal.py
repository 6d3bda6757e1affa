"""A journal entry as Markdown, for its file. Takes a row and returns text."""

from __future__ import annotations

from datetime import tzinfo

from wakeline.language.ages import moment_text
from wakeline.language.markdown import neutralise_markdown
from wakeline.model.writings import JournalEntry


def render_entry(entry: JournalEntry, zone: tzinfo) -> str:
    """The whole entry, its moment in the given time zone."""
    mood = f", {entry.mood}" if entry.mood else ""
    title = " ".join((entry.title or "Journal").split())
    when = moment_text(entry.created_at, zone)
    return f"# {title}\n\n{when}{mood}\n\n{neutralise_markdown(entry.text)}\n"
