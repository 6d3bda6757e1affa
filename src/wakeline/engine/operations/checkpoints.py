"""Checkpoints: where sessions are in the middle of something."""

from __future__ import annotations

from wakeline.engine.agent import Agent
from wakeline.engine.operations.operation import Area, Command, Operation, Route, ToolRow

CHECKPOINTS = Area(
    "checkpoints",
    "checkpoints",
    "Where sessions are in the middle of something.",
    lambda agent: agent,
    (
        Operation(
            "make_checkpoint",
            Agent.checkpoint,
            "sets",
            (
                "wakeline checkpoint 'moving invoices' --step '1 of 2'",
                'ash.checkpoint("moving invoices", step="1 of 2")',
            ),
            Command("checkpoint TEXT=doing", "step next state guard=guards session=session_id"),
            Route("POST /checkpoints", body="NewCheckpoint"),
            ToolRow(
                "doing step next guards",
                "Note where you are in the middle of your work: it survives a compaction and a "
                "crash.",
                name="checkpoint",
            ),
            about={
                "doing": "What the agent is doing.",
                "step": "Where in it, as in 3 of 5.",
                "next": "What comes next.",
                "state": "What is in hand, as a JSON object.",
                "guards": "Keys of guarded actions that belong to it.",
                "session_id": "The session. Else the caller's own, if it has one.",
            },
        ),
        Operation(
            "list_checkpoints",
            Agent.checkpoints,
            "reads",
            ("wakeline checkpoints", 'ash.checkpoints(thread="garden")'),
            Command("checkpoints", "thread limit", defaults={"limit": 10}),
            Route("GET /checkpoints", "thread", page="checkpoints"),
            about={"thread": "Only what was written in this thread."},
        ),
        Operation(
            "get_checkpoint",
            Agent.get_checkpoint,
            "reads",
            ("wakeline checkpoints", 'ash.get_checkpoint("7F3K")'),
            route=Route("GET /checkpoints/{id}", "id=checkpoint_id"),
        ),
    ),
)
