"""Evaluations: how an agent judges its sessions, beside what the log says."""

from __future__ import annotations

from wakeline.engine.faces.evals import Evals
from wakeline.engine.operations.operation import Area, Command, Operation, Route, ToolRow

SCORES = "focus depth restraint learning honesty"

EVALS = Area(
    "evals",
    "evals",
    "How the agent judges its sessions.",
    lambda agent: agent.evals,
    (
        Operation(
            "add_eval",
            Evals.add,
            "adds",
            (
                "wakeline evals add --focus 4 --depth 3 --restraint 5 --learning 2 --honesty 5",
                "ash.evals.add(focus=4, depth=3, restraint=5, learning=2, honesty=5)",
            ),
            Command("evals add", f"{SCORES} note session=session_id"),
            Route("POST /evals", body="NewEval"),
            ToolRow(
                f"{SCORES} note",
                "Judge this session. What the log says stands beside it.",
                "session_eval",
            ),
            about={
                "focus": "Stayed on task, or scattered? 1 to 5.",
                "depth": "Read and thought, or skimmed? 1 to 5.",
                "restraint": "Stopped when it should have? 1 to 5.",
                "learning": "Learned something that changes later work? 1 to 5.",
                "honesty": "Reported as it was, failures too? 1 to 5.",
                "note": "Why.",
                "session_id": "Else the open one, else the last.",
            },
        ),
        Operation(
            "list_evals",
            Evals.all,
            "reads",
            ("wakeline evals list", 'ash.evals.all(thread="garden")'),
            Command("evals list", "limit before thread", defaults={"limit": 30}),
            Route("GET /evals", "thread", page="evals"),
            about={
                "before": "Continue after this id.",
                "thread": "Only what was written in this thread.",
            },
        ),
        Operation(
            "mean_evals",
            Evals.means,
            "reads",
            ("wakeline evals means", "ash.evals.means()"),
            Command("evals means", "limit"),
            Route("GET /evals/means"),
            about={"limit": "Of how many sessions, the newest first."},
        ),
    ),
)
