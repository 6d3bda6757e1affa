"""The commands of messages, and how a message looks to people."""

from __future__ import annotations

from datetime import tzinfo

from rich.console import RenderableType
from rich.text import Text

from wakeline.engine.operations.messages import MESSAGES
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.build import build_group
from wakeline.interfaces.cli.shapes import QUIET, clip_line, when
from wakeline.model.message import Mail, Message


def message_rows(found: list[Message], zone: tzinfo) -> RenderableType:
    return screens.rows(
        ["from", "message", "state", "sent"],
        [
            [
                clip_line(message.sender, 20),
                Text(clip_line(message.text, 300)).append(f"\n{message.id}", style=QUIET),
                _state(message),
                when(message.created_at, zone),
            ]
            for message in found
        ],
        wide="message",
    )


def _state(message: Message) -> str:
    if message.is_deleted:
        return "deleted"
    if message.replied_at is not None:
        return "answered"
    waits = ", waits" if message.wants_reply else ""
    return ("unread" if message.read_at is None else "read") + waits


def mail_lines(sent: list[Mail], _: tzinfo) -> RenderableType:
    return Text("\n".join(f"{mail.sender} wrote to {mail.to_name}" for mail in sent))


app = build_group(MESSAGES, {Message: message_rows, Mail: mail_lines})
