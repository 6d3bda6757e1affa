"""Ways back into a task after a restart, for whatever runs an agent."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, tzinfo
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.text import Text

from wakeline.flows.session.restarts import (
    allow_restart,
    begin_restart,
    call_in_restart,
    continue_restart,
    fail_call_in_restart,
    hand_back_restart,
    identify_session_in_restart,
    reach_host_in_restart,
    report_in_restart,
)
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.identity import ask_for_a_terminal
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import QUIET, WARN, clipped, listing, nothing, when, zone_of
from wakeline.interfaces.open_home import chosen, opened
from wakeline.model.restart import Restart
from wakeline.sessions.restarts import UNDER_WAY, calls_left

app = take.group("Ways back into a task after a restart, within bounds.")
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why.")]


@app.command("list")
def list_restarts(
    agent: take.Agent = None,
    limit: Annotated[int, typer.Option(help="How many.", min=1, max=1000)] = 20,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Every restart, the newest first."""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone, now = zone_of(one), place.clock.now()
        found = one.restarts.all(limit=limit)
    answer(found, lambda: _listed(found, now, zone), as_json=as_json)


@app.command("begin")
def begin(
    words: Annotated[list[str], take.named("TASK MESSAGE")],
    key: Annotated[str, typer.Option(metavar="KEY", help="The session before the restart.")],
    budget: Annotated[int, typer.Option(help="Calls that going on may take.", min=1)],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Declare a way back. One that is under way goes on with what it has spent."""
    agent, (task, message) = take.split(words, "a task", "what is gone on with")
    given = {"session_key": key, "message": message, "budget": budget}
    _run(begin_restart, agent, task, home, tenant, as_json=as_json, given=given)


@app.command("call")
def call(
    words: Annotated[list[str], take.named("TASK")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Count a call before it is made. Ends with 4 where none may be made any more."""
    agent, (task,) = take.split(words, "a task")
    _run(call_in_restart, agent, task, home, tenant, as_json=as_json)


@app.command("reached")
def reached(
    words: Annotated[list[str], take.named("TASK KEY")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """The host was reached, and calls the session so."""
    agent, (task, key) = take.split(words, "a task", "a key")
    _run(reach_host_in_restart, agent, task, home, tenant, key, as_json=as_json)


@app.command("identified")
def identified(
    words: Annotated[list[str], take.named("TASK KEY")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """The session that goes on. Where it is another than before, the restart stops."""
    agent, (task, key) = take.split(words, "a task", "a key")
    _run(identify_session_in_restart, agent, task, home, tenant, key, as_json=as_json)


@app.command("went-on")
def went_on(
    words: Annotated[list[str], take.named("TASK")],
    finished: Annotated[bool, typer.Option("--finished", help="Nothing is left to do.")] = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """A call of the continuation worked."""
    agent, (task,) = take.split(words, "a task")
    given = {"finished": finished}
    _run(continue_restart, agent, task, home, tenant, as_json=as_json, given=given)


@app.command("failed")
def failed(
    words: Annotated[list[str], take.named("TASK FAILURE")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """A call did not work. The same failure twice hands back to the operator."""
    agent, (task, failure) = take.split(words, "a task", "what went wrong")
    _run(fail_call_in_restart, agent, task, home, tenant, failure, as_json=as_json)


@app.command("report")
def report(
    words: Annotated[list[str], take.named("TASK ISSUE")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Tell the operator of something that is not mended on the way."""
    agent, (task, issue) = take.split(words, "a task", "what was noticed")
    _run(report_in_restart, agent, task, home, tenant, issue, as_json=as_json)


@app.command("hand-back")
def hand_back(
    words: Annotated[list[str], take.named("TASK")],
    reason: Reason,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Leave the rest to the operator."""
    agent, (task,) = take.split(words, "a task")
    given = {"reason": reason}
    _run(hand_back_restart, agent, task, home, tenant, as_json=as_json, given=given)


@app.command("allow")
def allow(
    words: Annotated[list[str], take.named("TASK")],
    reason: Reason,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Let a task be started again that ended with the operator. Only the person can."""
    agent, (task,) = take.split(words, "a task")
    ask_for_a_terminal("what may be started again")
    given = {"reason": reason, "actor": "person"}
    _run(allow_restart, agent, task, home, tenant, as_json=as_json, given=given)


def _run(
    flow: Callable[..., Restart],
    agent: str | None,
    task: str,
    home: str | None,
    tenant: str | None,
    *more: str,
    as_json: bool,
    given: dict[str, Any] | None = None,
) -> None:
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone, now = zone_of(one), place.clock.now()
        made = flow(one.place, task, *more, **(given or {}))
    answer(made, lambda: _listed([made], now, zone), as_json=as_json)


def _listed(rows: list[Restart], now: datetime, zone: tzinfo) -> RenderableType:
    if not rows:
        return nothing("nothing was restarted")
    return listing(
        ["phase", "task", "what", "left", "since"],
        [
            [
                Text(row.phase.replace("_", " "), style="" if row.phase in UNDER_WAY else WARN),
                clipped(row.task, 40),
                _about(row),
                str(calls_left(row)) if row.phase in UNDER_WAY else "",
                when(row.updated_at, zone, now),
            ]
            for row in rows
        ],
        wide="what",
    )


def _about(row: Restart) -> Text:
    text = Text(clipped(row.message, 200))
    if row.reason:
        text.append(f"\n{clipped(row.reason, 300)}", style=QUIET)
    for issue in row.side_issues:
        text.append(f"\nbeside: {clipped(issue, 200)}", style=QUIET)
    return text
