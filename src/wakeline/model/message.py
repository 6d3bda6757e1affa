"""Messages to an agent, and mail on its way between agents."""

from datetime import datetime
from typing import Literal, NamedTuple, get_args

from wakeline.model.log import Origin
from wakeline.model.stored import stored

MessageKind = Literal[
    "message", "note", "notice", "warning", "question", "request", "result", "handoff"
]
MESSAGE_KINDS: tuple[MessageKind, ...] = get_args(MessageKind)


@stored("messages", subject="message", goes="deleted")
class Message(NamedTuple):
    """A message to the agent: unread until `read_at`; if it wants a reply, open until `replied_at`.

    `session_id` is the agent's own session that left the message for later sessions. An expired
    message is no longer shown.
    """

    id: str
    sender: str
    text: str
    kind: MessageKind
    priority: int
    wants_reply: bool
    reply: str | None
    origin: Origin
    trust: float
    tokens: int
    created_at: datetime
    read_at: datetime | None
    replied_at: datetime | None
    is_deleted: bool
    session_id: str | None = None
    expires_at: datetime | None = None
    thread_id: str | None = None  # in which it was written


class Mail(NamedTuple):
    """A message from one agent to another, on its way. It arrives as a `Message` of the same id."""

    id: str
    to_id: str
    to_name: str  # the name when it was sent; `to_id` is the receiver
    sender: str
    text: str
    kind: MessageKind
    priority: int
    wants_reply: bool
    expires_at: datetime | None
    sent_at: datetime
