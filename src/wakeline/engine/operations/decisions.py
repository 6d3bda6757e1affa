"""Decisions: what was decided against, and why."""

from __future__ import annotations

from wakeline.engine.faces.decisions import Decisions
from wakeline.engine.operations.operation import Area, Command, Operation, Route, ToolRow

DECISIONS = Area(
    "decisions",
    "decisions",
    "What was decided against.",
    lambda agent: agent.decisions,
    (
        Operation(
            "add_decision",
            Decisions.add,
            "adds",
            (
                "wakeline decisions add 'no Redis for the queue' --reason 'the database does it'",
                'ash.decisions.add("no Redis for the queue", "the database does it")',
            ),
            Command("decisions add DECISION", "reason at=decided_at replaces"),
            Route("POST /decisions", body="NewDecision", status=201),
            ToolRow(
                says="Keep what was decided not to do, and why, so that nobody does it anyway.",
                name="decide_against",
            ),
            about={
                "decision": "Such as: no Redis for the queue.",
                "reason": "Why.",
                "decided_at": "When it was decided. Else now.",
                "replaces": "The id of the decision that ends with this one.",
                "source_ids": "Ids of the turns that say so.",
            },
        ),
        Operation(
            "check_decisions",
            Decisions.check,
            "reads",
            (
                "wakeline decisions check 'add a Redis worker'",
                'ash.decisions.check("add a Redis worker")',
            ),
            Command("decisions check ACTION"),
            Route("POST /decisions/check", body="Action"),
            about={"least": "How sure a conflict must be, 0 to 1."},
        ),
        Operation(
            "weigh_action",
            Decisions.weigh,
            "reads",
            (
                "wakeline decisions weigh 'add a Redis worker'",
                'ash.decisions.weigh("add a Redis worker")',
            ),
            Command("decisions weigh ACTION", "k"),
            Route("POST /decisions/weigh", body="WeighedAction"),
            ToolRow(
                says="Before you do something: which decisions it would go against, and which are "
                "near to it. Read those too and judge them yourself: most that is put in other "
                "words is only near.",
                name="check_decisions",
            ),
        ),
        Operation(
            "list_decisions",
            Decisions.all,
            "reads",
            ("wakeline decisions list", 'ash.decisions.all(state="in_force")'),
            Command("decisions list", "state thread"),
            Route("GET /decisions", "thread", page="decisions"),
            ToolRow("state limit", defaults={"limit": 50}),
            about={
                "state": "Only these: in_force, proposed or reversed.",
                "thread": "Only what was written in this thread.",
            },
        ),
        Operation(
            "get_decision",
            Decisions.get,
            "reads",
            ("wakeline decisions show 7F3K", 'ash.decisions.get("7F3K")'),
            Command("decisions show ID=decision_id"),
            Route("GET /decisions/{id}", "id=decision_id"),
        ),
        Operation(
            "confirm_decision",
            Decisions.confirm,
            "sets",
            ("wakeline decisions confirm 7F3K", 'ash.decisions.confirm("7F3K")'),
            Command("decisions confirm ID=decision_id", "reason"),
            Route("POST /decisions/{id}/confirm", "id=decision_id reason", body="Confirmed"),
            about={"reason": "Why."},
        ),
        Operation(
            "reverse_decision",
            Decisions.reverse,
            "sets",
            ("wakeline decisions reverse 7F3K", 'ash.decisions.reverse("7F3K")'),
            Command("decisions reverse ID=decision_id", "because"),
            Route("POST /decisions/{id}/reverse", "id=decision_id because", body="Reversed"),
            about={"because": "Why it holds no longer."},
        ),
    ),
)
