"""Messages that others leave for an agent, and that it reads and answers."""

from __future__ import annotations

from datetime import datetime

from wakeline.base.errors import Conflict, Invalid, NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.recall.searchable import save_searchable
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.log import ORIGINS, TRUST, Origin
from wakeline.model.message import MESSAGE_KINDS, Message
from wakeline.ports.store import View

MOST_TEXT_BYTES = 65_536
MOST_LISTED = 10_000


def send_message(
    place: Place,
    text: str,
    *,
    sender: str | None = None,
    kind: str = "message",
    priority: int = 5,
    wants_reply: bool = False,
    expires_at: datetime | str | None = None,
    origin: Origin = "user_direct",
) -> Message:
    """Leave a message for the agent; wakes show it until it is read or expires.

    The sender is its person unless named; a message from the agent itself is for its own later
    sessions.
    """
    place.ask("send_message")
    now = place.clock.now()
    origin = parse.choice(origin, ORIGINS, field="origin")
    name = parse.label(sender, field="sender") or place.identity.person_name or "person"
    said = redact(clean_text(text, field="text", most_bytes=MOST_TEXT_BYTES))
    until = None
    if expires_at is not None:
        until = parse.moment(expires_at, field="expires_at", now=now)
        if until <= now:
            raise Invalid("expires_at is in the past.", todo="Give a moment in the future.")
    is_own = name == place.identity.name
    with place.store.writing(place.by(actor=name, origin=origin, at=now)) as unit:
        return save_searchable(
            unit,
            "message.sent",
            Message(
                id=unit.new_id(),
                sender=name,
                text=said,
                kind=parse.choice(kind, MESSAGE_KINDS, field="kind"),
                priority=parse.whole_number(priority, field="priority", least=1, most=10),
                wants_reply=bool(wants_reply),
                reply=None,
                origin=origin,
                trust=TRUST[origin],
                tokens=place.tokens.count(said),
                created_at=now,
                read_at=None,
                replied_at=None,
                is_deleted=False,
                session_id=unit.by.session_id if is_own else None,
                expires_at=until,
                thread_id=place.thread(unit),
            ),
        )


def read_message(
    place: Place, message_id: str, *, actor: str | None = None, origin: Origin = "agent_inferred"
) -> Message:
    """Note that a message was read. The first time counts."""
    place.ask("read_message")
    now = place.clock.now()
    with place.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        before = _message(unit, message_id)
        if before.read_at is not None:
            return before
        return unit.save("message.read", before._replace(read_at=now), before)


def reply_to_message(
    place: Place,
    message_id: str,
    text: str | None = None,
    *,
    actor: str | None = None,
    origin: Origin = "agent_inferred",
) -> Message:
    """Note that a message was answered, with the answer if given. It then counts as read."""
    place.ask("reply_to_message")
    now = place.clock.now()
    said = None
    if text is not None:
        said = redact(clean_text(text, field="text", most_bytes=MOST_TEXT_BYTES))
    with place.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        before = _message(unit, message_id)
        if before.replied_at is not None:
            raise Conflict(f"the message {message_id} was answered already.")
        after = before._replace(reply=said, replied_at=now, read_at=before.read_at or now)
        return save_searchable(unit, "message.answered", after, before)


def delete_message(
    place: Place, message_id: str, *, actor: str | None = None, origin: Origin = "agent_inferred"
) -> Message:
    """Delete a message; its row stays."""
    place.ask("delete_message")
    with place.writing(place.by(actor=actor, origin=origin)) as unit:
        before = _message(unit, message_id)
        return save_searchable(unit, "message.deleted", before._replace(is_deleted=True), before)


def list_messages(
    place: Place,
    *,
    unread: bool = False,
    unanswered: bool = False,
    limit: int = MOST_LISTED,
    after: str = "",
) -> list[Message]:
    """Messages after an id, oldest first; or the unread or unanswered, most pressing first."""
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_LISTED)
    with place.store.reading() as view:
        if unanswered:
            return view.all(Message, "agenda.unanswered", limit=most)
        if unread:
            return view.all(Message, "agenda.unread", limit=most, now=place.clock.now())
        start = parse.label(after, field="after") or ""
        return view.all(Message, "agenda.messages", limit=most, after=start)


def _message(view: View, message_id: str) -> Message:
    found = view.one(Message, "agenda.message", id=message_id)
    if found is None:
        raise NotFound(
            f"there is no message {message_id}.", todo="`wakeline message list` shows them."
        )
    return found
