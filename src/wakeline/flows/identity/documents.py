"""Versions of identity documents: propose, accept, reject, put in force.

A file that was edited by hand becomes a proposed version. A file cannot tell the
person's editor from the agent's shell, so the version is in force only after the
person confirms it; at once only if the agent manages its own identity.
"""

from __future__ import annotations

from collections.abc import Sequence

from wakeline.assessment.standing import SCORES, read_standing
from wakeline.base.digest import content_hash
from wakeline.base.errors import IllegalMove, Invalid, NotFound, NotPermitted
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.recall.searchable import save_searchable
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.identity import (
    DOCUMENT_KINDS,
    DOCUMENT_MOVES,
    Document,
    DocumentKind,
    DocumentState,
    Identity,
    IdentityPolicy,
)
from wakeline.model.log import TRUST, Origin
from wakeline.ports.store import Unit, View

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
    """Add a version. It is in force at once if the person confirmed it or the policy allows it."""
    place.ask("write_document")
    name: DocumentKind = parse.choice(kind, DOCUMENT_KINDS, field="kind")
    content = _content(name, text)
    now = place.clock.now()
    with place.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        policy = _policy(unit)
        in_force = confirmed or policy == "agent_managed"
        if in_force and name == "identity":
            _refuse_locked(policy)
        document = propose_version(place, unit, name, content, origin=origin)
        if in_force:
            document = put_in_force(unit, document)
    if in_force:
        place.store.write_document_file(document.kind, document.content)
    return document


def _content(kind: str, text: str) -> str:
    """A document's text, clean and without secrets. Raises for a standing that cannot be read."""
    content = redact(clean_text(text, field=kind, most_bytes=MOST_BYTES))
    if kind == "standing":
        try:
            read_standing(content)
        except ValueError as error:
            raise Invalid(
                f"the standing cannot be read ({error}).",
                todo=f"Give a line for each, such as `{SCORES[2]}: 0.7, why`.",
            ) from None
    return content


def propose_version(
    place: Place, unit: Unit, kind: DocumentKind, content: str, *, origin: Origin
) -> Document:
    """Add a version that is not in force yet. The caller has cleaned its text."""
    versions = unit.all(Document, "identities.document_versions", kind=kind)
    document = Document(
        id=unit.new_id(),
        kind=kind,
        version=max((d.version for d in versions), default=0) + 1,
        state="proposed",
        content=content,
        content_hash=content_hash(content),
        tokens=place.tokens.count(content),
        origin=origin,
        trust=TRUST[origin],
        created_at=unit.by.at,
        decided_at=None,
        decided_by=None,
    )
    return unit.save("document.proposed", document)


def record_hand_edit(place: Place, kind: str, text: str) -> Document | None:
    """Add a hand-edited file as a version; None if its text is a version already or is refused.

    Versions are compared by their text without secrets; the file may still hold them. A file
    with the text of an earlier version was edited back to it, unless it was not written since:
    then the process that put the newer version in force has not written it yet.
    """
    try:
        content = _content(kind, text)
    except Invalid:
        return None  # not text, too long, or an unreadable standing; a wake must not fail for it
    wanted = content_hash(content)
    with place.store.reading() as view:
        versions = view.all(Document, "identities.document_versions", kind=kind)
    states = {version.state for version in versions if version.content_hash == wanted}
    if states - {"superseded"} or (states and not _was_touched(place, kind, versions)):
        return None
    return write_document(place, kind, content, actor="a hand edit")


def _was_touched(place: Place, kind: str, versions: Sequence[Document]) -> bool:
    """Whether a document's file was written after its version was put in force."""
    touched = place.store.document_touched_at(kind)
    put = [v.decided_at for v in versions if v.state == "in_force" and v.decided_at is not None]
    return touched is not None and all(touched > each for each in put)


def why_edit_is_refused(kind: str, text: str) -> Invalid | None:
    """Why a file that was edited by hand cannot become a version; None if it can."""
    try:
        if not text.isascii():
            text.encode()
        _content(kind, text)
    except UnicodeEncodeError as error:
        return Invalid(
            f"it is not text in UTF-8 (at character {error.start + 1:,}).", todo="Save it as UTF-8."
        )
    except Invalid as error:
        return error
    return None


def known_version(place: Place, kind: DocumentKind, text: str) -> Document | None:
    """The newest version with this text that is proposed or in force, or None."""
    wanted = content_hash(_content(kind, text))
    with place.store.reading() as view:
        versions = view.all(Document, "identities.document_versions", kind=kind)
    current = (v for v in versions if v.state in ("proposed", "in_force"))
    return next((v for v in current if v.content_hash == wanted), None)


def accept_document(place: Place, kind: str, *, version: int | None = None, actor: str) -> Document:
    """Put a proposed version in force. Only called for the person."""
    place.ask("accept_document")
    with place.writing(place.by(actor=actor, origin="user_direct")) as unit:
        found = _pick(unit, kind, version, "proposed")
        if found.kind == "identity":
            _refuse_locked(_policy(unit))
        accepted = put_in_force(unit, found)
    place.store.write_document_file(accepted.kind, accepted.content)
    return accepted


def reject_document(place: Place, kind: str, *, version: int | None = None, actor: str) -> Document:
    """Reject a proposed version; the file shows the version in force again."""
    place.ask("reject_document")
    with place.writing(place.by(actor=actor, origin="user_direct")) as unit:
        found = _pick(unit, kind, version, "proposed")
        rejected = _move(unit, found, "rejected")
        current = [
            d for d in unit.all(Document, "identities.documents_in_force") if d.kind == found.kind
        ]
    for document in current:
        place.store.write_document_file(document.kind, document.content)
    return rejected


def _policy(view: View) -> IdentityPolicy | None:
    """The identity policy now: the person may have changed it since the agent was opened."""
    identity = view.one(Identity, "identities.own")
    return None if identity is None else identity.identity_policy


def _refuse_locked(policy: IdentityPolicy | None) -> None:
    if policy == "locked":
        raise NotPermitted(
            "the identity is locked.", todo="Change identity_policy to operator_gated first."
        )


def _pick(unit: Unit, kind: str, version: int | None, state: DocumentState) -> Document:
    name = parse.choice(kind, DOCUMENT_KINDS, field="kind")
    for document in unit.all(Document, "identities.document_versions", kind=name):
        if document.state == state and version in (None, document.version):
            return document
    raise no_proposed_version(kind)


def no_proposed_version(kind: str) -> NotFound:
    return NotFound(
        f"no version of {kind} waits for a decision.", todo="`wakeline identity` shows them."
    )


def put_in_force(unit: Unit, document: Document) -> Document:
    """Put a version in force; the one before it is superseded."""
    for current in unit.all(Document, "identities.documents_in_force"):
        if current.kind == document.kind:
            _move(unit, current, "superseded")
    return _move(unit, document, "in_force")


def _move(unit: Unit, document: Document, to: DocumentState) -> Document:
    if to not in DOCUMENT_MOVES[document.state]:
        raise IllegalMove(f"{document.kind} version {document.version}", document.state, to)
    after = document._replace(state=to, decided_at=unit.by.at, decided_by=unit.by.actor)
    return save_searchable(unit, f"document.{to}", after, document)
