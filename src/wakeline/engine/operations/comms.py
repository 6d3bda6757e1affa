"""Comms: what was told to whom."""

from __future__ import annotations

from wakeline.engine.faces.comms import Comms
from wakeline.engine.operations.operation import Area, Command, Operation, Route, ToolRow

COMMS = Area(
    "comms",
    "comms",
    "What was told to whom.",
    lambda agent: agent.comms,
    (
        Operation(
            "list_contacts",
            Comms.contacts,
            "reads",
            ("wakeline comms list", "ash.comms.contacts()"),
            Command("comms list"),
            Route("GET /comms/contacts"),
        ),
        Operation(
            "note_telling",
            Comms.told,
            "adds",
            (
                "wakeline comms told Ana 'The release is on 12 May.'",
                'ash.comms.told("Ana", "The release is on 12 May.")',
            ),
            Command("comms told CONTACT TEXT", "topic at=told_at", origin="user_direct"),
            Route("POST /comms", body="NewTelling", status=201),
            ToolRow("contact text topic", "Note what you told somebody.", "note_told"),
            about={
                "topic": "What it is about.",
                "told_at": "When it was said. Else now.",
                "source_ids": "Ids of the turns that say so.",
            },
        ),
        Operation(
            "told_to",
            Comms.about,
            "reads",
            ("wakeline comms about Ana", 'ash.comms.about("Ana")'),
            Command("comms about CONTACT", "topic"),
            Route("GET /comms/about"),
            ToolRow(defaults={"limit": 50}),
            about={"topic": "Only what is about this."},
        ),
        Operation(
            "list_tellings",
            Comms.all,
            "reads",
            ("wakeline comms tellings", 'ash.comms.all(thread="garden")'),
            Command("comms tellings", "thread"),
            Route("GET /comms", "thread", page="tellings"),
            about={"thread": "Only what was written in this thread."},
        ),
        Operation(
            "check_draft",
            Comms.check,
            "reads",
            (
                "wakeline comms check Ana 'The release is on 14 May.'",
                'ash.comms.check("Ana", "The release is on 14 May.")',
            ),
            Command("comms check CONTACT DRAFT"),
            Route("POST /comms/check", body="MessageDraft"),
            ToolRow(
                says="Before you write to somebody: what would contradict or repeat what they "
                "were told.",
                name="check_message",
            ),
        ),
        Operation(
            "withdraw_telling",
            Comms.withdraw,
            "sets",
            ("wakeline comms withdraw 7F3K", 'ash.comms.withdraw("7F3K")'),
            Command("comms withdraw ID=telling_id"),
            Route("DELETE /comms/{id}", "id=telling_id"),
        ),
    ),
)
