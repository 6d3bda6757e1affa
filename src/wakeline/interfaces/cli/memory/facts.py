"""The commands of facts, and how facts look to people."""

from __future__ import annotations

from datetime import tzinfo

from rich.console import RenderableType

from wakeline.engine.operations.facts import FACTS
from wakeline.flows.memory.facts import MOST_LISTED
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.build import build_group
from wakeline.interfaces.cli.shapes import clip_line, day
from wakeline.model.memory import Fact


def fact_rows(found: list[Fact], zone: tzinfo) -> RenderableType:
    return screens.rows(
        ["key", "value", "since", "until"],
        [
            [
                clip_line(fact.key, 40),
                clip_line(fact.value, 300),
                day(fact.valid_from, zone),
                day(fact.valid_to, zone) if fact.valid_to else _until(fact),
            ]
            for fact in found
        ],
        wide="value",
        note=f"the first {MOST_LISTED:,}; there may be more" if len(found) >= MOST_LISTED else "",
    )


def _until(fact: Fact) -> str:
    return "now" if fact.recorded_to is None else "corrected"


app = build_group(FACTS, {Fact: fact_rows})
