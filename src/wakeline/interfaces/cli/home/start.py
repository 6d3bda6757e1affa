"""The first steps: the demo, a home of one's own, and which version this is."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline import __version__, engine
from wakeline.base.environment import home_location
from wakeline.base.errors import Invalid, Unreachable
from wakeline.demo.play import play
from wakeline.flows.common import parse
from wakeline.flows.home.agents import check_time_zone
from wakeline.flows.identity.first_documents import write_first_documents
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.home import config
from wakeline.interfaces.cli.output import answer, console, document, line, progress
from wakeline.interfaces.cli.session.wake_screen import wake_screen
from wakeline.interfaces.cli.shapes import HEADING, QUIET, columns
from wakeline.interfaces.open_home import open_home, terminal_holder
from wakeline.model.identity import Identity
from wakeline.store.folder import agent_key

DEMO_HOME = "wakeline-demo"
DEFAULT_AGENT = "ash"
LOCAL_TIME = "/etc/localtime"
ZONES = "/zoneinfo/"


class Begun(NamedTuple):
    """The home and the agent that `init` made or found."""

    home: str
    agent: Identity
    documents: tuple[str, ...]
    url: str | None


class Answers(NamedTuple):
    """Whom the home is for."""

    agent: str
    person: str
    time_zone: str


def join(app: typer.Typer) -> None:
    """Hang the commands into the program."""
    app.command()(demo)
    app.command()(init)
    app.command("version")(version_command)


def demo(
    home: Annotated[
        str | None,
        typer.Option("--home", metavar="FOLDER", help=f"Where to build it. Else ./{DEMO_HOME}."),
    ] = None,
    tenant: Annotated[  # noqa: ARG001 - taken so that every command of a home takes it
        str | None,
        typer.Option(
            "--tenant", metavar="NAME", hidden=True, help="Nothing: the sample agent lives alone."
        ),
    ] = None,
    as_json: take.Json = False,
) -> None:
    """Live three weeks of a sample agent in a home of its own, then wake it."""
    folder = os.path.abspath(home or DEMO_HOME)
    with progress("living three weeks") as advance:
        played = play(folder, lambda _done, _total: advance(1))
    answer(played, lambda: _demo_screen(played), as_json=as_json)
    if not as_json:
        for command in _to_try_next(played.status.identity.name, folder):
            line(f"  {command}")  # whole, however long: it is there to be copied


def _demo_screen(played: Any) -> RenderableType:
    return Group(wake_screen(played.woken), Text(""), Text("Try next", style=HEADING))


def _to_try_next(name: str, folder: str) -> list[str]:
    program, where = _program(), shlex.quote(_from_here(folder))
    return [
        f'{program} recall {name} "what did we decide about Redis?" --home {where}',
        f"{program} status {name} --home {where}",
        f"{program} doctor --home {where}",
    ]


def _program() -> str:
    """What to type to get this program again: its name if the shell finds it, else its path."""
    if shutil.which("wakeline"):
        return "wakeline"
    begun = os.path.abspath(sys.argv[0])
    if begun.endswith(".py"):  # as `python -m wakeline`, which is no program of its own
        return f"{shlex.quote(_from_here(sys.executable))} -m wakeline"
    return shlex.quote(_from_here(begun))


def _from_here(path: str) -> str:
    near = os.path.relpath(path)
    return path if near.startswith("..") else near


def init(
    agent: Annotated[str | None, typer.Option(help="The agent's name.")] = None,
    person: Annotated[str | None, typer.Option(help="The person's name.")] = None,
    time_zone: Annotated[
        str | None, typer.Option(help="The person's time zone, such as Europe/Lisbon.")
    ] = None,
    yes: take.Yes = False,
    admin_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Make roles and schema on this PostgreSQL server first."),
    ] = None,
    app_role: Annotated[
        str, typer.Option(help="With --admin-url: the role that the program runs as.")
    ] = "wakeline_app",
    owner_role: Annotated[
        str, typer.Option(help="With --admin-url: the role that has the tables.")
    ] = "wakeline_owner",
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Make a home and its first agent. Run again, it changes nothing that is there."""
    url = _prepared(admin_url, app_role, owner_role) if admin_url is not None else None
    if url is not None and not _has_password(url) and engine.is_database_url(home_location(home)):
        url = None  # whoever has a URL has the password: the role was there before and keeps it
    with _answering(url, app_role), open_home(url or home, tenant) as place:
        given = _answers(place, agent, person, time_zone, ask=not yes and sys.stdin.isatty())
        one = place.agent(
            given.agent,
            person=given.person or None,
            time_zone=given.time_zone,
            holder=terminal_holder(),
        )
        identity = one.identity
        written = write_first_documents(one.place)
        if url is None and not engine.is_database_url(place.location):
            _remember(place, identity, given)
        begun = Begun(place.location, identity, tuple(written), url)
    answer(begun, lambda: _begun_screen(begun), as_json=as_json)
    if not as_json:
        for text in _to_begin_with(begun, home, tenant):
            line(text)  # whole, however long: a URL that is cut is lost


def _prepared(admin_url: str, app_role: str, owner_role: str) -> str:
    """The URL of the application's role, after roles and schema were made."""
    from wakeline.store.postgres_admin import initialise

    return initialise(admin_url, app_role=app_role, owner_role=owner_role)


def _has_password(url: str) -> bool:
    return ":" in url.partition("://")[2].rpartition("@")[0]


@contextmanager
def _answering(url: str | None, app_role: str) -> Iterator[None]:
    """A server that asks for a password that is not known here is no server that is down."""
    try:
        yield
    except Unreachable as error:
        if url is None or _has_password(url):
            raise
        raise Unreachable(
            f"roles and schema are up to date. The role {app_role} was there before and keeps its "
            "password, which is not known here.",
            todo="Name the URL that you have with --home, or give the role another password.",
        ) from error


def _answers(
    home: engine.Home,
    agent: str | None,
    person: str | None,
    time_zone: str | None,
    *,
    ask: bool,
) -> Answers:
    """What was given, else what is asked for, else what the settings or the system say."""
    settings = home.settings
    default_agent = settings.text("agent") or next(iter(home.port.agents()), DEFAULT_AGENT)
    default_person = settings.text("person.name")
    default_zone = settings.text("person.time_zone")
    if settings.sources["person.time_zone"] == "default":
        default_zone = local_time_zone() or default_zone
    if ask:
        # What was given is looked at before anything is asked.
        looks = ((agent, agent_key), (person, _check_person), (time_zone, check_time_zone))
        for given, check in looks:
            if given:
                check(given)
        agent = agent or _asked("The agent's name", default_agent, agent_key)
        person = person or _asked("Your name", default_person, _check_person)
        time_zone = time_zone or _asked("Your time zone", default_zone, check_time_zone)
    return Answers(agent or default_agent, person or default_person, time_zone or default_zone)


def _asked(question: str, default: str, check: Callable[[str], object]) -> str:
    """The first answer that can be one; of any other it is said at once why it cannot."""
    while True:
        said: str = typer.prompt(question, default, err=True)
        try:
            check(said)
        except Invalid as error:
            typer.echo(f"{error.message} {error.todo}", err=True)
        else:
            return said


def _check_person(name: str) -> None:
    parse.label(name, field="person")


def local_time_zone(path: str = LOCAL_TIME) -> str | None:
    """The time zone of this machine, where the system keeps its name."""
    found = os.path.realpath(path)
    return found.rpartition(ZONES)[2] if ZONES in found else None


def _remember(home: engine.Home, identity: Identity, given: Answers) -> None:
    """Note whom commands mean from now on; what was chosen before stays."""
    chosen = {
        "agent": identity.name,
        "person.name": given.person,
        "person.time_zone": given.time_zone,
    }
    missing = {
        name: text
        for name, text in chosen.items()
        if text and home.settings.sources[name] == "default"
    }
    if missing:
        config.store(home, dict(missing))


def _begun_screen(begun: Begun) -> RenderableType:
    rows: list[list[RenderableType | str]] = [
        [Text("home", style=QUIET), begun.home],
        [Text("agent", style=QUIET), f"{begun.agent.display_name} ({begun.agent.id})"],
        [Text("person", style=QUIET), begun.agent.person_name or "not named"],
        [Text("time zone", style=QUIET), begun.agent.person_time_zone],
    ]
    if begun.documents:
        rows.append([Text("written", style=QUIET), ", ".join(begun.documents)])
    return columns(rows, widths=(10, None))


def _to_begin_with(begun: Begun, home: str | None, tenant: str | None) -> list[str]:
    """What is there to be copied: the application's URL, and what comes next."""
    name, url = begun.agent.name, list[str]()
    where = f" --home {shlex.quote(home)}" if home else ""
    if engine.is_database_url(begun.home):
        where = ' --home "$URL"'
    if tenant:
        where += f" --tenant {shlex.quote(tenant)}"
    if begun.url is not None:
        told = "is shown this once" if _has_password(begun.url) else "is the one it had before"
        url = ["", f"The application's URL. Its password {told}:", begun.url]
    return [
        *url,
        "",
        "Next",
        f"  wakeline wake {name}{where}",
        f'  wakeline record {name} --user "…" --agent "…"{where}',
        f'  wakeline end {name} --message "…"{where}',
    ]


def version() -> None:
    """Say which version this is."""
    line(f"wakeline {__version__}")


def version_command(as_json: take.Json = False) -> None:
    """Say which versions this is made of."""
    import apsw

    found = {
        "wakeline": __version__,
        "python": sys.version.split()[0],
        "sqlite": apsw.sqlite_lib_version(),
        "apsw": apsw.apsw_version(),
    }
    if as_json:
        document(found)
    else:
        console().print(Text(" · ".join(f"{name} {text}" for name, text in found.items())))
