"""Write letters and journal entries as Markdown files for people, one file per row.

The rows are the truth. A file that somebody edited stays as it is until its row changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import tzinfo
from typing import Any, NamedTuple

from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.model.writings import JournalEntry, Letter
from wakeline.ports.store import Store
from wakeline.writings.journal import render_entry
from wakeline.writings.letters import render_letter

# The form of our file names; other files in the folder belong to somebody else.
OWN_FILE_NAME = re.compile(r"\d{4}-\d\d-\d\d-\d{4}-[0-9a-z]{8}\.md")


class MarkdownFolder(NamedTuple):
    """A folder of files: its name, the query for its rows, and the function that renders one."""

    name: str
    every: str
    render: Callable[[Any, tzinfo], str]


MARKDOWN_FOLDERS: dict[type[Any], MarkdownFolder] = {
    Letter: MarkdownFolder("letters", "integrity.letters", render_letter),
    JournalEntry: MarkdownFolder("journal", "integrity.journal", render_entry),
}


def markdown_file_name(row: Any) -> str:
    """The file name of a row: when it was written, and the end of its id."""
    return f"{row.created_at:%Y-%m-%d-%H%M}-{row.id[-8:].lower()}.md"


def write_markdown_file(place: Place, row: Any) -> None:
    """Write the file of a row; remove the file if the row was deleted."""
    _write(place.store, row, time_zone(place.identity.person_time_zone))


def write_markdown_files(store: Store, zone: tzinfo) -> None:
    """Write the files of all rows, for an agent that was just imported."""
    for cls, shelf in MARKDOWN_FOLDERS.items():
        with store.reading() as view:
            rows = view.all(cls, shelf.every)
        for row in rows:
            _write(store, row, zone)


def refresh_markdown_files(place: Place) -> None:
    """Bring existing files up to date with their rows, after something was forgotten."""
    zone = time_zone(place.identity.person_time_zone)
    for cls, shelf in MARKDOWN_FOLDERS.items():
        files = {
            name: text
            for name, text in place.store.folder_texts(shelf.name).items()
            if OWN_FILE_NAME.fullmatch(name)
        }
        if not files:
            continue
        with place.store.reading() as view:
            rows = {markdown_file_name(row): row for row in view.all(cls, shelf.every)}
        for name, text in files.items():
            row = rows.get(name)
            wanted = "" if row is None or row.is_deleted else shelf.render(row, zone)
            if text != wanted:
                place.store.write_folder_text(shelf.name, name, wanted)


def _write(store: Store, row: Any, zone: tzinfo) -> None:
    shelf = MARKDOWN_FOLDERS[type(row)]
    text = "" if row.is_deleted else shelf.render(row, zone)
    store.write_folder_text(shelf.name, markdown_file_name(row), text)
