"""What others left for an agent, as in `ash.messages.send`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face, full_id
from wakeline.flows.common.pages import row_by_id
from wakeline.flows.social.messages import (
    delete_message,
    list_messages,
    read_message,
    reply_to_message,
    send_message,
)

if TYPE_CHECKING:
    from wakeline.model.fields import LongText, Moment, Name, Priority, RowId, Rows
    from wakeline.model.log import Origin
    from wakeline.model.message import Mail, Message, MessageKind


class Messages(Face):
    """What others left for the agent."""

    def send(
        self,
        text: LongText,
        *,
        sender: Name | None = None,
        kind: MessageKind = "message",
        priority: Priority = 5,
        wants_reply: bool = False,
        expires_at: Moment | None = None,
        origin: Origin = "user_direct",
    ) -> Message:
        """Leave a message for the agent. Wakes show it until it is read or expires.

        It comes from the agent's person unless a sender is named. One from the agent itself is
        for its own later sessions.
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
        to: Name,
        text: LongText,
        *,
        kind: MessageKind = "message",
        priority: Priority = 5,
        wants_reply: bool = False,
        expires_at: Moment | None = None,
    ) -> Mail:
        """Write to another agent of the home. The message arrives exactly once."""
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

    def get(self, message_id: RowId) -> Message:
        """One message. Looking at it does not mark it as read."""
        found: Message = row_by_id(self._place, "messages", full_id(self._place, message_id))
        return found

    def read(
        self,
        message_id: RowId,
        *,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Message:
        """Mark a message as read. A second call changes nothing."""
        named = full_id(self._place, message_id)
        return read_message(self._place, named, actor=actor, origin=origin)

    def acknowledge(self, message_id: RowId) -> Message:
        """Mark a message as read, as `read` does."""
        return self.read(message_id)

    def reply(
        self,
        message_id: RowId,
        text: LongText | None = None,
        *,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Message:
        """Answer a message, or note without a text that it was answered. It counts as read."""
        named = full_id(self._place, message_id)
        return reply_to_message(self._place, named, text, actor=actor, origin=origin)

    def delete(
        self,
        message_id: RowId,
        *,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Message:
        """Delete a message. Its row stays; `forget` removes it for good."""
        named = full_id(self._place, message_id)
        return delete_message(self._place, named, actor=actor, origin=origin)

    def all(
        self,
        *,
        unread: bool = False,
        unanswered: bool = False,
        limit: Rows = 10_000,
        after: Name = "",
    ) -> list[Message]:
        """Messages, oldest first. Those unread or unanswered come most urgent first."""
        return list_messages(
            self._place, unread=unread, unanswered=unanswered, limit=limit, after=after
        )
