"""Claims: what a draft says, compared with the record before it is sent."""

from __future__ import annotations

from wakeline.engine.agent import Agent
from wakeline.engine.operations.operation import Area, Operation, Route, ToolRow

CLAIMS = Area(
    "claims",
    "check",
    "What a draft claims, compared with the record.",
    lambda agent: agent,
    (
        Operation(
            "check",
            Agent.check,
            "reads",
            (
                "wakeline check 'The release is on 12 May.'",
                'ash.check("The release is on 12 May.")',
            ),
            None,
            Route("POST /check", "text=draft session_id", body="Draft"),
            ToolRow(
                "draft",
                "Before you say it: which numbers, attributions, deeds and states of a draft the "
                "record carries, and which it contradicts.",
                name="check_answer",
            ),
            about={"session_id": "The session in which tools may have looked."},
        ),
    ),
)
