"""Procedures: how kinds of tasks are done, and how that went."""

from __future__ import annotations

from wakeline.engine.faces.procedures import Procedures
from wakeline.engine.operations.operation import Area, Command, Operation, Route, ToolRow

PROCEDURES = Area(
    "procedures",
    "procedure",
    "How kinds of tasks are done.",
    lambda agent: agent.procedures,
    (
        Operation(
            "write_procedure",
            Procedures.write,
            "sets",
            (
                "wakeline procedure write code-review 'Read the tests first.'",
                'ash.procedures.write("code-review", "Read the tests first.")',
            ),
            None,
            Route("PUT /procedures/{taskType}", "taskType=task_type content", body="NewProcedure"),
            ToolRow(says="Write down how a kind of task is done, for whenever it comes up again."),
            about={"content": "How it is done. A line `Also: pull request` gives it more names."},
        ),
        Operation(
            "note_outcome",
            Procedures.note,
            "adds",
            (
                "wakeline procedure note code-review --failure 'skipped edge cases'",
                'ash.procedures.note("code-review", failure="skipped edge cases")',
            ),
            Command("procedure note TASK=task_type", "success failure", origin="user_direct"),
            Route(
                "POST /procedures/{taskType}/outcomes",
                "taskType=task_type success failure",
                body="Outcome",
            ),
            ToolRow(),
            about={"success": "What showed that it worked.", "failure": "What went wrong."},
        ),
        Operation(
            "list_procedures",
            Procedures.all,
            "reads",
            ("wakeline procedure list", "ash.procedures.all()"),
            Command("procedure list"),
            Route("GET /procedures", page="procedures"),
            ToolRow(),
        ),
        Operation(
            "get_procedure",
            Procedures.get,
            "reads",
            ("wakeline procedure show code-review", 'ash.procedures.get("code-review")'),
            Command("procedure show TASK=task_type"),
            Route("GET /procedures/{taskType}", "taskType=task_type"),
        ),
        Operation(
            "detect_procedure",
            Procedures.detect,
            "reads",
            (
                "wakeline procedure detect 'a review of this code'",
                'ash.procedures.detect("a review of this code")',
            ),
            Command("procedure detect TEXT"),
            absent="procedure for",
        ),
        Operation(
            "delete_procedure",
            Procedures.delete,
            "removes",
            ("wakeline procedure delete code-review", 'ash.procedures.delete("code-review")'),
            Command("procedure delete TASK=task_type"),
            Route("DELETE /procedures/{taskType}", "taskType=task_type"),
        ),
    ),
)
