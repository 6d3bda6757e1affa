"""How a proposed document differs from the one in force."""

from __future__ import annotations

import difflib

from wakeline.flows.common.place import Place
from wakeline.flows.identity.documents import no_proposed_version
from wakeline.model.identity import Document


def document_diff(place: Place, kind: str, *, version: int | None = None) -> str:
    """A unified diff from the version in force to the proposed one."""
    with place.store.reading() as view:
        versions = view.all(Document, "identities.document_versions", kind=kind)
    proposed = next(
        (d for d in versions if d.state == "proposed" and version in (None, d.version)), None
    )
    if proposed is None:
        raise no_proposed_version(kind)
    current = next((d for d in versions if d.state == "in_force"), None)
    return "".join(
        difflib.unified_diff(
            current.content.splitlines(keepends=True) if current else [],
            proposed.content.splitlines(keepends=True),
            f"{kind} version {current.version} (in force)" if current else "nothing",
            f"{kind} version {proposed.version} (proposed)",
        )
    )
