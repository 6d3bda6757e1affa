"""What the preset `auto` would choose, for people: the rule that holds and the table it is from."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.hydration.prompt import away_words
from wakeline.interfaces.cli.shapes import HEADING, QUIET, columns
from wakeline.model.context import ExplainedPreset

NAME, SHARE = 13, 5
WAITING = {
    "has_unread": "a message is unread",
    "has_unanswered": "a message waits for an answer",
    "has_due": "a task is due",
    "was_cut_off": "a session was cut off",
}


def explained_preset(found: ExplainedPreset) -> RenderableType:
    """The rule that would choose now, what it saw, and every rule in its order."""
    seen = found.situation
    facts = [
        away_words(seen["away"]) + ("" if seen["away"] is None else " away"),
        f"wake type {seen['wake_type']}",
        f"mode {seen['mode']}",
        *(said for name, said in WAITING.items() if seen[name]),
    ]
    rows: list[list[RenderableType | str]] = [
        [
            Text(rule.name, style=HEADING if rule.name == found.rule else ""),
            Text(rule.when),
            Text(rule.sources.replace("+", " + "), style=QUIET),
            Text(f"{rule.percent} %", style=QUIET),
        ]
        for rule in found.rules
    ]
    return Group(
        Text(f"{found.rule}: {len(found.sources)} sources, {found.budget:,} tokens", style=HEADING),
        Text(" · ".join(facts), style=QUIET),
        Text(""),
        columns(rows, widths=(NAME, None, None, SHARE)),
        Text(""),
        Text("The first that holds decides. The setting wake.rules changes them.", style=QUIET),
    )
