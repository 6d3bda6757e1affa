"""Guards: actions that must not be done twice."""

from __future__ import annotations

from wakeline.engine.faces.guards import Guards
from wakeline.engine.operations.operation import Area, Command, Operation, Route, ToolRow

KEY = {"key": "A name for the action, such as mail:outage-12."}
SESSION = {"session_id": "The session that acts. Else the caller's own, if it has one."}

GUARDS = Area(
    "guards",
    "guards",
    "Actions that must not be done twice.",
    lambda agent: agent.guards,
    (
        Operation(
            "claim_guard",
            Guards.claim,
            "adds",
            (
                "wakeline guards claim mail:outage-12 'Mail the customer about the outage'",
                'ash.guards.claim("mail:outage-12", "Mail the customer about the outage")',
            ),
            Command("guards claim KEY WHAT", "tool pattern minutes session=session_id"),
            Route("POST /guards/claim", body="NewClaim"),
            ToolRow(
                "key what tool pattern minutes",
                "Claim an action that must not happen twice, before you do it: a mail, a payment, "
                "a deployment. An error says that it was or may have been done: then leave it.",
                name="claim_action",
            ),
            about={
                **KEY,
                **SESSION,
                "what": "What will be done, in a few words.",
                "tool": "The host's tool that does it, if one does; * stands for any part.",
                "pattern": "What that tool is given; * stands for any part.",
                "minutes": "How long the claim holds outside of a session.",
            },
        ),
        Operation(
            "finish_guard",
            Guards.done,
            "sets",
            (
                "wakeline guards done mail:outage-12 --note 'sent at noon'",
                'ash.guards.done("mail:outage-12", "sent at noon")',
            ),
            Command("guards done KEY", "note session=session_id"),
            Route("POST /guards/done", body="Settled"),
            ToolRow("key note", name="action_done"),
            about={**KEY, **SESSION, "note": "What came of it."},
        ),
        Operation(
            "fail_guard",
            Guards.failed,
            "sets",
            (
                "wakeline guards failed mail:outage-12 --note 'the server refused it'",
                'ash.guards.failed("mail:outage-12", "the server refused it")',
            ),
            Command("guards failed KEY", "note session=session_id"),
            Route("POST /guards/failed", body="Settled"),
            ToolRow("key note", name="action_failed"),
            about={**KEY, **SESSION, "note": "What came of it."},
        ),
        Operation(
            "resolve_guard",
            Guards.resolve,
            "sets",
            (
                "wakeline guards resolve mail:outage-12 done --reason 'it is in the outbox'",
                'ash.guards.resolve("mail:outage-12", "done", reason="it is in the outbox")',
            ),
            Command("guards resolve KEY OUTCOME", "reason"),
            Route("POST /guards/resolve", body="Resolved"),
            ToolRow(
                says="Say what became of an action of unknown outcome, once you have looked. "
                "Never guess.",
                name="resolve_action",
            ),
            about={**KEY, "outcome": "done or failed.", "reason": "How you know."},
        ),
        Operation(
            "get_guard",
            Guards.get,
            "reads",
            ("wakeline guards show mail:outage-12", 'ash.guards.get("mail:outage-12")'),
            Command("guards show KEY"),
            Route("GET /guards/one"),
            about=KEY,
        ),
        Operation(
            "list_guards",
            Guards.all,
            "reads",
            ("wakeline guards list --state unknown", 'ash.guards.all(state="unknown")'),
            Command("guards list", "state thread limit"),
            Route("GET /guards", "thread", page="guards"),
            ToolRow(
                "state thread limit",
                "Actions that must not be repeated, and what is known of each.",
                name="list_actions",
                defaults={"limit": 50},
            ),
            about={
                "state": "claimed, done, failed, unknown or released.",
                "thread": "Only what was written in this thread.",
            },
        ),
    ),
)
