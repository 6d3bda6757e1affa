"""Messages: what others leave for an agent, and what it answers."""

from __future__ import annotations

from wakeline.engine.faces.messages import Messages
from wakeline.engine.operations.operation import Area, Command, Operation, Route, ToolRow
from wakeline.model.message import MESSAGE_KINDS

ABOUT = {
    "kind": f"One of {', '.join(MESSAGE_KINDS)}.",
    "wants_reply": "It waits for an answer.",
    "expires_at": "From then on it is no longer shown.",
}

MESSAGES = Area(
    "messages",
    "message",
    "What others left for an agent.",
    lambda agent: agent.messages,
    (
        Operation(
            "send_message",
            Messages.send,
            "adds",
            (
                "wakeline message send 'The press is free.' --from Mel",
                'ash.messages.send("The press is free.", sender="Mel")',
            ),
            Command(
                "message send TEXT",
                "from=sender kind priority reply=wants_reply until=expires_at",
            ),
            Route("POST /messages", body="NewMessage", status=201),
            about={**ABOUT, "sender": "Who says it. Else the person."},
        ),
        Operation(
            "send_mail",
            Messages.mail,
            "adds",
            (
                "wakeline message mail birch 'The press is free.'",
                'ash.messages.mail("birch", "The press is free.")',
            ),
            Command("message mail TO TEXT", "kind priority reply=wants_reply until=expires_at"),
            about={**ABOUT, "to": "The name of the other agent."},
        ),
        Operation(
            "list_messages",
            Messages.all,
            "reads",
            ("wakeline message list --unread", "ash.messages.all(unread=True)"),
            Command("message list", "unread unanswered limit after", defaults={"limit": 1_000}),
            tool=ToolRow(
                "unread unanswered limit",
                "What others left for you: what you have not read, or what waits for an answer.",
                defaults={"unread": True, "limit": 20},
            ),
            about={
                "unread": "Only what was not read.",
                "unanswered": "Only what waits for an answer.",
                "after": "Only messages after this id: the next page.",
            },
        ),
        Operation(
            "get_message",
            Messages.get,
            "reads",
            ("wakeline message get 7F3K", 'ash.messages.get("7F3K")'),
            Command("message get ID=message_id"),
            Route("GET /messages/{id}", "id=message_id"),
        ),
        Operation(
            "read_message",
            Messages.read,
            "sets",
            ("wakeline message read 7F3K", 'ash.messages.read("7F3K")'),
            Command("message read ID=message_id"),
            Route("POST /messages/{id}/read", "id=message_id"),
            ToolRow(says="Read a message and acknowledge it, so that it does not come back."),
        ),
        Operation(
            "reply_to_message",
            Messages.reply,
            "sets",
            (
                "wakeline message reply 7F3K 'I am on my way.'",
                'ash.messages.reply("7F3K", "I am on my way.")',
            ),
            Command("message reply ID=message_id TEXT"),
            Route("POST /messages/{id}/reply", "id=message_id text", body="Reply"),
            ToolRow(),
        ),
        Operation(
            "delete_message",
            Messages.delete,
            "removes",
            ("wakeline message delete 7F3K", 'ash.messages.delete("7F3K")'),
            Command("message delete ID=message_id"),
            Route("DELETE /messages/{id}", "id=message_id"),
        ),
    ),
)
