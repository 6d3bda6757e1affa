"""Import identity files of other programs as documents.

Each becomes a version like a hand edit: proposed, and in force when the person confirms it. A
file cannot tell who wrote it.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from wakeline.base.errors import Invalid, NotFound
from wakeline.base.files import printable_path, read_file, real_path
from wakeline.flows.common.place import Place
from wakeline.flows.identity.documents import MOST_BYTES, known_version, write_document
from wakeline.model.identity import Document, DocumentKind

# File names of other programs, in any case of letters, and the kind of document here.
FILES: dict[str, DocumentKind] = {
    "soul.md": "soul",
    "agents.md": "protocol",
    "anchor.md": "anchor",
    "user.md": "anchor",
    "tools.md": "tools",
    "memory.md": "memory",
    "standing.md": "standing",
    "identity.md": "identity",
    "personality.md": "personality",
}


class IdentityFileImport(NamedTuple):
    """The result for one file: a new version, or the known one with the same text."""

    file: str
    document: Document
    is_new: bool


def import_identity(
    place: Place, folder: str | os.PathLike[str], *, actor: str
) -> list[IdentityFileImport]:
    """Import the files of a folder whose names are known. All are read before one is saved."""
    place.ask("write_document")
    found = _files(folder)
    texts = {kind: (name, _text(path)) for kind, (name, path) in found.items()}
    taken = []
    for kind, (name, text) in texts.items():
        known = known_version(place, kind, text)
        made = known or write_document(place, kind, text, actor=actor, origin="import")
        taken.append(IdentityFileImport(name, made, known is None))
    return taken


def _files(folder: str | os.PathLike[str]) -> dict[DocumentKind, tuple[str, bytes]]:
    where = real_path(folder)
    try:
        names = sorted(os.listdir(where))
    except OSError as error:
        raise NotFound(
            f"{printable_path(where)} cannot be read as a folder ({error.strerror}).",
            todo="Name the folder in which the files are.",
        ) from None
    found: dict[DocumentKind, tuple[str, bytes]] = {}
    for raw in names:
        name = printable_path(raw)
        kind = FILES.get(name.casefold())
        if kind is None:
            continue
        if kind in found:
            raise Invalid(
                f"{found[kind][0]} and {name} are both the document {kind}.",
                todo="Keep only one of them.",
            )
        found[kind] = (name, os.path.join(where, raw))
    if not found:
        known = ", ".join(name.upper().replace(".MD", ".md") for name in FILES)
        raise NotFound(
            f"{printable_path(where)} holds no identity file.", todo=f"Known are {known}."
        )
    # In the order of the table, whatever order the folder has.
    return {kind: found[kind] for kind in dict.fromkeys(FILES.values()) if kind in found}


def _text(path: bytes) -> str:
    try:
        return read_file(os.path.realpath(path), most=MOST_BYTES).content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Invalid(
            f"{printable_path(path)} is not text in UTF-8.", todo="Save it as UTF-8."
        ) from None
