"""The commands of decisions, and how decisions look to people."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.engine.operations.decisions import DECISIONS
from wakeline.flows.beliefs.decisions import MOST_LISTED
from wakeline.interfaces.cli.build import build_group
from wakeline.interfaces.cli.shapes import QUIET, clip_line, day, nothing
from wakeline.model.decision import Decision, DecisionCheck, DecisionConflict


def decision_lines(found: list[Decision], zone: tzinfo) -> RenderableType:
    """Two lines each: a table would leave the text no room beside the id."""
    if not found:
        return nothing("Nothing was decided against.")
    parts: list[RenderableType] = []
    for row in found:
        because = f", because {clip_line(row.reason, 200)}" if row.reason else ""
        state = row.state.replace("_", " ")
        parts.append(Text(f"{clip_line(row.decision, 200)}{because}"))
        parts.append(Text(f"  {state} since {day(row.decided_at, zone)}  {row.id}", style=QUIET))
    if len(found) == MOST_LISTED:
        parts.append(Text(f"\nthe newest {MOST_LISTED:,}; there may be more", style=QUIET))
    return Group(*parts)


def _whole(row: Decision, zone: tzinfo) -> RenderableType:
    state = row.state.replace("_", " ")
    parts = [
        Text(f"{state} since {day(row.decided_at, zone)}  {row.id}", style=QUIET),
        Text(row.decision),
    ]
    if row.reason:
        parts.append(Text(f"because {row.reason}"))
    if row.ended_at is not None:
        why = f", because {row.ended_because}" if row.ended_because else ""
        by = f", by {row.superseded_by}" if row.superseded_by else ""
        parts.append(Text(f"reversed {day(row.ended_at, zone)}{by}{why}"))
    return Group(*parts)


def weighed_action(found: DecisionCheck, zone: tzinfo) -> RenderableType:
    parts = [conflict_lines(found.conflicts, zone)]
    if found.near:
        parts.append(Text("\nNear to it; whether it goes against one of these is not judged:"))
    for each in found.near:
        row = each.decision
        because = f", because {clip_line(row.reason, 200)}" if row.reason else ""
        parts.append(Text(f"{clip_line(row.decision, 200)}{because}"))
        parts.append(
            Text(f"  {each.likeness:.2f}, {day(row.decided_at, zone)}  {row.id}", style=QUIET)
        )
    return Group(*parts)


def conflict_lines(found: Sequence[DecisionConflict], _: tzinfo) -> RenderableType:
    if not found:
        return nothing("No decision speaks against it.")
    parts: list[RenderableType] = []
    for each in found:
        parts.append(Text(each.told))
        words = [one.said if one.said == one.by else f"{one.said}: {one.by}" for one in each.why]
        why = ", ".join(["the model", *words] if each.by == "model" else words)
        parts.append(Text(f"  {each.score:.2f} by {why}  {each.decision.id}", style=QUIET))
    return Group(*parts)


def whole_decision(found: list[Decision], zone: tzinfo) -> RenderableType:
    return Group(*(_whole(row, zone) for row in found))


app = build_group(
    DECISIONS,
    {
        "list_decisions": decision_lines,
        "weigh_action": weighed_action,
        Decision: whole_decision,
        DecisionConflict: conflict_lines,
    },
)
