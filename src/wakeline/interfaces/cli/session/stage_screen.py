"""A staged wake at the command line: the stages that can be had, and what the others ask for."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.flows.wake.stages import StagesGiven, take_available_stages
from wakeline.interfaces.cli.shapes import HEADING, QUIET, count
from wakeline.interfaces.open_home import choose_agent, open_home
from wakeline.model.context import Stage


def staged_wake(
    home: str | None, tenant: str | None, agent: str | None, *, force: bool, **options: Any
) -> StagesGiven:
    """Wake the agent and take every stage whose level is reached, or all by force."""
    with open_home(home, tenant) as place:
        staged = choose_agent(place, agent).wake(staged=True, **options)
        return take_available_stages(staged, force=force)


def staged_screen(taken: StagesGiven) -> RenderableType:
    """The stages that were given with their texts, then what the others ask for."""
    parts: list[RenderableType] = []
    for stage in taken.stages:
        parts += [_head(stage, f"{stage.tokens:,} tokens"), Text(stage.text), Text("")]
    parts += [_head(stage, f"waits for {stage.level_needed:g}") for stage in taken.waiting]
    said = [f"orientation {taken.level:.2f}"]
    if taken.waiting:
        more = count(taken.exchanges_needed, "more exchange")
        said.append(f"{taken.waiting[0].name} after {more}, or now with --force")
    said += [*taken.warnings, f"{taken.tokens:,} of {taken.budget:,} tokens"]
    said.append(f"session {taken.session_id}")
    return Group(*parts, Text(" · ".join(said), style=QUIET))


def _head(stage: Stage, note: str) -> Text:
    return Text(stage.name, style=HEADING).append(f"  {note}", style=QUIET)
