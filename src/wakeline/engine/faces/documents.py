"""Identity documents in versions, as in `ash.documents.propose`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face
from wakeline.flows.identity.document_diff import document_diff
from wakeline.flows.identity.documents import write_document
from wakeline.flows.identity.hand_edits import current_documents
from wakeline.flows.identity.identity_files import import_identity
from wakeline.flows.identity.sections import propose_sections

if TYPE_CHECKING:
    import os

    from wakeline.flows.identity.identity_files import IdentityFileImport
    from wakeline.model.identity import Document


class Documents(Face):
    """Identity documents, in versions. Deciding on them is the person's."""

    def all(self) -> list[Document]:
        """The versions in force and those that wait for a decision."""
        return current_documents(self._place)

    def propose(self, kind: str, text: str, *, actor: str | None = None) -> Document:
        """Propose a version. It waits for the person, unless the policy lets it hold at once."""
        return write_document(
            self._place,
            kind,
            text,
            actor=actor or self._agent.identity.name,
            origin="agent_inferred",
        )

    def propose_sections(self, *, actor: str | None = None) -> list[Document]:
        """Propose what no version of its document has had yet. Nothing is in force by it."""
        return propose_sections(self._place, actor=actor or self._agent.identity.name)

    def import_folder(
        self, folder: str | os.PathLike[str], *, actor: str | None = None
    ) -> list[IdentityFileImport]:
        """Propose what the identity files of a folder say: SOUL.md, AGENTS.md and so on."""
        return import_identity(self._place, folder, actor=actor or self._agent.identity.name)

    def diff(self, kind: str, *, version: int | None = None) -> str:
        """A unified diff from what is in force to what is proposed."""
        return document_diff(self._place, kind, version=version)
