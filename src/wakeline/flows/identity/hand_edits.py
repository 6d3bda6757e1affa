"""Find documents that were edited by hand, and record the edits as versions."""

from __future__ import annotations

from wakeline.base.digest import content_hash
from wakeline.flows.common.place import Place
from wakeline.model.identity import Document


def record_hand_edits(place: Place) -> list[Document]:
    """Record files whose text no version has, or only an earlier one, as proposed versions."""
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
    from wakeline.flows.identity.documents import record_hand_edit

    taken = [record_hand_edit(place, kind, text) for kind, text in edited.items()]
    return [document for document in taken if document is not None]


def current_documents(place: Place) -> list[Document]:
    """The versions in force and those that wait for a decision."""
    record_hand_edits(place)
    with place.store.reading() as view:
        return [
            *view.all(Document, "identities.documents_in_force"),
            *view.all(Document, "identities.documents_in_state", state="proposed"),
        ]
