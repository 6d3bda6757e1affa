"""Entities: who and what an agent talks about, and how they relate."""

from __future__ import annotations

from wakeline.engine.faces.entities import Entities
from wakeline.engine.operations.operation import Area, Command, Operation, Route, ToolRow

ENTITIES = Area(
    "entities",
    "entities",
    "Who and what an agent talks about.",
    lambda agent: agent.entities,
    (
        Operation(
            "list_entities",
            Entities.all,
            "reads",
            ("wakeline entities list --type person", 'ash.entities.all(type="person")'),
            Command("entities list", "type limit", defaults={"limit": 100}),
            about={"type": "Only person, project, concept, preference or fact."},
        ),
        Operation(
            "get_entity",
            Entities.get,
            "reads",
            ("wakeline entities show Teresa", 'ash.entities.get("Teresa")'),
            Command("entities show NAME"),
            absent="entity",
        ),
        Operation(
            "assign_relationship",
            Entities.assign,
            "sets",
            ("wakeline entities assign Teresa ally", 'ash.entities.assign("Teresa", "ally")'),
            Command("entities assign NAME RELATIONSHIP"),
            Route("PUT /entities/{name}/relationship", body="NewRelationship"),
            ToolRow(),
            about={"relationship": "Such as ally, mentor, rival, neutral."},
        ),
        Operation(
            "list_patterns",
            Entities.patterns,
            "reads",
            ("wakeline entities patterns", "ash.entities.patterns()"),
            Command("entities patterns"),
            Route("GET /entity-patterns"),
        ),
    ),
)
