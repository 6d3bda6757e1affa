"""The commands of restarts, and how a restart looks to people.

Only the person lets a task be started again that ended with the operator.
"""

from __future__ import annotations

from datetime import datetime, tzinfo
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from wakeline.engine.operations.restarts import RESTARTS
from wakeline.flows.session.restarts import allow_restart
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.build import Dated, build_group
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.self.identity import ask_for_a_terminal
from wakeline.interfaces.cli.shapes import QUIET, WARN, clip_line, listing, nothing, when, zone_of
from wakeline.interfaces.open_home import choose_agent, open_home
from wakeline.model.restart import Restart
from wakeline.sessions.restarts import UNDER_WAY, calls_left


def restart_rows(rows: list[Restart], zone: tzinfo, now: datetime) -> RenderableType:
    if not rows:
        return nothing("nothing was restarted")
    return listing(
        ["phase", "task", "what", "left", "since"],
        [
            [
                Text(row.phase.replace("_", " "), style="" if row.phase in UNDER_WAY else WARN),
                clip_line(row.task, 40),
                _about(row),
                str(calls_left(row)) if row.phase in UNDER_WAY else "",
                when(row.updated_at, zone, now),
            ]
            for row in rows
        ],
        wide="what",
    )


def _about(row: Restart) -> Text:
    text = Text(clip_line(row.message, 200))
    if row.reason:
        text.append(f"\n{clip_line(row.reason, 300)}", style=QUIET)
    for issue in row.side_issues:
        text.append(f"\nbeside: {clip_line(issue, 200)}", style=QUIET)
    return text


app = build_group(RESTARTS, {Restart: Dated(restart_rows)})


@app.command("allow")
def allow(
    words: Annotated[list[str], take.words_after_agent("TASK")],
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why.")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Let a task be started again that ended with the operator. Only the person can."""
    agent, (task,) = take.split_agent(words, "a task")
    ask_for_a_terminal("what may be started again")
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        zone, now = zone_of(one), place.clock.now()
        made = allow_restart(one.place, task, reason=reason, actor="person")
    answer(made, lambda: restart_rows([made], zone, now), as_json=as_json)
