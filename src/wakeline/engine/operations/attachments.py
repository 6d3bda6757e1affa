"""Receipts of files that were shown to an agent.

How a file is attached, received and verified differs from door to door, and is written there.
"""

from __future__ import annotations

from wakeline.engine.faces.attachments import Attachments
from wakeline.engine.operations.operation import Area, Command, Operation, Route

ATTACHMENTS = Area(
    "attachments",
    "attachments",
    "Receipts of files that were shown to an agent.",
    lambda agent: agent.attachments,
    (
        Operation(
            "list_attachments",
            Attachments.all,
            "reads",
            ("wakeline attachments list", "ash.attachments.all()"),
            Command("attachments list", "limit after", defaults={"limit": 100}),
            about={"after": "Continue after this id."},
        ),
        Operation(
            "get_attachment",
            Attachments.get,
            "reads",
            ("wakeline attachments show att_7F3K", 'ash.attachments.get("att_7F3K")'),
            Command("attachments show ID=receipt_id"),
            Route("GET /attachments/{id}", "id=receipt_id"),
        ),
        Operation(
            "observe_attachment",
            Attachments.observe,
            "sets",
            (
                "wakeline attachments observe att_7F3K 'Four beds.'",
                'ash.attachments.observe("att_7F3K", "Four beds.")',
            ),
            Command("attachments observe ID=receipt_id TEXT=observation"),
            Route(
                "POST /attachments/{id}/observe", "id=receipt_id observation", body="Observation"
            ),
        ),
    ),
)
