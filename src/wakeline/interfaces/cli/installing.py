"""A host's hooks and its MCP server: put in and taken out, with what changes shown first."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterator
from typing import Annotated, NamedTuple
from urllib.parse import quote

import typer
from rich.text import Text

from wakeline import engine
from wakeline.base.digest import sha256_hex
from wakeline.base.environment import claude_servers, home_location, host_folder
from wakeline.base.errors import HomeUnusable, Invalid, NotFound
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.agents import ask
from wakeline.interfaces.cli.config import store
from wakeline.interfaces.cli.hooks import Host, desk_of, known_host
from wakeline.interfaces.cli.output import answer, console
from wakeline.interfaces.cli.serve import DEFAULT_PORT
from wakeline.interfaces.hook.responding import HOSTS
from wakeline.interfaces.hook.servers import with_server, without_server
from wakeline.interfaces.hook.settings import (
    BEGIN,
    FORMS,
    TOKEN_VARIABLE,
    with_hooks,
    without_hooks,
)
from wakeline.interfaces.opening import default_agent, opened
from wakeline.store.desk import Desk
from wakeline.store.files import write_whole

FIRST_AGENTS = {"claude-code": "claude"}  # of other hosts it has the host's name
FILES = {"claude-code": "settings.json", "gemini": "settings.json", "cursor": "hooks.json"}
TOML = ".toml"
SENDING = ("claude-code",)  # hosts that can send an event to a server
SettingsFile = Annotated[
    str | None,
    typer.Option(
        "--settings",
        metavar="FILE",
        help="The host's settings. Else its own, in the person's home.",
        show_default=False,
    ),
]
ServerUrl = Annotated[
    str | None,
    typer.Option(
        "--server",
        metavar="URL",
        help="Where `wakeline serve` answers; for Claude Code and a PostgreSQL home.",
        show_default=False,
    ),
]
ServersFile = Annotated[
    str | None,
    typer.Option(
        "--servers",
        metavar="FILE",
        help="The host's list of MCP servers. Else its own, in the person's home.",
        show_default=False,
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would change, and no more.")]


class Installed(NamedTuple):
    """What was done to a host's settings, and to its list of servers where that is known."""

    settings: str
    servers: str | None
    changed: bool
    agent: str | None
    diff: str


class File(NamedTuple):
    """A file of a host as it is, and as it is to be; None: there is none."""

    path: str
    before: str | None
    after: str | None


def join(app: typer.Typer) -> None:
    """Hang the commands into the program."""
    app.command()(install)
    app.command()(uninstall)


def install(
    host: Host,
    agent: Annotated[
        str | None,
        typer.Option("--agent", metavar="NAME", help="For whom. Made if it is not there."),
    ] = None,
    guards: Annotated[
        bool | None,
        typer.Option(
            "--guards/--no-guards",
            help="Look at every call of a tool whether a guard stands against it.",
            show_default=False,
        ),
    ] = None,
    settings: SettingsFile = None,
    servers: ServersFile = None,
    server: ServerUrl = None,
    yes: take.Yes = False,
    dry_run: DryRun = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Add hooks and tools to a host, so that its agent has this memory. Shows the change first."""
    path, listed = _settings_path(host, settings), _servers_path(host, servers)
    before, known = _read(path), _read(listed) if listed else None
    url = _url(host, agent, server, home, tenant)
    words = _words(["hook", host], agent, home, tenant)
    is_toml = path.endswith(TOML)
    after = with_hooks(before, FORMS[host], words, is_toml=is_toml, url=url, guards=guards)
    with opened(home, tenant) as place:
        snippet = str(desk_of(place).installation(listed).get("snippet", "")) if listed else ""
    command, *args = _words(["mcp"], agent, home, tenant)
    entered = with_server(known, command, args, snippet=snippet) if listed else None
    files = [File(path, before, after)]
    if listed and entered is not None:
        files.append(File(listed, known, entered.text))
    diff, name = _diffs(files), agent
    if _is_agreed(diff, f"Add this to {host}?", yes=yes, dry_run=dry_run, as_json=as_json):
        with opened(home, tenant) as place:
            name = _agent(place, agent, host)
            _remember(desk_of(place), path, host, before, after)
            if listed and entered is not None and entered.text != known:
                desk_of(place).keep_installation(listed, {"snippet": entered.snippet})
        for file in files:
            _leave(file)
    done = Installed(path, listed, bool(diff) and not dry_run, name, diff)
    said = _installed(done, host, url, dry_run=dry_run)
    answer(done, lambda: Text(said), as_json=as_json)


def uninstall(
    host: Host,
    settings: SettingsFile = None,
    servers: ServersFile = None,
    yes: take.Yes = False,
    dry_run: DryRun = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Take hooks and tools out of a host again. What is kept stays kept."""
    path, listed = _settings_path(host, settings), _servers_path(host, servers)
    now, known = _read(path), _read(listed) if listed else None
    if now is None and known is None:
        raise NotFound(f"there is no {path}.", todo="Name the file with --settings.")
    with opened(home, tenant) as place:
        desk = desk_of(place)
    files = [File(path, now, _without_hooks(desk, path, host, now))]
    if listed:
        snippet = str(desk.installation(listed).get("snippet", ""))
        files.append(File(listed, known, _without_server(known, snippet)))
    diff = _diffs(files)
    if _is_agreed(diff, f"Take this out of {host}?", yes=yes, dry_run=dry_run, as_json=as_json):
        for file in files:
            _leave(file)
            desk.keep_installation(file.path, None)
    done = Installed(path, listed, bool(diff) and not dry_run, None, diff)
    answer(done, lambda: Text(_installed(done, host, dry_run=dry_run)), as_json=as_json)


def _settings_path(host: str, given: str | None) -> str:
    """The file itself, where a link leads to it."""
    known_host(host)
    return os.path.realpath(given or _usual_settings(host))


def _usual_settings(host: str) -> str:
    """Codex reads two files and warns of hooks in both, so ours go where others are."""
    folder = host_folder(host)
    if host != "codex":
        return os.path.join(folder, FILES[host])
    config, hooks = os.path.join(folder, "config.toml"), os.path.join(folder, "hooks.json")
    is_in_config = BEGIN in (_read(os.path.realpath(config)) or "")
    return hooks if os.path.exists(hooks) and not is_in_config else config


def _servers_path(host: str, given: str | None) -> str | None:
    """The host's list of MCP servers; None where we do not know how it keeps one."""
    usual = {
        "claude-code": claude_servers(),
        "cursor": os.path.join(host_folder("cursor"), "mcp.json"),
    }
    if host not in usual:
        if given is not None:
            title = HOSTS[host].title
            raise Invalid(
                f"the list of servers of {title} is not understood.", todo="Leave it out."
            )
        return None
    return os.path.realpath(given or usual[host])


def _without_hooks(desk: Desk, path: str, host: str, now: str | None) -> str | None:
    """The settings without our hooks; None if there was no file before."""
    if now is None:
        return None
    known = desk.installation(path)
    if known.get("after") == sha256_hex(now.encode()):
        before: str | None = known.get("before")
        return before
    return without_hooks(now, FORMS[host], is_toml=path.endswith(TOML))


def _without_server(known: str | None, snippet: str) -> str | None:
    """The list of servers without ours; one that is not understood stays as it is."""
    try:
        return without_server(known, snippet) or None if known is not None else None
    except Invalid:
        return known


def _leave(file: File) -> None:
    """Put a file as it is to be."""
    if file.after is None and file.before is not None:
        os.unlink(file.path)
    elif file.after is not None and file.after != file.before:
        _write(file.path, file.after)


def _read(path: str) -> str | None:
    try:
        with open(path, encoding="utf-8", newline="") as source:
            return source.read()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise Invalid(f"{path} cannot be read ({error}).", todo="Mend it first.") from None


def _write(path: str, text: str) -> None:
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        mode = os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o600
        write_whole(path, text.encode(), mode=mode)
    except OSError as error:
        raise HomeUnusable(
            f"{path} cannot be written ({error.strerror}).", todo="Check who may write it."
        ) from error


def _words(words: list[str], agent: str | None, home: str | None, tenant: str | None) -> list[str]:
    """The program and its words, to be run from any folder."""
    given: dict[str, str | None] = {"--agent": agent, "--tenant": tenant}
    if home is not None:
        is_url = engine.is_database_url(home)
        given["--home"] = home if is_url else os.path.abspath(os.path.expanduser(home))
    words = words + [word for name, x in given.items() if x is not None for word in (name, x)]
    program = os.path.join(os.path.dirname(sys.executable), "wakeline")
    if os.path.isfile(program):
        return [program, *words]
    return [sys.executable, "-m", "wakeline", *words]


def _url(
    host: str, agent: str | None, server: str | None, home: str | None, tenant: str | None
) -> str | None:
    """Where events are sent; None if each runs a program. A folder needs no server."""
    is_database = engine.is_database_url(home_location(home))
    if host not in SENDING or not (is_database or server is not None):
        if server is not None:
            raise Invalid(f"{HOSTS[host].title} sends its events nowhere.", todo="Leave it out.")
        return None
    with opened(home, tenant) as place:
        name = agent or _first_agent(place, host)
    above = (server or f"http://127.0.0.1:{DEFAULT_PORT}").rstrip("/")
    if not above.startswith(("http://", "https://")):
        raise Invalid(f"{server!r} is no address of a server.", todo="It begins with https://.")
    return f"{above}/api/agents/{quote(name, safe='')}/hooks/{host}"


def _first_agent(place: engine.Home, host: str) -> str:
    try:
        return default_agent(place)
    except NotFound:
        return FIRST_AGENTS.get(host, host)


def _agent(place: engine.Home, name: str | None, host: str) -> str:
    """The agent that hooks speak for, made if nobody lives here or it was named."""
    try:
        found = name or default_agent(place)
    except NotFound:
        found = FIRST_AGENTS.get(host, host)
        if not engine.is_database_url(place.location):
            store(place, {"agent": found})
    return place.agent(found, person=place.settings.text("person.name") or None).identity.name


def _diffs(files: list[File]) -> str:
    """What changes. Of a list of servers, with much of the host's own, nothing around it."""
    lines = [line for number, file in enumerate(files) for line in _diff(file, 0 if number else 3)]
    return "\n".join(lines)


def _diff(file: File, around: int) -> Iterator[str]:
    texts = ((file.before or "").splitlines(), (file.after or "").splitlines())
    return difflib.unified_diff(*texts, file.path, file.path, lineterm="", n=around)


def _is_agreed(diff: str, question: str, *, yes: bool, dry_run: bool, as_json: bool) -> bool:
    """Show what would change and let the person say whether it may."""
    if not diff:
        return False
    if not as_json:
        console().print(Text(diff))
    if dry_run:
        return False
    if not yes:
        ask(question)
    return True


def _remember(desk: Desk, path: str, host: str, before: str | None, after: str) -> None:
    """Remember how the file was without our hooks, for as long as nobody else changes it."""
    known = desk.installation(path)
    if before is not None and known.get("after") == sha256_hex(before.encode()):
        before = known.get("before")
    elif before is not None:
        before = without_hooks(before, FORMS[host], is_toml=path.endswith(TOML))
    desk.keep_installation(path, {"before": before, "after": sha256_hex(after.encode())})


def _installed(done: Installed, host: str, url: str | None = None, *, dry_run: bool) -> str:
    if not done.diff:
        files = " and ".join(each for each in (done.settings, done.servers) if each)
        return f"{files} {'are' if done.servers else 'is'} as it should be."
    if dry_run:
        return "Nothing was changed."
    if done.agent is None:
        return "Hooks and tools are gone. What was kept stays kept."
    said = f"From its next session on, {HOSTS[host].title} has the memory of {done.agent}."
    if host == "codex":
        # It runs hooks only after the person has looked at them, and does not say so.
        said += " It asks first: look at `/hooks` there."
    if url is not None:
        said += (
            f" It asks {url} with the token in {TOKEN_VARIABLE}; `wakeline token create` makes one."
        )
    return said
