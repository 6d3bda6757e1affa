"""`wakeline consolidate` and the lineage of memories, at the terminal."""

from __future__ import annotations

import json

import pytest

from tests.contract.model_server import Says, Server
from tests.interfaces.program import Program
from wakeline.minds.models import choose


def test_it_says_what_it_would_do_and_then_does_it_with_sources(ash: Program) -> None:
    ash.ok("record", "ash", "--user", "I live in Porto. I love old maps.", "--json")
    waiting = ash.ok("consolidate", "ash")
    assert "nothing to consolidate" in waiting.out
    assert "1 turn of the last hour will wait" in waiting.out
    would = ash.ok("consolidate", "ash", "--dry-run", "--now")
    assert "would read 1 turn of 1 session: 2 new" in would.out
    assert ash.ok("memory", "list", "--json").json == []
    done = ash.ok("consolidate", "ash", "--now", "--json").json
    assert (done["inserted"], done["dry_run"]) == (2, False)
    (memory,) = ash.ok("memory", "list", "--json").json
    assert done["changes"][1]["source_ids"] == memory["source_ids"]
    ash.ok("record", "ash", "--user", "I moved to Lisbon.", "--json")
    told = ash.ok("consolidate", "--now").out
    assert "→ Mara moved to Lisbon.  (was: Porto)" in told
    assert "superseded · fact" in told
    assert "read 1 turn of 1 session: 1 superseded" in told
    assert ash("consolidate", "nobody").code == 3


def test_a_memory_is_edited_shown_put_away_taken_back_and_forgotten(ash: Program) -> None:
    ash.ok("record", "ash", "--user", "I love old maps.")
    ash.ok("consolidate", "--now")
    (first,) = ash.ok("memory", "list", "--json").json
    new = ash.ok("memory", "edit", first["id"], "Mara collects maps.", "--json").json
    shown = ash.ok("memory", "show", "ash", new["id"]).out
    assert "Mara collects maps." in shown
    assert "confidence 0.70 · used never" in shown
    assert "Took the place of" in shown
    assert "Mara: I love old maps." in shown
    assert f"superseded by {new['id']}" in ash.ok("memory", "list").out
    lineage = ash.ok("memory", "show", first["id"], "--json").json
    assert [row["id"] for row in lineage["superseded_by"]] == [new["id"]]
    assert ash("memory", "edit", first["id"], "Something else.").code == 4
    ash.ok("memory", "archive", new["id"])
    assert ash.ok("memory", "restore", new["id"], "--json").json["archived_at"] is None
    assert ash("memory", "forget", "01NOSUCH", "--yes").code == 3
    ash.ok("memory", "forget", new["id"], "--yes")
    assert ash.ok("memory", "list", "--json").json == []
    assert ash("memory", "show", new["id"]).code == 3
    assert "collects" not in ash.ok("export", "ash").out


@pytest.mark.skipif(
    choose.missing_requirement("openai") is not None,
    reason=str(choose.missing_requirement("openai")),
)
@pytest.mark.feature("C24")
def test_it_says_what_came_from_the_model_what_it_cost_and_what_waits(
    ash: Program, server: Server
) -> None:
    asking = {
        "WAKELINE_MODEL": "openai",
        "WAKELINE_MODEL_URL": server.url,
        "WAKELINE_MODEL_NAME": "tiny",
        "WAKELINE_MODEL_PRICE_PROMPT": "2",
    }
    ash.ok("record", "ash", "--user", "I love old maps. After work I prefer old jazz, what else.")
    would = ash("consolidate", "--now", "--dry-run", environment=asking)
    assert "openai:tiny would be shown 1 turn; it is not asked now" in would.out
    server.says = [Says(status=401)]
    refused = ash("consolidate", "--now", environment=asking)
    assert refused.code == 0
    assert "+ Mara loves old maps." in refused.out
    assert "refuses the key. Set WAKELINE_MODEL_KEY" in " ".join(refused.out.split())
    assert "1 turn still to be read by it" in refused.out
    said = {
        "turn": 1,
        "quote": "I prefer old jazz",
        "subject": "Mara",
        "attribute": "prefers",
        "value": "old jazz",
    }
    wrong = {**said, "value": "new jazz"}
    server.says = [json.dumps({"statements": [said, wrong]})]
    read = ash("consolidate", environment=asking).out
    assert "+ Mara prefers old jazz." in read
    assert "· read by openai:tiny" in read
    assert "openai:tiny read 1 turn: 1 statement, 1 more that no turn bears out" in read
    assert "1 request, 100 + 10 tokens, 0.0002 · today 110 tokens, 0.0002" in read
    again = ash("consolidate", "--json", environment=asking).json
    assert (again["studied"]["requests"], again["studied"]["waiting"]) == (0, 0)
    assert again["studied"]["today"]["requests"] == 2
