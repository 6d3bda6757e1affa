"""Facts: what is true now and what was true before, by key."""

from __future__ import annotations

from wakeline.engine.faces.facts import Facts
from wakeline.engine.operations.operation import Area, Command, Operation, Route, ToolRow

FACTS = Area(
    "facts",
    "fact",
    "Facts: what is true now, and what was true before.",
    lambda agent: agent.facts,
    (
        Operation(
            "set_fact",
            Facts.set,
            "sets",
            (
                "wakeline fact set staging.host heron",
                'ash.facts.set("staging.host", "heron", category="project")',
            ),
            Command(
                "fact set KEY VALUE",
                "category importance since=valid_from until=valid_to project",
            ),
            Route("PUT /facts", body="NewFact"),
            ToolRow("key value category importance valid_from project source_ids"),
            about={
                "key": "Such as staging.host.",
                "category": "A word to sort by.",
                "valid_from": "From when on it holds. Else now.",
                "valid_to": "Until when it holds. Else without an end.",
                "source_ids": "Ids of the turns that say so.",
            },
        ),
        Operation(
            "end_fact",
            Facts.end,
            "sets",
            ("wakeline fact end staging.host", 'ash.facts.end("staging.host")'),
            Command("fact end KEY", "at planned"),
            Route("POST /facts/end", body="EndFact"),
            ToolRow(),
            about={
                "at": "Until this moment. Else now.",
                "planned": "Take back the value that is set for a later day.",
            },
        ),
        Operation(
            "get_fact",
            Facts.get,
            "reads",
            ("wakeline fact get staging.host", 'ash.facts.get("staging.host")'),
            Command("fact get KEY", "at known_at"),
            Route("GET /facts/value"),
            ToolRow(),
            about={
                "at": "What held at this moment.",
                "known_at": "As it was known then.",
            },
            absent="fact",
        ),
        Operation(
            "fact_history",
            Facts.history,
            "reads",
            ("wakeline fact history staging.host", 'ash.facts.history("staging.host")'),
            Command("fact history KEY"),
            Route("GET /facts/history", "key", page="fact_history"),
            ToolRow(),
            absent="fact",
        ),
        Operation(
            "list_facts",
            Facts.all,
            "reads",
            ("wakeline fact list", 'ash.facts.all(thread="garden")'),
            Command("fact list", "thread"),
            Route("GET /facts", "thread", page="facts"),
            ToolRow("limit", defaults={"limit": 50}),
            about={"thread": "Only what was written in this thread."},
        ),
    ),
)
