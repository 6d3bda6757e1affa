"""The commands of comms: what was told to whom, and how that looks to people."""

from __future__ import annotations

from datetime import tzinfo

from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.engine.operations.comms import COMMS
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.build import build_group
from wakeline.interfaces.cli.shapes import QUIET, clip_line, day, nothing
from wakeline.model.decision import CommsWarning, Contact, Telling


def contact_rows(found: list[Contact], zone: tzinfo) -> RenderableType:
    return screens.rows(
        ["contact", "told", "last"],
        [[row.contact, str(row.tellings), day(row.last_at, zone)] for row in found],
        wide="contact",
    )


def telling_lines(found: list[Telling], zone: tzinfo) -> RenderableType:
    """Two lines each: a table would leave the text no room beside the id."""
    if not found:
        return nothing("Nothing was told.")
    parts: list[RenderableType] = []
    for row in found:
        about = f" about {row.topic}" if row.topic else ""
        parts.append(Text(clip_line(row.said, 400)))
        told = f"  to {row.contact}{about} on {day(row.told_at, zone)}  {row.id}"
        parts.append(Text(told, style=QUIET))
    return Group(*parts)


def warning_lines(found: list[CommsWarning], _: tzinfo) -> RenderableType:
    if not found:
        return nothing("Nothing that was told speaks against it.")
    parts: list[RenderableType] = []
    for each in found:
        parts.append(Text(f"{each.kind}: {each.sentence}"))
        parts.append(Text(f"  {each.told}  {each.telling.id}", style=QUIET))
    return Group(*parts)


def withdrawn_line(found: Telling, _: tzinfo) -> RenderableType:
    return Text(f"{found.contact} was not told: {found.said}")


app = build_group(
    COMMS,
    {
        Contact: contact_rows,
        Telling: telling_lines,
        CommsWarning: warning_lines,
        "withdraw_telling": withdrawn_line,
    },
)
