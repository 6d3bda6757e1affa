"""What a draft claims, held against the record."""

from __future__ import annotations

from datetime import tzinfo
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from wakeline.base.errors import Conflict
from wakeline.context.framing import one_line
from wakeline.engine import Agent
from wakeline.flows.session.current_session import own_session
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.memory.knowledge import content_of
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import (
    ALARM,
    GOOD,
    QUIET,
    WARN,
    clip_line,
    columns,
    count,
    nothing,
    when,
    zone_of,
)
from wakeline.interfaces.open_home import choose_agent, open_home, read_text
from wakeline.model.belief import ClaimFinding, DraftCheck

LONGEST = 200
STYLES = {"supported": GOOD, "contradicted": ALARM, "unsupported": WARN, "unverified": WARN}


def join(app: typer.Typer) -> None:
    app.command("check")(check)


def check(
    words: Annotated[list[str] | None, take.words_after_agent("[TEXT]")] = None,
    file: Annotated[Path | None, typer.Option(help="Take the draft from this file.")] = None,
    session: take.Session = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """What a draft claims and what the record says about it; - takes it from standard input."""
    parts = () if file is not None else ("a text",)
    agent, given = take.split_agent(words or [], *parts)
    draft = content_of(file) if file is not None else read_text(given[0]) or ""
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        zone = zone_of(one)
        found = one.check(draft, session_id=session or _own(one))
    answer(found, lambda: _shown(found, zone), as_json=as_json)


def _own(agent: Agent) -> str | None:
    """The session of this terminal; where several could be meant, none is."""
    try:
        session_id: str | None = own_session(agent.place)
    except Conflict:
        return None
    return session_id


def _shown(found: DraftCheck, zone: tzinfo) -> RenderableType:
    if not found.findings:
        return nothing("it claims nothing that could be looked up")
    rows = [_row(each, found, zone) for each in found.findings]
    foot = f"{count(len(found.findings), 'claim')}, {len(found.flagged)} not carried by the record"
    if found.left_out:
        foot += f"; {found.left_out} more were not looked at"
    return Group(
        columns(rows, widths=(12, 11, None)), Padding(Text(foot, style=QUIET), (1, 0, 0, 0))
    )


def _row(each: ClaimFinding, found: DraftCheck, zone: tzinfo) -> list[RenderableType | str]:
    told = Text(clip_line(each.text, LONGEST))
    if each.true_value is not None:
        told.append(f"\nrecorded: {clip_line(each.true_value, LONGEST)}", style="bold")
    if each.source is not None:
        by = f" {one_line(each.source.by)}" if each.source.by else ""
        at = when(each.source.at, zone, found.at)
        told.append(f"\n{each.source.kind}{by}, {at}: ", style=QUIET)
        told.append(f"“{clip_line(each.source.text, LONGEST)}” {each.source.id}", style=QUIET)
    if each.verify:
        told.append(f"\n{each.verify}", style=QUIET)
    return [Text(each.verdict, style=STYLES[each.verdict]), each.kind, told]
