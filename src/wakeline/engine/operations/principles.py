"""Principles: what to do when, and how often it worked."""

from __future__ import annotations

from wakeline.engine.faces.principles import Principles
from wakeline.engine.operations.operation import Area, Command, Operation, Route, ToolRow

WHY = {"because": "Why."}

PRINCIPLES = Area(
    "principles",
    "principles",
    "What to do when, and how often it worked.",
    lambda agent: agent.principles,
    (
        Operation(
            "list_principles",
            Principles.all,
            "reads",
            ("wakeline principles list", 'ash.principles.all(state="active")'),
            Command("principles list", "state thread"),
            Route("GET /principles", "thread", page="principles"),
            about={
                "state": "Only these: active or retired.",
                "thread": "Only what was written in this thread.",
            },
        ),
        Operation(
            "add_principle",
            Principles.add,
            "adds",
            (
                "wakeline principles add 'writing an essay' 'check the archive first'",
                'ash.principles.add("writing an essay", "check the archive", check="archive")',
            ),
            Command("principles add WHEN THEN", "check kind=check_kind opposite"),
            Route("POST /principles", body="NewPrinciple", status=201),
            ToolRow(
                "when then check check_kind opposite",
                "Keep what to do when. What it is worth is counted from the log, by its check.",
            ),
            about={
                "check": "Phrases, parted by |, of which the log must hold one for it to count.",
                "check_kind": "Where they are looked for: log, tool or fact (then a key).",
                "opposite": "Phrases that show that it was not followed.",
                "source_ids": "Ids of the turns that say so.",
            },
        ),
        Operation(
            "match_principles",
            Principles.match,
            "reads",
            (
                "wakeline principles match 'write an essay'",
                'ash.principles.match("write an essay")',
            ),
            Command("principles match SITUATION"),
            Route("POST /principles/match", body="Situation"),
            ToolRow(says="Which principles fit where you stand."),
        ),
        Operation(
            "verify_principles",
            Principles.verify,
            "sets",
            ("wakeline principles verify", "ash.principles.verify()"),
            Command("principles verify"),
            Route("POST /principles/verify"),
        ),
        Operation(
            "get_principle",
            Principles.get,
            "reads",
            ("wakeline principles show 7F3K", 'ash.principles.get("7F3K")'),
            None,
            Route("GET /principles/{id}", "id=principle_id"),
        ),
        Operation(
            "list_trials",
            Principles.trials,
            "reads",
            ("wakeline principles show 7F3K", 'ash.principles.trials("7F3K")'),
            None,
            Route("GET /principles/{id}/trials", "id=principle_id"),
        ),
        Operation(
            "retire_principle",
            Principles.retire,
            "sets",
            ("wakeline principles retire 7F3K", 'ash.principles.retire("7F3K")'),
            Command("principles retire ID=principle_id", "because"),
            Route("POST /principles/{id}/retire", "id=principle_id because", body="Retired"),
            about=WHY,
        ),
        Operation(
            "restore_principle",
            Principles.restore,
            "sets",
            ("wakeline principles restore 7F3K", 'ash.principles.restore("7F3K")'),
            Command("principles restore ID=principle_id"),
            Route("POST /principles/{id}/restore", "id=principle_id", body="Restored"),
        ),
    ),
)
