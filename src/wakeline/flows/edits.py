"""Documents that were edited by hand since they were last looked at."""

from __future__ import annotations

from wakeline.base.digest import sha256_hex
from wakeline.flows.place import Place
from wakeline.model.identity import Document


def content_hash(text: str) -> str:
    """The SHA-256 of a document's text, or of the bytes of a file that is not all text."""
    return sha256_hex(text.encode(errors="surrogateescape"))


def take_in_edits(place: Place) -> list[Document]:
    """Turn files whose text no version has, or only an earlier one, into proposed versions."""
    files = place.store.document_files()
    if not files:
        return []
    with place.store.reading() as view:
        known = set(view.tuples("identities.document_hashes"))
    edited = {
        kind: text
        for kind, text in files.items()
        if text.strip() and (kind, content_hash(text)) not in known
    }
    if not edited:
        return []
    taken = [place.flow("take_in_edit")(place, kind, text) for kind, text in edited.items()]
    return [document for document in taken if document is not None]
