"""Guards as a person sees them: at a wake, and by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo

from rich.console import RenderableType
from rich.text import Text

from wakeline.interfaces.cli.shapes import (
    ALARM,
    GOOD,
    QUIET,
    WARN,
    clip_line,
    columns,
    count,
    listing,
    nothing,
    section,
    when,
)
from wakeline.model.guard import Guard, GuardState

MOST_SHOWN = 8
LONGEST = 200
WHEN = 12
STYLES: dict[GuardState, str] = {"unknown": ALARM, "claimed": WARN, "done": GOOD}


def do_not_repeat(guards: Sequence[Guard], now: datetime, zone: tzinfo) -> list[RenderableType]:
    """What must not be done again, as the wake's screen shows it."""
    if not guards:
        return []
    unknown = sum(1 for guard in guards if guard.state == "unknown")
    note = count(unknown, "outcome is", "outcomes are") + " unknown" if unknown else ""
    rows: list[list[RenderableType | str]] = [
        [
            Text("!", style=ALARM) if guard.state == "unknown" else "",
            Text(clip_line(guard.what, LONGEST)).append(f" ({_stands(guard)})", style=QUIET),
            Text(when(guard.settled_at or guard.claimed_at, zone, now), style=QUIET),
        ]
        for guard in guards[:MOST_SHOWN]
    ]
    return [section("Do not repeat", note, [columns(rows, widths=(1, None, WHEN), gap=1)])]


def _stands(guard: Guard) -> str:
    if guard.state == "unknown":
        return f"nobody knows whether it happened: {clip_line(guard.key, 60)}"
    return "may be under way" if guard.state == "claimed" else guard.state


def guard_rows(guards: Sequence[Guard], zone: tzinfo, now: datetime) -> RenderableType:
    """Guards one a row, each with why it is as it is."""
    if not guards:
        return nothing("nothing is guarded; `wakeline guards claim KEY WHAT` comes before an act")
    return listing(
        ["state", "key", "what", "since"],
        [
            [
                Text(guard.state, style=STYLES.get(guard.state, "")),
                clip_line(guard.key, 60),
                _about(guard),
                when(guard.settled_at or guard.claimed_at, zone, now),
            ]
            for guard in guards
        ],
        wide="what",
    )


def _about(guard: Guard) -> Text:
    text = Text(clip_line(guard.what, LONGEST))
    if guard.note:
        text.append(f"\n{clip_line(guard.note, LONGEST)}", style=QUIET)
    if guard.tool or guard.pattern:
        held = " ".join(filter(None, (guard.tool, guard.pattern)))
        text.append(f"\nholds calls of {clip_line(held, LONGEST)}", style=QUIET)
    return text
