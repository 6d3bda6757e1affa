"""Who lives in a home: listed, made, renamed, copied, removed."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import typer
from rich.console import RenderableType
from rich.text import Text

from wakeline import engine
from wakeline.base.errors import Invalid, WakelineError
from wakeline.context.framing import one_line
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.home.status import Status
from wakeline.flows.identity.first_documents import write_first_documents
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import ALARM, QUIET, clip_line, listing, nothing
from wakeline.interfaces.open_home import choose_agent, open_home, terminal_holder
from wakeline.language.ages import age_text
from wakeline.model.identity import Identity

app = take.group("The agents of a home.")
Name = Annotated[
    str,
    typer.Argument(
        metavar="NAME", help="The agent.", autocompletion=take.agent_names, show_default=False
    ),
]
NewName = Annotated[str, typer.Argument(metavar="NEW_NAME", show_default=False)]


class ListedAgent(NamedTuple):
    """An agent and how it stands, or why that cannot be told."""

    name: str
    status: Status | None
    problem: str | None


@app.command("list")
def list_agents(
    home: take.Home = None, tenant: take.Tenant = None, as_json: take.Json = False
) -> None:
    """Who lives here."""
    with open_home(home, tenant) as place:
        found = [_resident(place, name) for name in place.port.agents()]
        where = place.location
    answer(found, lambda: _residents(found, where), as_json=as_json)


def _resident(home: engine.Home, name: str) -> ListedAgent:
    """One agent; one that cannot be read must not hide the others."""
    agent = home.agent(name, create=False, holder=terminal_holder())
    try:
        return ListedAgent(name, agent.status(), None)
    except WakelineError as error:
        return ListedAgent(name, None, error.message)
    finally:
        agent.close()


def _residents(found: list[ListedAgent], where: str) -> RenderableType:
    if not found:
        return nothing(f"no agent lives in {where} yet; `wakeline init` makes one")
    return listing(
        ["agent", "person", "last took part", "turns", "sessions", "tasks", "awake"],
        [_row(resident) for resident in found],
    )


def _row(resident: ListedAgent) -> list[str | Text]:
    found = resident.status
    if found is None:
        return [resident.name, Text(one_line(resident.problem or ""), style=ALARM), *[""] * 5]
    awake = sum(1 for session in found.open_sessions if session.is_alive)
    last = found.last_known_at
    return [
        resident.name,
        clip_line(found.identity.person_name or "", 20),
        age_text(last, found.now, humane=True) if last else "never",
        f"{found.turns:,}",
        f"{found.sessions:,}",
        f"{found.open_tasks} open",
        str(awake) if awake else Text("no", style=QUIET),
    ]


@app.command("show")
def show(
    agent: take.Agent = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Who one agent is."""
    with open_home(home, tenant) as place:
        found = choose_agent(place, agent).identity
    answer(found, lambda: _identity(found), as_json=as_json)


@app.command("add")
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", show_default=False)],
    person: Annotated[str | None, typer.Option(help="The name of its person.")] = None,
    time_zone: Annotated[str | None, typer.Option(help="The person's time zone.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Make an agent."""
    with open_home(home, tenant) as place:
        agent = place.agent(name, person=person, time_zone=time_zone, holder=terminal_holder())
        found = agent.identity
        write_first_documents(agent.place)
    answer(found, lambda: _identity(found), as_json=as_json)


@app.command("rename")
def rename(
    name: Name,
    new_name: NewName,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Give an agent another name."""
    with open_home(home, tenant) as place:
        found = place.rename(name, new_name)
    answer(found, lambda: _identity(found), as_json=as_json)


@app.command("copy")
def copy(
    name: Name,
    new_name: NewName,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Make a second agent with everything that the first one has."""
    with open_home(home, tenant) as place:
        found = place.copy(name, new_name)
    answer(found, lambda: _identity(found), as_json=as_json)


@app.command("adopt")
def adopt(
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False)],
    name: Annotated[
        str | None, typer.Option(help="What it is called here. Else as it was.")
    ] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Take in an agent that was carried here as its one file, memory.db. The file stays."""
    with open_home(home, tenant) as place:
        found = place.adopt(file, name=name)
    answer(found, lambda: _identity(found), as_json=as_json)


@app.command("remove")
def remove(
    name: Name,
    to: Annotated[
        str | None,
        typer.Option(
            "--to", metavar="FOLDER", help="Where the backup goes. Else in the home's backups."
        ),
    ] = None,
    yes: take.Yes = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Remove an agent; a backup is made first."""
    with open_home(home, tenant) as place:
        found = place.agent(name, create=False, holder=terminal_holder()).identity
        if not yes:
            ask(f"Remove {found.display_name} and everything it remembers (a backup is kept)?")
        backup = place.remove(name, to=to)
    removed = {"removed": found.name, "backup": backup}
    answer(removed, lambda: Text(f"{found.name} is removed; backup: {backup}"), as_json=as_json)


def ask(question: str) -> None:
    """Let the person confirm; where nobody can answer, say how to."""
    import sys

    if not sys.stdin.isatty():
        raise Invalid("this needs a confirmation.", todo="Add --yes if you are sure.")
    typer.confirm(question, abort=True, err=True)


def _identity(found: Identity) -> RenderableType:
    names = "name display_name id person_name person_time_zone identity_policy created_at".split()
    return screens.fields(found, names, time_zone(found.person_time_zone))
