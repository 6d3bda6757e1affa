"""Actions that are done at most once. What was done may be done again when the person says so."""

from __future__ import annotations

from typing import Annotated

import typer

from wakeline.flows.session.guards import release_guard
from wakeline.interfaces import fast_commands
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.guard_screens import listed
from wakeline.interfaces.cli.identity import ask_for_a_terminal
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import zone_of
from wakeline.interfaces.open_home import chosen, opened
from wakeline.model.guard import Guard

app = take.group("Actions that must not be done twice.")
Note = Annotated[str | None, typer.Option("--note", metavar="TEXT", help="What came of it.")]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="How that is known, or why.")]
SessionId = Annotated[
    str | None,
    typer.Option(
        "--session",
        metavar="ID",
        help="Session. Else that of whoever runs this, if there is one.",
    ),
]


@app.command("list")
def list_guards(
    agent: take.Agent = None,
    state: Annotated[
        str | None, typer.Option(help="claimed, done, failed, unknown or released.")
    ] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Every guard as it stands, what changed last first."""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone, now = zone_of(one), place.clock.now()
        found = one.guards.all(state=state)
    answer(found, lambda: listed(found, now, zone), as_json=as_json)


@app.command("show")
def show_guard(
    words: Annotated[list[str], take.named("KEY")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """How one guard stands."""
    agent, (key,) = take.split(words, "a key")
    _answered(fast_commands.shown(home, tenant, agent, key), home, tenant, agent, as_json=as_json)


@app.command("claim")
def claim(
    words: Annotated[list[str], take.named("KEY WHAT")],
    tool: Annotated[
        str | None, typer.Option(metavar="NAME", help="A host's tool that does it; * for any part.")
    ] = None,
    pattern: Annotated[
        str | None, typer.Option(metavar="WORDS", help="What that tool is given; * for any part.")
    ] = None,
    minutes: Annotated[
        int | None, typer.Option(help="How long the claim holds outside of a session.")
    ] = None,
    session: SessionId = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Claim an action before it is done. Ends with 4 unless it is to be done now."""
    agent, (key, what) = take.split(words, "a key", "what is done")
    given = {"tool": tool, "pattern": pattern, "minutes": minutes, "session_id": session}
    made = fast_commands.claim(home, tenant, agent, key, what, **given)
    _answered(made, home, tenant, agent, as_json=as_json)


@app.command("done")
def done(
    words: Annotated[list[str], take.named("KEY")],
    note: Note = None,
    session: SessionId = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Say that a claimed action was done."""
    agent, (key,) = take.split(words, "a key")
    made = fast_commands.done(home, tenant, agent, key, note=note, session_id=session)
    _answered(made, home, tenant, agent, as_json=as_json)


@app.command("failed")
def failed(
    words: Annotated[list[str], take.named("KEY")],
    note: Note = None,
    session: SessionId = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Say that a claimed action did not happen: then it may be claimed again."""
    agent, (key,) = take.split(words, "a key")
    made = fast_commands.failed(home, tenant, agent, key, note=note, session_id=session)
    _answered(made, home, tenant, agent, as_json=as_json)


@app.command("resolve")
def resolve(
    words: Annotated[list[str], take.named("KEY OUTCOME")],
    reason: Reason,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Say what became of an action of unknown outcome: done or failed."""
    agent, (key, outcome) = take.split(words, "a key", "done or failed")
    with opened(home, tenant) as place:
        made = chosen(place, agent).guards.resolve(key, outcome, reason=reason)
    _answered(made, home, tenant, agent, as_json=as_json)


@app.command("release")
def release(
    words: Annotated[list[str], take.named("KEY")],
    reason: Reason,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Let an action be done again, though it is done or nobody knows. Only the person can."""
    agent, (key,) = take.split(words, "a key")
    ask_for_a_terminal("what may be done again")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        person = one.identity.person_name or "person"
        made = release_guard(one.place, key, reason=reason, actor=person)
    _answered(made, home, tenant, agent, as_json=as_json)


def _answered(
    guard: Guard, home: str | None, tenant: str | None, agent: str | None, *, as_json: bool
) -> None:
    if as_json:
        answer(guard, lambda: "", as_json=True)
        return
    with opened(home, tenant) as place:
        zone, now = zone_of(chosen(place, agent)), place.clock.now()
    answer(guard, lambda: listed([guard], now, zone), as_json=False)
