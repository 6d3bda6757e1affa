"""Identity documents: what is in force, what is proposed, and who decides.

A file that was edited by hand becomes a proposed version. Nothing tells the
person's editor from the agent's shell, so it is in force only after the person
says so; at once only where the agent manages its own identity.
"""

from __future__ import annotations

from wakeline.base.errors import IllegalMove, NotFound, NotPermitted
from wakeline.flows import parse
from wakeline.flows.edits import content_hash
from wakeline.flows.place import Place
from wakeline.log.redact import redact
from wakeline.model.identity import (
    DOCUMENT_KINDS,
    MOVES,
    Document,
    DocumentKind,
    DocumentState,
)
from wakeline.model.log import TRUST, Origin
from wakeline.ports.store import Unit

MOST_BYTES = 262_144


def write_document(
    place: Place,
    kind: str,
    text: str,
    *,
    actor: str,
    origin: Origin = "user_direct",
    confirmed: bool = False,
) -> Document:
    """Add a version. In force at once if the person confirmed it, or the policy lets it be."""
    place.ask("write_document")
    name: DocumentKind = parse.choice(kind, DOCUMENT_KINDS, field="kind")
    if len(text.encode(errors="replace")) > MOST_BYTES or "\0" in text:
        text = text.replace("\0", "")[: MOST_BYTES // 4]
    now = place.clock.now()
    in_force = confirmed or place.identity.identity_policy == "agent_managed"
    if place.identity.identity_policy == "locked" and not confirmed:
        in_force = False
    with place.store.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        versions = unit.all(Document, "identities.document_versions", kind=name)
        document = Document(
            id=unit.new_id(),
            kind=name,
            version=max((d.version for d in versions), default=0) + 1,
            state="proposed",
            content=redact(text),
            content_hash=content_hash(text),
            tokens=place.tokens.count(text),
            origin=origin,
            trust=TRUST[origin],
            created_at=now,
            decided_at=None,
            decided_by=None,
        )
        unit.save("document.proposed", document)
        if in_force:
            document = _put_in_force(unit, document, actor)
    if in_force:
        place.store.write_document_file(document.kind, document.content)
    return document


def accept_document(place: Place, kind: str, *, version: int | None = None, actor: str) -> Document:
    """Put a proposed version in force. Only ever called for the person."""
    place.ask("accept_document")
    with place.store.writing(place.by(actor=actor, origin="user_direct")) as unit:
        found = _pick(unit, kind, version, "proposed")
        if place.identity.identity_policy == "locked" and found.kind == "identity":
            raise NotPermitted(
                "the identity is locked.", todo="Change identity_policy to operator_gated first."
            )
        accepted = _put_in_force(unit, found, actor)
    place.store.write_document_file(accepted.kind, accepted.content)
    return accepted


def reject_document(place: Place, kind: str, *, version: int | None = None, actor: str) -> Document:
    """Refuse a proposed version; the file goes back to what is in force."""
    place.ask("reject_document")
    with place.store.writing(place.by(actor=actor, origin="user_direct")) as unit:
        found = _pick(unit, kind, version, "proposed")
        rejected = _decided(unit, found, "rejected", actor)
        current = [
            d for d in unit.all(Document, "identities.documents_in_force") if d.kind == found.kind
        ]
    for document in current:
        place.store.write_document_file(document.kind, document.content)
    return rejected


def documents(place: Place) -> list[Document]:
    """The versions in force and those that wait for a decision."""
    place.flow("take_in_edits")(place)
    with place.store.reading() as view:
        return [
            *view.all(Document, "identities.documents_in_force"),
            *view.all(Document, "identities.documents_in_state", state="proposed"),
        ]


def _pick(unit: Unit, kind: str, version: int | None, state: DocumentState) -> Document:
    name = parse.choice(kind, DOCUMENT_KINDS, field="kind")
    for document in unit.all(Document, "identities.document_versions", kind=name):
        if document.state == state and version in (None, document.version):
            return document
    raise nothing_proposed(kind)


def nothing_proposed(kind: str) -> NotFound:
    return NotFound(
        f"no version of {kind} waits for a decision.", todo="`wakeline identity` shows them."
    )


def _put_in_force(unit: Unit, document: Document, actor: str) -> Document:
    for current in unit.all(Document, "identities.documents_in_force"):
        if current.kind == document.kind:
            _decided(unit, current, "superseded", actor)
    return _decided(unit, document, "in_force", actor)


def _decided(unit: Unit, document: Document, to: DocumentState, actor: str) -> Document:
    if to not in MOVES[document.state]:
        raise IllegalMove(f"{document.kind} version {document.version}", document.state, to)
    after = document._replace(state=to, decided_at=unit.by.at, decided_by=actor)
    return unit.save(f"document.{to}", after, document)
