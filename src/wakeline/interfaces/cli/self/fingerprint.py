"""How an agent speaks, and how far a session is from another or from its centre."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.flows.assessment.fingerprint import CENTRE, Fingerprint
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import WARN, clip_line, columns, count
from wakeline.interfaces.open_home import choose_agent, open_home


def join(app: typer.Typer) -> None:
    app.command("fingerprint")(fingerprint)


def fingerprint(
    agent: take.Agent = None,
    session: Annotated[
        str | None, typer.Option(metavar="ID", help="Else the last in which it spoke.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="ID", help="Another session. Else all others together.")
    ] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """How the agent spoke in a session: small words, topics, decisions, voice, and how far off."""
    with open_home(home, tenant) as place:
        found = choose_agent(place, agent).fingerprint(session, against=against)
    answer(found, lambda: _shown(found), as_json=as_json)


def _shown(found: Fingerprint) -> RenderableType:
    rows = [
        ["session", f"{found.session_id} · {count(found.turns, 'turn')}, {found.words:,} words"],
        ["small words", _listed([f"{w} x{times:g}" for w, times in found.vocabulary])],
        ["turns to", _listed([f"{clip_line(w, 30)} {share:.1%}" for w, share in found.topics])],
        ["decides", _figures(found.decisions) + " of 100 sentences"],
        ["voice", _figures(found.voice)],
    ]
    parts: list[RenderableType] = [columns(rows, widths=(12, None))]
    parts.append(Text(f"\n{_distance(found)}", style="" if found.is_enough else WARN))
    return Group(*parts)


def _distance(found: Fingerprint) -> str:
    if found.distance is None:
        return "there is no other session to compare it with"
    of = f"its centre ({count(found.sessions, 'session')})"
    told = f"{found.distance.total:.2f} from {of if found.against == CENTRE else found.against}"
    parts = zip(found.distance._fields[1:], found.distance[1:], strict=True)
    told += f": {' · '.join(f'{name} {share:.2f}' for name, share in parts)}"
    if found.usual is not None:
        told += f"; its sessions are {found.usual:.2f} from the others"
    return told if found.is_enough else f"{told}. Too few words to say much."


def _figures(figures: dict[str, float]) -> str:
    return _listed([f"{name.replace('_', ' ')} {value:g}" for name, value in figures.items()])


def _listed(items: list[str]) -> str:
    return " · ".join(items) or "-"
