"""Restarts: ways back into a task after a restart, within bounds that were declared before."""

from __future__ import annotations

from wakeline.engine.faces.restarts import Restarts
from wakeline.engine.operations.operation import Area, Command, Operation, Route

RESTARTS = Area(
    "restarts",
    "restart",
    "Ways back into a task after a restart, within bounds.",
    lambda agent: agent.restarts,
    (
        Operation(
            "begin_restart",
            Restarts.begin,
            "adds",
            (
                "wakeline restart begin invoices 'Run the backfill.' --key s1 --budget 5",
                'ash.restarts.begin("invoices", session_key="s1", message="Go on.", budget=5)',
            ),
            Command("restart begin TASK MESSAGE", "key=session_key budget"),
            Route("POST /restarts/begin", body="NewRestart"),
            about={
                "session_key": "The session before the restart.",
                "message": "What the session continues with.",
                "budget": "How many calls the continued session may take.",
            },
        ),
        Operation(
            "call_in_restart",
            Restarts.call,
            "adds",
            ("wakeline restart call invoices", 'ash.restarts.call("invoices")'),
            Command("restart call TASK"),
            Route("POST /restarts/call", body="OfTask"),
        ),
        Operation(
            "reached_in_restart",
            Restarts.reached,
            "sets",
            ("wakeline restart reached invoices s1", 'ash.restarts.reached("invoices", "s1")'),
            Command("restart reached TASK KEY"),
            Route("POST /restarts/reached", body="Found"),
            about={"key": "What the host calls the session now."},
        ),
        Operation(
            "identified_in_restart",
            Restarts.identified,
            "sets",
            (
                "wakeline restart identified invoices s1",
                'ash.restarts.identified("invoices", "s1")',
            ),
            Command("restart identified TASK KEY"),
            Route("POST /restarts/identified", body="Found"),
            about={"key": "What the host calls the session now."},
        ),
        Operation(
            "went_on_in_restart",
            Restarts.went_on,
            "adds",
            (
                "wakeline restart went-on invoices --finished",
                'ash.restarts.went_on("invoices", finished=True)',
            ),
            Command("restart went-on TASK", "finished"),
            Route("POST /restarts/went-on", body="WentOn"),
            about={"finished": "Nothing is left to do."},
        ),
        Operation(
            "failed_in_restart",
            Restarts.failed,
            "adds",
            (
                "wakeline restart failed invoices 'connection refused'",
                'ash.restarts.failed("invoices", "connection refused")',
            ),
            Command("restart failed TASK FAILURE"),
            Route("POST /restarts/failed", body="Failed"),
            about={"failure": "What went wrong."},
        ),
        Operation(
            "report_in_restart",
            Restarts.report,
            "adds",
            (
                "wakeline restart report invoices 'the disk is nearly full'",
                'ash.restarts.report("invoices", "the disk is nearly full")',
            ),
            Command("restart report TASK ISSUE"),
            Route("POST /restarts/report", body="Reported"),
            about={"issue": "What was noticed."},
        ),
        Operation(
            "hand_back_restart",
            Restarts.hand_back,
            "sets",
            (
                "wakeline restart hand-back invoices --reason 'the key has changed'",
                'ash.restarts.hand_back("invoices", reason="the key has changed")',
            ),
            Command("restart hand-back TASK", "reason"),
            Route("POST /restarts/hand-back", body="HandBack"),
            about={"reason": "Why."},
        ),
        Operation(
            "get_restart",
            Restarts.get,
            "reads",
            ("wakeline restart show invoices", 'ash.restarts.get("invoices")'),
            Command("restart show TASK"),
            Route("GET /restarts/one"),
        ),
        Operation(
            "list_restarts",
            Restarts.all,
            "reads",
            ("wakeline restart list", "ash.restarts.all()"),
            Command("restart list", "limit", defaults={"limit": 20}),
            Route("GET /restarts", page="restarts"),
        ),
    ),
)
