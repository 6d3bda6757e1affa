"""The living layer as files: the core, what is in force, every snapshot, and what is told of them.

Written from what the store holds; nothing reads them back.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

from wakeline.base.errors import HomeUnusable
from wakeline.flows.personality_layer import layer_of
from wakeline.flows.place import Place
from wakeline.model.identity import Document
from wakeline.model.personality import PersonalityEntry
from wakeline.personality.history import FOLDER, META, meta


class Exported(NamedTuple):
    """Where the files are, and which were written."""

    folder: str
    files: tuple[str, ...]


def export_personality(place: Place, folder: str | os.PathLike[str]) -> Exported:
    """Write identity.md, personality.md, personality_history/ and personality_meta.json."""
    place.ask("export_personality")
    with place.store.reading() as view:
        layer = layer_of(view)
        entries = view.all(PersonalityEntry, "personality.entries")
        texts = {
            version.id: version.content
            for version in view.all(Document, "identities.document_versions", kind="personality")
        }
    files = {} if layer.core is None else {"identity.md": layer.core.content}
    if layer.text.strip():
        files["personality.md"] = layer.text
    for entry in entries:
        if entry.document_id in texts:
            files[f"{FOLDER}/{entry.date}.md"] = texts[entry.document_id]
    files[META] = json.dumps(meta(entries), ensure_ascii=False, indent=2) + "\n"
    target = Path(folder)
    try:
        (target / FOLDER).mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            beside = target / f"{name}.new"
            beside.write_text(content, encoding="utf-8", newline="")
            beside.replace(target / name)
    except OSError as error:
        raise HomeUnusable(f"{target} cannot be written: {error.strerror}.") from error
    return Exported(str(target), tuple(files))
