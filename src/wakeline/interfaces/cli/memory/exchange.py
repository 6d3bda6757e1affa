"""One exchange with everything that hangs on it."""

from __future__ import annotations

from datetime import tzinfo
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.context.framing import one_line
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import HEADING, QUIET, clip_line, columns, count, when, zone_of
from wakeline.interfaces.open_home import choose_agent, open_home
from wakeline.model.exchange import ExchangePart, FullExchange

WHAT, LONGEST = 26, 240
HOW = {"exchange_id": "", "place": " · by its place", "source": " · by its source"}


def join(app: typer.Typer) -> None:
    """Hang the command into the program."""
    app.command()(exchange)


def exchange(
    words: Annotated[list[str], take.words_after_agent("ID")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """An exchange with all that hangs on it, by its id or that of anything in it."""
    agent, (any_id,) = take.split_agent(words, "an id")
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        zone = zone_of(one)
        found = one.exchange(any_id)
    answer(found, lambda: _screen(found, zone), as_json=as_json)


def _screen(found: FullExchange, zone: tzinfo) -> RenderableType:
    heading = f"exchange {found.id} · {when(found.began_at, zone)}"
    parts: list[RenderableType] = [Text(heading, style=HEADING)]
    about = [f"session {found.session_id}"] if found.session_id else []
    about += [f"thread {one_line(found.thread_id)}"] if found.thread_id else []
    if about:
        parts.append(Text(" · ".join(about), style=QUIET))
    parts.append(columns([_row(part) for part in found.parts], widths=(WHAT, None)))
    if found.left_out:
        parts.append(Text(f"and {count(found.left_out, 'part')} more", style=QUIET))
    return Group(*parts)


def _row(part: ExchangePart) -> list[RenderableType | str]:
    what = part.kind if part.part in ("event", "trace") else f"{part.part} {part.kind}"
    actor = one_line(part.actor) if part.actor and part.seq is not None else ""
    text = clip_line(part.text or "", LONGEST)
    said = Text(": ".join(each for each in (actor, text) if each))
    said.append(f"\n{part.id}{HOW[part.joined_by]}", style=QUIET)
    return [Text(clip_line(what.replace("_", " "), WHAT), style=QUIET), said]
