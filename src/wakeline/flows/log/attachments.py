"""Files that were shown to an agent: kept as receipts, checked again whenever they are used.

A file is read once, described and hashed; its content is not kept. The same content is one
receipt, however often and under whatever name it is shown. Everything is read before the
transaction begins: several files are kept together or not at all.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from wakeline.base.digest import sha256_hex
from wakeline.base.errors import Invalid, NotFound
from wakeline.base.files import FileContent, printable_path, read_file, real_path
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.log.receipt_checks import verify_receipt
from wakeline.flows.log.record import ensure_thread
from wakeline.flows.recall.searchable import save_searchable
from wakeline.log.admit import clean_text
from wakeline.log.attachments import (
    MOST_EXCERPT,
    MOST_TEXT,
    attachment_kind,
    cut_text,
    mime_of,
    route_of,
    text_in,
)
from wakeline.log.redact import redact
from wakeline.model.attachment import (
    MOST_BYTES,
    ROUTES,
    AttachmentDetail,
    AttachmentKind,
    Receipt,
    ReceiptTurn,
    Route,
    VerifiedReceipt,
)
from wakeline.model.log import ORIGINS, TRUST, Episode, Origin
from wakeline.model.session import Session
from wakeline.ports.store import Unit, View

MOST_FILES = 100
MOST_LISTED = 1_000
MOST_PLACES = 100
# A secret may cross the end of the kept text: so many characters are redacted before the cut.
LOOKED_AT = 2 * MOST_TEXT
ID = "att_"
ID_DIGITS = 32
# The fields of a receipt that describe its file.
SOURCE_FIELDS = (
    *("kind", "filename", "mime", "size", "sha256", "source_path", "source_raw", "source_mark"),
    *("status", "route"),
)


class Occasion(NamedTuple):
    """The thread, session, project, exchange and turn in which a file was shown."""

    thread_id: str | None
    session_id: str | None
    project_id: str | None
    exchange_id: str | None
    turn_id: str | None


def add_attachments(
    place: Place,
    paths: Iterable[Any],
    *,
    observation: str | None = None,
    text: str | None = None,
    route: str | None = None,
    turn: str | None = None,
    exchange: str | None = None,
    thread: str | None = None,
    session: str | None = None,
    project: str | int | None = None,
    actor: str | None = None,
    origin: Origin = "import",
) -> list[Receipt]:
    """Keep a receipt for each file, in the order given. `text` is the text of a single file."""
    place.ask("add_attachment")
    now = place.clock.now()
    wanted = _paths(paths)
    if text is not None and len(wanted) > 1:
        raise Invalid("a text belongs to one file.", todo="Attach that one alone.")
    origin = parse.choice(origin, ORIGINS, field="origin")
    said = clean_observation(place, observation)
    extracted = None if text is None else clean_extracted_text(place, text)
    drafts: dict[str, Receipt] = {}
    for path in wanted:
        made = _receipt(path, read_file(path, most=MOST_BYTES), now, route, extracted)
        drafts[made.id] = made._replace(
            observation=said,
            observed_at=None if said is None else now,
            origin=origin,
            trust=TRUST[origin],
        )
    where = {"turn": turn, "exchange": exchange, "thread": thread, "session": session}
    return keep_receipts(place, [*drafts.values()], project=project, actor=actor, **where)


def keep_receipts(
    place: Place,
    drafts: Sequence[Receipt],
    *,
    turn: str | None = None,
    exchange: str | None = None,
    thread: str | None = None,
    session: str | None = None,
    project: str | int | None = None,
    actor: str | None = None,
) -> list[Receipt]:
    """Keep receipts of one occasion, all or none. They share one time and one origin."""
    labels = {
        "turn": parse.label(turn, field="turn"),
        "exchange": parse.label(exchange, field="exchange"),
        "thread": parse.label(thread, field="thread"),
        "session": parse.label(session, field="session"),
    }
    first = drafts[0]
    by = place.by(
        actor=actor, origin=first.origin, at=first.created_at, session_id=labels["session"]
    )
    with place.writing(by) as unit:
        where = _occasion(place, unit, **labels)
        if project is not None:
            where = where._replace(project_id=parse.project_id(project, unit))
        if where.thread_id is not None:
            ensure_thread(unit, where.thread_id)
        return [_keep(place, unit, draft, where) for draft in drafts]


def _paths(paths: Iterable[Any]) -> list[bytes]:
    if isinstance(paths, (str, bytes, os.PathLike)) or not isinstance(paths, Iterable):
        raise Invalid("paths are not a list.", todo="Give a list of paths.")
    wanted = list(dict.fromkeys(real_path(path) for path in paths))
    if not 1 <= len(wanted) <= MOST_FILES:
        raise Invalid(f"{len(wanted)} files were given.", todo=f"Give 1 to {MOST_FILES} at once.")
    for path in wanted:
        name = printable_path(path)
        if redact(name) != name:
            # The file is opened by its path again, so the path cannot be redacted.
            raise Invalid(
                f"a path holds a secret: {redact(name)}.", todo="Give the file another name."
            )
    return wanted


def clean_observation(place: Place, observation: str | None) -> str | None:
    if observation is None:
        return None
    most = place.settings.number("text.most_bytes")
    said = redact(clean_text(observation, field="observation", most_bytes=most))
    return cut_text(said, MOST_EXCERPT)


def clean_extracted_text(place: Place, text: str) -> str:
    most = place.settings.number("text.most_bytes")
    return clean_text(text, field="text", most_bytes=most)


def _receipt(
    path: bytes, found: FileContent, now: datetime, route: str | None, extracted: str | None
) -> Receipt:
    """A receipt made from a file that was read."""
    name = printable_path(os.path.basename(path))
    mime = mime_of(found.content, name)
    text = text_in(found.content, mime) if extracted is None else extracted
    content = sha256_hex(found.content), len(found.content)
    return new_receipt(name, mime, content, text, now, route)._replace(
        source_path=printable_path(path),
        source_raw=None if _is_text(path) else path.hex(),
        source_mark=found.mark,
    )


def new_receipt(
    filename: str,
    mime: str,
    content: tuple[str, int],
    text: str | None,
    now: datetime,
    route: str | None,
) -> Receipt:
    """A receipt made from the hash and size of a content; its path is not set yet."""
    digest, size = content
    kind = attachment_kind(mime)
    text = None if text is None else cut_text(redact(text[:LOOKED_AT]), MOST_TEXT)
    return Receipt(
        id=ID + digest[:ID_DIGITS],
        kind=kind,
        filename=filename,
        mime=mime,
        size=size,
        sha256=digest,
        source_path=filename,
        source_raw=None,
        source_mark="",
        status="present",
        route=parse_route(route, kind),
        text=text,
        excerpt=None if text is None else cut_text(text.strip(), MOST_EXCERPT),
        observation=None,
        observed_at=None,
        origin="import",
        trust=0.0,
        tokens=0,
        created_at=now,
        updated_at=now,
        is_deleted=False,
    )


def _is_text(path: bytes) -> bool:
    try:
        path.decode()
    except UnicodeDecodeError:
        return False
    return True


def parse_route(route: str | None, kind: AttachmentKind) -> Route:
    if route is None:
        return route_of(kind)
    wanted = parse.choice(route, ROUTES, field="route")
    if (wanted == "documents") == (kind == "image"):
        raise Invalid(
            f"route {wanted} is not for a file of kind {kind}.",
            todo="Images take native-image-parts or vision-prepass, everything else documents.",
        )
    return wanted


def _occasion(
    place: Place,
    view: View,
    *,
    turn: str | None,
    exchange: str | None,
    thread: str | None,
    session: str | None,
) -> Occasion:
    """Where the files belong: to a turn, to an exchange, else to the current session."""
    said: list[Episode] = []
    if turn is not None:
        said = view.all(Episode, "log.episode", id=turn)
    elif exchange is not None:
        said = view.all(Episode, "log.episodes_of_exchange", exchange_id=exchange)
    said = [each for each in said if each.forgotten_at is None]
    if not said and (turn or exchange):
        raise NotFound(
            f"there is no {'turn' if turn else 'exchange'} {turn or exchange}.",
            todo="Record it first, and give the id that comes back.",
        )
    if session is not None and view.one(Session, "sessions.by_id", id=session) is None:
        raise NotFound(f"there is no session {session}.", todo="`wakeline status` lists them.")
    if said:
        first = said[0]
        return Occasion(
            thread or first.thread_id,
            session or first.session_id,
            first.project_id,
            first.exchange_id,
            turn,
        )
    own = session or place.current.session_id
    current = None if own is None else view.one(Session, "sessions.by_id", id=own)
    # A file that is attached before its turn is recorded belongs to no exchange yet.
    return Occasion(
        thread or (current.thread_id if current else None),
        own,
        current.project_id if current else None,
        None,
        None,
    )


def _keep(place: Place, unit: Unit, draft: Receipt, where: Occasion) -> Receipt:
    before = unit.one(Receipt, "attachments.by_id", id=draft.id)
    kind = "attachment.added" if before is None else "attachment.shown_again"
    after = draft if before is None else _joined(before, draft)
    receipt = save_searchable(unit, kind, _counted(place, after), before)
    found = unit.all(ReceiptTurn, "attachments.turns_of", receipt_id=draft.id, limit=MOST_PLACES)
    # A second report of the same turn adds no link.
    if where.turn_id is None or where.turn_id not in {link.turn_id for link in found}:
        link = ReceiptTurn(unit.new_id(), receipt.id, *where, unit.by.at)
        unit.save("attachment_turn.added", link)
    return receipt


def _joined(before: Receipt, draft: Receipt) -> Receipt:
    """The same content shown again: its observation and text stay unless new ones are given."""
    if draft.is_elsewhere and not (before.is_elsewhere or before.is_deleted):
        # A receipt of a file elsewhere does not replace one of a file on this machine.
        draft = draft._replace(**{name: getattr(before, name) for name in SOURCE_FIELDS})
    has_said = draft.observation is not None
    text = before.text if draft.text is None else draft.text
    return draft._replace(
        text=text,
        excerpt=before.excerpt if draft.text is None else draft.excerpt,
        observation=draft.observation if has_said else before.observation,
        observed_at=draft.observed_at if has_said else before.observed_at,
        created_at=before.created_at,
    )


def _counted(place: Place, receipt: Receipt) -> Receipt:
    """The receipt with the tokens that its excerpt and observation take in a wake."""
    told = f"{receipt.excerpt or ''} {receipt.observation or ''}"
    return receipt._replace(tokens=place.tokens.count(told))


def observe_attachment(place: Place, receipt_id: str, observation: str) -> Receipt:
    """Note what was seen in a file. Later turns show the last note."""
    place.ask("add_attachment")
    said = clean_observation(place, observation)
    with place.writing(place.by()) as unit:
        before = _existing(unit, receipt_id)
        after = before._replace(observation=said, observed_at=unit.by.at, updated_at=unit.by.at)
        return save_searchable(unit, "attachment.observed", _counted(place, after), before)


def get_attachment(place: Place, receipt_id: str) -> AttachmentDetail:
    """One receipt, and the turns in which its file was shown."""
    with place.store.reading() as view:
        receipt = _existing(view, receipt_id)
        bounds = {"receipt_id": receipt.id, "limit": MOST_PLACES}
        return AttachmentDetail(
            receipt, tuple(view.all(ReceiptTurn, "attachments.turns_of", **bounds))
        )


def list_attachments(
    place: Place, *, limit: int = MOST_LISTED, after: str | None = None
) -> list[Receipt]:
    """Receipts in the order of their ids; `after` is the last id of the page before."""
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_LISTED)
    with place.store.reading() as view:
        return view.all(Receipt, "attachments.all", after=after or "", limit=most)


def verify_attachments(place: Place, ids: Sequence[str] | None = None) -> list[VerifiedReceipt]:
    """Check the source files again, all or some, and note their status."""
    place.ask("verify_attachment")
    with place.store.reading() as view:
        if ids is None:
            rows = view.all(Receipt, "attachments.all", after="", limit=MOST_LISTED)
        else:
            rows = [_existing(view, each) for each in parse.labels(ids, field="ids")]
    found = [verify_receipt(row) for row in rows]
    changed = [item for item, row in zip(found, rows, strict=True) if item.receipt != row]
    if changed:
        with place.writing(place.by()) as unit:
            for item in changed:
                _note(unit, item.receipt)
    return found


def _note(unit: Unit, receipt: Receipt) -> None:
    """Save the status that was found, unless the file was attached again meanwhile."""
    before = unit.one(Receipt, "attachments.by_id", id=receipt.id)
    if before is not None and before.updated_at == receipt.updated_at:
        after = before._replace(status=receipt.status, source_mark=receipt.source_mark)
        save_searchable(unit, "attachment.verified", after, before)


def _existing(view: View, receipt_id: str) -> Receipt:
    found = view.one(Receipt, "attachments.by_id", id=receipt_id)
    if found is None or found.is_deleted:
        raise NotFound(
            f"there is no attachment {receipt_id}.", todo="`wakeline attachments` lists them."
        )
    return found
