"""The personality as files: the core, the version in force, every snapshot, and a meta file.

A folder home keeps the snapshots and the meta file beside the documents; an export writes all of
them elsewhere. They are written from the store, and nothing reads them back.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

from wakeline.base.errors import HomeUnusable
from wakeline.flows.common.place import Place
from wakeline.flows.identity.personality_layer import read_layer
from wakeline.model.identity import Document
from wakeline.model.personality import PersonalityEntry
from wakeline.personality.history import FOLDER, META, is_label, meta_file
from wakeline.ports.store import Store, View

ENDING = ".md"


class SnapshotFiles(NamedTuple):
    """Every snapshot by its file name, and the text of the meta file."""

    snapshots: dict[str, str]
    meta_text: str


class PersonalityExport(NamedTuple):
    """The folder of an export, and the files that were written."""

    folder: str
    files: tuple[str, ...]


def export_personality(place: Place, folder: str | os.PathLike[str]) -> PersonalityExport:
    """Write identity.md, personality.md, personality_history/ and personality_meta.json."""
    place.ask("export_personality")
    with place.store.reading() as view:
        layer = read_layer(view)
        history = _history(view)
    files = {} if layer.core is None else {"identity.md": layer.core.content}
    if layer.text.strip():
        files["personality.md"] = layer.text
    files |= {f"{FOLDER}/{name}": text for name, text in history.snapshots.items()}
    files[META] = history.meta_text
    target = Path(folder)
    try:
        (target / FOLDER).mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            beside = target / f"{name}.new"
            beside.write_text(content, encoding="utf-8", newline="")
            beside.replace(target / name)
    except OSError as error:
        raise HomeUnusable(f"{target} cannot be written: {error.strerror}.") from error
    return PersonalityExport(str(target), tuple(files))


def sync_history_files(store: Store) -> None:
    """Update the snapshot files beside an agent's documents; only what differs is written.

    The file of a forgotten version is removed. Other files in the folder are left alone.
    """
    if store.archive_folder() is None:
        return  # there are no files there
    with store.reading() as view:
        history = _history(view)
    shown = store.folder_texts(FOLDER)
    for name, text in history.snapshots.items():
        if shown.get(name) != text:
            store.write_folder_text(FOLDER, name, text)
    for name in shown.keys() - history.snapshots.keys():
        if name.endswith(ENDING) and is_label(name.removesuffix(ENDING)):
            store.write_folder_text(FOLDER, name, "")
    store.write_folder_text("", META, history.meta_text if history.snapshots else "")


def _history(view: View) -> SnapshotFiles:
    entries = view.all(PersonalityEntry, "personality.entries")
    versions = view.all(Document, "identities.document_versions", kind="personality")
    texts = {version.id: version.content for version in versions}
    snapshots = {
        f"{entry.date}{ENDING}": texts[entry.document_id]
        for entry in entries
        if entry.document_id in texts
    }
    return SnapshotFiles(
        snapshots, json.dumps(meta_file(entries), ensure_ascii=False, indent=2) + "\n"
    )
