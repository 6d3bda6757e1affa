"""What others left for an agent, as in `ash.messages.send`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face, full_id
from wakeline.flows.social.messages import (
    delete_message,
    list_messages,
    read_message,
    reply_to_message,
    send_message,
)

if TYPE_CHECKING:
    from datetime import datetime

    from wakeline.model.log import Origin
    from wakeline.model.message import Mail, Message


class Messages(Face):
    """What others left for the agent."""

    def send(
        self,
        text: str,
        *,
        sender: str | None = None,
        kind: str = "message",
        priority: int = 5,
        wants_reply: bool = False,
        expires_at: datetime | str | None = None,
        origin: Origin = "user_direct",
    ) -> Message:
        """Leave a message for the agent; wakes show it until it was read or has run out.

        From its person unless told; from the agent itself it is for its own later sessions.
        """
        return send_message(
            self._place,
            text,
            sender=sender,
            kind=kind,
            priority=priority,
            wants_reply=wants_reply,
            expires_at=expires_at,
            origin=origin,
        )

    def mail(
        self,
        to: str,
        text: str,
        *,
        kind: str = "message",
        priority: int = 5,
        wants_reply: bool = False,
        expires_at: datetime | str | None = None,
    ) -> Mail:
        """Say something to another agent of the home. It arrives once, whatever happens."""
        from wakeline.flows.social.mail import send_mail

        return send_mail(
            self._place,
            to,
            text,
            kind=kind,
            priority=priority,
            wants_reply=wants_reply,
            expires_at=expires_at,
        )

    def read(self, message_id: str) -> Message:
        """Note that a message was read. Read before, it stays as it is."""
        return read_message(self._place, full_id(self._place, message_id))

    def acknowledge(self, message_id: str) -> Message:
        """Note that a message was read. Read before, it stays as it is."""
        return read_message(self._place, full_id(self._place, message_id))

    def reply(self, message_id: str, text: str | None = None) -> Message:
        """Note that a message was answered, and with what. It counts as read."""
        return reply_to_message(self._place, full_id(self._place, message_id), text)

    def delete(self, message_id: str) -> Message:
        """Take a message away; its row stays."""
        return delete_message(self._place, full_id(self._place, message_id))

    def all(
        self,
        *,
        unread: bool = False,
        unanswered: bool = False,
        limit: int = 10_000,
        after: str = "",
    ) -> list[Message]:
        """Messages, oldest first; those unread or unanswered come with the most urgent first."""
        return list_messages(
            self._place, unread=unread, unanswered=unanswered, limit=limit, after=after
        )
